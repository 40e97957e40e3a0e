"""Many parcels at once by the console's forms: asked first, begun once, and of this workspace only."""

import re
from html import unescape
from typing import Any, get_args

import pytest

from fulfilment.bulk_jobs import outcome
from fulfilment.bulk_jobs.schemas import BatchKind
from fulfilment.console.i18n import error_messages
from fulfilment.console.i18n.error_messages import STATUS_BADGES
from fulfilment.infra import i18n
from tests.bulk_jobs.batch_requests import PATH, create_batch, create_drafts, list_rows
from tests.console.people import get_page, session_headers, submit_form
from tests.documents.packing_documents import extract_pages
from tests.harness.database import rows
from tests.harness.parcels import PRICE, booked, cancel, confirm, fund, new_shipment, shipment
from tests.harness.service import Answer, Client

PDF = "application/pdf"
MARKED = re.compile(r'name="id" value="([^"]+)" checked')


def send(merchant: Client, path: str, fields: dict[str, Any], role: str = "owner") -> Answer:
    headers = session_headers(merchant.service, merchant.account_id, role)
    return submit_form(merchant.service, f"/console/{merchant.account_id}{path}", headers, fields)


def list_batches(merchant: Client) -> list[dict[str, Any]]:
    return merchant("GET", PATH).data["batches"]


def read_page(merchant: Client, path: str, role: str = "owner") -> str:
    headers = session_headers(merchant.service, merchant.account_id, role)
    answer = get_page(merchant.service, f"/console/{merchant.account_id}{path}", headers)
    assert answer.status == 200, answer.raw
    return unescape(answer.raw.decode())


def named_ids(page: bytes) -> list[str]:
    """The parcels that the forms of a page name."""
    return re.findall(r'type="hidden" name="id" value="([^"]+)"', page.decode())


def is_printed(merchant: Client, id: str) -> bool:
    return shipment(merchant, id)["printedAt"] is not None


def test_asking_first_does_nothing(merchant: Client) -> None:
    fund(merchant)
    ids = [new_shipment(merchant)["id"] for _ in range(2)]
    for act in ("book", "cancel"):
        answer = send(merchant, "/batches/ask", {"act": act, "id": ids})
        assert answer.status == 200
        for id in ids:
            assert f'name="id" value="{id}"'.encode() in answer.raw
    assert list_batches(merchant) == []
    assert [shipment(merchant, id)["status"] for id in ids] == ["pending", "pending"]


def test_which_are_taken_of_a_list_that_has_too_many_is_said_before_it_begins(merchant: Client) -> None:
    create_drafts(merchant, 501, externalRef="Christmas")
    for filters, said in (({}, b"these are the oldest"), ({"filter-q": "christmas"}, b"these are the first")):
        page = send(merchant, "/batches/ask", {"act": "book", "all": "1", "filter-status": "pending", **filters}).raw
        assert (page.count(b"these are"), page.count(said)) == (1, 1), filters


def test_a_batch_that_is_sent_twice_is_one(merchant: Client) -> None:
    ids = [new_shipment(merchant)["id"] for _ in range(2)]
    fields = {"act": "cancel", "id": ids, "key": "form_1", "reason": '"><script>alert(1)</script>'}
    answers = [send(merchant, "/batches", fields) for _ in range(2)]
    (batch,) = list_batches(merchant)
    place = f"/console/{merchant.account_id}/batches/{batch['id']}"
    assert [answer.headers["location"] for answer in answers] == [place, place]
    headers = session_headers(merchant.service, merchant.account_id)
    for address in (place, f"{place}/progress", place.rpartition("/")[0]):
        page = get_page(merchant.service, address, headers)
        assert page.status == 200 and b"<script>alert" not in page.raw


def test_parcels_and_batches_of_others_are_ones_that_do_not_exist(merchant: Client, stranger: Client) -> None:
    foreign = new_shipment(stranger)["id"]
    for id in (foreign, "ship_unknown"):
        asked = send(merchant, "/batches/ask", {"act": "cancel", "id": [id]})
        begun = send(merchant, "/batches", {"act": "cancel", "id": [id], "key": f"form_{id}"})
        assert asked.status == begun.status == 404, (id, asked.status, begun.status)
    made = stranger("POST", "/api/v1/batches", {"kind": "cancel", "shipmentIds": [foreign]}, key="theirs")
    theirs = made.data["batch"]["id"]
    for path in ("stop", "retry", "print"):
        answers = [send(merchant, f"/batches/{id}/{path}", {"key": f"form_{id}"}) for id in (theirs, "bat_unknown")]
        assert [answer.status for answer in answers] == [404, 404], path
    assert list_batches(merchant) == []


