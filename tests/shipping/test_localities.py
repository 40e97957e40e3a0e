"""Towns of areas and postal codes, from the aggregator and while it is away (decisions, section 15)."""

import asyncio
from collections.abc import Sequence

import pytest

from fulfilment.aggregators.port import AggregatorUnavailable, Area
from fulfilment.shipments.schemas import Origin
from fulfilment.shipping import localities
from fulfilment.shipping.localities import LocalityCache

CODE = 40111


def area(id: str, city: str = "Bandung", code: int = CODE) -> Area:
    return Area(
        id=id,
        name=id,
        administrative_division_level_1_name="Jawa Barat",
        administrative_division_level_2_name=city,
        postal_code=code,
    )


class FakeAccount:
    """An aggregator's area search: it answers these areas, raises, or never answers."""

    def __init__(self, *found: Area, problem: Exception | None = None, is_silent: bool = False) -> None:
        self.found, self.problem, self.is_silent = found, problem, is_silent
        self.queries: list[str] = []

    def parse_postal_code(self, area_id: str) -> str | None:
        return str(CODE) if area_id.startswith("IDN") else None

    async def areas(self, query: str) -> Sequence[Area]:
        self.queries.append(query)
        if self.is_silent:
            await asyncio.Event().wait()
        if self.problem is not None:
            raise self.problem
        return self.found


async def completed(known: LocalityCache, account: FakeAccount, **fields: str) -> tuple[str | None, ...]:
    place = Origin(**fields)
    await known.fill_all(account, [place])
    return place.city, place.province, place.postal_code


async def test_a_place_is_looked_up_once() -> None:
    known, account = LocalityCache(), FakeAccount(area("IDN1"))
    for _ in range(2):
        assert await completed(known, account, area_id="IDN1") == ("Bandung", "Jawa Barat", "40111")
        assert await completed(known, account, postal_code="40111") == ("Bandung", "Jawa Barat", "40111")
    assert account.queries == ["40111", "40111"]


async def test_what_areas_of_one_postal_code_do_not_share_stays_empty() -> None:
    account = FakeAccount(area("IDN1"), area("IDN2", city="Cimahi"), area("IDN3", city="Depok", code=16411))
    assert await completed(LocalityCache(), account, postal_code="40111") == (None, "Jawa Barat", "40111")
    assert await completed(LocalityCache(), account, area_id="IDN2") == ("Cimahi", "Jawa Barat", "40111")


@pytest.mark.parametrize("given", [{"postal_code": "00000"}, {"postal_code": "x"}, {"area_id": "nowhere"}, {}])
async def test_what_says_no_postal_code_is_not_asked_about(given: dict[str, str]) -> None:
    account = FakeAccount(area("IDN1"))
    assert await completed(LocalityCache(), account, **given) == (None, None, given.get("postal_code"))
    assert account.queries == []


async def test_what_a_search_found_needs_no_look_up() -> None:
    known, account = LocalityCache(), FakeAccount()
    known.store_areas([area("IDN1")])
    assert await completed(known, account, area_id="IDN1") == ("Bandung", "Jawa Barat", "40111")
    assert account.queries == []


@pytest.mark.parametrize("account", [FakeAccount(problem=AggregatorUnavailable("Away")), FakeAccount(is_silent=True)])
async def test_an_aggregator_that_is_away_leaves_places_as_they_are_and_is_left_alone(
    account: FakeAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(localities, "TIMEOUT_SECONDS", 0.05)
    known = LocalityCache()
    assert await completed(known, account, postal_code="40111") == (None, None, "40111")
    assert await completed(known, account, postal_code="40112") == (None, None, "40112")
    assert account.queries == ["40111"]


async def test_no_more_places_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(localities, "MAX_ENTRIES", 1)
    known, account = LocalityCache(), FakeAccount(area("IDN1"))
    known.store_areas([area("IDN1"), area("IDN2")])
    assert await completed(known, account, area_id="IDN1") == ("Bandung", "Jawa Barat", "40111")
    assert account.queries == ["40111"]
