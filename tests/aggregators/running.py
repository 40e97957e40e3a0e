"""A courier simulator on a real socket, in this process, and requests to it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from fulfilment.aggregators.port import BookingRequest, ParcelAddress, ParcelItem
from fulfilment_simulators.couriers import server

KEY = "biteship_test.the-key-of-these-tests"
ORIGIN = ParcelAddress(
    contact_name="Toko Kopi",
    contact_phone="0811000001",
    address="Jl. Senopati 1",
    area_id="IDNP6IDNC148IDND836IDZ12110",
    postal_code="12110",
    lat=-6.2436,
    lng=106.8003,
)
DESTINATION = ParcelAddress(
    contact_name="Siti",
    contact_phone="0811000002",
    address="Jl. Dago 2",
    postal_code="40132",
    note="Leave it with the guard",
)
NEARBY = ParcelAddress(
    contact_name="Siti",
    contact_phone="0811000002",
    address="Jl. Menteng 3",
    postal_code="10310",
    lat=-6.1967,
    lng=106.8357,
)
ITEMS = [ParcelItem(name="Coffee", value=150_000, weight=800, quantity=2, category="food_and_drink")]


def booking_request(reference: str = "ship_1", **changes: Any) -> BookingRequest:
    fields: dict[str, Any] = {
        "reference": reference,
        "courier_code": "jne",
        "courier_service_code": "reg",
        "courier_type": "standard",
        "origin": ORIGIN,
        "destination": DESTINATION,
        "items": ITEMS,
    }
    return BookingRequest(**(fields | changes))


INSTANT = {
    "courier_code": "gojek",
    "courier_service_code": "instant",
    "courier_type": "instant",
    "destination": NEARBY,
}


class Simulator:
    """A running simulator and its controls."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self._session = session

    async def call(self, method: str, path: str, body: Any = None, key: str | None = KEY) -> tuple[int, Any]:
        headers = {} if key is None else {"authorization": key}
        async with self._session.request(method, self.url + path, json=body, headers=headers) as response:
            return response.status, await response.json(content_type=None)

    async def control(self, path: str, **body: Any) -> Any:
        status, response_body = await self.call("POST", f"/_control/{path}", body, key=None)
        assert status == 200, response_body
        return response_body

    async def orders(self) -> list[dict[str, Any]]:
        return (await self.call("GET", "/_control/orders", key=None))[1]["orders"]


@asynccontextmanager
async def running_simulator(data_path: Path) -> AsyncIterator[Simulator]:
    runner = server.runner(server.build(data_path))
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        async with aiohttp.ClientSession(trust_env=False) as session:
            yield Simulator(f"http://127.0.0.1:{runner.addresses[0][1]}", session)
    finally:
        await runner.cleanup()
