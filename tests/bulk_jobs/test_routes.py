"""Creating and reading batches: refusals, answers, and repeats with the same effect."""

from collections.abc import Callable

import pytest

from fulfilment.bulk_jobs import selection
from fulfilment.bulk_jobs.errors import MAX_UNFINISHED
from fulfilment.settings import Settings
from fulfilment.shipments.listing.query_schemas import ShipmentQuery
from tests.bulk_jobs.batch_requests import PATH, create_batch, create_drafts, get_batch, get_counts, list_rows
from tests.harness.database import rows
from tests.harness.goods import fresh_key
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import PRICE, booked, fund, new_shipment
from tests.harness.service import Client
from tests.shipments.worker_context import WorkerContext, run_in_worker

Work = Callable[[], None]
OPERATIONS = [
    ("GET", ""),
    ("GET", "/rows"),
    ("GET", "/document"),
    ("POST", "/stop"),
    ("POST", "/retry"),
]


def test_two_posts_under_one_key_are_one_batch(merchant: Client) -> None:
    given, key = {"kind": "book", "shipmentIds": create_drafts(merchant, 1)}, fresh_key()
    answers = send_together([Call(merchant, "POST", PATH, given, key)] * 2)
    assert [answer.status for answer in answers] == [201, 201]
    assert answers[0].raw == answers[1].raw
    assert len(merchant("GET", PATH).data["batches"]) == 1


@pytest.mark.parametrize("path", [PATH, f"{PATH}/preview"])
def test_an_id_of_nobody_or_of_another_workspace_is_named(merchant: Client, stranger: Client, path: str) -> None:
    own, theirs = new_shipment(merchant)["id"], new_shipment(stranger)["id"]
    for bad in (theirs, "ship_nobodys"):
        answer = merchant("POST", path, {"kind": "book", "shipmentIds": [own, bad]})
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "shipmentIds.1")
    assert merchant("GET", PATH).data["batches"] == []


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_a_batch_of_another_workspace_is_as_one_that_is_not_there(
    merchant: Client, stranger: Client, method: str, path: str
) -> None:
    batch = create_batch(stranger, "book", create_drafts(stranger, 1))
    answers = [merchant(method, f"{PATH}/{id}{path}") for id in (batch["id"], "batch_nobodys")]
    assert [answer.error for answer in answers] == [(404, "NOT_FOUND")] * 2
    assert answers[0].json["error"] == answers[1].json["error"]
    assert get_batch(stranger, batch)["stoppedAt"] is None


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "shipmentIds"),
        ({"shipmentIds": ["ship_1"], "filter": {}}, "shipmentIds"),
        ({"shipmentIds": []}, "shipmentIds"),
        ({"shipmentIds": ["ship_1"] * 501}, "shipmentIds"),
        ({"filter": {"status": "lost"}}, "filter.status"),
        ({"filter": {"customerId": "nobody"}}, "filter"),
        ({"kind": "cancel", "filter": {}, "printing": {}}, "printing"),
        ({"filter": {"from": "2026-01-02T00:00:00Z", "to": "2026-01-01T00:00:00Z"}}, "filter.to"),
        ({"filter": {}, "reason": "Sold out"}, "reason"),
        ({"filter": {}, "printing": {"layout": "4up"}}, "printing.layout"),
        ({"filter": {}, "printing": {"documents": ["poems"]}}, "printing.documents.0"),
        ({"filter": {}, "kind": "burn"}, "kind"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_field(merchant: Client, given: dict, field: str) -> None:
    answer = merchant("POST", PATH, {"kind": "book"} | given)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field), answer.raw


def test_a_filter_takes_the_oldest_first_and_says_what_it_was(merchant: Client) -> None:
    mine = create_drafts(merchant, 3, customerId="cus_1")
    create_drafts(merchant, 1, customerId="cus_2")
    batch = create_batch(merchant, "book", filter={"customerId": "cus_1", "status": "pending"})
    assert [row["shipmentId"] for row in list_rows(merchant, batch)] == mine
    assert (batch["truncated"], batch["filter"]) == (False, {"customerId": "cus_1", "status": "pending"})


def test_a_filter_by_what_is_another_workspace_s_finds_nothing(merchant: Client, stranger: Client) -> None:
    theirs = booked(stranger)["waybillId"]
    answers = [
        merchant("POST", PATH, {"kind": "print", "filter": {"waybillId": waybill}}) for waybill in (theirs, "JNE0")
    ]
    assert [(answer.error, answer.field) for answer in answers] == [((400, "VALIDATION"), "filter")] * 2
    assert answers[0].json["error"] == answers[1].json["error"]


def test_of_a_filter_with_more_than_500_the_oldest_are_taken_and_it_says_so(merchant: Client) -> None:
    made = create_drafts(merchant, 501)
    batch = create_batch(merchant, "print", filter={"status": "pending"})
    assert (batch["total"], batch["truncated"]) == (500, True)
    assert [row["shipmentId"] for row in list_rows(merchant, batch)] == made[:500]
    found = merchant("POST", f"{PATH}/preview", {"kind": "book", "filter": {}}).data
    assert (found["total"], found["qualifying"], found["truncated"]) == (500, 500, True)


