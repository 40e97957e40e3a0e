"""Traces: what a request did and how long it took, over processes, told to a collector by OTLP (docs/tracing.md).

`recording` is all that the rest of the service knows of it. Nothing of OpenTelemetry is imported unless a collector is
configured.
"""
