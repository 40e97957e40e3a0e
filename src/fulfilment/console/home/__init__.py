"""First page: work that needs attention, plots of the last days, and the way to a first label."""
