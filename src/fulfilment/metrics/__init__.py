"""What the service tells Prometheus of itself: counted in each process, summed by the one that started it."""
