"""The package as users get it: built, packed, and installed from the packed file in a folder of its own."""

import json
import shutil
from pathlib import Path

import pytest

from tests.system.clients_heavy.typescript.npm import CLIENT, npm


@pytest.fixture(scope="session")
def built() -> Path:
    """The client's folder, with its tools and what it is built into."""
    npm("ci", "--ignore-scripts", folder=CLIENT)
    npm("run", "build", folder=CLIENT)
    return CLIENT


@pytest.fixture(scope="session")
def tarball(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed")
    (packed,) = json.loads(npm("pack", "--json", "--pack-destination", str(folder), folder=built))
    return folder / packed["filename"]


@pytest.fixture(scope="session")
def clean(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packed client as its only dependency, and the client's tests and examples."""
    folder = tmp_path_factory.mktemp("clean")
    (folder / "package.json").write_text('{"name": "clean", "private": true, "type": "module"}')
    npm("install", "--ignore-scripts", "--no-audit", "--no-fund", str(tarball), folder=folder)
    for part in ("test", "drive", "examples"):
        shutil.copytree(CLIENT / part, folder / part)
    return folder
