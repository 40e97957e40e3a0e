"""From the outbox to an attempt: fan-out, claims, concurrency, results."""
