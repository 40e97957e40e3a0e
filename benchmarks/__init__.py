"""How fast the hot paths are, against what the same machine can do at best. `python -m benchmarks` runs it."""
