"""Delivery of events as signed webhooks, like Stripe's: retries with growing delays, and a bounded queue."""

import asyncio
import hashlib
import heapq
import hmac
import itertools
import random
import time
from collections.abc import Iterable
from typing import Annotated

import aiohttp
import msgspec

from fulfilment.infra.jobs import task_supervisor
from fulfilment_simulators.payments import wire
from fulfilment_simulators.payments.store import JournalEntry, ObjectStore, StripeObject, WebhookReceiver

QUEUE_LENGTH = 5_000
SENDERS = 8
RETRY_DELAYS_SECONDS = (0.5, 2.0, 5.0, 15.0, 60.0, 300.0, 1_800.0)
TIMEOUT_SECONDS = 10.0
LOG_LENGTH = 1_000
REPEATS_MOST = 100
DELAY_MS_MOST = 600_000
_USER_AGENT = "Stripe/1.0 (+https://stripe.com/docs/webhooks)"


class DeliveryBehaviour(msgspec.Struct, forbid_unknown_fields=True):
    """The behaviour of deliveries: held, dropped, repeated, reordered or delayed. A restart resets it."""

    hold: bool = False
    drop: bool = False
    shuffle: bool = False
    repeat: Annotated[int, msgspec.Meta(ge=1, le=REPEATS_MOST)] = 1
    delay_ms: Annotated[int, msgspec.Meta(ge=0, le=DELAY_MS_MOST)] = 0


class DeliveryAttempt(msgspec.Struct, frozen=True):
    """One attempt; `status` is None without a response."""

    event: str
    type: str
    object: str
    attempt: int
    status: int | None


class EventDelivery:
    """Posts events in the background with several concurrent requests, so their order is not guaranteed."""

    def __init__(self, memory: ObjectStore) -> None:
        self._memory = memory
        self._number = itertools.count()
        self._due: list[tuple[float, int, StripeObject, int]] = []
        self._sending = 0
        self._has_more = asyncio.Event()
        self.behaviour = DeliveryBehaviour()
        self.held: list[StripeObject] = []
        self.log: list[DeliveryAttempt] = []
        self.sent = self.failed = self.dropped = 0

    async def start(self) -> None:
        """Start the delivery with the events that were pending when the simulator last ended."""
        self._session = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_SECONDS), trust_env=False, cookie_jar=aiohttp.DummyCookieJar()
        )
        left = [event for event in self._memory.all("event") if event["pending_webhooks"]]
        self.post(reversed(left[:QUEUE_LENGTH]))
        self._senders = [task_supervisor.start(f"payment_events_{number}", self._send) for number in range(SENDERS)]

    async def stop(self) -> None:
        await task_supervisor.stop(*self._senders)
        await self._session.close()

    @property
    def waiting(self) -> int:
        return len(self._due) + self._sending

    def post(self, events: Iterable[StripeObject]) -> None:
        """Queue events without waiting, according to the behaviour."""
        events = list(events)
        if not events:
            return
        if self.behaviour.drop:
            self._drop(events)
        elif self.behaviour.hold:
            self.held += events
            self._drop(self.held[:-QUEUE_LENGTH])
            self.held = self.held[-QUEUE_LENGTH:]
        else:
            self._queue(events)

    def release(self) -> int:
        """Queue the held events, and return their number."""
        held, self.held = self.held, []
        self._queue(held)
        return len(held)

    def clear(self) -> None:
        """Drop pending events and recorded attempts."""
        self._due.clear()
        self.held.clear()
        self.log.clear()

    def _queue(self, events: list[StripeObject]) -> None:
        if self._memory.receiver is None:
            return
        events = events * self.behaviour.repeat
        if self.behaviour.shuffle:
            random.shuffle(events)
        for event in events:
            self._schedule(event, 1, self.behaviour.delay_ms / 1_000)

    def _schedule(self, event: StripeObject, attempt: int, delay_seconds: float) -> None:
        if len(self._due) >= QUEUE_LENGTH:
            self._drop([event])
            return
        heapq.heappush(self._due, (time.monotonic() + delay_seconds, next(self._number), event, attempt))
        self._has_more.set()

    def _drop(self, events: list[StripeObject]) -> None:
        self.dropped += len(events)
        self._mark_delivered(events)

    def _mark_delivered(self, events: list[StripeObject]) -> None:
        """Record that events need no further attempt, even after a restart."""
        known = {
            event["id"] for event in events if (self._memory.get("event", event["id"]) or {}).get("pending_webhooks")
        }
        self._memory.commit([JournalEntry("sent", id, None) for id in known])

    async def _send(self) -> None:
        while True:
            event, attempt = await self._next()
            self._sending += 1
            try:
                await self._attempt(event, attempt)
            finally:
                self._sending -= 1

    async def _next(self) -> tuple[StripeObject, int]:
        while True:
            if not self._due:
                self._has_more.clear()
                await self._has_more.wait()
            elif (left := self._due[0][0] - time.monotonic()) > 0:
                self._has_more.clear()
                await _wait_for(self._has_more, left)
            else:
                _, _, event, attempt = heapq.heappop(self._due)
                return event, attempt

    async def _attempt(self, event: StripeObject, attempt: int) -> None:
        receiver = self._memory.receiver
        if receiver is None:
            return
        status = await self._post(receiver, event)
        self.log = [
            *self.log[1 - LOG_LENGTH :],
            DeliveryAttempt(event["id"], event["type"], _object_id(event), attempt, status),
        ]
        if status is not None and 200 <= status < 300:
            self.sent += 1
            self._mark_delivered([event])
        elif attempt <= len(RETRY_DELAYS_SECONDS):
            self._schedule(event, attempt + 1, RETRY_DELAYS_SECONDS[attempt - 1])
        else:
            self.failed += 1
            self._mark_delivered([event])

    async def _post(self, receiver: WebhookReceiver, event: StripeObject) -> int | None:
        body = msgspec.json.encode(wire.to_public(event))
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": _USER_AGENT,
            "Stripe-Signature": sign_body(body, receiver.secret, int(time.time())),
        }
        try:
            async with self._session.post(receiver.url, data=body, headers=headers, allow_redirects=False) as response:
                return response.status
        except (aiohttp.ClientError, TimeoutError, ValueError):
            return None


def sign_body(body: bytes, secret: str, at: int) -> str:
    """The signature `t=...,v1=...`: HMAC-SHA256 of the real time, a full stop and the body."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def _object_id(event: StripeObject) -> str:
    return event["data"]["object"]["id"]


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
