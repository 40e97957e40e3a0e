"""Payments: the port to providers, Stripe behind it, checkout sessions and provider events (decisions, section 10)."""
