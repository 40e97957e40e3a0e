"""Shared parts of the tests of courier calls: a service with its courier, and an API that dies during a call."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import msgspec

from tests.harness.database import events, rows
from tests.harness.passing import pass_seconds
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.system.faults.house import Api
from tests.system.faults.load import parcel
from tests.webhooks.working import WITHIN_SECONDS, eventually, working

SLOW_MS = 1_500


class House(msgspec.Struct):
    """The service with its courier, and where workers find both."""

    api: Api
    courier: Courier
    url: str
    settings: dict[str, Any]

    def working(self) -> Any:
        return working(self.url, **self.settings)


def new_shipment(client: Client) -> str:
    answer = client("POST", "/api/v1/shipments", parcel())
    assert answer.status == 201, answer.raw
    return answer.data["shipment"]["id"]


def confirm(client: Client, shipment_id: str, key: str | None = "confirm") -> Answer:
    return client("POST", f"/api/v1/shipments/{shipment_id}/confirm-pickup", None, key)


def cancel(client: Client, shipment_id: str, key: str | None = "cancel") -> Answer:
    return client("POST", f"/api/v1/shipments/{shipment_id}/cancel", None, key)


def is_lost(request: Future) -> bool:
    """True if the connection broke before an answer came."""
    return isinstance(request.exception(WITHIN_SECONDS), OSError)


def die_while_booking(house: House, client: Client, shipment_id: str, key: str | None = "confirm") -> None:
    """The courier has booked and is slow to say so; the API dies meanwhile, and is started again."""
    with house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(confirm, client, shipment_id, key)
        eventually(lambda: house.courier.orders(shipment_id))
        house.api.kill()
        assert is_lost(request)
        pass_seconds(client)
    assert held(client) > 0
    house.api.start()


def die_while_cancelling(house: House, client: Client, shipment_id: str, key: str | None = "cancel") -> None:
    """The courier has cancelled and is slow to say so; the API dies meanwhile, and is started again."""
    with house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(cancel, client, shipment_id, key)
        eventually(lambda: house.courier.orders(shipment_id)[0]["status"] == "cancelled")
        house.api.kill()
        assert is_lost(request)
        pass_seconds(client)
    house.api.start()


def held(client: Client) -> int:
    """The held credit, read past the service."""
    return rows(client, "SELECT held FROM credit_balances WHERE account_id = $1")[0]["held"]


def await_nothing_left(client: Client) -> None:
    """Wait until no courier call is under way or left behind."""
    eventually(lambda: rows(client, "SELECT 1 FROM courier_operations WHERE account_id = $1"), lambda left: not left)


def charged(client: Client) -> list[int]:
    found = client("GET", "/api/v1/shipping-credits/transactions").data["transactions"]
    return [each["amount"] for each in found if each["kind"] == "shipment_charge"]


def told(client: Client, shipment_id: str) -> list[str]:
    return [event.type.removeprefix("svc.shipment.") for event in events(client, "shipment.", shipment_id)]
