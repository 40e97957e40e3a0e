"""Webhook receiver of the demo (specification, Delivery format, Signature verification).

It verifies with the Python client. Merchants without it copy a helper from `receivers/` (docs/verifying-webhooks.md).
"""

import asyncio
from typing import Any

from aiohttp import web
from fulfilment_client import webhooks

from fulfilment.cli.demo_walk.walk import DemoFailed
from fulfilment.infra.branding import Brand

HOST = "127.0.0.1"
PATH = "/events"
EVENT_WITHIN_SECONDS = 15.0


class Receiver:
    """Webhook receiver on a free port of this machine, while the asynchronous context lasts.

    It accepts only requests signed with `secret`, and counts each event once, even if it is delivered repeatedly.
    """

    def __init__(self, brand: Brand) -> None:
        self._brand = brand
        self._arrived = asyncio.Condition()
        self._events: dict[str, dict[str, Any]] = {}
        self._waiting: dict[str, dict[str, Any]] = {}
        self._forged: str | None = None
        self.secret = ""

    @property
    def verified(self) -> int:
        """The number of different events with a valid signature."""
        return len(self._events)

    async def __aenter__(self) -> "Receiver":
        application = web.Application()
        application.router.add_post(PATH, self._receive)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, 0).start()
        self.url = f"http://{HOST}:{self._runner.addresses[0][1]}{PATH}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def expect(self, name: str, within_seconds: float = EVENT_WITHIN_SECONDS, **fields: Any) -> dict[str, Any]:
        """Wait for an event called `name` (`product.created`) with these fields; its `data`. Each event is used once.

        Raises DemoFailed if the event does not arrive, or if any event has an invalid signature.
        """
        kind = self._brand.event_type(name)
        try:
            async with asyncio.timeout(within_seconds), self._arrived:
                await self._arrived.wait_for(lambda: self._forged or self._find(kind, fields))
        except TimeoutError:
            raise DemoFailed(f"the event {kind} did not arrive within {within_seconds:g} s") from None
        if self._forged:
            raise DemoFailed(f"an event arrived whose signature does not verify: {self._forged}")
        return self._waiting.pop(self._find(kind, fields))["data"]

    def _find(self, kind: str, fields: dict[str, Any]) -> str:
        for event_id, event in self._waiting.items():
            if event["type"] == kind and fields.items() <= event["data"].items():
                return event_id
        return ""

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()
        async with self._arrived:
            try:
                event = self._verify(request, body)
            except (webhooks.VerificationError, ValueError) as problem:
                self._forged = str(problem)
                self._arrived.notify_all()
                return web.Response(status=400)
            if event["id"] not in self._events:
                self._events[event["id"]] = self._waiting[event["id"]] = event
            self._arrived.notify_all()
        return web.Response(status=204)

    def _verify(self, request: web.Request, body: bytes) -> dict[str, Any]:
        """The verified envelope. The signature covers the raw bytes, so it is checked before parsing."""
        event = dict(webhooks.read_event(request.headers, body, self.secret, brand=self._brand.name))
        for header, value in (("Event-Id", event["id"]), ("Event-Type", event["type"])):
            if request.headers.get(self._header(header)) != value:
                raise ValueError(f"{self._header(header)} does not match the body")
        return event

    def _header(self, what: str) -> str:
        return self._brand.webhook_header(what)
