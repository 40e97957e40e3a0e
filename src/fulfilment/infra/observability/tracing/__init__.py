"""Distributed tracing with OpenTelemetry: spans of requests across processes, exported by OTLP (docs/tracing.md).

The rest of the service uses `recording` and `incoming`. OpenTelemetry is imported only where a collector is configured.
"""
