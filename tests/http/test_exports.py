"""Exports of one workspace make their pieces in turn, and a slow reader keeps no other from theirs."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from fulfilment.db.tx import System
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.http.exports import EXPORTS_OF_A_WORKSPACE, Exports


class Reader:
    """What an export is asked with, as far as it matters here."""

    def __init__(self, account_id: str):
        self.actor = System(account_id)
        self.account_id = account_id


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
        exports, making = Exports(), Making()
        order: list[str] = []

        async def read(account_id: str) -> list[bytes]:
            stream = exports.stream(Reader(account_id), making.pieces(account_id, 5), "text/csv", "a.csv")
            got = []
            async for piece in stream.pieces:
                order.append(account_id)
                got.append(piece)
            return got

        found = await asyncio.gather(*(read(account) for account in ("acc_a", "acc_a", "acc_b")))
        assert found == [[b"0", b"1", b"2", b"3", b"4"]] * 3
        assert making.most == {"acc_a": 1, "acc_b": 1}
        # Nobody waited for another workspace.
        assert "acc_b" in order[:4]

    asyncio.run(work())


def test_who_takes_a_piece_slowly_or_leaves_keeps_no_other_from_theirs() -> None:
    async def work() -> None:
        exports, making = Exports(), Making()
        slow, fast = (
            exports.stream(Reader("acc_a"), making.pieces("acc_a", 3), "text/csv", "a.csv").pieces for _ in range(2)
        )
        assert await anext(slow) == b"0"
        assert [piece async for piece in fast] == [b"0", b"1", b"2"]
        waiting = asyncio.create_task(anext(slow))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        # Both have left their places.
        *placed, too_many = (
            exports.stream(Reader("acc_a"), making.pieces("acc_a", 3), "text/csv", "a.csv").pieces
            for _ in range(EXPORTS_OF_A_WORKSPACE + 1)
        )
        assert [await anext(each) for each in placed] == [b"0"] * EXPORTS_OF_A_WORKSPACE
        with pytest.raises(ServiceUnavailable):
            await anext(too_many)

    asyncio.run(work())
