"""Storefronts: signed events of a partner's shop mirror its products and place its orders."""
