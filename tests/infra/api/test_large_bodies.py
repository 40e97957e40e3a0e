"""Large bodies of a process are read in turn, one piece at a time."""

import asyncio
import hashlib

from fulfilment.infra.api.body_reader import BodyReader, LargeBodyLimit

PIECES, BODIES = 20, 16
PIECE = b"x" * 10_000


def a_large_body(large: LargeBodyLimit) -> BodyReader:
    """One whose pieces are all there already."""
    left = [{"type": "http.request", "body": PIECE, "more_body": number > 0} for number in reversed(range(PIECES))]

    async def receive() -> dict:
        return left.pop(0)

    return BodyReader(receive, PIECES * len(PIECE), "a", large)


def test_whoever_waits_for_the_event_loop_has_a_turn_between_two_pieces():
    async def run() -> tuple[list[bytes], int]:
        large, turns = LargeBodyLimit(), 0
        reading = asyncio.gather(*(a_large_body(large).read(1_000_000) for _ in range(BODIES)))
        while not reading.done():
            await asyncio.sleep(0)
            turns += 1
        return reading.result(), turns

    bodies, turns = asyncio.run(run())
    assert bodies == [PIECE * PIECES] * BODIES
    assert turns >= PIECES * BODIES


def test_bodies_that_arrive_together_are_each_hashed_whole_and_in_order():
    async def run() -> list[str]:
        large = LargeBodyLimit()
        bodies = [a_large_body(large) for _ in range(BODIES)]
        await asyncio.gather(*(body.read(1_000_000) for body in bodies))
        return [body.body_hash.hexdigest() for body in bodies]

    assert set(asyncio.run(run())) == {hashlib.sha256(PIECE * PIECES).hexdigest()}


def test_one_whose_reader_is_cancelled_keeps_nobody_from_their_turn():
    async def run() -> bytes:
        large = LargeBodyLimit()
        given_up = asyncio.create_task(a_large_body(large).read(1_000_000))
        other = asyncio.create_task(a_large_body(large).read(1_000_000))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        given_up.cancel()
        async with asyncio.timeout(60):
            return await other

    assert asyncio.run(run()) == PIECE * PIECES
