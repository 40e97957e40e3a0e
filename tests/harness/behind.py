"""Where the services of the tests reach their database: straight, or behind a pooler where TEST_POOLER says so.

It is `own` for the tests' own pooler (tests/harness/pooler.py), or the path of PgBouncer, 1.21 or later, which is then
configured as docs/pooler.md says. Tests themselves, which look past the service, always look straight.
"""

import os
import socket
import subprocess
import time
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import parse_qs, urlsplit

from fulfilment.db import role_settings
from fulfilment.settings import load
from tests.harness.pooler import Pooler

POOLER = os.environ.get("TEST_POOLER", "")
READY_WITHIN_SECONDS = 20
PGBOUNCER = """
[databases]
* = host={folder} port=5432 user=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 200
max_client_conn = 1000
default_pool_size = 20
server_idle_timeout = 10
"""


def addresses(database_url: str) -> dict[str, str]:
    """The settings by which a service reaches the database, which is on a local socket."""
    return _behind(database_url) if POOLER and "?host=" in database_url else {"database_url": database_url}


@cache
def _behind(database_url: str) -> dict[str, str]:
    parts = urlsplit(database_url)
    if POOLER == "own":
        url = Pooler(database_url).url
    else:
        url = f"postgresql://postgres@127.0.0.1:{_pgbouncer(parse_qs(parts.query)['host'][0])}{parts.path}"
    given = {"database_url": url, "database_direct_url": database_url}
    # No session is open behind it yet that would not know of them; with one of `put` there is, until it has idled.
    role_settings.put(load({f"FULFILMENT_{name.upper()}": value for name, value in given.items()}))
    if POOLER == "own":
        given["database_url"] = Pooler(database_url).url
    else:
        _reconnect(urlsplit(url).port)
    return given


@cache
def _pgbouncer(folder: str) -> int:
    """The port of one before the server whose socket is in the folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    place = Path(mkdtemp())
    place.chmod(0o755)
    file = place / "pgbouncer.ini"
    file.write_text(PGBOUNCER.format(folder=folder, port=port))
    user = ["-u", "nobody"] if os.geteuid() == 0 else []
    subprocess.Popen([POOLER, "-q", *user, str(file)])
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < deadline, "pgbouncer does not listen"
            time.sleep(0.05)
        else:
            return port


def _reconnect(port: int) -> None:
    import psycopg

    with psycopg.connect(f"postgresql://pgbouncer@127.0.0.1:{port}/pgbouncer", autocommit=True) as console:
        console.execute("RECONNECT")
