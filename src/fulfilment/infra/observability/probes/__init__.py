"""Probes: whether a process lives, and whether work may be sent to it (docs/operating.md, Probes)."""
