"""Duration of console pages in a shop of a million parcels, in comparison with a small shop."""
