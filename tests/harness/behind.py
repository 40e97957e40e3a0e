"""Where the services of the tests reach their database: straight, or behind a pooler where TEST_POOLER says so.

It is `own` for the tests' own pooler (tests/harness/pooler.py), or the path of PgBouncer, 1.21 or later, which is then
configured as docs/pooler.md says. Tests themselves, which look past the service, always look straight.
"""

import atexit
import os
import re
import shutil
import socket
import subprocess
import time
from configparser import ConfigParser
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import parse_qs, urlsplit

from fulfilment.infra.database.migrations import role_settings
from fulfilment.settings import load
from tests.harness.pooler import Pooler

POOLER = os.environ.get("TEST_POOLER", "")
READY_WITHIN_SECONDS = 60
PAGE = Path(__file__).parents[2] / "docs" / "pooler.md"
OLDEST_PGBOUNCER = (1, 21)


def addresses(database_url: str) -> dict[str, str]:
    """The settings by which a service reaches the database, which is on a local socket."""
    return _behind(database_url) if POOLER and "?host=" in database_url else {"database_url": database_url}


@cache
def _behind(database_url: str) -> dict[str, str]:
    environ = {"FULFILMENT_DATABASE_URL": database_url, "FULFILMENT_DATABASE_DIRECT_URL": database_url}
    # While no session is open behind the pooler, which would know nothing of it.
    role_settings.apply(load(environ))
    if POOLER == "own":
        url = Pooler(database_url).url
    else:
        parts = urlsplit(database_url)
        url = f"postgresql://postgres@127.0.0.1:{_pgbouncer(parse_qs(parts.query)['host'][0])}{parts.path}"
    return {"database_url": url, "database_direct_url": database_url}


def example() -> ConfigParser:
    """The configuration that docs/pooler.md shows to operators."""
    shown = ConfigParser()
    found = re.search(r"^```ini\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert found is not None
    shown.read_string(found[1])
    return shown


def configuration(folder: str, port: int) -> ConfigParser:
    """The same, for any database of the server whose socket is in the folder, without passwords."""
    config = example()
    config["databases"] = {"*": f"host={folder} port=5432 user=postgres"}
    own = config["pgbouncer"]
    own.update({"listen_port": str(port), "auth_type": "any", "unix_socket_dir": "", "server_idle_timeout": "10"})
    # Many tests' databases, one after another.
    own["default_pool_size"] = "20"
    for name in ("auth_file", "admin_users"):
        del own[name]
    return config


@cache
def _pgbouncer(folder: str) -> int:
    """The port of one before the server whose socket is in the folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    place = Path(mkdtemp())
    place.chmod(0o755)
    file = place / "pgbouncer.ini"
    with file.open("w") as config:
        configuration(folder, port).write(config)
    said = subprocess.run([POOLER, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"PgBouncer (\d+)\.(\d+)", said)
    assert found is not None, said
    version = tuple(int(part) for part in found.groups())
    assert version >= OLDEST_PGBOUNCER, f"{said.splitlines()[0]} keeps no prepared statements: 1.21 or later is needed"
    file.chmod(0o644)
    # PgBouncer runs as the server's user: it refuses root, and no other user may enter the server's folder.
    owner = os.stat(f"{folder}/.s.PGSQL.5432")
    user = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    running = subprocess.Popen([POOLER, "-q", str(file)], **user)
    atexit.register(_end, running, place)
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < deadline, "pgbouncer does not listen"
            time.sleep(0.05)
        else:
            return port


def _end(running: subprocess.Popen, place: Path) -> None:
    running.kill()
    running.wait()
    shutil.rmtree(place)
