"""Cancelling a shipment at the courier, and its settlement."""
