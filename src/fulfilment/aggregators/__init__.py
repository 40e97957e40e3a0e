"""Courier aggregators: the port, and Biteship behind it."""
