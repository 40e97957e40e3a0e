"""Shipments: from the draft to the delivery or the return."""
