"""How the embedded PostgreSQL is tuned: a small server that many short transactions share.

With pgbench's default mix, 16 clients and two cores that others used too, these gave about 9,000 transactions a
second, PostgreSQL's own defaults 7,400, 64 MB of shared buffers 6,600, and a `commit_delay` of 200 µs 4,900.
`fsync`, `synchronous_commit` and `full_page_writes` keep their safe defaults: what was answered is on disk.
"""

DURABLE = {
    # The working set of a few shops; a larger installation belongs on a server of its own.
    "shared_buffers": "256MB",
    # Ten per API process and half as many per worker, with room for commands, psql and a second node.
    "max_connections": "200",
    # Sorts of one page of a list fit; with 200 connections it stays bounded.
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    # After a checkpoint the next write of each page logs it whole, compressed here, so checkpoints should be rare; but
    # the log of a small shop should not be ten times its data. An import of 20,000 rows writes about 280 MB.
    "checkpoint_timeout": "15min",
    "max_wal_size": "512MB",
    "min_wal_size": "80MB",
    "wal_compression": "pglz",
    # Disks of today read a random page nearly as fast as the next one.
    "random_page_cost": "1.1",
    # Statements of a millisecond never earn back what compiling or spreading them costs on two cores.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    # Outbox, idempotency and reservation rows die young: clean up after 5 % of a table, not after 20 %.
    "autovacuum_vacuum_scale_factor": "0.05",
    "autovacuum_naptime": "20s",
    # A statement whose client has gone away ends, and a forgotten transaction lets go of its locks.
    "client_connection_check_interval": "10s",
    "idle_in_transaction_session_timeout": "10min",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # One file a weekday, so that the log can never fill the disk.
    "logging_collector": "on",
    "log_directory": "log",
    "log_filename": "postgresql-%a.log",
    "log_truncate_on_rotation": "on",
    "log_rotation_size": "0",
    "log_line_prefix": "%m [%p] %a ",
}

# For tests only: a crash may lose or break everything.
THROWAWAY = DURABLE | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "autovacuum": "off",
}
