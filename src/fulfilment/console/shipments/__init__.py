"""The list of parcels: found, filtered, chosen, booked and printed many at a time."""
