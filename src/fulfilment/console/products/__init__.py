"""Screens of products with their variants, prices and weights."""
