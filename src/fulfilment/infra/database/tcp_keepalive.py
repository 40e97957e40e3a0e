"""TCP keep-alive and user timeout of connections to the database, on both sides.

A kernel ends a connection whose other end has not answered for ten seconds. So a process finds out that the server's
machine is cut off, and the server releases the locks of a process that is.
"""

# Seconds until the first probe, seconds between probes, and how many.
KEEPALIVE = {"TCP_KEEPIDLE": 3, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
# Where a system has it, it replaces the count of probes; it holds for statements that were sent as well.
USER_TIMEOUT_MS = 8_000
