"""Export of filtered shipments as CSV, for a spreadsheet."""

import csv
import io
from typing import Any
from urllib.parse import quote

import pytest

from tests.harness.parcels import DESTINATION, ORIGIN, item, new_shipment
from tests.harness.service import Client

EXPORT = "/api/v1/shipping/shipments/export"


def exported(client: Client, query: str = "") -> list[dict[str, str]]:
    answer = client("GET", f"{EXPORT}{query}")
    assert answer.status == 200, answer.raw
    return list(csv.DictReader(io.StringIO(answer.raw.decode("utf-8-sig"), newline="")))


def to(name: str) -> dict[str, Any]:
    return {"destination": DESTINATION | {"contactName": name}}


def test_a_file_begins_with_the_mark_that_spreadsheets_know_utf8_by(merchant: Client) -> None:
    raw = merchant("GET", EXPORT).raw
    assert raw.startswith(b"\xef\xbb\xbfid,createdAt,status,") and raw.endswith(b"\r\n")


def test_what_was_drafted_comes_out_as_it_was(merchant: Client) -> None:
    name = 'Toko "Siti", 王小明 😀'
    created = new_shipment(merchant, **to(name), externalRef="#1001")
    (row,) = exported(merchant)
    row_fields = {
        key: row[key] for key in ("id", "createdAt", "status", "externalRef", "recipient", "waybillId", "price")
    }
    expected = {key: created[key] for key in ("id", "createdAt", "status", "externalRef")}
    assert row_fields == expected | {"recipient": name, "waybillId": "", "price": str(created["price"])}


@pytest.mark.parametrize("begins", ["=", "+", "-", "@"])
def test_no_cell_is_a_formula(merchant: Client, begins: str) -> None:
    text = f'{begins}HYPERLINK("http://evil.example")'
    new_shipment(merchant, **to(text), externalRef=text)
    (row,) = exported(merchant)
    assert (row["recipient"], row["externalRef"]) == (f"'{text}", f"'{text}")


@pytest.mark.parametrize("separator", ["comma", "semicolon"])
def test_no_spreadsheet_finds_a_formula_where_it_splits_a_text(merchant: Client, separator: str) -> None:
    new_shipment(merchant, **to("Siti;=cmd|' /C calc'!A0;"), externalRef="a,＝b\t@c")
    raw = merchant("GET", f"{EXPORT}?separator={separator}").raw.decode("utf-8-sig")
    delimiter = {"comma": ",", "semicolon": ";"}[separator]
    (row,) = csv.DictReader(io.StringIO(raw, newline=""), delimiter=delimiter)
    assert (row["recipient"], row["externalRef"]) == ("Siti;'=cmd|' /C calc'!A0;", "a,'＝b\t'@c")


def test_a_separator_that_there_is_not_is_refused(merchant: Client) -> None:
    assert merchant("GET", f"{EXPORT}?separator=tab").field == "separator"


def test_a_file_has_what_the_filters_let_pass(merchant: Client) -> None:
    sought = new_shipment(merchant, **to("Siti Rahayu"), checkoutSessionId="cs_1")["id"]
    other = new_shipment(merchant, **to("Budi"))["id"]
    queries = (f"?q={quote('siti')}", "?checkoutSessionId=cs_1", "?queue=to_book", "?status=delivered")
    found = [[row["id"] for row in exported(merchant, query)] for query in queries]
    assert found == [[sought], [sought], [other, sought], []]


@pytest.mark.parametrize("query", ["", "?q=siti", "?queue=to_book"])
def test_a_file_of_several_pages_has_every_row_once(merchant: Client, query: str) -> None:
    service = {"courierCode": "jne", "courierServiceCode": "reg", "courierType": "standard", "price": 1}
    rows = [service | {"origin": ORIGIN, "items": [item()]} | to("Siti")]
    for many in (100, 100, 5):
        assert merchant("POST", "/api/v1/shipments/bulk", {"shipments": rows * many}).status == 200
    found = [row["id"] for row in exported(merchant, query)]
    assert len(set(found)) == len(found) == 205
    assert found == sorted(found, reverse=True)


def test_nobody_gets_what_is_of_another_workspace(merchant: Client, stranger: Client) -> None:
    new_shipment(merchant, checkoutSessionId="cs_1", customerId="customer-1")
    for query in ("", "?checkoutSessionId=cs_1", "?customerId=customer-1", "?queue=to_book"):
        assert len(exported(merchant, query)) == 1
        assert exported(stranger, query) == []


@pytest.mark.parametrize("query", ["?q=a&queue=to_book", "?queue=none", "?q="])
def test_what_makes_no_sense_is_refused(merchant: Client, query: str) -> None:
    assert merchant("GET", f"{EXPORT}{query}").error == (400, "VALIDATION")
