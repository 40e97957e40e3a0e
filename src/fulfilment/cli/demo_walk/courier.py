"""Client of the courier simulator's controls, which move parcels without a courier."""

from typing import Any

import aiohttp

from fulfilment.cli.demo_walk.walk import DemoFailed

CALL_TIMEOUT_SECONDS = 10.0


class Courier:
    """The courier simulator of a service in development. Used as an asynchronous context."""

    def __init__(self, simulator_url: str) -> None:
        self._controls = f"{simulator_url}/_control"

    async def __aenter__(self) -> "Courier":
        timeout = aiohttp.ClientTimeout(total=CALL_TIMEOUT_SECONDS)
        self._session = aiohttp.ClientSession(timeout=timeout, trust_env=False)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def report(self, order_id: str, status: str) -> None:
        """Move an order to a status of the aggregator. The simulator then reports the status. Raises DemoFailed."""
        await self._call("POST", f"/orders/{order_id}/status", {"status": status})

    async def orders_of(self, shipment_id: str) -> list[dict[str, Any]]:
        """The orders booked for a shipment. Raises DemoFailed."""
        return (await self._call("GET", f"/orders?reference_id={shipment_id}"))["orders"]

    async def _call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        try:
            async with self._session.request(method, self._controls + path, json=body) as answer:
                if answer.ok:
                    return await answer.json()
                raise DemoFailed(f"the courier simulator answered {answer.status} to {method} {path}")
        except (aiohttp.ClientError, TimeoutError) as problem:
            raise DemoFailed(f"the courier simulator does not answer: {problem or type(problem).__name__}") from None
