"""The sums of docs/capacity.md are those of its formulas, with the costs that it gives and the settings of now."""

import re
from functools import cache

import msgspec
import pytest

from fulfilment import settings
from fulfilment.infra.database.embedded.server import DURABLE
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.webhooks.retention import EVENT_RETENTION_DAYS
from tests.harness import capacity
from tests.journeys.pages import ROOT

PAGE = (ROOT / "docs" / "capacity.md").read_text("utf-8")
# Largest relative difference between a number of two significant digits and its exact value.
ROUNDED = 0.051
MEGABYTE = 1_000_000


@cache
def given() -> settings.Settings:
    """The defaults, whatever the environment of the tests says."""
    return settings.load({})


def of_five() -> settings.Settings:
    """The same with a smaller pool."""
    return msgspec.structs.replace(given(), database_pool_size=5)


def table(heading: str) -> dict[str, dict[str, str]]:
    """The first table below a heading: its rows by their first cell, each by the names of the columns."""
    section = re.split(rf"^## {re.escape(heading)}$", PAGE, maxsplit=1, flags=re.M)[1]
    lines = re.findall(r"(?:^\|.*\|\n)+", section, re.M)[0].splitlines()
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(head, row, strict=True)) for row in rows}


def number(cell: str) -> float:
    return float(cell.replace(",", ""))


CARRIED = table("Load of 2, 8 and 32 cores")
GROWTH = table("Growth by act")
LOADS = table("Growth a month")
CONNECTIONS = table("Connections")


@pytest.mark.parametrize("act", CARRIED)
@pytest.mark.parametrize("cores", [2, 8, 32])
def test_what_cores_carry_is_the_formula_of_the_costs_beside_it(act: str, cores: int) -> None:
    row = CARRIED[act]
    computed = capacity.carried(cores, number(row["process us"]), number(row["PostgreSQL us"]))
    assert number(row[f"{cores} cores"]) == pytest.approx(computed, rel=ROUNDED)


def test_what_a_core_of_the_database_carries_is_the_formula_without_the_api() -> None:
    adjustments, bookings = (
        capacity.carried(1, 0, number(CARRIED[act]["PostgreSQL us"])) for act in ("adjust", "booking")
    )
    said = re.search(r"carries ([\d,]+) adjustments or ([\d,]+) bookings", " ".join(PAGE.split()))
    assert number(said[1]) == pytest.approx(adjustments, rel=ROUNDED)
    assert number(said[2]) == pytest.approx(bookings, rel=ROUNDED)


@pytest.mark.parametrize("load", LOADS)
def test_the_growth_of_a_load_is_the_sum_of_its_acts(load: str) -> None:
    row = LOADS[load]
    acts = re.findall(r"([\d,]+) (\w[\w ]*?)(?:, |$)", row["acts a month"])
    assert acts, f"{load} names no acts"
    for column, kept in (("stays, MB", "stays"), ("audit log, MB", "audit log"), ("30 days, MB", "30 days")):
        computed = sum(number(count) * number(GROWTH[act][kept]) for count, act in acts) / MEGABYTE
        assert number(row[column]) == pytest.approx(computed, rel=ROUNDED)


@pytest.mark.parametrize("api_processes", CONNECTIONS)
def test_connections_are_those_of_the_settings(api_processes: str) -> None:
    row = CONNECTIONS[api_processes]
    for column, settings_of_it in (("connections", given()), ("with a pool of 5", of_five())):
        computed = capacity.connections(settings_of_it, int(api_processes), int(row["workers"]))
        assert int(number(row[column])) == computed


def test_the_page_gives_the_bounds_that_the_code_has() -> None:
    said = [
        f"{capacity.of_api(given())} connections for each API process",
        f"{capacity.of_worker(given())} for each worker",
        f"{DURABLE['max_connections']} connections (`max_connections`)",
        f"at most {capacity.api_processes_that_fit(given(), 1)} API processes",
        f"with a pool of 5 at most {capacity.api_processes_that_fit(of_five(), 1)}.",
        f"{given().api_connections:,} connections of clients",
        f"{capacity.open_files(given()):,} open files",
        f"{RETENTION_HOURS} hours",
        f"{EVENT_RETENTION_DAYS} days",
    ]
    words = " ".join(PAGE.split())
    assert [phrase for phrase in said if phrase not in words] == []


def test_the_embedded_server_has_room_for_what_is_said_to_fit_and_no_more() -> None:
    most = int(DURABLE["max_connections"]) - capacity.RESERVED
    fitting = capacity.api_processes_that_fit(given(), 1)
    assert capacity.connections(given(), fitting, 1) <= most < capacity.connections(given(), fitting + 1, 1)
