"""Many parcels at once: what it would do, what it does at the moment, and what came of each."""
