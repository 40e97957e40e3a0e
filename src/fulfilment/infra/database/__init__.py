"""PostgreSQL access: pool, transactions, outbox, statements, migrations, embedded server."""
