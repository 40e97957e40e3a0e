"""The folder of a former embedded database says nothing about the external database that replaced it."""

from pathlib import Path

import pytest

from fulfilment.infra.observability.probes import readiness
from fulfilment.infra.observability.probes.readiness import Check, Readiness
from fulfilment.settings import load


async def test_the_disk_of_a_former_embedded_database_makes_nobody_unready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "postgres").mkdir()
    monkeypatch.setattr(readiness, "MIN_FREE_BYTES", 2**62)
    url = "postgresql://service@127.0.0.1:1/fulfilment"
    given = load({"FULFILMENT_MODE": "development", "FULFILMENT_DATA_DIR": str(tmp_path)})
    asked = Readiness(given, url)
    try:
        assert Check("disk", None) in await asked.check()
    finally:
        await asked.close()


async def test_a_disk_that_cannot_be_read_makes_the_process_unready(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    url = f"postgresql://postgres@/fulfilment?host={tmp_path}"
    asked = Readiness(load({"FULFILMENT_MODE": "development", "FULFILMENT_DATA_DIR": str(tmp_path)}), url)
    (tmp_path / "postgres").rmdir()
    try:
        assert Check("disk", "cannot be read") in await asked.check()
    finally:
        await asked.close()
