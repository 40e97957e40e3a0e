"""Simulators for development and tests: courier aggregator, payment provider and identity provider."""
