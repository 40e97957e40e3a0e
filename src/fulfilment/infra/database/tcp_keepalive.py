"""When a TCP connection to the database is given up: its other end was cut off without a word, as with its machine.

It is noticed within so many seconds by the kernel of this side, which then ends it, and by the server's, which then
lets go of the locks.
"""

KEEPALIVE = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
USER_TIMEOUT_MS = 10_000
