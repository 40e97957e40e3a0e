"""Localities: the city, province and postal code of an area or a postal code, for labels and pages.

They come from the aggregator, and are cached in the memory of one process. An address whose locality is not found stays
as it was given, and delays no draft.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec
import structlog

from fulfilment.aggregators.port import Aggregator, AggregatorError, Area, ParcelAddress
from fulfilment.shipping.address_checks import is_blank

log = structlog.get_logger(__name__)

CACHE_SECONDS = 86_400
# After a failure no look-up is made for this long, so that no draft waits for an unavailable aggregator.
RETRY_SECONDS = 30
TIMEOUT_SECONDS = 3.0
MAX_ENTRIES = 20_000
MAX_CONCURRENT_REQUESTS = 5
_POSTAL_DIGITS = 5
_MAX_CHARACTERS = 100


class LocatedAddress(Protocol):
    """An address with a locality: a destination or an origin."""

    city: str | None
    province: str | None
    postal_code: str | None
    area_id: str | None


# Fills the empty fields of an address.
FillLocality = Callable[[LocatedAddress], None]


class LocalityNotCached(Exception):
    """The locality of an address must first be looked up at the aggregator."""

    def __init__(self, place: LocatedAddress) -> None:
        super().__init__()
        self.place = place


class Locality(msgspec.Struct, frozen=True):
    """The values that all areas of a look-up share; None where they differ."""

    city: str | None = None
    province: str | None = None
    postal_code: str | None = None


class LocalityCache:
    """Cache of localities, by area id and by postal code."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, tuple[float, Locality]] = OrderedDict()
        self._paused_until = 0.0

    async def fill_all(self, account: Aggregator, places: Sequence[LocatedAddress]) -> None:
        """Fill the empty fields of these addresses, with look-ups of localities that are not cached."""
        if missing := self.find_missing(places):
            await self._fetch_missing(account, missing)
        for place in places:
            self.fill(place)

    def find_missing(self, places: Iterable[LocatedAddress]) -> dict[str, LocatedAddress]:
        """Incomplete addresses whose localities are not cached, by cache key. Empty for a while after a failure."""
        if time.monotonic() < self._paused_until:
            return {}
        return {
            key: place
            for place in places
            if (key := _cache_key(place)) and _is_incomplete(place) and not self._get(key)
        }

    def fill(self, place: LocatedAddress) -> None:
        """Fill the empty fields of an address from the cache."""
        found = self._get(_cache_key(place))
        if found is None:
            return
        for name in Locality.__struct_fields__:
            if is_blank(getattr(place, name) or ""):
                setattr(place, name, getattr(found, name))

    def fill_or_raise(self, place: LocatedAddress) -> None:
        """Fill the empty fields of an address. Raises LocalityNotCached if its locality must be looked up first."""
        if self.find_missing([place]):
            raise LocalityNotCached(place)
        self.fill(place)

    def store_areas(self, areas: Iterable[Area]) -> None:
        """Store the hits of an area search."""
        for area in areas:
            self._store(area.id, common_locality([area]))

    async def _fetch_missing(self, account: Aggregator, missing: dict[str, LocatedAddress]) -> None:
        semaphore = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)

        async def fetch(key: str, place: LocatedAddress) -> None:
            async with semaphore:
                self._store(key, await _fetch_locality(account, place))

        try:
            async with asyncio.timeout(TIMEOUT_SECONDS), asyncio.TaskGroup() as group:
                for key, place in missing.items():
                    group.create_task(fetch(key, place))
        except* (AggregatorError, TimeoutError) as problems:
            log.info("localities_not_found", wanted=len(missing), error=repr(problems.exceptions[0]))
            self._paused_until = time.monotonic() + RETRY_SECONDS

    def _get(self, key: str | None) -> Locality | None:
        expires_at, found = self._entries.get(key or "", (0.0, None))
        return found if time.monotonic() < expires_at else None

    def _store(self, key: str, locality: Locality) -> None:
        self._entries[key] = (time.monotonic() + CACHE_SECONDS, locality)
        self._entries.move_to_end(key)
        while len(self._entries) > MAX_ENTRIES:
            self._entries.popitem(last=False)


async def _fetch_locality(account: Aggregator, place: LocatedAddress) -> Locality:
    code = account.parse_postal_code(place.area_id) if place.area_id else _postal_code(place)
    if not code:
        return Locality()
    hits = [area for area in await account.areas(code) if _format_postal_code(area.postal_code) == code]
    return common_locality([area for area in hits if area.id == place.area_id] or hits)


def common_locality(areas: Sequence[Area]) -> Locality:
    """The values that all areas share."""
    values_by_name = {
        "city": {area.administrative_division_level_2_name for area in areas},
        "province": {area.administrative_division_level_1_name for area in areas},
        "postal_code": {_format_postal_code(area.postal_code) for area in areas},
    }
    return Locality(**{name: _single_value(values) for name, values in values_by_name.items()})


def _single_value(values: set[str | None]) -> str | None:
    value = next(iter(values)) if len(values) == 1 else None
    return value if value and len(value) <= _MAX_CHARACTERS else None


def _format_postal_code(code: int | None) -> str | None:
    return None if code is None else str(code).zfill(_POSTAL_DIGITS)


def _cache_key(place: LocatedAddress) -> str | None:
    """The area's id, which is more exact, else the postal code."""
    return place.area_id or _postal_code(place)


def _postal_code(place: LocatedAddress) -> str | None:
    return _format_postal_code(ParcelAddress(postal_code=place.postal_code).postal_number)


def _is_incomplete(place: LocatedAddress) -> bool:
    return any(is_blank(getattr(place, name) or "") for name in Locality.__struct_fields__)
