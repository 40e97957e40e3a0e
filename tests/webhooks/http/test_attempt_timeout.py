"""Receivers that never answer: an attempt ends by its timeout."""

import asyncio

import pytest

from fulfilment import settings
from fulfilment.webhooks.http import attempt
from tests.webhooks.receivers import Reader, Receiver, Writer, forever, hang, receiving
from tests.webhooks.sending import SHORT_SECONDS, send, send_once, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]


async def drip_head(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.read_request(reader)
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-A: b\r\n")
        await writer.drain()
        await asyncio.sleep(0.05)


async def continue_forever(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.read_request(reader)
    while True:
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        await writer.drain()
        await asyncio.sleep(0.05)


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
    assert attempt.describe(TimeoutError(), 10.0) == "timed out after 10000ms"


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
