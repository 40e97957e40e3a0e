"""Processor time of an act at the API and at PostgreSQL, with one API process and with several."""

import random
from collections.abc import Iterable
from math import ceil

import msgspec
import psycopg

from benchmarks import workload
from benchmarks.capacity.growth import BY_NAME, Filler
from benchmarks.measuring import Machine
from benchmarks.requests import Stage
from benchmarks.scenarios import Scenario

_API = "/api/v1"
_LABELLED = "SELECT id FROM shipments WHERE account_id = %s AND status = 'confirmed' LIMIT %s"
_LABELS = 500
_MOST_A_SECOND = 6_000
_HOT = 1
_LINE = "{:<14}{:>10}{:>10}{:>14}"


class Cost(msgspec.Struct, frozen=True):
    """Cost of one act with so many API processes: requests a second, and microseconds of processor time of each."""

    name: str
    processes: int
    rate: float
    api_us: float
    postgres_us: float


def measured(machine: Machine, filler: Filler, processes: int, seconds: float) -> list[Cost]:
    """Each act once, after a first run that fills caches. Raises CannotMeasure."""
    return [_cost(machine, filler, scenario, processes, seconds) for scenario in _scenarios(machine)]


def lines(costs: list[Cost]) -> list[str]:
    """The table of them."""
    rows = [
        _LINE.format(cost.name, f"{cost.rate:,.0f}", f"{cost.api_us:,.0f}", f"{cost.postgres_us:,.0f}")
        for cost in costs
    ]
    return [_LINE.format("act", "per s", "API us", "Postgres us"), *rows]


def _cost(machine: Machine, filler: Filler, scenario: Scenario, processes: int, seconds: float) -> Cost:
    run = None
    for length in (min(1.0, seconds), seconds):
        many = ceil(_MOST_A_SECOND * length) if run is None else ceil(2 * run.rate * length)
        if scenario.uses_up:
            numbers: Iterable[int] = filler.leavings(scenario, min(many, 1_500))
        else:
            numbers = range(many if scenario.is_act else scenario.distinct)
        run = machine.over_http(scenario, numbers, length)
        filler.check(scenario, run.count)
    each = 1e6 / run.rate
    return Cost(scenario.name, processes, run.rate, run.api_share * each, run.postgres_share * each)


def _scenarios(machine: Machine) -> list[Scenario]:
    hot = msgspec.structs.replace(BY_NAME["adjust"], name="adjust, hot", requests=_adjust_one)
    named = [BY_NAME[name] for name in ("adjust", "levels", "validate", "draft-many", "confirm", "activate")]
    with psycopg.connect(machine.postgres.url) as db:
        account_id = machine.stage.shop.workspace.account_id
        ids = [row[0] for row in db.execute(_LABELLED, (account_id, _LABELS)).fetchall()]

    def labels(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
        return (stage.shop.workspace.request("GET", f"{_API}/shipments/{ids[number]}/label") for number in numbers)

    return [*named, hot, Scenario("label", labels, distinct=len(ids), has_sql=False)]


def _adjust_one(stage: Stage, numbers: Iterable[int]) -> Iterable[bytes]:
    """All requests move one level, and wait for its row alone."""
    for _ in numbers:
        change = {"variantId": workload.variant(_HOT), "warehouseId": stage.workspace.warehouse_id}
        body = change | {"delta": random.choice((-1, 1)), "reason": "manual_adjust"}
        yield stage.workspace.post(f"{_API}/stock/adjust", body)
