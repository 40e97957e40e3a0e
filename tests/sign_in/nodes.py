"""Two nodes that share nothing but the database, and their console sessions."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.console_sessions import ConsoleSession, ConsoleSessions
from fulfilment.infra.database.pool import Database
from fulfilment.settings import Settings, load
from tests.harness.provider import AUDIENCE


class Node:
    """A node, with the sessions that its process knows."""

    def __init__(self, db: Database, settings: Settings):
        self.db = db
        self.sessions = ConsoleSessions(db, settings)

    async def find(self, session_id: str | None) -> ConsoleSession | None:
        return await self.sessions.find(request_of(session_id))


def request_of(session_id: str | None) -> Request:
    """A browser's request with this session's cookie, in development."""
    headers = {"user-agent": [b"A browser"]} | (
        {"cookie": [f"svc-session={session_id}".encode()]} if session_id else {}
    )
    return Request("GET", b"/console", b"", headers, b"", "127.0.0.1")


def on_nodes(url: str, issuer: str, work: Callable[[Node, Node], Awaitable[Any]]) -> Any:
    """The result of `work` with two nodes."""

    async def run() -> Any:
        environ = {"FULFILMENT_MODE": "development", "FULFILMENT_OIDC_ISSUER": issuer}
        settings = load({**environ, "FULFILMENT_OIDC_AUDIENCE": AUDIENCE})
        async with AsyncExitStack() as stack:
            nodes = []
            for _ in range(2):
                db = Database(settings, url)
                await db.open()
                stack.push_async_callback(db.close)
                nodes.append(Node(db, settings))
            return await work(*nodes)

    return asyncio.run(run())


def find_session_on_both(url: str, issuer: str, session_id: str | None) -> ConsoleSession | None:
    """Whose session this is, by both nodes, which must agree."""

    async def find_on_both(first: Node, second: Node) -> ConsoleSession | None:
        found = await first.find(session_id)
        assert (await second.find(session_id) is None) == (found is None)
        return found

    return on_nodes(url, issuer, find_on_both)
