"""Connections that are kept between attempts."""

import asyncio

import pytest

from fulfilment.webhooks.http import connector
from tests.webhooks.receivers import Reader, Receiver, Writer, answer_with, forever, receiving, response
from tests.webhooks.sending import OK, send, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]


async def test_a_cookie_of_one_delivery_is_not_sent_with_the_next():
    async with receiving(answer_with(response("200 OK", b"", "Set-Cookie: a=b; Path=/"))) as receiver:
        async with sender() as using:
            for _ in range(2):
                assert (await send(using, receiver.url)).ok
        with pytest.raises(KeyError):
            receiver.header("Cookie", 1)


async def test_a_connection_is_used_again_after_a_whole_answer():
    async with receiving(answer_with(OK)) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url, number=number) for number in (1, 2, 3)]
        assert all(outcome.ok for outcome in outcomes)
        assert receiver.connections == 1
        assert [receiver.header("Svc-Delivery-Attempt", index) for index in range(3)] == ["1", "2", "3"]


async def test_a_kept_connection_that_the_receiver_closes_under_our_hands_is_not_a_failure():
    async def close_on_second(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(OK)
        await reader.readuntil(b"\r\n\r\n")

    async with receiving(close_on_second) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url) for _ in range(3)]
    assert [outcome.ok for outcome in outcomes] == [True, True, True]
    assert receiver.connections == 3


async def test_after_one_stale_connection_the_other_kept_ones_are_not_trusted_either():
    both_connected = asyncio.Event()

    async def close_the_first_two_on_their_second_request(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        number = receiver.connections
        await receiver.read_request(reader)
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
        await receiver.read_request(reader)
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
        await receiver.read_request(reader)
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
    monkeypatch.setattr(connector, "MAX_CONNECTION_AGE_SECONDS", 0.0)
    async with receiving(answer_with(OK)) as receiver, sender() as using:
        for _ in range(2):
            assert (await send(using, receiver.url)).ok
        assert receiver.connections == 2
