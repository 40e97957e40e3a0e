"""Exports of one workspace are made in turn, and a slow reader delays no other."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.api.request import Request
from fulfilment.infra.database.transaction import System
from fulfilment.infra.limits.stream_limiter import MAX_EXPORTS_PER_WORKSPACE, StreamLimiter


class Reader:
    """Caller of an export, with the fields that matter here."""

    def __init__(self, account_id: str):
        self.actor = System(account_id)
        self.account_id = account_id


def asked(account_id: str) -> tuple[Reader, Request]:
    return Reader(account_id), Request("GET", b"/export", b"", {}, b"", "127.0.0.1")


class Making:
    """Pieces that take a moment to make, and how many were made at once at most, by workspace."""

    def __init__(self) -> None:
        self.now: dict[str, int] = {}
        self.most: dict[str, int] = {}

    async def pieces(self, account_id: str, many: int) -> AsyncGenerator[bytes, None]:
        for number in range(many):
            self.now[account_id] = self.now.get(account_id, 0) + 1
            self.most[account_id] = max(self.most.get(account_id, 0), self.now[account_id])
            await asyncio.sleep(0.001)
            self.now[account_id] -= 1
            yield b"%d" % number


def test_pieces_of_a_workspace_are_made_one_at_a_time_and_of_others_beside_them() -> None:
    async def work() -> None:
        exports, making = StreamLimiter(), Making()
        order: list[str] = []

        async def read(account_id: str) -> list[bytes]:
            stream = exports.stream(*asked(account_id), making.pieces(account_id, 5), "text/csv", "a.csv")
            got = []
            async for piece in stream.chunks:
                order.append(account_id)
                got.append(piece)
            return got

        found = await asyncio.gather(*(read(account) for account in ("acc_a", "acc_a", "acc_b")))
        assert found == [[b"0", b"1", b"2", b"3", b"4"]] * 3
        assert making.most == {"acc_a": 1, "acc_b": 1}
        # No workspace waited for another.
        assert "acc_b" in order[:4]

    asyncio.run(work())


def test_who_takes_a_piece_slowly_or_leaves_keeps_no_other_from_theirs() -> None:
    async def work() -> None:
        exports, making = StreamLimiter(), Making()
        slow, fast = (
            exports.stream(*asked("acc_a"), making.pieces("acc_a", 3), "text/csv", "a.csv").chunks for _ in range(2)
        )
        assert await anext(slow) == b"0"
        assert [piece async for piece in fast] == [b"0", b"1", b"2"]
        waiting = asyncio.create_task(anext(slow))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        # Both have left their places.
        placed = [
            exports.stream(*asked("acc_a"), making.pieces("acc_a", 3), "text/csv", "a.csv").chunks
            for _ in range(MAX_EXPORTS_PER_WORKSPACE)
        ]
        assert [await anext(each) for each in placed] == [b"0"] * MAX_EXPORTS_PER_WORKSPACE

    asyncio.run(work())


async def test_one_too_many_is_refused_after_a_while_unless_a_place_comes_free() -> None:
    for is_freed in (False, True):
        exports, making = StreamLimiter(acquire_timeout_seconds=20.0 if is_freed else 0.02), Making()
        first, second, too_many = (
            exports.stream(*asked("acc_a"), making.pieces("acc_a", 3), "text/csv", "a.csv").chunks
            for _ in range(MAX_EXPORTS_PER_WORKSPACE + 1)
        )
        assert [await anext(each) for each in (first, second)] == [b"0"] * MAX_EXPORTS_PER_WORKSPACE
        waiting = asyncio.create_task(anext(too_many))
        await asyncio.sleep(0)
        if is_freed:
            assert not waiting.done()
            await first.aclose()
            assert await waiting == b"0"
        else:
            with pytest.raises(ServiceUnavailable):
                await waiting
        # A stranger does not wait for it.
        assert (
            await anext(exports.stream(*asked("acc_b"), making.pieces("acc_b", 1), "text/csv", "b.csv").chunks) == b"0"
        )
