"""One parcel: where it is, what happened to it, and everything that can be done with it."""
