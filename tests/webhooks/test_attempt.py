"""One attempt, over real sockets, with the protection on: only 127.0.0.1 is allowed, and http to it."""

import asyncio
import contextlib
import gzip
import socket
import struct
import tracemalloc
from ipaddress import ip_network

import pytest

from fulfilment import brand, settings
from fulfilment.webhooks import attempt, connector, signature
from fulfilment.webhooks.attempt import Outcome, Sender
from fulfilment.webhooks.destination import Policy
from tests.webhooks.receivers import Reader, Receiver, Writer, answering, forever, receiving, response

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

PROTECTED = Policy(allows_http=True, exceptions=(ip_network("127.0.0.1/32"),))
SECRETS = ["whsec_new", "whsec_old"]
BODY = b'{"id":"evt_1","data":{"name":"Caf\xc3\xa9"}}'
SHORT_SECONDS = 0.3
OK = response("200 OK", b"thanks")


def sender(timeout_seconds: float = 5.0, policy: Policy = PROTECTED, **more) -> Sender:
    return Sender(policy, timeout_seconds=timeout_seconds, of=brand.of("svc"), **more)


async def send(using: Sender, url: str, body: bytes = BODY, number: int = 1) -> Outcome:
    return await using.send(
        url=url,
        secrets=SECRETS,
        event_id="evt_1",
        event_type="svc.product.created.v1",
        delivery_id="dlv_1",
        attempt_number=number,
        body=body,
    )


async def send_once(script, body: bytes = BODY, **more) -> tuple[Outcome, Receiver]:
    async with receiving(script) as receiver, sender(**more) as using:
        return await send(using, receiver.url, body), receiver


async def test_the_request_is_the_one_of_the_specification():
    outcome, receiver = await send_once(answering(OK))
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
    _, receiver = await send_once(answering(OK))
    header = receiver.header("Svc-Signature")
    now = int(header.removeprefix("t=").partition(",")[0])
    assert header == signature.sign(SECRETS, now, receiver.bodies[0])


async def test_the_headers_follow_the_brand():
    async with (
        receiving(answering(OK)) as receiver,
        Sender(PROTECTED, of=brand.of("acme")) as using,
    ):
        assert (await send(using, receiver.url, number=4)).ok
    assert receiver.header("User-Agent") == "Acme-Webhooks/1.0"
    assert receiver.header("Acme-Delivery-Attempt") == "4"
    assert "Svc-" not in receiver.heads[0]


@pytest.mark.parametrize(
    "status", ["200 OK", "201 Created", "202 Accepted", "204 No Content", "299 Whatever"]
)
async def test_any_2xx_is_success(status):
    head = f"HTTP/1.1 {status}\r\n\r\n" if status.startswith("204") else response(status).decode()
    outcome, _ = await send_once(answering(head.encode()))
    assert (outcome.ok, outcome.response_code, outcome.response_body) == (True, int(status[:3]), "")
    assert outcome.error is None


@pytest.mark.parametrize(
    "status", ["400 Bad", "404 Not Found", "410 Gone", "500 Oops", "503 Busy", "304 Same"]
)
async def test_any_other_status_is_a_failure_that_names_it(status):
    outcome, _ = await send_once(answering(response(status, b"" if status[0] == "3" else b"why")))
    assert (outcome.ok, outcome.response_code, outcome.error) == (
        False,
        int(status[:3]),
        f"HTTP {status[:3]}",
    )


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_a_failure_and_not_followed(status):
    async with receiving(answering(OK)) as target:
        redirect = response(f"{status} Elsewhere", b"", f"Location: {target.url}")
        outcome, _ = await send_once(answering(redirect))
        assert target.connections == 0
    assert (outcome.ok, outcome.response_code) == (False, status)
    assert outcome.error == f"redirect not followed (HTTP {status})"


