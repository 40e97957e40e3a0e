"""Requests as a receiver sees them, and the reuse of their connections."""

import pytest
from aiohttp.client_proto import ResponseHandler

from fulfilment.infra import branding
from fulfilment.webhooks.http import attempt
from fulfilment.webhooks.http.attempt import WebhookSender
from tests.webhooks.receivers import Reader, Receiver, Writer, answer_with, forever, receiving
from tests.webhooks.sending import OK, PROTECTED, SECRETS, send, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

# More than any socket's buffers take.
LARGE_BODY = b"x" * 32 * 1_048_576


@pytest.mark.parametrize("given", ["evt_1\r\nX-Forged: 1", "evt_1\n", "evt_1\0"])
async def test_what_would_end_a_header_line_is_a_fault_and_not_sent(given):
    async with receiving(answer_with(OK)) as receiver, sender() as using:
        outcome = await using.send(
            url=receiver.url,
            secrets=SECRETS,
            event_id=given,
            event_type="svc.product.created.v1",
            delivery_id="dlv_1",
            attempt_number=1,
            body=b"{}",
        )
        assert (outcome.error, receiver.connections) == (attempt.INTERNAL_ERROR, 0)


@pytest.mark.parametrize(
    ("registered", "sent"),
    [
        ("/a%2Fb?c=%2F%41", "/a%2Fb?c=%2F%41"),
        ("/a/../b/./c//d/", "/a/../b/./c//d/"),
        ("/%7Ea%2e%c3%a9", "/%7Ea%2e%c3%a9"),
        ("/hook?", "/hook?"),
        ("?token=a+b%20c", "/?token=a+b%20c"),
        ("", "/"),
        ("/{id}|^`'\"<>[]", "/{id}|^`'\"<>[]"),
        ("/100%", "/100%"),
        ("/café?é", "/caf%C3%A9?%C3%A9"),
    ],
)
async def test_a_url_is_sent_byte_for_byte_as_registered(registered, sent):
    async with receiving(answer_with(OK)) as receiver, sender() as using:
        outcome = await send(using, f"http://127.0.0.1:{receiver.port}{registered}")
        assert (outcome.error, receiver.heads[0].partition("\r\n")[0]) == (None, f"POST {sent} HTTP/1.1")


async def test_a_connection_on_which_part_of_a_request_still_waits_is_not_used_for_the_next():
    async def answer_unread(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        if receiver.connections == 1:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(OK)
            await forever()
        await answer_with(OK)(receiver, reader, writer)

    async with receiving(answer_unread) as receiver, sender() as using:
        first = await send(using, receiver.url, LARGE_BODY)
        second = await send(using, receiver.url, b"{}")
        assert (first.error, second.error, receiver.connections) == (None, None, 2)
        assert receiver.bodies == [b"{}"]


async def test_an_answer_whose_connection_is_lost_before_anybody_looks_at_it_counts(monkeypatch, caplog):
    read = ResponseHandler.read

    async def read_late(protocol: ResponseHandler):
        found = await read(protocol)
        if protocol.closed is not None:
            await protocol.closed
        return found

    async def answer_and_close(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(OK)

    monkeypatch.setattr(ResponseHandler, "read", read_late)
    async with receiving(answer_and_close) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url) for _ in range(2)]
        assert [(outcome.error, outcome.response_body) for outcome in outcomes] == [(None, "thanks")] * 2
        assert receiver.connections == 2
    assert caplog.records == []


async def test_requests_to_different_paths_of_a_host_share_a_connection_and_keep_their_paths():
    async with receiving(answer_with(OK)) as receiver, sender() as using:
        for path in ("/one?a=1", "/two"):
            await send(using, receiver.url.replace("/hook", path))
        assert receiver.connections == 1
        assert [head.partition("\r\n")[0] for head in receiver.heads] == [
            "POST /one?a=1 HTTP/1.1",
            "POST /two HTTP/1.1",
        ]


async def test_each_header_stands_there_once():
    async with receiving(answer_with(OK)) as receiver, sender() as using:
        await send(using, receiver.url)
        names = [line.partition(":")[0].lower() for line in receiver.heads[0].split("\r\n")[1:]]
        given = ["event-id", "event-type", "delivery-id", "delivery-attempt", "signature"]
        assert sorted(names) == sorted(
            ["host", "content-type", "user-agent", "accept", "accept-encoding", "content-length"]
            + [f"svc-{name}" for name in given]
        )


async def test_a_brand_that_no_header_may_name_is_refused_before_anything_is_sent():
    spoilt = branding.build("svc")
    with pytest.raises(ValueError, match="not printed"):
        async with WebhookSender(PROTECTED, brand=Spoilt(spoilt)):
            pass


class Spoilt:
    """A brand that names its agent in two lines."""

    def __init__(self, whole: branding.Brand) -> None:
        self._whole = whole
        self.user_agent = "Svc\r\nX-Forged: 1"

    def webhook_header(self, name: str) -> str:
        return self._whole.webhook_header(name)
