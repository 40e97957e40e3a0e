"""Input from other systems: couriers' answers and reports, receivers' answers, tokens."""

import asyncio
from unittest.mock import Mock

import msgspec
from aiohttp.client_proto import ResponseHandler

from fulfilment import settings
from fulfilment.aggregators.biteship import errors, mapping, transport
from fulfilment.aggregators.port import InvalidRequest
from fulfilment.infra.auth import bearer_tokens, json_web_tokens
from fulfilment.infra.outbound_http import HEAD_LIMITS
from fulfilment.webhooks.http.connector import BoundedProtocol
from tests.system.linear.requests import JSON
from tests.system.linear.search import Grammar, plain

_COURIERS = [
    *('{"couriers":[', '{"couriers":[{"courier_code":"', '{"areas":[{"id":"', '{"pricing":[{"duration":"'),
    *('{"id":"1","status":"', '{"id":"1","courier":{"history":[', '{"status":"x","history":[{"updated_at":"'),
    *(
        '{"success":false,"error":"',
        '{"success":false,"code":"',
        '{"pricing":[{"price":"',
        '{"order_id":"1","status":"',
    ),
]
_ROWS = [
    '{"courier_code":"a","courier_service_code":"b"},',
    '{"id":"1","name":"x"},',
    '{"courier_code":"a","type":"b","price":1,"duration":"1 - 2"},',
    '{"status":"pickingUp","updated_at":"2026-11-22T08:00:00+07:00","note":"x"},',
]
COURIER = Grammar(
    [(fragment, "") for fragment in [*JSON, *_ROWS, "A", "pickingUp", "1", "-", "2 - 3"]],
    ["", *_COURIERS],
    ["", '"}', '"}]}', "]}", "{}]}", "{}]}}"],
)
_HEADS = [
    "HTTP/1.1 103 x\r\n\r\n",
    "HTTP/1.1 200 OK\r\n",
    "a: b\r\n",
    "\r\n",
    "a",
    ":",
    " ",
    "1\r\na\r\n",
    ";",
    "\r",
    "\n",
]
RECEIVER = Grammar(
    plain(*_HEADS),
    ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 200 OK\r\na: "],
    ["", "\r\n\r\n"],
)
TOKEN = Grammar(
    plain("a", ".", "=", "-", "_", "e30", "W1tb", "eyJhbGciOiJFZERTQSJ9", "é"),
    ["", "eyJhbGciOiJFZERTQSJ9."],
    ["", ".a", "."],
)
PROVIDER = Grammar(
    [(fragment, "") for fragment in [*JSON, '{"kty":"RSA","n":"AQAB","e":"AQAB"},']],
    [
        "",
        '{"keys":[',
        '{"keys":"',
        '{"keys":[{"kty":"RSA","e":"AQAB","n":"',
        '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"',
    ],
    ["", '"}]}', "]}", "{}]}"],
)
_sessions = bearer_tokens.TokenAuthenticator(
    None,
    settings.load(
        {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_OIDC_ISSUER": "https://id.example",
            "FULFILMENT_OIDC_AUDIENCE": "fulfilment",
        }
    ),
)


def read_couriers_answer(text: str) -> None:
    """All readings of one answer; each finds its own part or nothing."""
    said = transport._decode_object(text.encode())
    if said is None:
        return
    for reading in (mapping.couriers, mapping.areas, mapping.rates):
        reading(said)
    mapping.order(said, None)
    mapping.tracking(said, "standard")
    errors.error_from_write(transport.AggregatorResponse(400, said), "key")


def read_report(text: str) -> None:
    try:
        mapping.parse_status_update(text.encode())
    except InvalidRequest:
        return


def read_fields(text: str) -> None:
    """A text of any length in each kind of field."""
    row = {"x": text}
    for read in (mapping.text, mapping.link, mapping.integer, mapping.moment, mapping.span):
        read(row, "x")
    mapping.normalise(mapping.text(row, "x") or "")


def take_receivers_answer(text: str) -> None:
    """Bytes of a receiver, all at once, into a connection that waits for its answer."""

    async def take() -> None:
        transport = Mock(spec=asyncio.Transport)
        transport.is_closing.return_value = False
        parsed = ResponseHandler(asyncio.get_running_loop())
        parsed.connection_made(transport)
        parsed.set_response_params(read_until_eof=True, auto_decompress=False, **HEAD_LIMITS)
        protocol = BoundedProtocol(parsed, transport)
        try:
            protocol.data_received(text.encode())
        finally:
            problem = parsed.exception()
            protocol.connection_lost(None)
            assert problem is None or isinstance(problem, Exception)

    asyncio.run(take())


def read_token(text: str) -> None:
    try:
        _sessions._read(text.encode())
    except bearer_tokens.InvalidToken:
        return


def read_provider(text: str) -> None:
    """A provider's document, and the keys in it."""
    try:
        json_web_tokens.parse_keys(msgspec.json.decode(text.encode(), type=dict))
    except (msgspec.DecodeError, RecursionError):
        return
