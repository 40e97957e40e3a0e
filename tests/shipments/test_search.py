"""Finding shipments by what people know of them, and what waits for somebody."""

import json
import re
from typing import Any, get_args
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulfilment.shipments.records import Status
from tests.harness.database import execute, rows
from tests.harness.parcels import DESTINATION, ORIGIN, cancel, confirm, fund, item, new_shipment
from tests.http.service import Client

LIST = "/api/v1/shipping/shipments"
QUEUES = "/api/v1/shipments/queues"


def found(client: Client, text: str, more: str = "") -> list[str]:
    answer = client("GET", f"{LIST}?q={quote(text)}{more}")
    assert answer.status == 200, answer.raw
    return [row["id"] for row in answer.data]


def waiting(client: Client, queue: str) -> list[str]:
    return [row["id"] for row in client("GET", f"{LIST}?queue={queue}").data]


def counted(client: Client) -> dict[str, Any]:
    queues = client("GET", QUEUES).data
    del queues["byStatus"]
    return {name: said["count"] for name, said in queues.items() if said["count"]}


def to(name: str, phone: str = "0811000002", **fields: Any) -> dict[str, Any]:
    return {"destination": DESTINATION | {"contactName": name, "contactPhone": phone}, **fields}


@pytest.mark.parametrize(
    "text",
    [
        *("siti", "SITI", "rah", "rahayu siti", "Rahayu, Siti!"),
        *("081398765432", "6281398765432", "+62 813-9876-5432", "0813-9876", "5432"),
        *("#INV-1001", "inv-1001", "1001", "KOPI-GAYO-250", "kopi-gayo"),
    ],
)
def test_a_parcel_is_found_by_what_people_know_of_it(merchant: Client, text: str) -> None:
    sought = new_shipment(
        merchant, item(sku="KOPI-GAYO-250"), **to("Siti Rahayu", "+62 813 9876 5432", externalRef="#INV-1001")
    )
    new_shipment(merchant, **to("Budi Hartono", "081299998888", externalRef="#INV-2002"))
    assert found(merchant, text) == [sought["id"]]


@pytest.mark.parametrize("text", ["王小", "ЖАННА", "%", "_", ".*", "'; DROP", "\\", "😀", "a" * 200, "--", "()"])
def test_any_text_is_searched_for_and_means_only_itself(merchant: Client, text: str) -> None:
    sought = [new_shipment(merchant, **to(name))["id"] for name in ("王小明", "жанна", "😀😀 toko")]
    expected = {"王小": sought[:1], "ЖАННА": sought[1:2], "😀": sought[2:]}.get(text, [])
    assert found(merchant, text) == expected


def test_an_id_and_a_waybill_find_that_parcel_alone(merchant: Client) -> None:
    fund(merchant)
    booked = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    other = new_shipment(merchant, **to(f"Toko {booked['waybillId']}"))
    assert found(merchant, booked["waybillId"]) == [booked["id"]]
    assert found(merchant, other["id"]) == [other["id"]]


def test_the_newest_comes_first_and_a_cursor_leads_on(merchant: Client) -> None:
    made = [new_shipment(merchant, **to("Ani"))["id"] for _ in range(5)]
    first = merchant("GET", f"{LIST}?q=ani&limit=3")
    assert first.json["meta"]["total"] is None
    rest = merchant("GET", f"{LIST}?q=ani&limit=3&cursor={first.json['meta']['cursor']}")
    assert [row["id"] for row in (*first.data, *rest.data)] == made[::-1]


def test_other_filters_narrow_what_is_found(merchant: Client) -> None:
    kept, gone = (new_shipment(merchant, **to("Ani"))["id"] for _ in range(2))
    cancel(merchant, gone)
    assert found(merchant, "ani", "&status=pending") == [kept]
    assert found(merchant, "ani", "&printed=true") == []


def test_nobody_finds_what_is_of_another_workspace(merchant: Client, stranger: Client) -> None:
    sought = new_shipment(merchant, **to("Siti Rahayu"))
    assert found(stranger, "siti") == []
    assert found(stranger, sought["id"]) == []


def test_a_replacement_is_found_as_its_predecessor_was(merchant: Client) -> None:
    first = new_shipment(merchant, **to("Siti Rahayu"))
    second = merchant("POST", f"/api/v1/shipments/{first['id']}/rebook").data["shipment"]
    assert found(merchant, "rahayu") == [second["id"], first["id"]]


def test_what_a_node_of_before_has_left_without_terms_is_given_them(merchant: Client) -> None:
    """As the migration does with all that was there before it."""
    sought = new_shipment(merchant, **to("Siti Rahayu"))
    execute(merchant, "DELETE FROM shipment_terms")
    assert found(merchant, "siti") == []
    execute(merchant, "INSERT INTO shipments_without_terms SELECT account_id, id FROM shipments")
    execute(merchant, "DELETE FROM shipments_without_terms")
    assert found(merchant, "siti") == [sought["id"]]


def test_a_parcel_goes_from_queue_to_queue(merchant: Client) -> None:
    fund(merchant)
    shipment = new_shipment(merchant)["id"]
    assert (waiting(merchant, "to_book"), counted(merchant)) == ([shipment], {"toBook": 1})
    confirm(merchant, shipment)
    assert (waiting(merchant, "to_print"), counted(merchant)) == ([shipment], {"toPrint": 1})
    execute(merchant, "UPDATE shipments SET printed_at = now(), updated_at = now() - interval '25 hours'")
    assert (waiting(merchant, "uncollected"), counted(merchant)) == ([shipment], {"uncollected": 1})
    execute(merchant, "UPDATE shipments SET status = 'in_transit'")
    assert counted(merchant) == {}
    execute(merchant, "UPDATE shipments SET updated_at = now() - interval '49 hours'")
    assert (waiting(merchant, "silent"), counted(merchant)) == ([shipment], {"silent": 1})
    execute(merchant, "UPDATE shipments SET status = 'returned'")
    assert (waiting(merchant, "returned"), counted(merchant)) == ([shipment], {"returned": 1})
    restocked = merchant("POST", f"/api/v1/shipments/{shipment}/restock")
    assert restocked.status == 200, restocked.raw
    assert counted(merchant) == {}


