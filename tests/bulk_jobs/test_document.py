"""The document of a batch: the labels of what was done, in the batch's order."""

from collections.abc import Callable

from tests.bulk_jobs.batch_requests import PATH, create_batch, create_drafts, get_counts, make_due
from tests.documents.printing import rasterise, scan
from tests.harness.line import Line
from tests.harness.parcels import booked, confirm, fund, new_shipment, shipment
from tests.harness.service import Answer, Client
from tests.harness.waiting import eventually

Work = Callable[[], None]


def document(client: Client, batch: dict, part: int | None = None) -> Answer:
    return client("GET", f"{PATH}/{batch['id']}/document" + ("" if part is None else f"?part={part}"))


def waybills(answer: Answer, known: list[str]) -> list[str]:
    """The waybill whose barcode is on each page."""
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf"), answer.raw
    codes = [{text for _, text in scan(page)} for page in rasterise(answer.raw)]
    return [waybill for found in codes for waybill in known if waybill in found]


def test_labels_are_printed_in_the_order_of_the_list_without_what_was_skipped(merchant: Client, work: Work) -> None:
    sent = [booked(merchant) for _ in range(3)]
    known = [each["waybillId"] for each in sent]
    ids = [sent[2]["id"], sent[0]["id"], new_shipment(merchant)["id"], sent[1]["id"]]
    batch = create_batch(merchant, "print", ids, printing={"size": "thermal-80x100", "showItems": False})
    assert document(merchant, batch).error == (409, "NOT_READY")
    work()
    answer = document(merchant, batch)
    assert waybills(answer, known) == [known[2], known[0], known[1]]
    own = merchant(
        "POST",
        "/api/v1/shipments/labels",
        {"shipmentIds": [ids[0], ids[1], ids[3]], "size": "thermal-80x100", "showItems": False},
    )
    assert answer.raw == own.raw
    assert document(merchant, batch, 1).raw == answer.raw
    assert (document(merchant, batch, 2).error, document(merchant, batch, 2).field) == ((404, "NOT_FOUND"), "part")
    assert document(merchant, batch, 6).error == (400, "VALIDATION")


def test_a_batch_that_books_prints_what_it_has_booked(merchant: Client, line: Line, work: Work, recover: Work) -> None:
    fund(merchant)
    first, second = create_drafts(merchant, 2)
    other = create_drafts(merchant, 1)[0]
    assert confirm(merchant, other).status == 200
    batch = create_batch(merchant, "book", [second, other, first], printing={"size": "a4", "layout": "4up"})
    work()

    def is_booked() -> bool:
        if get_counts(merchant, batch) == {"done": 2, "skipped": 1}:
            return True
        recover()
        make_due(merchant)
        work()
        return False

    # On a busy machine a courier's answer may come too late for one try.
    eventually(is_booked)
    known = [shipment(merchant, id)["waybillId"] for id in (second, first)]
    (page,) = rasterise(document(merchant, batch).raw)
    assert {text for _, text in scan(page)} >= set(known)


def test_a_batch_that_cancels_has_nothing_to_print(merchant: Client, work: Work) -> None:
    batch = create_batch(merchant, "cancel", create_drafts(merchant, 1))
    work()
    assert document(merchant, batch).error == (409, "NOT_READY")