async def hang(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.take(reader)
    await forever()


async def drip_head(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.take(reader)
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-A: b\r\n")
        await writer.drain()
        await asyncio.sleep(0.05)


async def continue_forever(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.take(reader)
    while True:
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        await writer.drain()
        await asyncio.sleep(0.01)


async def never_read(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    writer.transport.pause_reading()
    await forever()


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
@pytest.mark.parametrize("script", [hang, drip_head, continue_forever, never_read])
async def test_a_receiver_that_never_answers_is_given_up_after_the_timeout(script):
    outcome, _ = await send_once(script, body=b"x" * 8_000_000, timeout_seconds=SHORT_SECONDS)
    assert (outcome.ok, outcome.response_code, outcome.response_body) == (False, None, "")
    assert outcome.error == "timed out after 300ms"


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
async def test_a_receiver_that_begins_to_read_too_late_does_not_get_the_rest():
    body = b"x" * 30_000_000
    given_up, received = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def read_late(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        writer.transport.pause_reading()
        await given_up.wait()
        writer.transport.resume_reading()
        taken = 0
        try:
            while piece := await reader.read(1_000_000):
                taken += len(piece)
        except ConnectionError:
            pass
        received.set_result(taken)

    async with receiving(read_late) as receiver, sender(SHORT_SECONDS) as using:
        assert (await send(using, receiver.url, body)).error == "timed out after 300ms"
        given_up.set()
        assert await received < len(body)


async def test_the_default_timeout_is_ten_seconds_and_said_in_milliseconds():
    assert attempt.TIMEOUT_SECONDS == 10.0
    assert settings.load({}).webhook_timeout_seconds == attempt.TIMEOUT_SECONDS
    assert attempt.failure.describe(TimeoutError(), 10.0) == "timed out after 10000ms"


async def test_a_name_server_that_never_answers_counts_against_the_timeout():
    async def hanging(host: str, port: int):
        await forever()

    async with sender(SHORT_SECONDS, lookup=hanging) as using:
        outcome = await send(using, "http://hooks.example.com/")
    assert outcome.error == "timed out after 300ms"


async def test_a_tls_handshake_that_never_ends_counts_against_the_timeout():
    async def mute(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await forever()

    async with receiving(mute) as receiver, sender(SHORT_SECONDS) as using:
        outcome = await send(using, receiver.url.replace("http:", "https:"))
    assert outcome.error == "timed out after 300ms"


@pytest.mark.parametrize(("status", "ok", "error"), [("200 OK", True, None), ("503 Busy", False, "HTTP 503")])
async def test_a_dripping_body_is_cut_and_the_status_decides(monkeypatch, status, ok, error):
    monkeypatch.setattr(attempt, "BODY_WAIT_SECONDS", 0.5)
    ended = asyncio.Event()

    async def drip(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 1000000\r\n\r\n".encode())
        for _ in range(5):
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(0.01)
        with contextlib.suppress(ConnectionError):
            await reader.read()
        ended.set()

    async with receiving(drip) as receiver, sender(timeout_seconds=3_600.0) as using:
        outcome = await send(using, receiver.url)
        await ended.wait()
    assert (outcome.ok, outcome.error) == (ok, error)
    assert outcome.response_body == "aaaaa"


async def test_a_dripping_body_gets_no_more_time_than_the_attempt_has_left(monkeypatch):
    monkeypatch.setattr(attempt, "BODY_WAIT_SECONDS", 3_600.0)

    async def drip(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nab")
        await forever()

    outcome, _ = await send_once(drip, timeout_seconds=SHORT_SECONDS)
    assert (outcome.ok, outcome.response_body) == (True, "ab")


async def test_a_body_that_breaks_off_is_kept_as_far_as_it_came():
    async def cut(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        writer.write(b"HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nhalf")

    outcome, _ = await send_once(cut)
    assert (outcome.response_code, outcome.response_body, outcome.error) == (500, "half", "HTTP 500")


async def flood_body(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.take(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"10000\r\n" + b"b" * 65_536 + b"\r\n")
        await writer.drain()


async def test_an_endless_body_is_cut_at_2_kib_and_costs_no_memory():
    async with receiving(flood_body) as receiver, sender() as using:
        await send(using, receiver.url)
        tracemalloc.start()
        outcomes = [await send(using, receiver.url) for _ in range(5)]
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert {outcome.response_body for outcome in outcomes} == {"b" * 2_048}
    assert all(outcome.ok for outcome in outcomes)
    # The receiver's own buffers are in this process too.
    assert peak < 4_000_000


@pytest.mark.parametrize("length", [2_047, 2_048, 2_049, 100_000])
async def test_the_first_2_kib_of_the_body_are_kept(length):
    body = bytes(97 + index % 26 for index in range(length))
    outcome, _ = await send_once(answering(response("200 OK", body)))
    assert outcome.response_body == body[:2_048].decode()


async def test_a_gzip_bomb_stays_packed():
    bomb = gzip.compress(b"\0" * 50_000_000)
    outcome, _ = await send_once(answering(response("200 OK", bomb, "Content-Encoding: gzip")))
    assert outcome.ok
    assert outcome.response_body.startswith("\x1f\ufffd")
    assert len(outcome.response_body) <= 2_048


async def test_a_body_of_any_bytes_becomes_text_that_postgresql_accepts():
    outcome, _ = await send_once(answering(response("500 Oops", b"a\0b\xff\xed\xa0\x80c")))
    assert outcome.response_body.startswith("ab\ufffd")
    assert outcome.response_body.endswith("c")
    assert outcome.response_body.encode().decode() == outcome.response_body


async def test_a_character_on_the_2_kib_border_is_left_out_rather_than_mangled():
    outcome, _ = await send_once(answering(response("200 OK", b"x" * 2_047 + "é".encode())))
    assert outcome.response_body == "x" * 2_047


async def test_endless_headers_are_a_failure():
    async def flood(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
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
        b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 20_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 " + b"a" * 20_000 + b"\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 two hundred\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"\0\xff\x1b[31m\r\n\r\n",
    ],
)
async def test_what_is_no_http_is_a_failure_with_a_printable_reason(answer):
    outcome, _ = await send_once(answering(answer))
    assert (outcome.ok, outcome.response_code) == (False, None)
    assert outcome.error.startswith("malformed response: ")
    assert outcome.error.isprintable()
    assert len(outcome.error) <= 300


async def test_an_unfinished_response_head_is_a_failure():
    async def cut(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-")

    outcome, _ = await send_once(cut)
    assert (outcome.ok, outcome.error) == (False, "connection closed before a response came")


async def test_a_connection_that_is_closed_half_way_is_a_failure():
    async def half_close(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        writer.write_eof()
        await forever()

    outcome, _ = await send_once(half_close)
    assert (outcome.ok, outcome.error) == (False, "connection closed before a response came")


async def test_an_answer_before_a_half_close_is_an_answer():
    async def answer_and_half_close(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
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
        await receiver.take(reader)
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
    async with receiving(answering(OK)) as proxy, receiving(answering(OK)) as receiver:
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
    assert (outcome.ok, outcome.error) == (False, attempt.failure.UNEXPECTED)


async def test_cancelling_an_attempt_ends_it_and_its_connection():
    arrived, ended = asyncio.Event(), asyncio.Event()

    async def watch(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
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


async def test_a_cookie_of_one_delivery_is_not_sent_with_the_next():
    async with receiving(answering(response("200 OK", b"", "Set-Cookie: a=b; Path=/"))) as receiver:
        async with sender() as using:
            for _ in range(2):
                assert (await send(using, receiver.url)).ok
        with pytest.raises(KeyError):
            receiver.header("Cookie", 1)


async def test_a_connection_is_used_again_after_a_whole_answer():
    async with receiving(answering(OK)) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url, number=number) for number in (1, 2, 3)]
        assert all(outcome.ok for outcome in outcomes)
        assert receiver.connections == 1
        assert [receiver.header("Svc-Delivery-Attempt", index) for index in range(3)] == ["1", "2", "3"]


async def test_a_kept_connection_that_the_receiver_closes_under_our_hands_is_not_a_failure():
    async def close_on_second(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        writer.write(OK)
        await reader.readuntil(b"\r\n\r\n")

    async with receiving(close_on_second) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url) for _ in range(3)]
    assert [outcome.ok for outcome in outcomes] == [True, True, True]
    assert receiver.connections == 3


async def test_after_one_stale_connection_the_other_kept_ones_are_not_trusted_either():
    both_connected = asyncio.Event()

    async def close_the_first_two_on_their_second_request(
        receiver: Receiver, reader: Reader, writer: Writer
    ) -> None:
        number = receiver.connections
        await receiver.take(reader)
        if number == 2:
            both_connected.set()
        await both_connected.wait()
        writer.write(OK)
        await reader.readuntil(b"\r\n\r\n")

    async with receiving(close_the_first_two_on_their_second_request) as receiver, sender() as using:
        outcomes = await asyncio.gather(*(send(using, receiver.url) for _ in range(2)))
        outcomes.append(await send(using, receiver.url))
        assert [outcome.error for outcome in outcomes] == [None] * 3
        assert receiver.connections == 3


async def test_a_receiver_that_closes_every_connection_is_asked_once_more_and_then_has_failed():
    seen = []

    async def answer_the_first_only(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        seen.append(receiver.connections)
        if receiver.connections == 1:
            writer.write(OK)
            await reader.readuntil(b"\r\n\r\n")

    async with receiving(answer_the_first_only) as receiver, sender() as using:
        assert (await send(using, receiver.url)).ok
        outcome = await send(using, receiver.url)
    assert outcome.error == "connection closed before a response came"
    assert seen == [1, 2]


async def test_bytes_sent_ahead_are_not_taken_for_the_next_answer():
    sent_ahead = asyncio.Event()

    async def answer_twice(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.take(reader)
        writer.write(OK)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.write(response("408 Request Timeout", b"idle"))
        await writer.drain()
        sent_ahead.set()
        await forever()

    async with receiving(answer_twice) as receiver, sender() as using:
        assert (await send(using, receiver.url)).ok
        await sent_ahead.wait()
        await asyncio.sleep(0.05)
        assert (await send(using, receiver.url)).response_code == 200
        assert receiver.connections == 2


async def test_a_connection_is_not_kept_beyond_its_age(monkeypatch):
    monkeypatch.setattr(connector, "CONNECTION_AGE_SECONDS", 0.0)
    async with receiving(answering(OK)) as receiver, sender() as using:
        for _ in range(2):
            assert (await send(using, receiver.url)).ok
        assert receiver.connections == 2


async def test_the_settings_make_the_sender():
    configured = settings.load(
        {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_WEBHOOK_TIMEOUT_SECONDS": "0.3",
            "FULFILMENT_BRAND": "acme",
        }
    )
    async with receiving(hang) as receiver, Sender.configured(configured) as using:
        assert (await send(using, receiver.url)).error == "timed out after 300ms"
        assert receiver.header("Acme-Event-Id") == "evt_1"
        own = [("127.0.0.1", receiver.port)]
        async with Sender.configured(configured, own) as guarded:
            outcome = await send(guarded, receiver.url)
        assert outcome.error == "blocked: the address belongs to this service"
        assert receiver.connections == 1
