"""Catalog: products, variants and their search."""
