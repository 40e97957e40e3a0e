"""Receivers that answer 2xx and something odd: the head of the answer decides, whatever follows it."""

import asyncio

import pytest

from fulfilment.infra import outbound_http
from tests.webhooks.receivers import Reader, Receiver, Writer, answer_with, receiving, response
from tests.webhooks.sending import OK, send, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]


def headers(count: int) -> str:
    return "".join(f"X-{number}: a\r\n" for number in range(count))


ODD = {
    "204 with a body": (204, "Content-Length: 4\r\n\r\nnull"),
    "204 with an unannounced body": (204, "\r\nnull"),
    "204 in chunks": (204, "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    "a body beyond its length": (200, "Content-Length: 2\r\n\r\nokay"),
    "a body behind the end of the connection": (200, "Connection: close\r\nContent-Length: 2\r\n\r\nokay"),
    "chunks that are none": (200, "Transfer-Encoding: chunked\r\n\r\nokay"),
    "a long header": (200, f"X-Long: {'a' * 9_000}\r\nContent-Length: 0\r\n\r\n"),
    "a very long header": (200, f"X-Long: {'a' * 100_000}\r\nContent-Length: 0\r\n\r\n"),
    "150 headers": (200, headers(150) + "Content-Length: 0\r\n\r\n"),
    "more headers than are parsed": (200, headers(outbound_http.HEADERS_MOST + 500) + "Content-Length: 0\r\n\r\n"),
    "a length and chunks": (200, "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
    "a length twice": (200, "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok"),
    "two lengths": (200, "Content-Length: 5\r\nContent-Length: 6\r\n\r\nok"),
    "a negative length": (200, "Content-Length: -5\r\n\r\n"),
    "a header without a colon": (200, "X-Odd\r\nContent-Length: 0\r\n\r\n"),
    "a header name with a space": (200, "X Odd: a\r\nContent-Length: 0\r\n\r\n"),
}


def odd(case: str) -> tuple[int, bytes]:
    status, rest = ODD[case]
    return status, f"HTTP/1.1 {status} Fine\r\n{rest}".encode()


@pytest.mark.parametrize("case", ODD)
async def test_a_2xx_is_success_whatever_follows_its_status_line(case):
    status, answer = odd(case)
    async with receiving(answer_with(answer)) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url) for _ in range(3)]
    assert [(outcome.ok, outcome.response_code, outcome.error) for outcome in outcomes] == [(True, status, None)] * 3
    assert len(receiver.bodies) == 3


@pytest.mark.parametrize("case", ODD)
async def test_an_odd_answer_that_comes_in_small_packets_is_the_same_success(case):
    status, answer = odd(case)
    step = max(7, len(answer) // 100)

    async def trickle(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        for begin in range(0, len(answer), step):
            writer.write(answer[begin : begin + step])
            await writer.drain()
            await asyncio.sleep(0)
        await reader.read()

    async with receiving(trickle) as receiver, sender() as using:
        outcome = await send(using, receiver.url)
    assert (outcome.ok, outcome.response_code, outcome.error) == (True, status, None)


async def test_another_status_stays_a_failure_that_names_it_whatever_follows():
    answer = b"HTTP/1.1 503 Busy\r\nContent-Length: -5\r\n\r\nlater"
    async with receiving(answer_with(answer)) as receiver, sender() as using:
        outcome = await send(using, receiver.url)
    assert (outcome.ok, outcome.response_code, outcome.error) == (False, 503, "HTTP 503")


async def test_a_body_is_kept_up_to_its_announced_length():
    async with receiving(answer_with(odd("a body beyond its length")[1])) as receiver, sender() as using:
        assert (await send(using, receiver.url)).response_body == "ok"


async def test_the_late_rest_of_an_answer_is_not_taken_for_the_next_one():
    async def answer_late(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        writer.write(OK)
        await receiver.read_request(reader)
        writer.write(b"null" + response("500 Oops"))

    async with receiving(answer_late) as receiver, sender() as using:
        outcomes = [await send(using, receiver.url) for _ in range(2)]
        assert receiver.connections == 2
    assert [outcome.ok for outcome in outcomes] == [True, True]


async def test_a_connection_whose_answer_announces_a_body_that_a_204_has_not_is_not_used_again():
    answer = b"HTTP/1.1 204 Fine\r\nContent-Length: 4\r\n\r\n"
    async with receiving(answer_with(answer)) as receiver, sender() as using:
        assert [(await send(using, receiver.url)).ok for _ in range(2)] == [True, True]
        assert receiver.connections == 2
