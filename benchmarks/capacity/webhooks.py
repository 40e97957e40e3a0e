"""Cost of a delivered event: one worker fans events out to endpoints and delivers them."""

import time
from collections.abc import Callable

import msgspec
import psycopg

from benchmarks.capacity.growth import Filler, Growth, look
from benchmarks.capacity.held import Held, held
from benchmarks.client import call
from benchmarks.measuring import Machine
from benchmarks.processes import CannotMeasure, watched
from benchmarks.webhooks.drain import working
from benchmarks.webhooks.receiving import receiving

ENDPOINTS = 8
_LONGEST_SECONDS = 240.0
_LEFT = "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM webhook_queue)"


class Delivered(msgspec.Struct, frozen=True):
    """Cost of one delivery: bytes, and microseconds of processor time of the worker and of PostgreSQL."""

    growth: Growth
    worker_us: float
    postgres_us: float
    held: list[Held]


def deliver(machine: Machine, filler: Filler, events: int) -> Delivered:
    """Bring so many events to each of some endpoints, by one worker. Raises CannotMeasure."""
    url = machine.postgres.url
    with receiving(machine.folder) as receiver:
        filler.forget_queue()
        workspace = machine.stage.workspace
        for number in range(ENDPOINTS):
            given = {"url": receiver.url(f"ok{number}"), "events": ["*"]}
            call(machine.port, workspace, "/api/v1/webhooks/endpoints", given)
        filler.grow("adjust", events)
        before = look(url)
        with working(machine.folder) as worker, watched(worker, machine.postgres.pid) as watch:
            _await(lambda: _left(url) == 0)
            found = held({"API": machine.api, "worker": worker}, machine.postgres.pid, url)
        count = receiver.count
    if not count:
        raise CannotMeasure("No event was delivered.")
    growth = Growth.between("delivery of an event", count, before, look(url))
    worker_us, postgres_us = (1e6 * spent / count for spent in watch.spent())
    return Delivered(growth, worker_us, postgres_us, found)


def _left(url: str) -> int:
    with psycopg.connect(url) as db:
        return db.execute(_LEFT).fetchone()[0]


def _await(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _LONGEST_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            raise CannotMeasure("The worker did not deliver everything in time; see its log.")
        time.sleep(0.2)
