"""Status webhooks, as the aggregator posts them: bounded queues with a few attempts each."""

import asyncio
import zlib
from collections import OrderedDict
from functools import partial
from typing import Any

import aiohttp
import msgspec

from fulfilment.infra.jobs import task_supervisor
from fulfilment_simulators.couriers.store import OrderStore

QUEUE_LENGTH = 1_000
SENDERS = 4
RETRY_DELAYS_SECONDS = (0.5, 2.0, 5.0)
TIMEOUT_SECONDS = 10.0
MAX_LAST_PAYLOADS = 10_000
WebhookPayload = dict[str, Any]


def status_payload(order: dict[str, Any]) -> WebhookPayload:
    courier = order["courier"]
    return {
        "event": "order.status",
        "order_id": order["id"],
        "status": order["status"],
        "order_price": order["price"],
        "courier_tracking_id": courier["tracking_id"],
        "courier_waybill_id": courier["waybill_id"],
        "courier_company": courier["company"],
        "courier_type": courier["type"],
        "courier_driver_name": courier["driver_name"],
        "courier_driver_phone": courier["driver_phone"],
        "courier_driver_photo_url": courier["driver_photo_url"],
        "courier_driver_plate_number": courier["driver_plate_number"],
        "courier_link": courier["link"],
        "updated_at": courier["history"][-1]["updated_at"],
    }


def price_payload(order: dict[str, Any]) -> WebhookPayload:
    return {
        "event": "order.price",
        "order_id": order["id"],
        "price": order["price"],
        # The aggregator spells it with two p's.
        "shippment_fee": order["courier"]["shipment_fee"],
        "cash_on_delivery_fee": order["destination"]["cash_on_delivery"]["fee"],
        "proof_of_delivery_fee": 0,
        "courier_tracking_id": order["courier"]["tracking_id"],
        "courier_waybill_id": order["courier"]["waybill_id"],
        "status": order["status"],
    }


def waybill_payload(order: dict[str, Any]) -> WebhookPayload:
    return {
        "event": "order.waybill_id",
        "order_id": order["id"],
        "courier_tracking_id": order["courier"]["tracking_id"],
        "courier_waybill_id": order["courier"]["waybill_id"],
        "status": order["status"],
    }


class StatusWebhooks:
    """Posts webhooks in the background; those of one order go through one sender, in order."""

    def __init__(self, store: OrderStore) -> None:
        self._store = store
        self._last_payloads: OrderedDict[str, WebhookPayload] = OrderedDict()
        self.sent = self.failed = self.dropped = 0

    async def start(self) -> None:
        self._session = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_SECONDS),
            trust_env=False,
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        self._queues = [asyncio.Queue[tuple[str, WebhookPayload]](QUEUE_LENGTH // SENDERS) for _ in range(SENDERS)]
        self._senders = [
            task_supervisor.start(f"reports_{number}", partial(self._send, queue))
            for number, queue in enumerate(self._queues)
        ]

    async def stop(self) -> None:
        await task_supervisor.stop(*self._senders)
        await self._session.close()

    @property
    def waiting(self) -> int:
        return sum(queue.qsize() for queue in self._queues)

    def enqueue(self, owner: str, payload: WebhookPayload) -> bool:
        """Queue a webhook without waiting; False where no receiver is set or the queue is full."""
        self._last_payloads[payload["order_id"]] = payload
        self._last_payloads.move_to_end(payload["order_id"])
        if len(self._last_payloads) > MAX_LAST_PAYLOADS:
            self._last_payloads.popitem(last=False)
        if self._store.find_receiver(owner) is None:
            return False
        queue = self._queues[zlib.crc32(payload["order_id"].encode()) % SENDERS]
        if queue.full():
            self.dropped += 1
            return False
        queue.put_nowait((owner, payload))
        return True

    def repeat(self, owner: str, order: dict[str, Any]) -> tuple[WebhookPayload, bool]:
        """Queue the order's last webhook again, byte for byte."""
        payload = self._last_payloads.get(order["id"]) or status_payload(order)
        return payload, self.enqueue(owner, payload)

    def clear(self) -> None:
        """Drop pending webhooks and the last ones."""
        self._last_payloads.clear()
        for queue in self._queues:
            while not queue.empty():
                queue.get_nowait()

    async def _send(self, queue: "asyncio.Queue[tuple[str, WebhookPayload]]") -> None:
        while True:
            owner, payload = await queue.get()
            if await self._deliver(owner, payload):
                self.sent += 1
            else:
                self.failed += 1

    async def _deliver(self, owner: str, payload: WebhookPayload) -> bool:
        for delay_seconds in (*RETRY_DELAYS_SECONDS, None):
            if await self._post(owner, payload):
                return True
            if delay_seconds is not None:
                await asyncio.sleep(delay_seconds)
        return False

    async def _post(self, owner: str, payload: WebhookPayload) -> bool:
        receiver = self._store.find_receiver(owner)
        if receiver is None:
            return False
        headers = {"content-type": "application/json"}
        if receiver.header:
            headers[receiver.header] = receiver.secret or ""
        try:
            async with self._session.post(
                receiver.url, data=msgspec.json.encode(payload), headers=headers, allow_redirects=False
            ) as response:
                return 200 <= response.status < 300
        except (aiohttp.ClientError, TimeoutError, ValueError):
            return False
