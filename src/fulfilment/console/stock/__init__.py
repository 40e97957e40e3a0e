"""Screens of stock: levels found by name, and one level with its movements, count, transfer and threshold."""
