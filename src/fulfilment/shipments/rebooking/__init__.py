"""Replacing a shipment with a new one on other terms."""
