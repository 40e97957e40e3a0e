"""Attempts of deliveries: the request, and the outcome by its answer, over real sockets."""

import asyncio
import socket
import struct

import pytest

from fulfilment import settings
from fulfilment.infra import branding
from fulfilment.webhooks.http import attempt, signature
from fulfilment.webhooks.http.attempt import WebhookSender
from tests.webhooks.receivers import Reader, Receiver, Writer, answer_with, forever, hang, receiving, response
from tests.webhooks.sending import BODY, OK, PROTECTED, SECRETS, send, send_once, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]


async def test_the_request_is_the_one_of_the_specification():
    outcome, receiver = await send_once(answer_with(OK))
    assert (outcome.ok, outcome.response_code, outcome.response_body) == (True, 200, "thanks")
    assert outcome.error is None
    assert receiver.heads[0].startswith("POST /hook HTTP/1.1\r\n")
    assert receiver.bodies == [BODY]
    expected = {
        "Host": f"127.0.0.1:{receiver.port}",
        "Content-Type": "application/json",
        "User-Agent": "Svc-Webhooks/1.0",
        "Svc-Event-Id": "evt_1",
        "Svc-Event-Type": "svc.product.created.v1",
        "Svc-Delivery-Id": "dlv_1",
        "Svc-Delivery-Attempt": "1",
        "Accept-Encoding": "identity",
    }
    assert {name: receiver.header(name) for name in expected} == expected


async def test_the_signature_is_over_the_bytes_that_arrive_with_each_secret():
    _, receiver = await send_once(answer_with(OK))
    header = receiver.header("Svc-Signature")
    now = int(header.removeprefix("t=").partition(",")[0])
    assert header == signature.sign(SECRETS, now, receiver.bodies[0])


async def test_the_headers_follow_the_brand():
    async with (
        receiving(answer_with(OK)) as receiver,
        WebhookSender(PROTECTED, brand=branding.build("acme")) as using,
    ):
        assert (await send(using, receiver.url, number=4)).ok
    assert receiver.header("User-Agent") == "Acme-Webhooks/1.0"
    assert receiver.header("Acme-Delivery-Attempt") == "4"
    assert "Svc-" not in receiver.heads[0]


@pytest.mark.parametrize("status", ["200 OK", "201 Created", "202 Accepted", "204 No Content", "299 Whatever"])
async def test_any_2xx_is_success(status):
    head = f"HTTP/1.1 {status}\r\n\r\n" if status.startswith("204") else response(status).decode()
    outcome, _ = await send_once(answer_with(head.encode()))
    assert (outcome.ok, outcome.response_code, outcome.response_body) == (True, int(status[:3]), "")
    assert outcome.error is None


@pytest.mark.parametrize("status", ["400 Bad", "404 Not Found", "410 Gone", "500 Oops", "503 Busy", "304 Same"])
async def test_any_other_status_is_a_failure_that_names_it(status):
    outcome, _ = await send_once(answer_with(response(status, b"" if status[0] == "3" else b"why")))
    assert (outcome.ok, outcome.response_code, outcome.error) == (
        False,
        int(status[:3]),
        f"HTTP {status[:3]}",
    )


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_a_failure_and_not_followed(status):
    async with receiving(answer_with(OK)) as target:
        redirect = response(f"{status} Elsewhere", b"", f"Location: {target.url}")
        outcome, _ = await send_once(answer_with(redirect))
        assert target.connections == 0
    assert (outcome.ok, outcome.response_code) == (False, status)
    assert outcome.error == f"redirect not followed (HTTP {status})"


