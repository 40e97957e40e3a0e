"""Receivers that send much besides the body: it costs them the connection, and the worker no memory."""

import asyncio
import contextlib
import tracemalloc
from unittest.mock import Mock

import pytest

from fulfilment.infra import outbound_http
from fulfilment.webhooks.http import connector
from tests.webhooks.receivers import Reader, Receiver, Script, Writer, answer_with, receiving, response
from tests.webhooks.sending import OK, send, send_once, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n"
LONG = response("200 OK", b"x" * 10_000)
TINY = b"HTTP/1.1 102 \r\n\r\n"
# The receivers' own buffers are in this process too.
MEMORY_BYTES = 1_500_000


def pouring(beginning: bytes, again: bytes, ended: asyncio.Event) -> Script:
    """Answers with the beginning and pours on, until the connection ends."""

    async def pour(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(beginning + again)
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(again)
                await writer.drain()
        ended.set()

    return pour


async def test_some_interim_answers_before_the_answer_change_nothing():
    outcome, _ = await send_once(answer_with(HINT * connector.MAX_INTERIM_RESPONSES + OK))
    assert (outcome.ok, outcome.response_code, outcome.response_body) == (True, 200, "thanks")


async def test_interim_answers_count_anew_for_each_attempt():
    async with receiving(answer_with(HINT * 10 + OK)) as receiver, sender() as using:
        assert [(await send(using, receiver.url)).ok for _ in range(4)] == [True] * 4
        assert receiver.connections == 1


async def test_interim_answers_without_end_are_a_malformed_response():
    outcome, _ = await send_once(answer_with(HINT * (connector.MAX_INTERIM_RESPONSES + 1) + OK))
    assert (outcome.ok, outcome.response_code) == (False, None)
    assert outcome.error == "malformed response: too many interim answers"


async def test_a_head_whose_lines_are_all_allowed_may_still_be_too_large():
    lines = [f"X-{number}: {'a' * 8_000}" for number in range(13)]
    outcome, _ = await send_once(answer_with(response("200 OK", b"", *lines)))
    assert (outcome.ok, outcome.response_code) == (False, None)
    assert outcome.error == "malformed response: the head is too large"


async def test_a_large_body_that_comes_with_its_head_is_no_large_head():
    outcome, _ = await send_once(answer_with(response("200 OK", b"x" * (4 * outbound_http.HEAD_BYTES))))
    assert (outcome.ok, outcome.response_body) == (True, "x" * 2_048)


@pytest.mark.parametrize("again", [TINY * 10_000, HINT * 1_000, OK * 1_000], ids=["tiny", "hints", "answers"])
@pytest.mark.parametrize("beginning", [b"", OK, LONG], ids=["instead of an answer", "after one", "after a long one"])
async def test_heads_without_end_cost_the_connection_and_no_memory(beginning, again):
    ended = asyncio.Event()
    async with sender() as using:
        async with receiving(answer_with(OK)) as receiver:
            await send(using, receiver.url)
        tracemalloc.start()
        async with receiving(pouring(beginning, again, ended)) as receiver:
            await send(using, receiver.url)
            await ended.wait()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < MEMORY_BYTES


async def test_what_comes_while_a_connection_lies_idle_ends_it_and_is_no_answer_to_the_next_attempt():
    may_pour, ended = asyncio.Event(), asyncio.Event()

    async def speak_out_of_turn(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(OK)
        if receiver.connections > 1:
            return
        await may_pour.wait()
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(response("500 Oops", b"not asked for") * 100)
                await writer.drain()
        ended.set()

    async with receiving(speak_out_of_turn) as receiver, sender() as using:
        assert (await send(using, receiver.url)).ok
        tracemalloc.start()
        may_pour.set()
        await ended.wait()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MEMORY_BYTES
        assert (await send(using, receiver.url)).ok
        assert receiver.connections == 2


@pytest.mark.parametrize("waiting_bytes", [0, 1])
async def test_a_connection_goes_back_only_when_its_whole_request_is_sent(waiting_bytes):
    transport = Mock(spec=asyncio.Transport)
    transport.get_write_buffer_size.return_value = waiting_bytes
    connector.BoundedProtocol(Mock(spec=asyncio.Protocol), transport).end_response()
    assert transport.abort.called == bool(waiting_bytes)
