"""Search of shipments by the words that people know, and the queues of shipments that wait for work."""

from collections.abc import Callable
from typing import Any, get_args
from urllib.parse import quote

import pytest

from fulfilment.shipments.schemas import Status
from tests.harness.database import execute, rows
from tests.harness.parcels import DESTINATION, ORIGIN, booked, cancel, confirm, fund, item, new_shipment
from tests.harness.service import Client

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
    return {name: count["count"] for name, count in queues.items() if count["count"]}


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


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("2026-0001", {"externalRef": "2026-0001"}),
        ("20261126-15", {"externalRef": "20261126-15"}),
        ("0001234567", {"externalRef": "0001234567"}),
        ("0012345678905", {"sku": "0012345678905"}),
        ("123-456-789", {"sku": "123-456-789"}),
        ("62812000", {"externalRef": "62812000"}),
        ("0812 3456 78", {"phone": "+62 (0) 812-3456-78"}),
        ("0062 812345678", {"phone": "0812 3456 78"}),
        ("０８１２３４５６７８", {"phone": "0812 3456 78"}),
        ("0812345678", {"phone": "０８１２ ３４５６ ７８"}),
        ("08123", {"phone": "08123456789"}),
    ],
)
def test_a_number_is_an_order_a_sku_and_a_telephone_number_alike(
    merchant: Client, text: str, how: dict[str, str]
) -> None:
    """A shipment that only looks alike, as telephone numbers would, is not found, such as the order #20260001."""
    sought = new_shipment(
        merchant,
        item(sku=how.get("sku", "T-1")),
        **to("Siti", how.get("phone", "0899111222"), externalRef=how.get("externalRef", "INV-1")),
    )
    for reference in ("#20260001", "#2026112615", "1234567", "#123456789", "12345678905"):
        new_shipment(merchant, **to("Budi", externalRef=reference))
    assert found(merchant, text) == [sought["id"]]


def test_what_a_number_means_at_once_is_found_once_each_waybills_first_and_page_by_page(merchant: Client) -> None:
    fund(merchant)
    number = "081234567890"
    of_phone = new_shipment(merchant, **to("Ani", number, externalRef=number))["id"]
    of_order = new_shipment(merchant, **to("Ani", externalRef=number))["id"]
    of_sku = new_shipment(merchant, item(sku=number), **to("Ani"))["id"]
    carried = [new_shipment(merchant, **to("Ani"))["id"] for _ in range(2)]
    execute(merchant, "UPDATE shipments SET waybill_id = $1 WHERE id = ANY ($2)", number, carried)
    execute(merchant, "UPDATE shipments SET waybill_id = $1 WHERE id = $2", number, of_order)
    pages, cursor = [], ""
    while cursor is not None:
        page = merchant("GET", f"{LIST}?q={number}&limit=1{cursor and f'&cursor={cursor}'}")
        pages += [row["id"] for row in page.data]
        cursor = page.json["meta"]["cursor"]
    assert pages == [*carried[::-1], of_order, of_sku, of_phone]
    assert found(merchant, "0812-3456-7890") == [*carried[::-1], of_order, of_phone]


