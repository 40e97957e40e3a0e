"""The courier simulator as a program of its own, and its controls."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fulfilment.infra.models import Value
from tests.harness.forks import announced


class Courier:
    """A running simulator: what it did, and how it is made to misbehave."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._receiver: str | None = None

    def control(self, path: str, **body: Any) -> Value:
        """A POST to one of its own controls."""
        return self._ask(f"/_control/{path}", json.dumps(body).encode())

    def orders(self, shipment_id: str) -> list[dict[str, Any]]:
        """Every order under the shipment's id, of any account."""
        return self._ask(f"/_control/orders?reference_id={shipment_id}")["orders"]

    def all_orders(self) -> list[dict[str, Any]]:
        """Every order there is, newest first."""
        return self._ask("/_control/orders")["orders"]

    def report(self, order_id: str, status: str, *, at: str | None = None, note: str | None = None) -> None:
        """Move an order as its courier would, which posts a report."""
        given = {"status": status, "at": at, "note": note}
        self.control(f"orders/{order_id}/status", **{name: value for name, value in given.items() if value is not None})

    def report_to(self, url: str) -> None:
        """Where reports go from now on."""
        self._receiver = url
        self.control("webhook", url=url)

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Meanwhile what is reported is lost."""
        self.control("webhook")
        try:
            yield
        finally:
            self.control("webhook", url=self._receiver)

    @contextmanager
    def in_mood(self, **mood: Any) -> Iterator[None]:
        """Misbehave meanwhile."""
        self.control("mood", **mood)
        try:
            yield
        finally:
            self.control("mood", fail=None, slow_ms=0, lose_next_booking=False)

    def _ask(self, path: str, body: bytes | None = None) -> Value:
        request = urllib.request.Request(self.url + path, data=body, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)


@contextmanager
def simulating(folder: Path) -> Iterator[Courier]:
    """A simulator on a free port, its memory in the folder."""
    arguments = ("--port", "0", "--data", str(folder / "simulator.jsonl"))
    with announced("fulfilment_simulators.couriers.__main__:main", *arguments) as (_, line):
        yield Courier(next(word for word in line.split() if word.startswith("http")).rstrip(","))
