"""Public tracking page of a shipment."""
