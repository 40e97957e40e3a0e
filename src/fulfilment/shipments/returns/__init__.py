"""Returned shipments: restocking."""
