"""Dispatch of webhooks, from the outbox to an attempt: fan-out, claims, concurrency, results."""
