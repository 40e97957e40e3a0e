"""Screen of a new parcel: recipient, contents and prices of couriers; kept as a draft or booked at once."""
