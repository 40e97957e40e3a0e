"""A new parcel: where it goes, what is in it, what the couriers ask, drafted or booked at once."""
