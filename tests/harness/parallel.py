"""Many signed requests at the same moment, each on a connection of its own, so that every process gets some."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import aiohttp
import msgspec

from tests.harness.service import Answer, Client

_TIMEOUT_SECONDS = 60


class Call(msgspec.Struct):
    """A request to be sent with others."""

    client: Client
    method: str
    target: str
    body: Any = None
    key: str | None = None


def send_together(calls: Sequence[Call]) -> list[Answer]:
    """The answers in the order of the calls, all of which were under way at once."""
    return asyncio.run(_send_all(calls))


async def _send_all(calls: Sequence[Call]) -> list[Answer]:
    connector = aiohttp.TCPConnector(limit=0, force_close=True)
    timeout = aiohttp.ClientTimeout(total=_TIMEOUT_SECONDS)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        return await asyncio.gather(*(_send(session, call) for call in calls))


async def _send(session: aiohttp.ClientSession, call: Call) -> Answer:
    body = b"" if call.body is None else json.dumps(call.body).encode()
    headers = dict(call.client.headers(call.method, call.target, body, call.key))
    if body:
        headers["Content-Type"] = "application/json"
    url = f"http://127.0.0.1:{call.client.service.port}{call.target}"
    async with session.request(call.method, url, data=body or None, headers=headers) as answer:
        names = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status, names, await answer.read())
