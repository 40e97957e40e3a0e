"""Prometheus metrics: counted in each process, merged by the process that started it."""