SPELLINGS = {
    "İPEK": ("İPEK", "ipek", "İpek", "I\u0307PEK"),
    "ΟΔΥΣΣΕΥΣ": ("ΟΔΥΣΣΕΥΣ", "οδυσσευς", "Οδυσσεύς"),
    "Élodie": ("Élodie", "ÉLODIE", "elodie", "E\u0301lodie"),
    "Nur’aini": ("Nur’aini", "nur'aini", "NUR`AINI", "nurʼaini", "nuraini", "aini"),
    "José Straße": ("jose", "JOSÉ STRASSE", "straße", "Jose\u0301", "ｊｏｓｅ"),
    "Al‑Farisi": ("al-farisi", "Al–Farisi", "al farisi", "AL−FARISI"),
    "Sri\u200b Wahyuni": ("sri wahyuni", "Sri\u00a0Wahyuni", "s\u00adri\u3000wah"),
    "Łukasz": ("lukasz", "ŁUKASZ"),
    "ＳＩＴＩ ﬁtri": ("siti fitri", "ＳＩＴＩ", "ﬁ"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_name_is_found_in_every_spelling_of_its_letters(merchant: Client, name: str) -> None:
    sought = new_shipment(merchant, **to(name))["id"]
    new_shipment(merchant, **to("Budi"))
    assert [text for text in SPELLINGS[name] if found(merchant, text) != [sought]] == []


def test_what_is_stored_does_not_depend_on_what_the_database_takes_for_lower_case(merchant: Client) -> None:
    """On a database with the locale C, `lower` leaves every letter beyond ASCII as it is."""
    new_shipment(merchant, **to("ÉLODIE İPEK", "０８１２ 3456 78"))
    ((phone, terms),) = rows(merchant, "SELECT search_phone, search_terms FROM shipments WHERE account_id = $1")
    assert (phone, set(terms)) == ("812345678", {"elodie", "ipek", "812345678", "5678"})
    kept = rows(merchant, "SELECT term FROM shipment_search_tokens WHERE account_id = $1")
    assert {term for (term,) in kept} == set(terms)


@pytest.mark.parametrize("time_slice", [str.lower, " {} ".format, lambda it: f"{it[:2]} {it[2:]}", "-".join, "‑".join])
def test_a_waybill_is_found_in_another_spelling(merchant: Client, time_slice: Callable[[str], str]) -> None:
    created, _ = booked(merchant), booked(merchant)
    text = time_slice(created["waybillId"])
    assert found(merchant, text) == [created["id"]]
    by_filter = merchant("GET", f"{LIST}?waybillId={quote(text)}")
    assert [row["id"] for row in by_filter.data] == [created["id"]]
    preview = {"kind": "print", "filter": {"waybillId": text}}
    assert merchant("POST", "/api/v1/batches/preview", preview).data["shipmentIds"] == [created["id"]]


def test_a_batch_takes_what_a_number_means_and_nothing_that_looks_like_it(merchant: Client) -> None:
    sought = new_shipment(merchant, **to("Ani", externalRef="2026-0001"))["id"]
    new_shipment(merchant, **to("Ani", externalRef="#20260001"))
    body = {"kind": "book", "filter": {"q": "2026-0001"}}
    assert merchant("POST", "/api/v1/batches/preview", body).data["shipmentIds"] == [sought]


def test_an_id_and_a_waybill_find_that_parcel_alone(merchant: Client) -> None:
    fund(merchant)
    booked = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    other = new_shipment(merchant, **to(f"Toko {booked['waybillId']}"))
    assert found(merchant, booked["waybillId"]) == [booked["id"]]
    assert found(merchant, other["id"]) == [other["id"]]


def test_the_newest_comes_first_and_a_cursor_leads_on(merchant: Client) -> None:
    created = [new_shipment(merchant, **to("Ani"))["id"] for _ in range(5)]
    first = merchant("GET", f"{LIST}?q=ani&limit=3")
    assert first.json["meta"]["total"] is None
    rest = merchant("GET", f"{LIST}?q=ani&limit=3&cursor={first.json['meta']['cursor']}")
    assert [row["id"] for row in (*first.data, *rest.data)] == created[::-1]


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
    created = [new_shipment(merchant)["id"] for _ in range(4)]
    for hours, id in zip((60, 80, 50, 70), created, strict=True):
        silent = f"UPDATE shipments SET status = 'picked_up', updated_at = now() - interval '{hours} hours'"
        execute(merchant, f"{silent} WHERE id = '{id}'")
    first = merchant("GET", f"{LIST}?queue=silent&limit=3")
    rest = merchant("GET", f"{LIST}?queue=silent&limit=3&cursor={first.json['meta']['cursor']}")
    assert [row["id"] for row in (*first.data, *rest.data)] == [created[nth] for nth in (1, 3, 0, 2)]


def test_an_unclear_booking_waits_until_it_is_settled(merchant: Client) -> None:
    shipment = new_shipment(merchant)["id"]
    call = (
        "account_id, shipment_id, kind, claim_token, is_merchant_key, is_unclear, "
        "lease_until, started_at, actor, due_at"
    )
    values = f"'{merchant.account_id}', '{shipment}', 'book', 't', true, true, now(), now(), '{{}}', 'infinity'"
    execute(merchant, f"INSERT INTO courier_operations ({call}) VALUES ({values})")
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
    assert merchant("GET", f"{LIST}?{query}").error == (400, "VALIDATION")


def test_a_name_with_a_piece_of_the_telephone_number_finds_its_parcel(merchant: Client) -> None:
    id = new_shipment(merchant, **to("Siti Rahayu", "+62 812-7788-9900"))["id"]
    new_shipment(merchant, **to("Siti Rahayu", "0811000003"))
    for text in ("siti 8127", "rahayu 9900", "812778899 sit", "siti rah 812", "siti 0812", "sit 081277889900"):
        assert found(merchant, text) == [id], text


def test_under_way_is_what_is_booked_and_at_no_end(merchant: Client) -> None:
    fund(merchant)
    created = {status: new_shipment(merchant)["id"] for status in get_args(Status)}
    for status, id in created.items():
        execute(merchant, "UPDATE shipments SET status = $2 WHERE id = $1", id, status)
    ended = ("pending", "delivered", "returned", "cancelled")
    expected = sorted((id for status, id in created.items() if status not in ended), reverse=True)
    assert waiting(merchant, "under_way") == expected
    first = merchant("GET", f"{LIST}?queue=under_way&limit=4")
    rest = merchant("GET", f"{LIST}?queue=under_way&limit=4&cursor={first.json['meta']['cursor']}")
    assert [row["id"] for row in (*first.data, *rest.data)] == expected
    assert [row["id"] for row in merchant("GET", f"{LIST}?queue=under_way&status=picked_up").data] == [
        created["picked_up"]
    ]
