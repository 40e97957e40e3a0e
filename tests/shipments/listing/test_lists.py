"""Both ways to list and to retrieve shipments (specification, Shipments; decisions, sections 2 and 6)."""

from typing import get_args

import pytest

from fulfilment.shipments.schemas import Status
from tests.harness.paging import GUESSED_CURSORS
from tests.harness.parcels import booked, cancel, new_shipment, shipment, total
from tests.harness.service import Client

LEGACY = "/api/v1/shipments"
LIST = "/api/v1/shipping/shipments"
STATUSES = get_args(Status)


def test_the_list_is_bare_and_newest_first(merchant: Client):
    created = [new_shipment(merchant) for _ in range(3)]
    answer = merchant("GET", LIST)
    assert answer.data == created[::-1]
    meta = answer.json["meta"]
    assert (meta["total"], meta["cursor"], meta["hasMore"]) == (3, None, False)


def test_the_legacy_list_shows_the_same_under_a_name(merchant: Client):
    created = [new_shipment(merchant) for _ in range(3)]
    assert merchant("GET", LEGACY).data == {"shipments": created[::-1]}


def test_a_shipment_is_retrieved_bare_or_under_a_name(merchant: Client):
    created = booked(merchant)
    bare = merchant("GET", f"{LIST}/{created['id']}").data
    assert bare.items() >= created.items()
    assert len(bare["events"]) == 1
    assert merchant("GET", f"{LEGACY}/{created['id']}").data == {"shipment": bare}


def test_without_a_limit_25_are_shown_and_the_pages_put_together_are_the_list(merchant: Client):
    created = [new_shipment(merchant)["id"] for _ in range(27)]
    first = merchant("GET", LIST)
    assert len(first.data) == 25
    assert (first.json["meta"]["total"], first.json["meta"]["hasMore"]) == (27, True)
    rest = merchant("GET", f"{LIST}?cursor={first.json['meta']['cursor']}")
    assert [row["id"] for row in first.data + rest.data] == created[::-1]
    assert rest.json["meta"]["hasMore"] is False


def test_a_limit_out_of_its_range_is_clamped(merchant: Client):
    for _ in range(2):
        new_shipment(merchant)
    for limit in ("0", "-5", "1"):
        assert len(merchant("GET", f"{LIST}?limit={limit}").data) == 1
    for limit in ("100", "101", str(10**30)):
        assert len(merchant("GET", f"{LIST}?limit={limit}").data) == 2


@pytest.mark.parametrize("target", [LIST, LEGACY])
def test_a_limit_that_is_no_number_is_refused(merchant: Client, target: str):
    for limit in ("x", "", "1.5"):
        answer = merchant("GET", f"{target}?limit={limit}")
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "limit")


@pytest.mark.parametrize("target", [LIST, LEGACY])
def test_a_cursor_that_somebody_guessed_is_refused_or_harmless(merchant: Client, target: str):
    for cursor in GUESSED_CURSORS:
        answer = merchant("GET", f"{target}?cursor={cursor}")
        assert answer.status == 200 or answer.error == (400, "VALIDATION"), cursor


def test_a_status_narrows_the_list_and_its_total(merchant: Client):
    pending, gone, sent = new_shipment(merchant), new_shipment(merchant), booked(merchant)
    cancel(merchant, gone["id"])
    for target in (LIST, LEGACY):
        for status, id in (("pending", pending["id"]), ("cancelled", gone["id"]), ("confirmed", sent["id"])):
            data = merchant("GET", f"{target}?status={status}").data
            assert [row["id"] for row in (data if target == LIST else data["shipments"])] == [id]
    assert [total(merchant, status) for status in STATUSES] == [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert total(merchant) == 3


@pytest.mark.parametrize("target", [LIST, LEGACY])
def test_an_unknown_status_is_refused(merchant: Client, target: str):
    answer = merchant("GET", f"{target}?status=lost")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "status")


def test_pages_of_one_status_put_together_are_its_list(merchant: Client):
    created = [new_shipment(merchant)["id"] for _ in range(5)]
    cancel(merchant, created.pop(2))
    listed_ids, cursor = [], ""
    while True:
        answer = merchant("GET", f"{LIST}?status=pending&limit=2{cursor}")
        listed_ids += [row["id"] for row in answer.data]
        if not answer.json["meta"]["hasMore"]:
            break
        cursor = f"&cursor={answer.json['meta']['cursor']}"
    assert listed_ids == created[::-1]


def test_a_foreign_shipment_is_like_one_that_never_was(merchant: Client, stranger: Client):
    id = new_shipment(merchant)["id"]
    for method, target in (
        ("GET", LIST + "/{}"),
        ("GET", LEGACY + "/{}"),
        ("GET", LIST + "/{}/label"),
        ("GET", LEGACY + "/{}/label"),
        ("POST", LEGACY + "/{}/confirm-pickup"),
        ("POST", LEGACY + "/{}/cancel"),
        ("POST", LIST + "/{}/cancel"),
    ):
        answer = stranger(method, target.format(id))
        never = stranger(method, target.format("ship_00000000000000000000000000"))
        assert answer.error == never.error == (404, "NOT_FOUND"), target
        assert answer.json["error"] == never.json["error"]
    assert stranger("GET", LIST).data == []
    assert total(stranger) == 0
    assert shipment(merchant, id)["status"] == "pending"
