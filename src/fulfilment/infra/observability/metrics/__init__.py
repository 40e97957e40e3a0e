"""Prometheus metrics: counted in each process, summed by the process that started it."""
