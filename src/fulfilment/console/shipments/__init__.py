"""Screen of the list of parcels: tabs, search, filters and selection for batches."""
