"""Hostile receivers that try to hold or flood a worker: attempts are cut short and leave nothing behind."""

import asyncio
import operator
import tracemalloc

import psutil
import pytest

from fulfilment.infra import outbound_http
from tests.webhooks.receivers import Reader, Receiver, Writer, forever, receiving, response
from tests.webhooks.sending import SHORT_SECONDS, send, send_once, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

AT_ONCE = 20
# A head may grow to its limits before it is refused; the receivers' own buffers are in this process too.
MEMORY_BYTES = AT_ONCE * (outbound_http.HEAD_BYTES + 1_000_000)


async def answer_unread(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    """Answers after the head, and never reads the body."""
    await reader.readuntil(b"\r\n\r\n")
    writer.transport.pause_reading()
    writer.write(response("413 Too Large"))
    await forever()


async def switch_protocols(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.read_request(reader)
    writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhello")
    await forever()


def flooding(beginning: bytes, again: bytes):
    async def flood(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(beginning)
        while True:
            writer.write(again)
            await writer.drain()

    return flood


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
FLOODS = {
    "a header line": flooding(b"HTTP/1.1 200 OK\r\nX-A: ", b"a" * 60_000),
    "headers": flooding(b"HTTP/1.1 200 OK\r\n", b"X-A: " + b"a" * 4_000 + b"\r\n"),
    "early hints": flooding(b"", b"HTTP/1.1 103 Early Hints\r\nLink: " + b"a" * 4_000 + b"\r\n\r\n"),
    "trailers": flooding(CHUNKED + b"2\r\nhi\r\n0\r\n", b"X-A: " + b"a" * 4_000 + b"\r\n"),
    "a chunk's extension": flooding(CHUNKED + b"2;", b"a" * 60_000),
    "tiny chunks": flooding(CHUNKED, b"1\r\na\r\n" * 1_000),
}


def held() -> tuple[int, int]:
    """How many tasks and files this process has."""
    return len(asyncio.all_tasks()), psutil.Process().num_fds()


async def only(before: tuple[int, int]) -> None:
    """Until there are no more tasks and files than before; what is aborted is gone a turn of the loop later or two."""
    while not all(map(operator.le, held(), before)):  # noqa: ASYNC110 - the kernel tells of files to nobody
        await asyncio.sleep(0.02)


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
async def test_an_answer_before_the_body_was_read_counts_and_the_rest_is_not_sent():
    outcome, receiver = await send_once(answer_unread, body=b"x" * 8_000_000)
    assert (outcome.ok, outcome.response_code, outcome.error) == (False, 413, "HTTP 413")
    assert receiver.connections == 1


async def test_a_change_of_protocol_is_a_failure_and_its_connection_is_not_used_again():
    async with receiving(switch_protocols) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url) for _ in range(2)]
        assert receiver.connections == 2
    assert {(outcome.ok, outcome.error) for outcome in outcomes} == {(False, "HTTP 101")}


@pytest.mark.parametrize("script", FLOODS.values(), ids=FLOODS)
async def test_a_flood_costs_no_memory_and_leaves_neither_a_connection_nor_a_task(script):
    async with sender(SHORT_SECONDS) as using:
        async with receiving(script) as receiver:
            await send(using, receiver.url)
        before = held()
        tracemalloc.start()
        async with receiving(script) as receiver:
            sent = await asyncio.gather(*(send(using, receiver.url) for _ in range(AT_ONCE)))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MEMORY_BYTES
        await only(before)
    assert all(outcome.ok == (outcome.response_code == 200) for outcome in sent)
    assert all(len(outcome.response_body) <= 2_048 for outcome in sent)
