"""Liveness and readiness probes (docs/operating.md, Probes)."""
