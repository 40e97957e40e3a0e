"""Many parcels at once by the console's forms: asked first, begun once, and of this workspace only."""

from typing import Any, get_args

from fulfilment import translations
from fulfilment.batches import outcome
from fulfilment.batches.records import Kind
from fulfilment.console.wording import details
from fulfilment.console.wording.codes import STATUSES
from tests.batches.ordering import drafts
from tests.console.people import opened, signed_in, submitted
from tests.harness.parcels import fund, new_shipment, shipment
from tests.http.service import Answer, Client


def send(merchant: Client, path: str, fields: dict[str, Any]) -> Answer:
    own = signed_in(merchant.service, merchant.account_id)
    return submitted(merchant.service, f"/console/{merchant.account_id}{path}", own, fields)


def batches_of(merchant: Client) -> list[dict[str, Any]]:
    return merchant("GET", "/api/v1/batches").data["batches"]


def test_asking_first_does_nothing(merchant: Client) -> None:
    fund(merchant)
    ids = [new_shipment(merchant)["id"] for _ in range(2)]
    for act in ("book", "cancel"):
        answer = send(merchant, "/batches/ask", {"act": act, "id": ids})
        assert answer.status == 200
        for id in ids:
            assert f'name="id" value="{id}"'.encode() in answer.raw
    assert batches_of(merchant) == []
    assert [shipment(merchant, id)["status"] for id in ids] == ["pending", "pending"]


def test_which_are_taken_of_a_list_that_has_too_many_is_said_before_it_begins(merchant: Client) -> None:
    drafts(merchant, 501, externalRef="Christmas")
    for filters, said in (({}, b"these are the oldest"), ({"filter-q": "christmas"}, b"these are its first")):
        page = send(merchant, "/batches/ask", {"act": "book", "all": "1", "filter-status": "pending", **filters}).raw
        assert (page.count(b"these are"), page.count(said)) == (1, 1), filters


def test_a_batch_that_is_sent_twice_is_one(merchant: Client) -> None:
    ids = [new_shipment(merchant)["id"] for _ in range(2)]
    fields = {"act": "cancel", "id": ids, "key": "form_1", "reason": '"><script>alert(1)</script>'}
    answers = [send(merchant, "/batches", fields) for _ in range(2)]
    (made,) = batches_of(merchant)
    place = f"/console/{merchant.account_id}/batches/{made['id']}"
    assert [answer.headers["location"] for answer in answers] == [place, place]
    own = signed_in(merchant.service, merchant.account_id)
    for address in (place, f"{place}/progress", place.rpartition("/")[0]):
        page = opened(merchant.service, address, own)
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
    assert batches_of(merchant) == []


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
    assert batches_of(merchant) == []


def test_why_a_parcel_is_left_out_is_said_in_the_readers_language() -> None:
    rows = [
        {"status": status, "replaced_by": replaced, "waybill_id": None}
        for status in STATUSES
        for replaced in (None, "x")
    ]
    problems = [outcome.judge(kind, row) for kind in get_args(Kind) for row in rows]
    reasons = {str(problem) for problem in problems if problem is not None}
    say = translations.of("id").gettext
    assert len(reasons) > 5 and all(details.tell(reason, say) != reason for reason in reasons)
    assert details.tell("The courier says: Saldo 50% habis", say) == "Kata kurir: Saldo 50% habis"
    assert details.tell("", say) == ""