def test_what_is_silent_longest_comes_first_and_a_cursor_leads_on(merchant: Client) -> None:
    made = [new_shipment(merchant)["id"] for _ in range(4)]
    for hours, id in zip((60, 80, 50, 70), made, strict=True):
        silent = f"UPDATE shipments SET status = 'picked_up', updated_at = now() - interval '{hours} hours'"
        execute(merchant, f"{silent} WHERE id = '{id}'")
    first = merchant("GET", f"{LIST}?queue=silent&limit=3")
    rest = merchant("GET", f"{LIST}?queue=silent&limit=3&cursor={first.json['meta']['cursor']}")
    assert [row["id"] for row in (*first.data, *rest.data)] == [made[nth] for nth in (1, 3, 0, 2)]


def test_an_unclear_booking_waits_until_it_is_settled(merchant: Client) -> None:
    shipment = new_shipment(merchant)["id"]
    call = "account_id, shipment_id, kind, ticket, is_own_key, is_unclear, lease_until, started_at, actor, due_at"
    values = f"'{merchant.account_id}', '{shipment}', 'book', 't', true, true, now(), now(), '{{}}', 'infinity'"
    execute(merchant, f"INSERT INTO courier_calls ({call}) VALUES ({values})")
    assert waiting(merchant, "unclear") == [shipment]
    assert counted(merchant) == {"toBook": 1, "unclear": 1}


def test_every_status_is_counted_however_many_there_are(merchant: Client) -> None:
    _kept, gone = (new_shipment(merchant)["id"] for _ in range(2))
    cancel(merchant, gone)
    assert merchant("GET", QUEUES).data["byStatus"] == {"pending": 1, "cancelled": 1}


def test_more_than_ninety_nine_are_not_counted(merchant: Client) -> None:
    rows = [{"courierCode": "jne", "courierServiceCode": "reg", "courierType": "standard", "price": 1} | places()] * 100
    merchant("POST", "/api/v1/shipments/bulk", {"shipments": rows})
    assert merchant("GET", QUEUES).data["toBook"] == {"count": 99, "isMore": True}


def places() -> dict[str, Any]:
    return {"origin": ORIGIN, "destination": DESTINATION, "items": [item()]}


@pytest.mark.parametrize("query", ["q=", f"q={'a' * 201}", "queue=none", "printed=1", "q=a&queue=to_book"])
def test_what_makes_no_sense_is_refused(merchant: Client, query: str) -> None:
    assert merchant("GET", f"{LIST}?{query}").refusal == (400, "VALIDATION")


_LETTERS = "abÄß 0689+-(). ,'\"\\\t\n\u00a0\u2003\u3000\u200b王😀%_#/"
_TEXTS = st.text(st.sampled_from(_LETTERS), max_size=25)


def words_in(text: str) -> set[str]:
    return {word[:100] for word in re.split(r"[\s!-/:-@\[-`{-~]+", text.lower()) if word}


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_TEXTS, _TEXTS, st.none() | _TEXTS, st.lists(st.none() | _TEXTS, max_size=13))
def test_the_terms_of_a_parcel_are_the_words_of_what_people_know_of_it(
    merchant: Client, name: str, phone: str, reference: str | None, skus: list[str | None]
) -> None:
    destination = json.dumps({"contactName": name, "contactPhone": phone})
    items = json.dumps([{"name": "Tea"} if sku is None else {"sku": sku} for sku in skus])
    asked = "SELECT shipment_words($2::json, $3, $4::json) AS words FROM accounts WHERE id = $1"
    ((terms,),) = rows(merchant, asked, destination, reference, items)
    number = re.sub(r"^(62|0)0*", "", re.sub(r"[^0-9]", "", phone))
    numbers = {number, number[-4:] if len(number) > 4 else ""} - {""}
    expected = words_in(name).union(words_in(reference or ""), *(words_in(sku or "") for sku in skus[:10]), numbers)
    assert terms == (sorted(expected, key=str.encode) or None)


def test_a_name_with_a_piece_of_the_telephone_number_finds_its_parcel(merchant: Client) -> None:
    id = new_shipment(merchant, **to("Siti Rahayu", "+62 812-7788-9900"))["id"]
    new_shipment(merchant, **to("Siti Rahayu", "0811000003"))
    for text in ("siti 8127", "rahayu 9900", "812778899 sit", "siti rah 812"):
        assert found(merchant, text) == [id], text


def test_under_way_is_what_is_booked_and_at_no_end(merchant: Client) -> None:
    fund(merchant)
    made = {status: new_shipment(merchant)["id"] for status in get_args(Status)}
    for status, id in made.items():
        execute(merchant, "UPDATE shipments SET status = $2 WHERE id = $1", id, status)
    ended = ("pending", "delivered", "returned", "cancelled")
    expected = sorted((id for status, id in made.items() if status not in ended), reverse=True)
    assert waiting(merchant, "under_way") == expected
    first = merchant("GET", f"{LIST}?queue=under_way&limit=4")
    rest = merchant("GET", f"{LIST}?queue=under_way&limit=4&cursor={first.json['meta']['cursor']}")
    assert [row["id"] for row in (*first.data, *rest.data)] == expected
    assert [row["id"] for row in merchant("GET", f"{LIST}?queue=under_way&status=picked_up").data] == [
        made["picked_up"]
    ]
