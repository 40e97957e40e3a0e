"""Quotas: the limits of a plan, checked and counted."""
