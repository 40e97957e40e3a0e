"""HTTP probe of the service's own processes on this machine, without a proxy of the environment."""

import asyncio
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from fulfilment.cli.errors import CommandError

TIMEOUT_SECONDS = 5.0
READY_TIMEOUT_SECONDS = 60.0
POLL_SECONDS = 0.02
LAST_GOOD_STATUS = 299


def request_status(address: str, body: dict[str, Any] | None = None) -> int:
    """The status of a GET, or of a POST with `body` as JSON.

    Raises OSError, which includes TimeoutError, without an answer within TIMEOUT_SECONDS.
    """
    content = None if body is None else msgspec.json.encode(body)
    request = Request(address, content, {"Content-Type": "application/json"})  # noqa: S310 - addresses of this service
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=TIMEOUT_SECONDS) as answer:
            return answer.status
    except HTTPError as refused:
        return refused.code


async def wait_until_answering(address: str) -> None:
    """Wait until an address answers with success. Raises CommandError after READY_TIMEOUT_SECONDS."""
    deadline = time.monotonic() + READY_TIMEOUT_SECONDS
    while not await asyncio.to_thread(_is_answering, address):
        if time.monotonic() > deadline:
            raise CommandError(f"Nothing answered at {address} within {READY_TIMEOUT_SECONDS:g} s.")
        await asyncio.sleep(POLL_SECONDS)


def _is_answering(address: str) -> bool:
    try:
        return request_status(address) <= LAST_GOOD_STATUS
    except OSError:
        return False
