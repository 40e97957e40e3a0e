"""Cancellation of a shipment at the courier, and its settlement."""
