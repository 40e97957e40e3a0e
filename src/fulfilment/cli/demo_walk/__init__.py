"""`fulfilment demo`: a day of a shop, walked over HTTP as any client of the API would."""
