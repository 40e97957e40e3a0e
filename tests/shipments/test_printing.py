"""Marks of printing: who set them, when they stay, and who is told."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fulfilment.shipments import printing
from tests.harness.goods import fresh_key
from tests.harness.line import Line
from tests.harness.parcels import booked, confirm, fund, new_shipment
from tests.http.service import Answer, Client
from tests.shipments.inside import Inside, run_inside, settings_for

LABELS = "/api/v1/shipments/labels"
PRINTED = "/api/v1/shipments/printed"


def mark(client: Client, *ids: str, printed: bool = True, **more: Any) -> Answer:
    return client("POST", PRINTED, {"shipmentIds": list(ids), "printed": printed}, **more)


def shipment(client: Client, id: str) -> dict[str, Any]:
    return client("GET", f"/api/v1/shipping/shipments/{id}").data


def marks_of(client: Client, id: str) -> tuple[str | None, str | None]:
    shown = shipment(client, id)
    return shown["printedAt"], shown["printedBy"]


def audited(client: Client, id: str) -> list[str]:
    """The actions on the shipment, oldest first."""
    entries = client("GET", f"/api/v1/audit-log?targetId={id}").data
    entries = entries["entries"] if isinstance(entries, dict) else entries
    return [entry["action"] for entry in reversed(entries) if entry["targetId"] == id]


def test_drawing_labels_marks_them_only_where_that_is_asked(merchant: Client):
    made = new_shipment(merchant)
    assert (made["printedAt"], made["printedBy"]) == (None, None)
    assert merchant("POST", LABELS, {"shipmentIds": [made["id"]]}).status == 200
    assert marks_of(merchant, made["id"]) == (None, None)
    assert merchant("POST", LABELS, {"shipmentIds": [made["id"]] * 2, "markPrinted": True}).status == 200
    at, by = marks_of(merchant, made["id"])
    assert at is not None and by == made["accountId"]
    assert shipment(merchant, made["id"])["updatedAt"] == made["updatedAt"]
    assert audited(merchant, made["id"]) == ["shipment.printed"]


def test_drawing_again_marks_anew(merchant: Client):
    id = new_shipment(merchant)["id"]
    marks = []
    for _ in range(2):
        assert merchant("POST", LABELS, {"shipmentIds": [id], "markPrinted": True}).status == 200
        marks.append(marks_of(merchant, id)[0])
    assert marks[0] < marks[1] and audited(merchant, id) == ["shipment.printed"] * 2


def test_labels_that_are_not_drawn_mark_nothing(merchant: Client):
    id = new_shipment(merchant)["id"]
    answer = merchant("POST", LABELS, {"shipmentIds": [id, "ship_nobodys"], "markPrinted": True})
    assert answer.refusal == (404, "NOT_FOUND")
    assert marks_of(merchant, id) == (None, None) and audited(merchant, id) == []


def test_a_mark_is_set_once_taken_away_once_and_set_again(merchant: Client):
    first, second = (new_shipment(merchant)["id"] for _ in range(2))
    (shown,) = mark(merchant, second).data["shipments"]
    both = mark(merchant, first, second, first).data["shipments"]
    assert [each["id"] for each in both] == [first, second] and both[1] == shown
    assert marks_of(merchant, first) == (both[0]["printedAt"], both[0]["printedBy"])
    for _ in range(2):
        assert mark(merchant, first, second, printed=False).data["shipments"] == [
            {"id": id, "printedAt": None, "printedBy": None} for id in (first, second)
        ]
    assert marks_of(merchant, first) == (None, None)
    assert audited(merchant, second) == ["shipment.printed", "shipment.unprinted"]


def test_a_repeat_under_a_key_is_answered_the_same(merchant: Client):
    id, key = new_shipment(merchant)["id"], fresh_key()
    assert mark(merchant, id, key=key).data == mark(merchant, id, key=key).data
    assert audited(merchant, id) == ["shipment.printed"]


def test_an_id_of_nobody_or_of_another_workspace_is_named_and_nothing_marked(merchant: Client, stranger: Client):
    own, theirs = new_shipment(merchant)["id"], new_shipment(stranger)["id"]
    for bad in (theirs, "ship_nobodys"):
        answer = mark(merchant, own, bad)
        assert (answer.refusal, answer.field) == ((404, "NOT_FOUND"), "shipmentIds.1")
    assert marks_of(merchant, own) == (None, None) and marks_of(stranger, theirs) == (None, None)


def test_what_makes_no_sense_is_refused(merchant: Client):
    for body, field in (
        ({"shipmentIds": ["a"]}, "printed"),
        ({"shipmentIds": ["a"], "printed": "yes"}, "printed"),
        ({"shipmentIds": [], "printed": True}, "shipmentIds"),
        ({"shipmentIds": ["a"] * 501, "printed": True}, "shipmentIds"),
    ):
        answer = merchant("POST", PRINTED, body)
        assert (answer.refusal, answer.field) == ((400, "VALIDATION"), field)


def test_many_who_mark_the_same_in_any_order_all_come_to_an_end_and_one_mark_holds(merchant: Client):
    made = [new_shipment(merchant)["id"] for _ in range(6)]
    orders = [made, made[::-1], made[3:] + made[:3], made[::2] + made[1::2]] * 2
    with ThreadPoolExecutor(len(orders)) as clerks:
        answers = list(clerks.map(lambda order: mark(merchant, *order), orders))
    assert [answer.status for answer in answers] == [200] * len(orders)
    for id in made:
        said = {each["printedAt"] for answer in answers for each in answer.data["shipments"] if each["id"] == id}
        assert said == {marks_of(merchant, id)[0]}
        assert audited(merchant, id) == ["shipment.printed"]


def test_a_booking_takes_away_the_mark_of_a_label_that_lacks_its_waybill(merchant: Client):
    fund(merchant)
    first, second = (new_shipment(merchant)["id"] for _ in range(2))
    assert merchant("POST", LABELS, {"shipmentIds": [first], "markPrinted": True}).status == 200
    for id in (first, second):
        assert confirm(merchant, id).status == 200
    assert marks_of(merchant, first) == marks_of(merchant, second) == (None, None)
    waiting = merchant("GET", "/api/v1/shipping/shipments?queue=to_print").data
    assert {each["id"] for each in waiting} == {first, second}
    assert [did for did in audited(merchant, first) if "printed" in did] == ["shipment.printed", "shipment.unprinted"]
    assert [did for did in audited(merchant, second) if "printed" in did] == []


def test_a_label_that_was_drawn_before_its_shipment_was_booked_does_not_mark_it(merchant: Client, line: Line):
    early, late = booked(merchant), booked(merchant)
    drawn = {early["id"]: None, late["id"]: late["waybillId"]}

    async def mark_drawn(inside: Inside) -> None:
        async with inside.saga(merchant).step() as tx:
            await printing.mark_drawn(tx, drawn)

    run_inside(settings_for(merchant.service.database_url, line.url), mark_drawn)
    assert marks_of(merchant, early["id"]) == (None, None)
    assert marks_of(merchant, late["id"])[0] is not None
