"""Storefronts: signed events of a shop bring products in and orders through."""
