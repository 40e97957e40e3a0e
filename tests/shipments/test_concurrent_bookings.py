"""A booking that waits for a courier does not delay other bookings of its workspace (decisions, section 12)."""

import asyncio
import threading
from typing import Any

import pytest

from fulfilment.infra.limits import loop_admission
from tests.harness import parcels
from tests.harness.line import BOOK, Line
from tests.harness.round_trips import listening

API = "/api/v1"
AT_ONCE = 8
LONG_SECONDS = 60.0


async def test_bookings_of_a_workspace_are_at_the_courier_together(
    database_url: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One request at a time has a turn, and a request counts as absent only if it says so.
    monkeypatch.setattr(loop_admission.LoopAdmission, "_expected", lambda *_: 1.0)
    monkeypatch.setattr(loop_admission, "IDLE_SECONDS", LONG_SECONDS)
    all_there = threading.Barrier(AT_ONCE)

    def wait_for_all(status: int, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        all_there.wait(LONG_SECONDS)
        return status, body

    async with listening(database_url, line.url) as service:
        await service.ask("POST", f"{API}/shipping-credits/topup", {"amount": parcels.FUNDS * AT_ONCE})
        drafts = [await service.ask("POST", f"{API}/shipments", parcels.draft()) for _ in range(AT_ONCE)]
        confirms = [f"{API}/shipments/{each['shipment']['id']}/confirm-pickup" for each in drafts]
        with line.trouble(wait_for_all, BOOK):
            booked = await asyncio.gather(*(service.ask("POST", path) for path in confirms))
    assert [each["shipment"]["status"] for each in booked] == ["confirmed"] * AT_ONCE
