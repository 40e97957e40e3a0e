"""`fulfilment listen`: posts the events of a workspace to an address of the developer's, signed as webhooks are."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import signal
import time
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

from .. import errors
from ..aio import AsyncFulfilment
from ..settings import Timeouts
from .connection import settings_of
from .following import Follower, moment_of
from .forwarding import Forwarder, open_http
from .refusal import Refusal
from .telling import Teller

_TIMEOUTS = Timeouts(connect=5.0, read=15.0, total=60.0)
_FIRST_WAIT_SECONDS = 0.25
_LONGEST_WAIT_SECONDS = 5.0


def run(given: argparse.Namespace) -> int:
    """Listen until it is told to end, or replay one event. Raises Refusal, FulfilmentError."""
    if given.forward is not None:
        _require_address(given.forward)
    if given.replay and not given.forward:
        raise Refusal("--replay needs --forward: the address to post the event to.")
    if given.secret and not all(given.secret):
        raise Refusal("--secret must not be empty: by an empty one anybody could sign.")
    settings = settings_of(given)
    try:
        return asyncio.run(_run(given, settings))
    except asyncio.CancelledError:
        return 0


async def _run(given: argparse.Namespace, settings: dict[str, Any]) -> int:
    ending = _Ending()
    made = None if given.secret or not given.forward else f"whsec_{secrets.token_urlsafe(32)}"
    teller = Teller(as_json=given.json)
    http = open_http(given.timeout)
    # This loop tries again by itself, and says so.
    async with http, AsyncFulfilment(**settings, retries=0, timeouts=_TIMEOUTS) as client:
        forwarder = None
        if given.forward:
            forwarder = Forwarder(
                http,
                given.forward,
                signing_secrets=given.secret or [str(made)],
                brand=settings["brand"],
                timeout_seconds=given.timeout,
                retries=given.retry,
            )
        if given.replay and forwarder:
            return await _replay(client, forwarder, given.replay, teller, made)
        await _listen(client, forwarder, given, teller, made, ending)
    return 0


class _Ending:
    """Set by Ctrl-C and SIGTERM, which cancel whatever is awaited as well.

    The mark is needed too: a cancellation that comes just when something has ended is lost in `asyncio.wait_for` of
    Python 3.10 and 3.11.
    """

    def __init__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self.is_set = False
        for number in (signal.SIGINT, signal.SIGTERM):
            # Elsewhere than on a POSIX system Ctrl-C ends us less gracefully.
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, self._end)

    def _end(self) -> None:
        self.is_set = True
        self._task.cancel()


async def _replay(client: AsyncFulfilment, forwarder: Forwarder, id: str, teller: Teller, made: str | None) -> int:
    try:
        event = await client.events.get(id)
    except errors.NotFoundError:
        raise Refusal(f"there is no event {id} in this workspace; events are kept for 30 days.") from None
    if made:
        teller.notice(f"signed with {made}")
    outcome = await forwarder.forward(event)
    teller.event(event, outcome)
    return 0 if outcome.is_taken else 1


async def _listen(
    client: AsyncFulfilment,
    forwarder: Forwarder | None,
    given: argparse.Namespace,
    teller: Teller,
    made: str | None,
    ending: _Ending,
) -> None:
    follower = Follower(client, given.since)
    await follower.begin()
    teller.ready(client.base_url, given.forward, made)
    outage = _Outage(teller)
    posted_until = given.since or follower.read_at
    try:
        while not ending.is_set:
            try:
                fresh = await follower.next()
            except errors.FulfilmentError as problem:
                await asyncio.sleep(outage.wait_seconds(problem))
                continue
            outage.end()
            for event in fresh:
                posted_until = moment_of(event["occurredAt"])
                if ending.is_set:
                    return
                if is_wanted(event["type"], given.only):
                    teller.event(event, await forwarder.forward(event) if forwarder else None)
            posted_until = follower.read_at
            if not ending.is_set:
                await asyncio.sleep(max(given.every, follower.pause_seconds))
    finally:
        teller.end(posted_until, is_forwarding=forwarder is not None)


def is_wanted(kind: str, only: list[str] | None) -> bool:
    """True if a type matches one of the patterns, which may leave out the brand and the version."""
    short = kind.partition(".")[2].rpartition(".")[0]
    return not only or any(fnmatchcase(kind, pattern) or fnmatchcase(short, pattern) for pattern in only)


class _Outage:
    """How long the service has not answered, told in one line at its beginning and one at its end."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._since: float | None = None
        self._wait_seconds = _FIRST_WAIT_SECONDS

    def wait_seconds(self, problem: errors.FulfilmentError) -> float:
        """How long to wait now. Raises the problem where waiting does not help."""
        is_refused = isinstance(problem, errors.ApiError) and problem.status < 500 and problem.status != 429
        if is_refused:
            raise problem
        if self._since is None:
            self._since = time.monotonic()
            self._teller.notice(f"the service does not answer, and is asked again until it does ({problem})")
        wait = self._wait_seconds
        self._wait_seconds = min(wait * 2, _LONGEST_WAIT_SECONDS)
        asked = problem.retry_after if isinstance(problem, errors.ApiError) else None
        return max(wait * (0.75 + secrets.randbelow(500) / 1_000), asked or 0.0)

    def end(self) -> None:
        if self._since is not None:
            seconds = time.monotonic() - self._since
            self._teller.notice(f"the service answers again after {seconds:.0f} s; what happened meanwhile follows")
            self._since = None
        self._wait_seconds = _FIRST_WAIT_SECONDS


def _require_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise Refusal(f"--forward takes an address such as http://localhost:3000/hook, not {url!r}.")
