"""The address for courier reports. The simulator posts to it, and so can any client that knows it."""

import json
import time
from datetime import UTC, datetime, timedelta

from tests.harness.service import Answer, Service

REPORT_TOKEN = "the-report-token-of-these-tests"
INBOUND = f"/api/v1/inbound/aggregator/{REPORT_TOKEN}"


def post(api: Service, body: object, path: str = INBOUND, headers: list[tuple[str, str]] | None = None) -> Answer:
    """A report from any client that knows the address."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.send("POST", path, [("Content-Type", "application/json"), *(headers or [])], raw)


def in_minutes(minutes: float) -> str:
    """A courier's clock."""
    return (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")


def moments(number: int) -> list[str]:
    """So many readings of a right courier's clock, one after the other, all of them past."""
    read = []
    for _ in range(number):
        read.append(in_minutes(0))
        time.sleep(0.005)
    return read