def test_a_choice_that_makes_no_sense_is_a_page_in_words(merchant: Client) -> None:
    id = new_shipment(merchant)["id"]
    for fields in (
        {},
        {"act": "cancel"},
        {"act": "burn", "id": [id]},
        {"act": "book", "all": "1", "filter-from": "never"},
        {"act": "book", "all": "1", "filter-status": "nothing"},
        {"act": "cancel", "id": [id] * 3, "reason": "x" * 5_000},
        {"act": "book", "id": [f"ship_{nth}" for nth in range(501)]},
    ):
        answer = send(merchant, "/batches", {"key": "form_1"} | fields)
        assert 400 <= answer.status < 500, (fields.keys(), answer.status)
        assert answer.headers["content-type"].startswith("text/html")
    assert list_batches(merchant) == []


def test_why_a_parcel_is_left_out_is_said_in_the_readers_language() -> None:
    rows = [
        {"status": status, "replaced_by": replaced, "waybill_id": None}
        for status in STATUS_BADGES
        for replaced in (None, "x")
    ]
    problems = [outcome.find_ineligibility(kind, row) for kind in get_args(BatchKind) for row in rows]
    reasons = {str(problem) for problem in problems if problem is not None}
    say = i18n.translations_for("id").gettext
    assert len(reasons) > 5 and all(error_messages.translate_message(reason, say) != reason for reason in reasons)
    assert error_messages.translate_message("The courier says: Saldo 50% habis", say) == "Kata kurir: Saldo 50% habis"
    assert error_messages.translate_message("", say) == ""


def test_what_is_begun_is_what_was_counted_though_more_came_since(merchant: Client) -> None:
    counted = create_drafts(merchant, 2)
    page = send(merchant, "/batches/ask", {"act": "cancel", "all": "1", "filter-status": "pending"}).raw
    assert named_ids(page) == counted and b'name="all"' not in page
    later = create_drafts(merchant, 1)
    # Whatever a form says of a whole list, a batch has the parcels that it names.
    fields = {"act": "cancel", "id": named_ids(page), "all": "1", "filter-status": "pending", "key": "form_1"}
    assert send(merchant, "/batches", fields).status == 303
    (batch,) = list_batches(merchant)
    assert [row["shipmentId"] for row in list_rows(merchant, batch)] == counted
    assert shipment(merchant, later[0])["status"] == "pending"


def test_who_does_not_qualify_is_named_with_the_reason_and_left_out(merchant: Client) -> None:
    shipment_id = booked(merchant, externalRef="TOKO-8")["id"]
    (waits,) = create_drafts(merchant, 1)
    page = send(merchant, "/batches/ask", {"act": "book", "id": [waits, shipment_id]}).raw
    assert named_ids(page) == [waits]
    assert b"The courier is already booked." in page
    assert f'/shipments/{shipment_id}"><span class="exact">TOKO-8</span></a>'.encode() in page


def test_labels_of_parcels_that_all_qualify_are_drawn_and_marked_at_once(merchant: Client) -> None:
    made = [booked(merchant) for _ in range(2)]
    ids = [each["id"] for each in made]
    answer = send(merchant, "/print", {"what": "labels", "id": ids})
    assert (answer.status, answer.headers["content-type"]) == (200, PDF)
    assert [each["waybillId"] in page for each, page in zip(made, extract_pages(answer.raw), strict=True)] == [
        True,
        True,
    ]
    assert all(is_printed(merchant, id) for id in ids)
    # The page's script prints it out of a frame, which needs the page's own origin.
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert "sandbox" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("what", ["labels", "hand-over"])
def test_who_is_not_booked_or_is_cancelled_is_left_out_of_papers_that_need_a_waybill(
    merchant: Client, what: str
) -> None:
    sent, gone = booked(merchant)["id"], booked(merchant, externalRef="GONE-1")["id"]
    waits = new_shipment(merchant, externalRef="WAITS-1")["id"]
    assert cancel(merchant, gone).status == 200
    answer = send(merchant, "/print", {"what": what, "id": [waits, sent, gone]})
    assert answer.status == 200 and answer.headers["content-type"].startswith("text/html")
    assert named_ids(answer.raw) == [sent]
    for said in (b"book the courier first", b"A cancelled shipment needs no label.", b"WAITS-1", b"GONE-1"):
        assert said in answer.raw
    assert not any(is_printed(merchant, id) for id in (waits, sent, gone))
    # The form of that page has those alone that qualify.
    drawn = send(merchant, "/print", {"what": what, "id": named_ids(answer.raw)})
    assert drawn.headers["content-type"] == PDF
    assert [is_printed(merchant, id) for id in (waits, sent, gone)] == [False, what == "labels", False]


def test_a_booked_parcel_whose_waybill_comes_later_is_not_to_be_booked_first() -> None:
    waiting = {"status": "confirmed", "waybill_id": None}
    assert str(outcome.find_ineligibility("print", waiting)) == "There is no waybill yet: the courier gives it later."
    assert "book the courier first" in str(outcome.find_ineligibility("print", waiting | {"status": "pending"}))


