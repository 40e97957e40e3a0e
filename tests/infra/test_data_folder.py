"""The data folder is the owner's alone from the moment it is made, whichever command makes it first."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from fulfilment import settings
from fulfilment.cli import preflight
from fulfilment.infra.encryption import keyring
from fulfilment_simulators.journal import Journal


def _keys(folder: Path) -> None:
    keyring.load_keyring(settings.load({"FULFILMENT_MODE": "development", "FULFILMENT_DATA_DIR": str(folder)}))


def _preflight(folder: Path) -> None:
    preflight._require_writable(settings.load({"FULFILMENT_DATA_DIR": str(folder)}))


def _journal(folder: Path) -> None:
    Journal(folder / "memory").close()


@pytest.mark.parametrize("make", [_keys, _preflight, _journal])
def test_the_data_folder_is_made_for_its_owner_alone(tmp_path: Path, make: Callable[[Path], None]) -> None:
    before = os.umask(0o000)
    try:
        make(tmp_path / "deep" / "var")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "deep" / "var").stat().st_mode) == 0o700


def test_a_folder_that_the_operator_made_keeps_its_mode(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir()
    folder.chmod(0o750)
    _preflight(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o750
