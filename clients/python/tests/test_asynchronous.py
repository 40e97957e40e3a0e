"""The asynchronous client repeats, times out, pages and downloads as the synchronous one does."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from fulfilment_client import AsyncFulfilment, Retries, Timeouts, errors

if TYPE_CHECKING:
    from .conftest import Scripted

QUICK = Retries(first_wait_seconds=0.001)


def client(server: Scripted, **given: Any) -> AsyncFulfilment:
    key = {"key_id": "svc_key_1", "secret": "secret"}
    return AsyncFulfilment(server.url, **{**key, "retries": QUICK, **given})


async def test_a_change_is_tried_again_under_its_key(server: Scripted) -> None:
    bad = server.refused(503, "SERVICE_UNAVAILABLE")
    server.say(bad, server.Said(cut=-1), server.data({"product": {"id": "prod_1"}}))
    async with client(server) as given:
        assert await given.products.create(name="Kaos") == {"id": "prod_1"}
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 1
    assert len(server.asked) == 3


async def test_the_time_of_a_call_ends_it_although_something_still_comes(server: Scripted) -> None:
    release = threading.Event()
    server.say(server.Said(after=lambda: release.wait(30)))
    async with client(server, timeouts=Timeouts(total=0.3)) as given:
        with pytest.raises(errors.TimedOut):
            await given.products.list()
    release.set()


async def test_a_token_may_be_awaited(server: Scripted) -> None:
    async def token() -> str:
        await asyncio.sleep(0)
        return "fresh"

    server.say(server.data({"product": {}}))
    async with AsyncFulfilment(server.url, token=token) as given:
        await given.products.get("prod_1")
    assert server.asked[0].headers["authorization"] == "Bearer fresh"


async def test_a_list_gives_its_first_page_or_every_row(server: Scripted) -> None:
    first = server.data({"products": [{"id": "1"}, {"id": "2"}]}, cursor="c1", hasMore=True)
    last = server.data({"products": [{"id": "3"}]}, cursor=None, hasMore=False)
    async with client(server) as given:
        server.say(first, last)
        page = await given.products.list(limit=2)
        assert ([row["id"] for row in page.data], page.cursor, page.has_more) == (["1", "2"], "c1", True)
        following = await page.next_page()
        assert following is not None and [row["id"] for row in following.data] == ["3"]
        assert await following.next_page() is None
        server.say(first, last)
        assert [row["id"] async for row in given.products.list(limit=2)] == ["1", "2", "3"]
    assert [asked.target.partition("?")[2] for asked in server.asked[-2:]] == ["limit=2", "limit=2&cursor=c1"]


async def test_a_file_is_saved_whole_or_not_at_all(server: Scripted, tmp_path: Path) -> None:
    path = tmp_path / "label.pdf"
    async with client(server) as given:
        server.say(server.Said(200, b"%PDF" * 10_000, {"Content-Type": "application/pdf"}))
        async with given.shipments.download_label("ship_1") as label:
            await label.save(path)
        assert path.read_bytes() == b"%PDF" * 10_000
        server.say(server.Said(200, b"%PDF" * 20_000, cut=20_000))
        with pytest.raises(errors.ConnectionFailed):
            async with given.shipments.download_label("ship_1") as label:
                await label.save(path)
    assert path.read_bytes() == b"%PDF" * 10_000
    assert list(tmp_path.iterdir()) == [path]


async def test_a_source_that_gives_no_token_sends_nothing(server: Scripted) -> None:
    server.say(server.data({"products": []}))

    async def nothing() -> str:
        return cast("str", None)

    async with AsyncFulfilment(server.url, token=nothing) as client:
        with pytest.raises(TypeError):
            await client.products.list()
    assert not server.asked


async def test_lines_end_with_a_line_feed_alone(server: Scripted) -> None:
    server.say(server.Said(200, "a\u2028b\n\u00e9".encode()))
    async with client(server) as calling, calling.audit_log.export() as export:
        assert [line async for line in export.iter_lines()] == ["a\u2028b", "\u00e9"]