async def test_endless_headers_are_a_failure():
    async def flood(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            writer.write(b"X-Filler: " + b"a" * 4_000 + b"\r\n")
            await writer.drain()

    outcome, _ = await send_once(flood)
    assert (outcome.ok, outcome.response_code) == (False, None)
    assert outcome.error.startswith("malformed response: ")


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 200_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 " + b"a" * 200_000 + b"\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 two hundred\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 OK 200\r\n\r\n",
        b"\0\xff\x1b[31m\r\n\r\n",
    ],
)
async def test_what_is_no_http_is_a_failure_with_a_printable_reason(answer):
    outcome, _ = await send_once(answer_with(answer))
    assert (outcome.ok, outcome.response_code) == (False, None)
    assert outcome.error.startswith("malformed response: ")
    assert outcome.error.isprintable()
    assert len(outcome.error) <= 300


async def test_an_unfinished_response_head_is_a_failure():
    async def cut(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-")

    outcome, _ = await send_once(cut)
    assert (outcome.ok, outcome.error) == (False, "connection closed before a response came")


async def test_a_connection_that_is_closed_half_way_is_a_failure():
    async def half_close(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write_eof()
        await forever()

    outcome, _ = await send_once(half_close)
    assert (outcome.ok, outcome.error) == (False, "connection closed before a response came")


async def test_an_answer_before_a_half_close_is_an_answer():
    async def answer_and_half_close(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\nuntil the end")
        writer.write_eof()
        await forever()

    outcome, _ = await send_once(answer_and_half_close)
    assert (outcome.ok, outcome.response_body) == (True, "until the end")


async def test_a_refused_connection_is_a_failure_that_names_no_address():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        async with sender() as using:
            outcome = await send(using, f"http://127.0.0.1:{unused.getsockname()[1]}/")
    assert (outcome.ok, outcome.response_code, outcome.error) == (False, None, "connection refused")


async def test_a_reset_connection_is_a_failure():
    async def reset(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.transport.abort()

    outcome, receiver = await send_once(reset)
    assert (outcome.ok, outcome.error) == (False, "connection reset by peer")
    assert receiver.connections == 1


async def test_a_name_that_does_not_resolve_is_a_failure_that_names_it():
    async def unknown(host: str, port: int):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    async with sender(lookup=unknown) as using:
        outcome = await send(using, "http://hooks.example.com/")
    assert outcome.error == "hooks.example.com could not be resolved: name or service not known"


async def test_the_environment_cannot_put_a_proxy_between(monkeypatch):
    async with receiving(answer_with(OK)) as proxy, receiving(answer_with(OK)) as receiver:
        for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]:
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        async with sender() as using:
            assert (await send(using, receiver.url)).ok
        assert (proxy.connections, receiver.connections) == (0, 1)


async def test_a_fault_of_ours_is_an_outcome_too():
    async with sender() as using:
        outcome = await using.send(
            url="http://127.0.0.1:9/",
            secrets=[],
            event_id="e",
            event_type="t",
            delivery_id="d",
            attempt_number=1,
            body=b"",
        )
    assert (outcome.ok, outcome.error) == (False, attempt.INTERNAL_ERROR)


async def test_cancelling_an_attempt_ends_it_and_its_connection():
    arrived, ended = asyncio.Event(), asyncio.Event()

    async def watch(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        arrived.set()
        try:
            await reader.read()
        finally:
            ended.set()

    async with receiving(watch) as receiver, sender() as using:
        task = asyncio.create_task(send(using, receiver.url))
        await arrived.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await ended.wait()


async def test_the_settings_make_the_sender():
    configured = settings.load(
        {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_WEBHOOK_TIMEOUT_SECONDS": "0.3",
            "FULFILMENT_BRAND": "acme",
        }
    )
    async with receiving(hang) as receiver, WebhookSender.from_settings(configured) as using:
        assert (await send(using, receiver.url)).error == "timed out after 300ms"
        assert receiver.header("Acme-Event-Id") == "evt_1"
        own = [("127.0.0.1", receiver.port)]
        async with WebhookSender.from_settings(configured, own) as guarded:
            outcome = await send(guarded, receiver.url)
        assert outcome.error == "blocked: the address belongs to this service"
        assert receiver.connections == 1
