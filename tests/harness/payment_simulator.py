"""The payment simulator as a program of its own, and its controls."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fulfilment.infra.models import Value
from tests.harness.forks import Fork, announced
from tests.harness.service import Service, serving

KEY = "sk_test_simulator"
SECRET = "whsec_payments_simulator"


class Payments:
    """A running simulator: what it did, and how it is made to misbehave."""

    def __init__(self, url: str, process: Fork) -> None:
        self.url = url
        self.process = process

    def control(self, path: str, **body: Any) -> Value:
        """A POST to one of its own controls; raises HTTPError where it refuses."""
        return self._ask(f"/_control/{path}", json.dumps(body).encode())

    def health(self) -> Value:
        return self._ask("/_control/health")

    def report_to(self, url: str | None, secret: str = SECRET) -> None:
        """Where events go from now on, as they are signed."""
        self.control("webhook", url=url, secret=secret)

    def pay(self, session_id: str, later: str | None = None) -> Value:
        """Pay on a hosted page; `later`: `succeed` or `fail`, which `settle` brings before its minute is over."""
        return self.control(f"sessions/{session_id}/pay", later=later)

    def settle(self, session_id: str, outcome: str) -> Value:
        return self.control(f"sessions/{session_id}/settle", outcome=outcome)

    def expire(self, session_id: str) -> Value:
        return self.control(f"sessions/{session_id}/expire")

    def refund(self, payment_id: str, amount: int | None = None) -> Value:
        """In hundredths; None: what is left."""
        return self.control(f"payments/{payment_id}/refund", amount=amount)

    def dispute(self, payment_id: str, amount: int | None = None, *, inquiry: bool = False) -> Value:
        return self.control(f"payments/{payment_id}/dispute", amount=amount, inquiry=inquiry)

    def close_dispute(self, dispute_id: str, outcome: str) -> Value:
        return self.control(f"disputes/{dispute_id}/close", outcome=outcome)

    def advance(self, *, days: float = 0, seconds: int = 0) -> Value:
        """Move its time ahead; what is due by then has happened when this returns."""
        return self.control("clock", days=days, seconds=seconds)

    def fail(self, do: str, on: str = "*", times: int = 1, **more: Any) -> None:
        """Misbehave in the next calls of a kind (`sessions.create`, `sessions`, `*`)."""
        self.control("faults", do=do, on=on, times=times, **more)

    def sent(self, **wanted: str) -> list[dict[str, Any]]:
        """Every attempt to post an event, oldest first; `type` and `object` narrow it."""
        query = "&".join(f"{name}={value}" for name, value in wanted.items())
        return self._ask(f"/_control/events?{query}")["sent"]

    def _ask(self, path: str, body: bytes | None = None) -> Value:
        request = urllib.request.Request(self.url + path, data=body, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


@contextmanager
def simulating(folder: Path, port: int = 0) -> Iterator[Payments]:
    """A simulator on a free port, its memory in the folder."""
    arguments = ("--port", str(port), "--data", str(folder / "payments.jsonl"))
    with announced("fulfilment_simulators.payments.__main__:main", *arguments) as (process, line):
        yield Payments(next(word for word in line.split() if word.startswith("http")).rstrip(","), process)


@contextmanager
def paid_to(database_url: str, payments: Payments, workers: int = 1) -> Iterator[Service]:
    """A service that can be paid to; the simulator posts its events to it."""
    with serving(database_url, workers, payment_simulator_port=payments.url.rpartition(":")[2]) as running:
        payments.report_to(f"http://127.0.0.1:{running.port}/api/v1/inbound/payments")
        yield running
