"""Shipping settings: origin, couriers, areas, rates and the aggregator key."""
