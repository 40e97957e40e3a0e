"""Requests that cost more than one: the routes declare them, and the page and the API's description agree."""

from pathlib import Path

import msgspec
import pytest

from fulfilment.app import all_routes
from fulfilment.billing import plans
from fulfilment.infra.api.routing import PREFIX, Route
from fulfilment.infra.limits.rate_limiter import LOCAL_PENDING_SHARE
from fulfilment.infra.limits.request_limits import ONE, PERSON_REQUESTS_PER_MINUTE
from fulfilment.infra.openapi import parameters
from tests.contract.document import Document

PAGE = (Path(__file__).parents[4] / "docs/limits.md").read_text(encoding="utf-8")
DOCUMENT = Document().said
ALLOWANCE_HEADERS = {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"}

HEAVY = [route for route in all_routes() if route.cost is not ONE]
SIGNED = [route for route in all_routes() if not route.is_public and route.path.startswith(PREFIX)]


def _named(routes: list[Route]) -> list[object]:
    return [pytest.param(route, id=f"{route.method} {route.path}") for route in routes]


def _said(route: Route) -> dict:
    return DOCUMENT["paths"][parameters.shown_path(route)][route.method.lower()]


def _shown(route: Route) -> str:
    return f"`{route.method} {parameters.shown_path(route).removeprefix(PREFIX)}`"


def test_the_page_lists_every_cost_but_one() -> None:
    by_cost: dict[str, list[str]] = {}
    for route in HEAVY:
        by_cost.setdefault(str(route.cost), []).append(_shown(route))
    listed = [line for line in PAGE.splitlines() if line.startswith(("| 1 for every", "| 5 ", "| 10 "))]
    assert listed == [f"| {cost} | {', '.join(by_cost[cost])} |" for cost in sorted(by_cost)]


def test_the_page_says_what_each_plan_allows() -> None:
    for plan in plans.PLANS:
        assert f"| `{plan.name}` | {plan.requests_per_minute:,} |" in PAGE
    assert f"| a person in the console | {PERSON_REQUESTS_PER_MINUTE} |" in PAGE


def test_the_page_says_the_tolerance() -> None:
    assert f"{LOCAL_PENDING_SHARE:.0%}".replace("%", " %") in PAGE


@pytest.mark.parametrize("route", _named(HEAVY))
def test_only_a_list_of_the_body_makes_a_request_dearer(route: Route) -> None:
    if route.cost.per_item_field:
        fields = {field.name: field for field in msgspec.structs.fields(route.body)}
        assert route.cost.per_item_field in fields
        assert route.cost.for_body(_Body(route, 1_000)) > 1
    else:
        assert route.cost.for_body(None) == route.cost.minimum > 1


class _Body:
    """A body of a heavy route with so many entries."""

    def __init__(self, route: Route, entries: int):
        setattr(self, route.cost.per_item_field, [None] * entries)


@pytest.mark.parametrize("route", _named(HEAVY))
def test_the_description_says_what_is_heavy(route: Route) -> None:
    assert f"Cost against the rate limit: {route.cost}." in _said(route)["description"]


@pytest.mark.parametrize("route", _named(SIGNED))
def test_every_signed_route_says_that_it_is_limited(route: Route) -> None:
    responses = _said(route)["responses"]
    assert "`RATE_LIMITED`" in responses["429"]["description"]
    assert {*ALLOWANCE_HEADERS, "Retry-After"} <= set(responses["429"]["headers"])
    assert set(responses[str(route.status)]["headers"]) >= ALLOWANCE_HEADERS
    assert not ALLOWANCE_HEADERS & set(responses["401"]["headers"])


def test_health_says_nothing_of_an_allowance() -> None:
    responses = DOCUMENT["paths"][PREFIX + "/health"]["get"]["responses"]
    assert not ALLOWANCE_HEADERS & set(responses["200"]["headers"])
