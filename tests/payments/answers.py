"""Answers of a provider that leave the outcome unknown, of every kind."""

import gzip

from fulfilment.payments.stripe.transport import RESPONSE_LIMIT_BYTES
from tests.aggregators.upstreams import Script, Writer, abort_connection, respond_endlessly, respond_with, stop_halfway
from tests.payments import examples


async def lies_about_its_length(writer: Writer) -> None:
    """Say that less comes than does, so that what is read is cut in the middle."""
    writer.write(b'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"id": "cus_1", "object": "customer"}')
    await writer.drain()


async def speaks_no_http(writer: Writer) -> None:
    writer.write(b"220 mail.example ESMTP ready\r\n")
    await writer.drain()


async def packs(writer: Writer) -> None:
    """Compress the answer unasked: it could be a thousand times as large as it looks."""
    body = gzip.compress(b'{"id": "cus_1", "object": "customer"}')
    head = f"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()


async def drips_headers(writer: Writer) -> None:
    """A head without an end."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while not writer.is_closing():
        writer.write(b"x-filler: " + b"y" * 4_000 + b"\r\n")
        await writer.drain()


def nests(depth: int) -> Script:
    return respond_with(200, '{"id": ' + '{"a": ' * depth + "1" + "}" * depth + "}")


SENSELESS: dict[str, Script] = {
    "hangs up": abort_connection,
    "stops half way": stop_halfway,
    "lies about its length": lies_about_its_length,
    "speaks no HTTP": speaks_no_http,
    "has no end": respond_endlessly,
    "has a head without an end": drips_headers,
    "is packed": packs,
    "is huge": respond_with(200, {"id": "cus_1", "filler": "x" * RESPONSE_LIMIT_BYTES}),
    "is nested deep": nests(200),
    "is nested deeper than the stack": nests(100_000),
    "is empty": respond_with(200, ""),
    "is HTML": respond_with(200, "<html>Welcome</html>"),
    "is a list": respond_with(200, []),
    "is a text": respond_with(200, '"cus_1"'),
    "is null": respond_with(200, "null"),
    "is no JSON": respond_with(200, '{"id": NaN}'),
    "is an object of nothing": respond_with(200, {}),
    "has an id of another type": respond_with(200, {"id": 7, "object": "customer", "data": 7, "has_more": "no"}),
    "has an id that is none": respond_with(
        200, {"id": "../customers", "object": {"a": []}, "data": [[]], "has_more": None}
    ),
    "is an error with a success's status": respond_with(200, examples.error()),
    "asks for more": respond_with(100, {}),
    "moved": respond_with(302, examples.session(), "location: http://127.0.0.1:1/\r\n"),
    "moved for good": respond_with(308, examples.session(), "location: /v1/elsewhere\r\n"),
    "is a page of a gateway's": respond_with(404, "<html>not here</html>"),
    "is another's refusal": respond_with(400, {"message": "bad request"}),
    "is another protocol's refusal": respond_with(400, {"error": "invalid_client"}),
    "timed out at the gateway": respond_with(408, examples.error()),
    "runs already": respond_with(
        409, examples.error("in progress", "idempotency_error", code="idempotency_key_in_use")
    ),
    "failed behind Stripe": respond_with(424, examples.error()),
    "stumbled with a refusal's status": respond_with(400, examples.error(kind="api_error")),
    "stumbled": respond_with(500, examples.error(kind="api_error")),
    "stumbled, and says that there is none": respond_with(500, examples.error(code="resource_missing")),
    "bad gateway": respond_with(502, "<html>oops</html>"),
    "unavailable": respond_with(503, examples.error(code="rate_limit")),
    "no answer behind": respond_with(504, ""),
}
