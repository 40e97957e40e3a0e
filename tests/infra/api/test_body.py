"""Request bodies: their limits, and the refusals before a handler runs (decisions, section 2)."""

import json
import socket
import time
from typing import Any

import msgspec
import pytest

from fulfilment.infra.api.body import decode
from fulfilment.infra.api.errors import Validation
from tests.harness.service import Client

MIB = 1_048_576
PRODUCTS = "/api/v1/products"
WAREHOUSES = "/api/v1/warehouses"


def _padded(size: int) -> bytes:
    """A sound product of exactly so many bytes, most of them in a key that is ignored."""
    start, end = b'{"name":"Kopi","ignored":"', b'"}'
    return start + b"x" * (size - len(start) - len(end)) + end


def _raw(client: Client, head: list[str], target: str, body: bytes, sent: bytes, key: str | None = None) -> bytes:
    """A signed request whose head is written by hand."""
    lines = [f"POST {target} HTTP/1.1", "Host: x", "Connection: close", "Content-Type: application/json", *head]
    lines += [f"{name}: {value}" for name, value in client.headers("POST", target, body, key)]
    return client.service.exchange("\r\n".join(lines).encode() + b"\r\n\r\n" + sent)


def _chunked(body: bytes, size: int = 65_536) -> bytes:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_a_body_of_exactly_one_mebibyte_is_taken(client: Client) -> None:
    answer = client("POST", PRODUCTS, _padded(MIB))
    assert answer.status == 201, answer.raw


def test_one_byte_more_is_too_large(client: Client) -> None:
    assert client("POST", PRODUCTS, _padded(MIB + 1)).error == (413, "PAYLOAD_TOO_LARGE")


def test_a_client_that_sends_some_megabytes_too_many_still_reads_the_answer(client: Client) -> None:
    assert client("POST", PRODUCTS, _padded(6 * MIB)).error == (413, "PAYLOAD_TOO_LARGE")


def test_a_declared_length_is_refused_before_the_body_arrives(client: Client) -> None:
    answer = _raw(client, [f"Content-Length: {10 * MIB}"], PRODUCTS, b"", b"{")
    assert b" 413 " in answer.split(b"\r\n")[0] and b"PAYLOAD_TOO_LARGE" in answer


def test_a_chunked_body_is_counted_as_it_comes(client: Client) -> None:
    chunked = ["Transfer-Encoding: chunked"]
    small = _raw(client, chunked, PRODUCTS, _padded(200_000), _chunked(_padded(200_000)))
    assert b" 201 " in small.split(b"\r\n")[0]
    large = _raw(client, chunked, PRODUCTS, _padded(MIB + 1), _chunked(_padded(MIB + 1)))
    assert b" 413 " in large.split(b"\r\n")[0]


def test_a_body_of_broken_chunks_is_validation(client: Client) -> None:
    answer = _raw(client, ["Transfer-Encoding: chunked"], PRODUCTS, b"{}", b"no length\r\n{}\r\n0\r\n\r\n")
    assert b" 400 " in answer.split(b"\r\n")[0] and b'"VALIDATION"' in answer


def test_a_client_that_hangs_up_half_way_leaves_nothing_and_no_fault(client: Client) -> None:
    body = json.dumps({"name": "Half"}).encode()
    lines = [f"POST {PRODUCTS} HTTP/1.1", "Host: x", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in client.headers("POST", PRODUCTS, body)]
    with socket.create_connection(("127.0.0.1", client.service.port), timeout=10) as connection:
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body[:5])
    assert client("GET", PRODUCTS).data["products"] == []
    assert "fault" not in client.service.log.read_text()


@pytest.mark.parametrize(
    "media_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json", "application/xml"],
)
def test_another_content_type_is_refused(client: Client, media_type: str) -> None:
    answer = client("POST", PRODUCTS, {"name": "Kopi"}, content_type=media_type)
    assert answer.error == (415, "UNSUPPORTED_MEDIA_TYPE")


@pytest.mark.parametrize("media_type", ["application/json; charset=utf-8", "Application/JSON", None])
def test_json_by_any_spelling_is_taken(client: Client, media_type: str | None) -> None:
    assert client("POST", PRODUCTS, {"name": "Kopi"}, content_type=media_type).status == 201


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"name=Kopi",
        b"{'name': 'Kopi'}",
        b'{"name": "Kopi",}',
        b'{"name": "Kopi"} {}',
        b'\xef\xbb\xbf{"name": "Kopi"}',
        b'{"name": "\xff\xfe"}',
        b'{"name": "\xed\xa0\x80"}',
        b'{"name": "Kopi\n"}',
        b'{"name": NaN}',
        b"\x00",
        b" ",
        b'{"name": "Kopi", "weight": 01}',
        b'{"name": "\\ud800"}',
        b'{"name": "\\udc00\\ud800"}',
        b'{"name": "Kopi", "ignored": "\\ud800"}',
    ],
)
def test_what_is_not_json_is_validation(client: Client, body: bytes) -> None:
    assert client("POST", PRODUCTS, body).error == (400, "VALIDATION")


