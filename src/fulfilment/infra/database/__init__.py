"""PostgreSQL: pool, transactions, outbox, statements."""
