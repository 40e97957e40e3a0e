"""What pages of the console take in a shop of a million parcels, beside the same pages of a small one."""
