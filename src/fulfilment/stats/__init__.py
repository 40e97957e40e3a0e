"""Statistics: the overview and daily counts."""