def test_who_is_collected_is_left_out_of_a_hand_over_list(merchant: Client) -> None:
    waits, gone = booked(merchant)["id"], booked(merchant, externalRef="GONE-1")["id"]
    rows(merchant, "UPDATE shipments SET status = 'picked_up' WHERE account_id = $1 AND id = $2", gone)
    answer = send(merchant, "/print", {"what": "hand-over", "id": [gone, waits]})
    assert named_ids(answer.raw) == [waits]
    for said in (b"takes only parcels that are booked and not collected yet", b"GONE-1"):
        assert said in answer.raw
    assert send(merchant, "/print", {"what": "hand-over", "id": waits}).headers["content-type"] == PDF


def test_a_parcel_that_is_not_booked_has_a_slip_and_no_label(merchant: Client) -> None:
    waits = new_shipment(merchant)["id"]
    assert send(merchant, "/print", {"what": "slips", "id": waits}).headers["content-type"] == PDF
    answer = send(merchant, "/print", {"what": "labels", "id": waits})
    assert named_ids(answer.raw) == [] and not is_printed(merchant, waits)


def test_slips_of_a_long_list_come_in_parts_and_it_is_said_of_how_many(merchant: Client) -> None:
    shipments = create_drafts(merchant, 101)
    answer = send(merchant, "/print", {"what": "slips", "all": "1", "filter-status": "pending"})
    assert named_ids(answer.raw) == shipments
    for said in (b"Print 101 packing slips", b"Part 1: 1 to 100", b"Part 2: 101 to 101"):
        assert said in answer.raw
    assert send(merchant, "/print", {"what": "slips", "id": shipments[100:]}).headers["content-type"] == PDF


def test_a_hand_over_list_has_as_many_as_the_api_takes(merchant: Client) -> None:
    shipments = create_drafts(merchant, 101)
    rows(merchant, "UPDATE shipments SET status = 'confirmed', waybill_id = 'W' || id WHERE account_id = $1")
    answer = send(merchant, "/print", {"what": "hand-over", "all": "1", "filter-status": "confirmed"})
    assert (answer.status, answer.headers["content-type"]) == (200, PDF)
    said = "".join("".join(extract_pages(answer.raw)).split())
    assert [id for id in shipments if f"W{id}" not in said] == []


def test_a_refusal_leaves_tab_filters_page_and_ticks_as_they_were(merchant: Client) -> None:
    mine = create_drafts(merchant, 51, courierCode="jne")
    first = read_page(merchant, "/shipments?status=pending&courierCode=jne")
    cursor = re.search(r'id="older" href="[^"]*cursor=([^"&]+)', first)
    assert cursor is not None
    there = {"filter-status": "pending", "filter-courierCode": "jne", "filter-cursor": cursor[1]}
    second = read_page(merchant, f"/shipments?status=pending&courierCode=jne&cursor={cursor[1]}")
    for name, value in there.items():
        assert f'name="{name}" value="{value}"' in second
    for path, fields in (
        ("/batches/ask", {"act": "book"}),
        ("/batches/ask", {"act": "burn", "id": mine[0]}),
        ("/batches", {"act": "book"}),
        ("/batches", {"act": "book", "id": [mine[0], "ship_nobodys"], "key": "form_1"}),
        ("/print", {"what": "labels"}),
        ("/print", {"what": "poems", "id": mine[0]}),
    ):
        page = send(merchant, path, fields | there)
        shown = page.raw.decode()
        assert page.status in (400, 404), (path, fields)
        assert '<option value="jne" selected>' in shown and 'name="status" value="pending"' in shown
        assert re.findall(r'<input type="checkbox" name="id" value="([^"]+)"', shown) == mine[:1], (path, fields)
        assert MARKED.findall(shown) == ([mine[0]] if "id" in fields else [])
    whole = send(merchant, "/batches/ask", {"act": "burn", "all": "1"} | there).raw
    assert b'name="all" value="1" checked' in whole


def test_not_now_leads_back_to_the_list_as_it_was(merchant: Client) -> None:
    mine = create_drafts(merchant, 3)
    there = f"/console/{merchant.account_id}/shipments?status=pending&q=siti&ticked="
    wanted = {"act": "book", "filter-status": "pending", "filter-q": "siti"}
    some = unescape(send(merchant, "/batches/ask", wanted | {"id": mine[:2]}).raw.decode())
    assert some.count(f'href="{there}{"%2C".join(mine[:2])}"') == 2
    whole = unescape(send(merchant, "/batches/ask", wanted | {"all": "1"}).raw.decode())
    assert whole.count(f'href="{there}all"') == 2
    shown = read_page(merchant, f"/shipments?status=pending&ticked={','.join(mine[:2])}")
    assert sorted(re.findall(r'name="id" value="(\w+)" checked', shown)) == sorted(mine[:2])
    assert 'name="all" value="1" checked' in read_page(merchant, "/shipments?status=pending&ticked=all")
    # The ticks are of this one visit: no other link of the page has them.
    assert shown.count("ticked=") == 0