def test_a_filter_that_the_list_alone_knows_is_walked_as_the_list_is(merchant: Client, settings: Settings) -> None:
    """A filter that only the list knows selects the list's first rows, the oldest first. A new filter will begin so."""
    mine = create_drafts(merchant, 120, customerId="cus_1")
    create_drafts(merchant, 1)

    async def walk(inside: WorkerContext) -> selection.Selection:
        async with inside.operation(merchant).read() as read:
            return await selection._select_first_listed(read, ShipmentQuery(customer_id="cus_1"))

    assert run_in_worker(settings, walk) == selection.Selection(mine)


def test_a_preview_tells_who_qualifies_and_what_it_costs_and_changes_nothing(merchant: Client) -> None:
    fund(merchant, 2 * PRICE)
    sent = booked(merchant, externalRef="TOKO-1")["id"]
    ids = [*create_drafts(merchant, 2), sent]
    before = merchant("GET", "/api/v1/shipping-credits").data
    found = merchant("POST", f"{PATH}/preview", {"kind": "book", "shipmentIds": ids}, key=fresh_key()).data
    assert (found["total"], found["qualifying"], found["truncated"]) == (3, 2, False)
    assert (found["creditNeeded"], found["creditAvailable"]) == (2 * PRICE, before["available"])
    left_out = {"code": "ALREADY_CONFIRMED", "message": "The courier is booked already.", "count": 1}
    assert found["excluded"] == [left_out | {"shipments": [{"id": sent, "externalRef": "TOKO-1"}]}]
    undo = merchant("POST", f"{PATH}/preview", {"kind": "cancel", "shipmentIds": ids}).data
    assert (undo["qualifying"], undo["creditNeeded"]) == (3, 0)
    assert merchant("GET", "/api/v1/shipping-credits").data == before
    assert merchant("GET", PATH).data["batches"] == []


def test_a_batch_of_what_a_preview_named_has_nothing_that_came_since(merchant: Client) -> None:
    preview = create_drafts(merchant, 3)
    found = merchant("POST", f"{PATH}/preview", {"kind": "book", "filter": {"status": "pending"}}).data
    assert found["shipmentIds"] == preview
    create_drafts(merchant, 2)
    batch = create_batch(merchant, "book", found["shipmentIds"])
    assert [row["shipmentId"] for row in list_rows(merchant, batch)] == preview


def test_a_workspace_has_so_many_unfinished_ones_and_no_more(merchant: Client, work: Work) -> None:
    ids = create_drafts(merchant, 1)
    made = [create_batch(merchant, "print", ids) for _ in range(MAX_UNFINISHED - 1)]
    given = {"kind": "print", "shipmentIds": ids}
    answers = send_together([Call(merchant, "POST", PATH, given, fresh_key()) for _ in range(3)])
    assert sorted(answer.status for answer in answers) == [201, 409, 409]
    assert {answer.error for answer in answers if answer.status == 409} == {(409, "TOO_MANY_BATCHES")}
    work()
    assert get_counts(merchant, made[0]) == {"skipped": 1}
    assert merchant("POST", PATH, given).status == 201


def test_lists_come_in_pages(merchant: Client) -> None:
    ids = create_drafts(merchant, 3)
    made = [create_batch(merchant, "book", ids)["id"] for _ in range(3)]
    seen, cursor = [], ""
    for _ in range(3):
        answer = merchant("GET", f"{PATH}?limit=1{cursor}")
        seen += [batch["id"] for batch in answer.data["batches"]]
        cursor = f"&cursor={answer.json['meta']['cursor']}"
    assert (seen, answer.json["meta"]["hasMore"]) == (made[::-1], False)
    first = merchant("GET", f"{PATH}/{made[0]}/rows?limit=2")
    rest = merchant("GET", f"{PATH}/{made[0]}/rows?limit=2&cursor={first.json['meta']['cursor']}")
    assert [row["shipmentId"] for row in first.data["rows"] + rest.data["rows"]] == ids
    assert merchant("GET", f"{PATH}/{made[0]}/rows?status=done").data["rows"] == []
    for bad in ("nonsense", seen[0]):
        answer = merchant("GET", f"{PATH}/{made[0]}/rows?cursor={bad}")
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "cursor")


def test_what_was_done_with_batches_is_in_the_audit_log(merchant: Client) -> None:
    batch = create_batch(merchant, "cancel", create_drafts(merchant, 2), reason="Sold out")
    rows(merchant, "UPDATE batch_rows SET status = 'failed', due_at = NULL WHERE account_id = $1 AND position = 0")
    rows(merchant, "UPDATE batches SET failed = 1 WHERE account_id = $1")
    assert merchant("POST", f"{PATH}/{batch['id']}/retry").status == 200
    assert merchant("POST", f"{PATH}/{batch['id']}/stop").status == 200
    entries = merchant("GET", "/api/v1/audit-log").data["entries"]
    assert [(each["action"], each["targetType"], each["targetId"]) for each in entries[:3]] == [
        (action, "Batch", batch["id"]) for action in ("batch.stopped", "batch.retried", "batch.created")
    ]
    assert entries[0]["after"] == {"stopped": 2}
