"""Drafting a shipment: stock is allocated, no courier is called."""