def test_a_single_parcel_is_asked_about_in_the_singular(merchant: Client) -> None:
    shipment_id = booked(merchant)["id"]
    waits, other = create_drafts(merchant, 2)
    for act, title, titles in (
        ("book", "Book 1 parcel", "Book 2 parcels"),
        ("cancel", "Cancel 1 parcel", "Cancel 2 parcels"),
    ):
        for ids, wanted in ((waits, title), ([waits, other], titles)):
            page = send(merchant, "/batches/ask", {"act": act, "id": ids}).raw.decode()
            assert page.count(f">{wanted}</") == 2 and f"<title>{wanted} ·" in page
    for what, title in (("labels", "Print 1 label"), ("hand-over", "Print a hand-over list of 1 parcel")):
        assert f">{title}<" in send(merchant, "/print", {"what": what, "id": [waits, shipment_id]}).raw.decode()


def test_a_reason_that_was_refused_stands_in_its_field(merchant: Client) -> None:
    (id,) = create_drafts(merchant, 1)
    page = send(merchant, "/batches", {"act": "cancel", "id": id, "reason": "x" * 1_001, "key": "form_1"})
    assert page.status == 400 and named_ids(page.raw) == [id]
    assert f'value="{"x" * 1_001}"'.encode() in page.raw and b'id="reason-wrong"' in page.raw


def test_pages_of_one_outcome_lead_to_further_ones_of_it(merchant: Client) -> None:
    batch = create_batch(merchant, "print", create_drafts(merchant, 102))
    rows(merchant, "UPDATE batch_rows SET status = 'failed', due_at = NULL WHERE account_id = $1 AND position > 0")
    page = read_page(merchant, f"/batches/{batch['id']}?status=failed")
    (older,) = re.findall(r'id="older" href="/console/[^/]+([^"]+)"', page)
    rest = read_page(merchant, older)
    assert "status=failed" in older and re.findall(r'id="parcel-(\d+)"', rest) == ["101"]
    # While it runs the page looks at what it shows, too.
    (poll,) = re.findall(r'hx-get="/console/[^/]+([^"]+)"', rest)
    assert re.findall(r'id="parcel-(\d+)"', read_page(merchant, poll)) == ["101"]


@pytest.mark.parametrize("part", ["9" * 5_000, "٣" * 5_000, "0", "-1", "six"])
def test_a_part_that_is_none_is_the_first(merchant: Client, part: str) -> None:
    booked_shipment = booked(merchant)
    batch = create_batch(merchant, "print", [booked_shipment["id"]])
    rows(merchant, "UPDATE batch_rows SET status = 'done', due_at = NULL WHERE account_id = $1")
    answer = send(merchant, f"/batches/{batch['id']}/print", {"part": part})
    assert (answer.status, answer.headers["content-type"]) == (200, PDF)
    assert booked_shipment["waybillId"] in extract_pages(answer.raw)[0]
    assert send(merchant, f"/batches/{batch['id']}/print", {"part": "2"}).status == 404


def test_a_packer_sees_what_booking_takes_and_not_what_there_is(merchant: Client) -> None:
    fund(merchant, PRICE + 7)
    ids = create_drafts(merchant, 2)
    for role, is_shown in (("owner", True), ("packer", False)):
        page = send(merchant, "/batches/ask", {"act": "book", "id": ids}, role).raw.decode()
        assert "Rp100,000" in page and ("Rp50,007" in page) is is_shown, role
        assert ("more credit." in page) is is_shown, role


def test_a_packer_is_told_what_is_needed_where_the_credit_does_not_suffice(merchant: Client) -> None:
    fund(merchant, 7)
    id = new_shipment(merchant)["id"]
    batch = create_batch(merchant, "book", [id])
    said = str(confirm(merchant, id).json["error"]["message"])
    failed = "UPDATE batch_rows SET status = 'failed', due_at = NULL, error_code = $2, error_message = $3"
    rows(merchant, f"{failed} WHERE account_id = $1", "INSUFFICIENT_SHIPPING_CREDIT", said)
    for role, tail in (("owner", ", 7 is available."), ("packer", ".")):
        told = f"There is not enough shipping credit: {PRICE} is needed{tail}"
        page = unescape(send(merchant, f"/shipments/{id}/book", {"key": f"form_{role}"}, role).raw.decode())
        for shown in (page, read_page(merchant, f"/batches/{batch['id']}", role)):
            assert told in shown, role
        assert ("Top up" in page) is (role == "owner")
