"""What comes from others: couriers' answers and reports, receivers' answers, tokens."""

import asyncio
from unittest.mock import Mock

import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, OKPKey

from fulfilment.aggregators.biteship import fields, readings, refusals, report, statuses, wire
from fulfilment.aggregators.port import CallerFault
from fulfilment.http import bearer
from fulfilment.webhooks.outbound.protocol import BoundedProtocol
from tests.linear.requests import JSON
from tests.linear.search import Grammar, plain

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
    plain("a", ".", "=", "-", "_", "e30", "eyJhbGciOiJFZERTQSJ9", "é"), ["", "eyJhbGciOiJFZERTQSJ9."], ["", ".a", "."]
)
_KEYS = KeySet([OKPKey.generate_key("Ed25519")])


def read_couriers_answer(text: str) -> None:
    """All readings of one answer; each finds its own part or nothing."""
    said = wire._decoded(text.encode())
    if said is None:
        return
    for reading in (readings.couriers, readings.areas, readings.rates):
        reading(said)
    readings.order(said, None)
    readings.tracking(said, "standard")
    refusals.error_of_write(wire.Answer(400, said), "key")


def read_report(text: str) -> None:
    try:
        report.parse_report(text.encode())
    except CallerFault:
        return


def read_fields(text: str) -> None:
    """A text of any length in each kind of field."""
    row = {"x": text}
    for read in (fields.text, fields.link, fields.whole, fields.moment, fields.span):
        read(row, "x")
    statuses.normalise(fields.text(row, "x") or "")


def take_receivers_answer(text: str) -> None:
    """Bytes of a receiver, all at once, into a connection that waits for its answer."""

    async def take() -> None:
        protocol = BoundedProtocol(asyncio.get_running_loop())
        protocol.connection_made(Mock(spec=asyncio.Transport))
        protocol.set_response_params(read_until_eof=True, auto_decompress=False)
        try:
            protocol.data_received(text.encode())
        finally:
            problem = protocol.exception()
            protocol.connection_lost(None)
            assert problem is None or isinstance(problem, Exception)

    asyncio.run(take())


def read_token(text: str) -> None:
    try:
        jwt.decode(text, _KEYS, algorithms=bearer.ALGORITHMS)
    except (JoseError, ValueError, TypeError, KeyError):
        return


def read_provider(text: str) -> None:
    try:
        KeySet.import_key_set(msgspec.json.decode(text.encode(), type=dict))
    except (msgspec.DecodeError, JoseError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return