@pytest.mark.parametrize("body", [b"[]", b"null", b'"Kopi"', b"1", b"true", b"[{}]"])
def test_json_that_is_not_an_object_is_validation(client: Client, body: bytes) -> None:
    assert client("POST", PRODUCTS, body).error == (400, "VALIDATION")


def test_a_missing_body_is_validation(client: Client) -> None:
    assert client("POST", PRODUCTS).error == (400, "VALIDATION")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": None}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": 7}, "name"),
        ({"name": "a\0b"}, "name"),
        ({"type": "service"}, "type"),
        ({"weight": -1}, "weight"),
        ({"weight": 1.5}, "weight"),
        ({"weight": "1"}, "weight"),
        ({"weight": 2**53}, "weight"),
        ({"weight": 2**63}, "weight"),
        ({"weight": 2**64}, "weight"),
        ({"weight": 10**300}, "weight"),
        ({"weight": True}, "weight"),
        ({"maxActivations": 0}, "maxActivations"),
        ({"licenseEnabled": "yes"}, "licenseEnabled"),
        ({"sku": ""}, "sku"),
        ({"sku": "x" * 256}, "sku"),
        ({"description": {"a": 1}}, "description"),
        ({"description": "a\0"}, "description"),
    ],
)
def test_the_offending_field_is_named(client: Client, change: dict, field: str) -> None:
    answer = client("POST", PRODUCTS, {"name": "Kopi"} | change)
    assert answer.error == (400, "VALIDATION") and answer.field == field


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": 7}, "Expected 'string', got 'integer'."),
        ({"weight": True}, "Expected 'integer | null', got 'boolean'."),
        ({"name": ""}, "Expected 'string' of length >= 1."),
        ({"type": "str"}, "Invalid enum value 'str'. It must be one of digital, license, physical."),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_json(client: Client, change: dict, message: str) -> None:
    assert client("POST", PRODUCTS, {"name": "Kopi"} | change).json["error"]["message"] == message


@pytest.mark.parametrize(
    ("method", "target", "body", "field", "values"),
    [
        ("GET", "/api/v1/products?type=paper", None, "type", "digital, license, physical"),
        ("GET", "/api/v1/products?archived=maybe", None, "archived", "false, true"),
        ("GET", "/api/v1/stock/reservations?state=x", None, "state", "active, consumed, expired, released"),
        ("POST", "/api/v1/api-keys", {"name": "k", "scopes": ["read", "fly"]}, "scopes.1", "admin, read, write"),
        (
            "POST",
            "/api/v1/shipping-credits/adjust",
            {"amount": 1, "kind": "gift"},
            "kind",
            "manual_adjustment, shipment_refund",
        ),
    ],
)
def test_a_choice_that_is_none_is_answered_with_those_there_are(
    client: Client, method: str, target: str, body: dict | None, field: str, values: str
) -> None:
    answer = client(method, target, body)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert answer.json["error"]["message"].endswith(f"It must be one of {values}.")


def test_a_row_of_many_lists_its_choices_too(client: Client) -> None:
    answer = client("POST", f"{PRODUCTS}/bulk", {"products": [{"name": "Kopi", "type": "paper"}]})
    (outcome,) = answer.data["outcomes"]
    assert outcome["error"]["field"] == "type"
    assert outcome["error"]["message"].endswith("It must be one of digital, license, physical.")


def test_a_text_of_another_form_is_refused_without_the_pattern(client: Client) -> None:
    address = {"customerId": "c", "label": "x", "contactName": "x", "contactPhone": "1", "address": "x"}
    error = client("POST", "/api/v1/addresses", address | {"email": "nobody"}).json["error"]
    assert (error["field"], error["message"]) == ("email", "This does not have the form that it must have.")


@pytest.mark.parametrize("sent", ["` - at `$", " - at `$.sku`", "Object missing required field `x`", "x" * 100_000])
def test_what_a_message_quotes_is_not_taken_for_the_place(client: Client, sent: str) -> None:
    answer = client("POST", PRODUCTS, {"name": "Kopi", "type": sent})
    assert answer.error == (400, "VALIDATION") and answer.field == "type"
    message = answer.json["error"]["message"]
    assert message.startswith(f"Invalid enum value '{sent[:100]}") and len(message) < 300


@pytest.mark.parametrize("written", ["1000.0", "1e3", "1000", "1.0E+3", "-0.0"])
def test_an_integral_number_may_be_written_with_a_point(client: Client, written: str) -> None:
    answer = client("POST", PRODUCTS, b'{"name":"Kopi","weight":%s,"ignored":[1.5]}' % written.encode())
    assert answer.data["product"]["weight"] == float(written)
    assert b'"weight":%d,' % float(written) in answer.raw


