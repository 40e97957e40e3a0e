"""Latency of a neighbour's cheap requests during the attacks of another workspace."""
