"""Observability: logs, metrics, traces, probes."""
