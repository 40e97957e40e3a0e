"""Cases of every request record: the bodies and the queries of all routes, read as the service reads them."""

import asyncio
import contextlib
from datetime import UTC, datetime
from typing import Any

import msgspec

from fulfilment import app
from fulfilment.catalog.schemas import BulkProducts, NewProduct
from fulfilment.infra.api import body, bulk
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.models import RequestModel
from fulfilment.licenses.schemas import BulkLicenses, NewLicense
from fulfilment.shipments.schemas import BulkShipments, NewShipment
from fulfilment.stock.schemas import BulkStockAdjustment, StockAdjustment
from fulfilment.storefront import mirrored_product, order_schemas, product_schemas
from fulfilment.storefront.schemas import StorefrontEvent, StorefrontEventBody
from tests.system.linear.search import Grammar, Run, plain

_ENVELOPES = msgspec.json.Decoder(StorefrontEventBody)
_NOW = datetime(2026, 11, 22, tzinfo=UTC)
# Records of storefront events. No route declares them: they are decoded after the signature is verified.
EVENTS = (
    StorefrontEventBody,
    product_schemas.ProductCreatedData,
    product_schemas.ProductEventData,
    product_schemas.VariantCreatedData,
    product_schemas.VariantEventData,
    order_schemas.CheckoutCreated,
    order_schemas.CheckoutPaid,
    order_schemas.CheckoutExpired,
)

# Pieces of JSON, pieces that break it, and texts that the service looks for in it or in messages about it.
JSON = [
    *(
        "a",
        '"',
        '\\"',
        "\\\\",
        "\\",
        "[",
        "]",
        "{",
        "}",
        "{}",
        "[]",
        '"a":',
        '{"a":',
        '""',
        ",",
        "0",
        "1.5,",
        "1000.0,",
    ),
    *(" - at `$", "`", "é", "\\u0000", "\\ud800", "\x00", " ", "\n"),
]
_PAIRS = [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ("[[]", "]"), ("[{},", "]")]
# So many levels that their depth has to be told.
_MANY = "[" * 33
NESTING = Grammar(
    [*plain(*JSON[:15]), *_PAIRS, *((32 * "[" + 32 * "]" + mark, "") for mark in ("", ",", '"'))],
    ["", '"', _MANY, _MANY + '"', _MANY + '"\\'],
    ["", '"', "]", '"]' * 3],
)
_QUERY = [
    "a",
    "%41",
    "%00",
    "%ff",
    "%",
    "%ed%a0%80",
    "+",
    "&",
    "=",
    "a=b&",
    ";",
    "`",
    "'",
    "%20-%20at%20%60$",
    "1",
    "é",
    "T",
    "-",
    ":",
]
# The rows of bulk routes are read one by one.
ROWS = {
    BulkProducts: NewProduct,
    BulkLicenses: NewLicense,
    BulkShipments: NewShipment,
    BulkStockAdjustment: StockAdjustment,
}


def bodies() -> set[type]:
    """Every record that a route takes as its body, and that a bulk route has rows of."""
    return {route.body for route in app.all_routes() if route.body is not None} | set(ROWS.values())


def queries() -> set[type]:
    """Every record of query parameters, of the API's routes and of the console's pages."""
    routes = [*app.all_routes(), *app.all_pages()]
    return {route.query for route in routes if route.query is not None}


def run_of_body(record: type) -> Run:
    decoder = msgspec.json.Decoder(record)
    rows = msgspec.json.Decoder(ROWS[record]) if record in ROWS else None

    def run(text: str) -> None:
        try:
            given = body.decode(text.encode("utf-8"), decoder)
        except Validation:
            return
        if rows is not None:
            asyncio.run(bulk.parse_rows(getattr(given, record.__struct_fields__[0]), rows))

    return run


def run_of_event(record: type) -> Run:
    """The data of a storefront's event, with the whole text as its id as well."""
    decoder = msgspec.json.Decoder(record)

    def run(text: str) -> None:
        raw = text.encode("utf-8")
        with contextlib.suppress(ApiError):
            asyncio.run(body.parse(raw, text, _ENVELOPES))
        with contextlib.suppress(ApiError):
            asyncio.run(body.parse(raw, None, _ENVELOPES))
        with contextlib.suppress(Validation):
            StorefrontEvent(text, text, _NOW, raw).decode_data(decoder)
        mirrored_product.build_version_key(None, _NOW, f"{text}.created", text)

    return run


def grammar_of_body(record: type) -> Grammar:
    """Every field as far as it is written, and everything in it."""
    begun = [begin for field in _paths(record) for begin in (f'{field}"', f"{field}[", field)]
    pumps = [(fragment, "") for fragment in JSON]
    return Grammar([*pumps, *_PAIRS], ["", "{", *begun], ["", '"}', "}"])


def _paths(record: type, so_far: str = "{", depth: int = 0) -> list[str]:
    """The JSON up to each field's value, down to the fields of records within: `{"items":[{"name":`."""
    found = []
    for field in msgspec.structs.fields(record):
        begin = f'{so_far}"{field.encode_name}":'
        found.append(begin)
        for inner in _records_in(field.type):
            if depth < 2:
                opening = (
                    "[{" if getattr(field.type, "__origin__", None) is not inner and "list" in str(field.type) else "{"
                )
                found += _paths(inner, begin + opening, depth + 1)
    return found


def _records_in(kind: Any) -> list[type]:
    if isinstance(kind, type) and issubclass(kind, RequestModel):
        return [kind]
    return [record for part in getattr(kind, "__args__", ()) for record in _records_in(part)]


def run_of_query(record: type) -> Run:
    def run(text: str) -> None:
        request = Request("GET", b"/", text.encode("utf-8"), {}, b"", None)
        try:
            body.convert(body.group_params(request.query_pairs(body.raw_text_fields(record)), record), record)
        except Validation:
            return

    return run


def grammar_of_query(record: type) -> Grammar:
    names = [f"{field.encode_name}=" for field in msgspec.structs.fields(record)]
    return Grammar([(fragment, "") for fragment in _QUERY], ["", *names], ["", "&limit=1", "%"])
