"""Print marks of shipments: when they are set and removed, and their audit entries."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

from fulfilment.shipments.shipping_documents import print_status
from tests.harness.goods import fresh_key
from tests.harness.line import Line
from tests.harness.parcels import booked, confirm, fund, new_shipment
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.shipments.worker_context import WorkerContext, run_in_worker, settings_for

LABELS = "/api/v1/shipments/labels"
PRINTED = "/api/v1/shipments/printed"


def mark(client: Client, *ids: str, printed: bool = True, **fields: Any) -> Answer:
    return client("POST", PRINTED, {"shipmentIds": list(ids), "printed": printed}, **fields)


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
    created = booked(merchant)
    assert (created["printedAt"], created["printedBy"]) == (None, None)
    assert merchant("POST", LABELS, {"shipmentIds": [created["id"]]}).status == 200
    assert marks_of(merchant, created["id"]) == (None, None)
    assert merchant("POST", LABELS, {"shipmentIds": [created["id"]] * 2, "markPrinted": True}).status == 200
    at, by = marks_of(merchant, created["id"])
    assert at is not None and by == created["accountId"]
    assert shipment(merchant, created["id"])["updatedAt"] == created["updatedAt"]
    assert audited(merchant, created["id"]) == ["shipment.printed"]


def test_drawing_again_marks_anew(merchant: Client):
    id = booked(merchant)["id"]
    marks = []
    for _ in range(2):
        assert merchant("POST", LABELS, {"shipmentIds": [id], "markPrinted": True}).status == 200
        marks.append(marks_of(merchant, id)[0])
    assert marks[0] < marks[1] and audited(merchant, id) == ["shipment.printed"] * 2


def test_labels_that_are_not_drawn_mark_nothing(merchant: Client):
    id = booked(merchant)["id"]
    answer = merchant("POST", LABELS, {"shipmentIds": [id, "ship_nobodys"], "markPrinted": True})
    assert answer.error == (404, "NOT_FOUND")
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
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "shipmentIds.1")
    assert marks_of(merchant, own) == (None, None) and marks_of(stranger, theirs) == (None, None)


def test_what_makes_no_sense_is_refused(merchant: Client):
    for body, field in (
        ({"shipmentIds": ["a"]}, "printed"),
        ({"shipmentIds": ["a"], "printed": "yes"}, "printed"),
        ({"shipmentIds": [], "printed": True}, "shipmentIds"),
        ({"shipmentIds": ["a"] * 501, "printed": True}, "shipmentIds"),
    ):
        answer = merchant("POST", PRINTED, body)
        assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_many_who_mark_the_same_in_any_order_all_come_to_an_end_and_one_mark_holds(merchant: Client):
    created = [new_shipment(merchant)["id"] for _ in range(6)]
    orders = [created, created[::-1], created[3:] + created[:3], created[::2] + created[1::2]] * 2
    with ThreadPoolExecutor(len(orders)) as clerks:
        answers = list(clerks.map(lambda order: mark(merchant, *order), orders))
    assert [answer.status for answer in answers] == [200] * len(orders)
    for id in created:
        said = {each["printedAt"] for answer in answers for each in answer.data["shipments"] if each["id"] == id}
        assert said == {marks_of(merchant, id)[0]}
        assert audited(merchant, id) == ["shipment.printed"]


def test_a_booking_takes_away_the_mark_of_a_label_that_lacks_its_waybill(merchant: Client):
    fund(merchant)
    first, second = (new_shipment(merchant)["id"] for _ in range(2))
    assert mark(merchant, first).status == 200
    for id in (first, second):
        assert confirm(merchant, id).status == 200
    assert marks_of(merchant, first) == marks_of(merchant, second) == (None, None)
    waiting = merchant("GET", "/api/v1/shipping/shipments?queue=to_print").data
    assert {each["id"] for each in waiting} == {first, second}
    assert [did for did in audited(merchant, first) if "printed" in did] == ["shipment.printed", "shipment.unprinted"]
    assert [did for did in audited(merchant, second) if "printed" in did] == []


def test_a_label_that_was_drawn_before_its_shipment_was_booked_does_not_mark_it(merchant: Client, line: Line):
    early, late = booked(merchant), booked(merchant)
    waybills = {early["id"]: None, late["id"]: late["waybillId"]}

    async def mark_drawn(inside: WorkerContext) -> None:
        async with inside.operation(merchant).transaction() as tx:
            await print_status.mark_rendered(tx, waybills)

    run_in_worker(settings_for(merchant.service.database_url, line.url), mark_drawn)
    assert marks_of(merchant, early["id"]) == (None, None)
    assert marks_of(merchant, late["id"])[0] is not None


def to_print(client: Client) -> list[str]:
    return [each["id"] for each in client("GET", "/api/v1/shipping/shipments?queue=to_print").data]


def carry_as(client: Client, courier: Courier, sent: dict[str, Any], waybill: str) -> None:
    """The courier gives a booked shipment this waybill, and says so."""
    courier.control(f"orders/{sent['aggregatorOrderId']}/waybill", waybill_id=waybill)
    eventually(lambda: shipment(client, sent["id"])["waybillId"] == waybill)


def test_a_label_without_a_waybill_marks_nothing(merchant: Client):
    sent, draft = booked(merchant, courierCode="lion", courierServiceCode="reg_pack"), new_shipment(merchant)
    assert sent["waybillId"] is None
    ids = [sent["id"], draft["id"]]
    assert merchant("POST", LABELS, {"shipmentIds": ids, "markPrinted": True}).status == 200
    assert [marks_of(merchant, id) for id in ids] == [(None, None)] * 2
    assert [audited(merchant, id) for id in ids] == [[], []]
    assert to_print(merchant) == [sent["id"]]


def test_a_waybill_that_comes_or_changes_takes_the_mark_away(merchant: Client, courier: Courier):
    sent = booked(merchant, courierCode="lion", courierServiceCode="reg_pack")
    for waybill in ("LION-1", "LION-2"):
        assert mark(merchant, sent["id"]).status == 200
        assert to_print(merchant) == []
        carry_as(merchant, courier, sent, waybill)
        assert marks_of(merchant, sent["id"]) == (None, None)
        assert to_print(merchant) == [sent["id"]]
    assert audited(merchant, sent["id"]) == ["shipment.printed", "shipment.unprinted"] * 2
    assert mark(merchant, sent["id"]).status == 200
    # A repeated report brings no other waybill.
    courier.report(sent["aggregatorOrderId"], "allocated")
    eventually(lambda: shipment(merchant, sent["id"])["status"] == "allocated")
    assert marks_of(merchant, sent["id"])[0] is not None


def test_former_waybills_find_their_parcel_and_stand_in_its_history(merchant: Client, courier: Courier):
    sent, other = booked(merchant), booked(merchant)
    first = sent["waybillId"]
    for waybill in ("JNE 0002", "JNE0003"):
        carry_as(merchant, courier, sent, waybill)
    for text in (first, first.lower(), "jne-0002", "JNE0002", "jne 0003"):
        for query in (f"q={quote(text)}", f"waybillId={quote(text)}"):
            found = merchant("GET", f"/api/v1/shipping/shipments?{query}").data
            assert [each["id"] for each in found] == [sent["id"]], query
        tracked = merchant("GET", f"/api/v1/shipping/track/{quote(text)}?courier=jne").data
        assert (tracked["waybillId"], tracked["shipment"]["id"]) == ("JNE0003", sent["id"])
        chosen = merchant("POST", "/api/v1/batches/preview", {"kind": "print", "filter": {"waybillId": text}})
        assert chosen.data["shipmentIds"] == [sent["id"]]
    entries = merchant("GET", f"/api/v1/shipping/shipments/{sent['id']}/timeline").data["entries"]
    former = [(entry["what"], entry["note"]) for entry in entries if entry["kind"] == "waybill"]
    assert former == [("replaced", "JNE 0002"), ("replaced", first)]
    # A number that a courier hands out again is of both.
    carry_as(merchant, courier, other, first)
    both = merchant("GET", f"/api/v1/shipping/shipments?waybillId={first}&limit=1")
    rest = merchant("GET", f"/api/v1/shipping/shipments?waybillId={first}&limit=1&cursor={both.json['meta']['cursor']}")
    assert [each["id"] for each in (*both.data, *rest.data)] == [other["id"], sent["id"]]
