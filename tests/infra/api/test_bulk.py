"""Bulk work on many rows yields to the event loop between rows."""

import asyncio

import msgspec
import pytest

from fulfilment.catalog.schemas import NewProduct
from fulfilment.infra.api import bulk
from fulfilment.infra.limits import loop_admission

ROWS = [msgspec.Raw(b'{"name":"Kopi"}')] * 50


async def _turns_of_another_while_rows_are_read() -> int:
    turns = 0

    async def another() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    running = asyncio.create_task(another())
    good, bad = await bulk.parse_rows(ROWS, msgspec.json.Decoder(NewProduct))
    running.cancel()
    assert (len(good), bad) == (50, {})
    return turns


async def test_others_come_in_between_rows_when_the_spell_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_admission, "TIME_SLICE_SECONDS", 0)
    assert await _turns_of_another_while_rows_are_read() >= 49


async def test_a_few_rows_within_their_spell_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_admission, "TIME_SLICE_SECONDS", 3_600)
    assert await _turns_of_another_while_rows_are_read() == 0
