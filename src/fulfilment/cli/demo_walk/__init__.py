"""`fulfilment demo`: a day of a shop over HTTP, with the public API alone."""
