"""Drafting of a shipment: stock is allocated, and no courier is called."""
