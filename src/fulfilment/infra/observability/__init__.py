"""Logs, metrics, traces, probes."""
