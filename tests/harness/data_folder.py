"""Data folders of embedded servers that have run before, copied rather than made by initdb."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fulfilment.infra.database.embedded import server
from tests.harness.folder import passable_folder


@contextmanager
def initialised() -> Iterator[Path]:
    """A data folder whose server has run and ended."""
    with passable_folder() as data:
        server.start(data).stop()
        yield data


def copied(template: Path, data: Path) -> Path:
    """Fill a data folder with the template's database; the files stay those of the server's own user."""
    data.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", template / "postgres", data], check=True)
    return data
