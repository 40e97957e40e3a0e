"""A batch needs the role that one shipment needs, and a preview hides the credit from roles that may not see it."""

from collections.abc import Iterator

import pytest

from tests.harness.line import Line
from tests.harness.parcels import PRICE, draft
from tests.harness.provider import AUDIENCE, Provider
from tests.harness.service import Service, serving
from tests.people.conftest import Send

BATCHES = "/api/v1/batches"


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: Provider, line: Line) -> Iterator[Service]:
    """With couriers, which drafts need."""
    named = {"oidc_issuer": provider.issuer, "oidc_audience": AUDIENCE}
    courier = {"aggregator_url": line.url, "aggregator_key": "simulator"}
    with serving(module_database_url, **named, **courier) as running:
        yield running
        assert running.faults() == []


@pytest.fixture
def pending(send: Send) -> str:
    answer = send("POST", "/api/v1/shipments", draft())
    assert answer.status == 201, answer.raw
    return answer.data["shipment"]["id"]


@pytest.mark.parametrize("act", ["stop", "retry"])
def test_who_may_not_book_a_shipment_neither_stops_a_batch_that_does_nor_tries_it_again(
    send: Send, pending: str, act: str
) -> None:
    batch = send("POST", BATCHES, {"kind": "book", "shipmentIds": [pending]}).data["batch"]["id"]
    answer = send("POST", f"{BATCHES}/{batch}/{act}", roles=["support"])
    assert answer.error == (403, "FORBIDDEN")
    assert answer.json["error"]["message"] == "This needs the role 'owner' or 'packer'."
    assert send("GET", f"{BATCHES}/{batch}").data["batch"]["stoppedAt"] is None
    assert send("POST", f"{BATCHES}/nobodys/{act}", roles=["support"]).error == (404, "NOT_FOUND")


@pytest.mark.parametrize("kind", ["print", "cancel"])
def test_who_may_do_it_with_one_shipment_stops_a_batch_that_does(send: Send, pending: str, kind: str) -> None:
    batch = send("POST", BATCHES, {"kind": kind, "shipmentIds": [pending]}).data["batch"]["id"]
    answer = send("POST", f"{BATCHES}/{batch}/stop", roles=["support"])
    assert answer.status == 200 and answer.data["batch"]["stoppedAt"]


@pytest.mark.parametrize(("role", "available"), [("owner", 0), ("packer", None)])
def test_who_may_not_see_the_credit_is_told_what_is_needed_alone(
    send: Send, pending: str, role: str, available: int | None
) -> None:
    told = send("POST", f"{BATCHES}/preview", {"kind": "book", "shipmentIds": [pending]}, roles=[role]).data
    assert (told["creditNeeded"], told["creditAvailable"]) == (PRICE, available)