@pytest.mark.parametrize("written", ["1000.5", "1e-3", "1e400", "9007199254740992.0", "-1.0"])
def test_a_number_with_a_fraction_or_out_of_bounds_is_refused(client: Client, written: str) -> None:
    answer = client("POST", PRODUCTS, b'{"name":"Kopi","weight":%s,"ignored":[1.5]}' % written.encode())
    assert answer.error == (400, "VALIDATION") and answer.field == "weight"


def test_a_missing_field_is_named(client: Client) -> None:
    assert client("POST", PRODUCTS, {}).field == "name"


def test_a_field_within_a_list_is_a_dotted_path(client: Client) -> None:
    answer = client("POST", "/api/v1/api-keys", {"name": "Kunci", "scopes": ["read", "root"]})
    assert answer.error == (400, "VALIDATION") and answer.field == "scopes.1"


@pytest.mark.parametrize("weight", [0, 2**53 - 1])
def test_integers_up_to_2_to_the_53_are_kept_exactly(client: Client, weight: int) -> None:
    answer = client("POST", PRODUCTS, {"name": "Kopi", "weight": weight})
    assert answer.data["product"]["weight"] == weight
    id = answer.data["product"]["id"]
    assert client("GET", f"{PRODUCTS}/{id}").data["product"]["weight"] == weight


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "Infinity", "1e-400", "91", "-91"])
def test_a_coordinate_that_is_none_is_never_a_fault(client: Client, number: str) -> None:
    body = f'{{"name":"Gudang","lat":{number}}}'.encode()
    answer = client("POST", WAREHOUSES, body, f"key-{time.monotonic_ns()}")
    assert (answer.status == 201) == (number == "1e-400")
    assert answer.status in (201, 400)


def _nested(depth: int) -> bytes:
    """A sound product with an ignored key nested so that the whole body is `depth` levels deep."""
    return b'{"name":"Kopi","x":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def test_32_levels_are_taken_and_33_are_not(client: Client) -> None:
    assert client("POST", PRODUCTS, _nested(32)).status == 201
    assert client("POST", PRODUCTS, _nested(33)).error == (400, "VALIDATION")


def test_half_a_million_levels_are_refused_like_33(client: Client) -> None:
    for body in (_nested(500_000), b"[" * MIB, b'{"a":' * 200_000):
        assert client("POST", PRODUCTS, body).error == (400, "VALIDATION")


def test_brackets_within_strings_are_no_levels(client: Client) -> None:
    body = {"name": "Kopi", "description": '[{"' * 100 + "\\"}
    answer = client("POST", PRODUCTS, body)
    assert answer.data["product"]["description"] == body["description"]


def test_many_objects_beside_each_other_are_no_levels(client: Client) -> None:
    assert client("POST", PRODUCTS, {"name": "Kopi", "x": [{}] * 1_000}).status == 201


def test_unknown_keys_are_ignored_and_nothing_is_trimmed(client: Client) -> None:
    answer = client("POST", PRODUCTS, {"name": "  Kopi ", "id": "prod_mine", "accountId": "acc_other"})
    product = answer.data["product"]
    assert product["name"] == "  Kopi " and product["id"] != "prod_mine"
    assert product["accountId"] == client.account_id


@pytest.mark.parametrize("name", ["é仓库", "💩" * 200, "a\u202eb", "\u0001\u007f", "\ufeff", "'; DROP TABLE x"])
def test_any_text_comes_back_as_it_went_in(client: Client, name: str) -> None:
    made = client("POST", PRODUCTS, {"name": name})
    assert made.data["product"]["name"] == name
    (listed,) = client("GET", PRODUCTS).data["products"]
    assert listed == made.data["product"]


def test_a_repeated_key_takes_the_last_value(client: Client) -> None:
    answer = client("POST", PRODUCTS, b'{"name":"first","name":"second"}')
    assert answer.data["product"]["name"] == "second"


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00%2B10:00", "9999-12-31T23:59:59-10:00"])
@pytest.mark.parametrize(("target", "field"), [("stock/levels?at", "at"), ("stock/movements?from", "from")])
def test_a_moment_outside_of_all_years_in_utc_is_validation(
    client: Client, moment: str, target: str, field: str
) -> None:
    answer = client("GET", f"/api/v1/{target}={moment}")
    assert answer.error == (400, "VALIDATION") and answer.field == field


class _Deep(msgspec.Struct):
    rows: list[dict[str, Any]]


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b'{"rows": [{"a": "b"}, {"c": ["d", "\\u0000"]}]}', "rows.1.c.1"),
        (b'{"rows": [{"a": {"\\u0000": "b"}}]}', "rows.0.a"),
        (b'{"rows": [{"\\u0000": "b"}]}', "rows.0"),
    ],
)
def test_a_text_that_no_database_can_hold_is_named_by_its_way(raw: bytes, field: str) -> None:
    with pytest.raises(Validation) as error:
        decode(raw, msgspec.json.Decoder(_Deep))
    assert error.value.field == field
