"""Receivers whose bodies drip, flood, explode or break off."""

import asyncio
import contextlib
import gzip
import tracemalloc

import pytest

from fulfilment.webhooks.http import attempt
from tests.webhooks.receivers import Reader, Receiver, Writer, answer_with, forever, receiving, response
from tests.webhooks.sending import SHORT_SECONDS, send, send_once, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]


@pytest.mark.parametrize(("status", "ok", "error"), [("200 OK", True, None), ("503 Busy", False, "HTTP 503")])
async def test_a_dripping_body_is_cut_and_the_status_decides(monkeypatch, status, ok, error):
    monkeypatch.setattr(attempt, "BODY_TIMEOUT_SECONDS", 0.5)
    ended = asyncio.Event()

    async def drip(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
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
    monkeypatch.setattr(attempt, "BODY_TIMEOUT_SECONDS", 3_600.0)

    async def drip(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nab")
        await forever()

    outcome, _ = await send_once(drip, timeout_seconds=SHORT_SECONDS)
    assert (outcome.ok, outcome.response_body) == (True, "ab")


async def test_a_body_that_breaks_off_is_kept_as_far_as_it_came():
    async def cut(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(b"HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nhalf")

    outcome, _ = await send_once(cut)
    assert (outcome.response_code, outcome.response_body, outcome.error) == (500, "half", "HTTP 500")


async def flood_body(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    await receiver.read_request(reader)
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
    outcome, _ = await send_once(answer_with(response("200 OK", body)))
    assert outcome.response_body == body[:2_048].decode()


async def test_a_gzip_bomb_stays_packed():
    bomb = gzip.compress(b"\0" * 50_000_000)
    outcome, _ = await send_once(answer_with(response("200 OK", bomb, "Content-Encoding: gzip")))
    assert outcome.ok
    assert outcome.response_body.startswith("\x1f\ufffd")
    assert len(outcome.response_body) <= 2_048


async def test_a_body_of_any_bytes_becomes_text_that_postgresql_accepts():
    outcome, _ = await send_once(answer_with(response("500 Oops", b"a\0b\xff\xed\xa0\x80c")))
    assert outcome.response_body.startswith("ab\ufffd")
    assert outcome.response_body.endswith("c")
    assert outcome.response_body.encode().decode() == outcome.response_body


async def test_a_character_on_the_2_kib_border_is_left_out_rather_than_mangled():
    outcome, _ = await send_once(answer_with(response("200 OK", b"x" * 2_047 + "é".encode())))
    assert outcome.response_body == "x" * 2_047
