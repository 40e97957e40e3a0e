"""Answers that prove nothing, in every way in which one can."""

import gzip

from fulfilment.payments.stripe.wire import ANSWER_LIMIT_BYTES
from tests.aggregators.upstreams import Script, Writer, cuts, floods, halts_halfway, says
from tests.payments import examples


async def lies_about_its_length(writer: Writer) -> None:
    """Say that less comes than does, so that what is read is cut in the middle."""
    writer.write(b'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"id": "cus_1", "object": "customer"}')
    await writer.drain()


async def speaks_no_http(writer: Writer) -> None:
    writer.write(b"220 mail.example ESMTP ready\r\n")
    await writer.drain()


async def packs(writer: Writer) -> None:
    """Pack the answer, although nobody asked for that: it could be a thousand times as large as it looks."""
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
    return says(200, '{"id": ' + '{"a": ' * depth + "1" + "}" * depth + "}")


SENSELESS: dict[str, Script] = {
    "hangs up": cuts,
    "stops half way": halts_halfway,
    "lies about its length": lies_about_its_length,
    "speaks no HTTP": speaks_no_http,
    "has no end": floods,
    "has a head without an end": drips_headers,
    "is packed": packs,
    "is huge": says(200, {"id": "cus_1", "filler": "x" * ANSWER_LIMIT_BYTES}),
    "is nested deep": nests(200),
    "is nested deeper than the stack": nests(100_000),
    "is empty": says(200, ""),
    "is HTML": says(200, "<html>Welcome</html>"),
    "is a list": says(200, []),
    "is a text": says(200, '"cus_1"'),
    "is null": says(200, "null"),
    "is no JSON": says(200, '{"id": NaN}'),
    "is an object of nothing": says(200, {}),
    "has an id of another type": says(200, {"id": 7, "object": "customer", "data": 7, "has_more": "no"}),
    "has an id that is none": says(200, {"id": "../customers", "object": {"a": []}, "data": [[]], "has_more": None}),
    "is an error with a success's status": says(200, examples.error()),
    "asks for more": says(100, {}),
    "moved": says(302, examples.session(), "location: http://127.0.0.1:1/\r\n"),
    "moved for good": says(308, examples.session(), "location: /v1/elsewhere\r\n"),
    "is a page of a gateway's": says(404, "<html>not here</html>"),
    "is another's refusal": says(400, {"message": "bad request"}),
    "is another protocol's refusal": says(400, {"error": "invalid_client"}),
    "timed out at the gateway": says(408, examples.error()),
    "runs already": says(409, examples.error("in progress", "idempotency_error", code="idempotency_key_in_use")),
    "failed behind Stripe": says(424, examples.error()),
    "stumbled with a refusal's status": says(400, examples.error(kind="api_error")),
    "stumbled": says(500, examples.error(kind="api_error")),
    "stumbled, and says that there is none": says(500, examples.error(code="resource_missing")),
    "bad gateway": says(502, "<html>oops</html>"),
    "unavailable": says(503, examples.error(code="rate_limit")),
    "no answer behind": says(504, ""),
}
