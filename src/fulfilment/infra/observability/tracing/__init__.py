"""Traces: what a request did and how long it took, over processes, sent to a collector by OTLP (docs/tracing.md).

The rest of the service uses `recording` and `incoming`. OpenTelemetry is imported only where a collector is configured.
"""
