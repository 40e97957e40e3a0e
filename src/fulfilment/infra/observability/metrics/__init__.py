"""Prometheus metrics: recorded by each process, merged by the process that started it."""
