"""A sample of Indonesian areas, the search for them, and the distance between two of them."""

import csv
from collections.abc import Mapping
from math import asin, cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

import msgspec

from fulfilment_simulators.couriers import forms

HITS_LIMIT = 10
EARTH_RADIUS_KM = 6_371
# Ratio of a road's length to the distance as the crow flies.
ROAD_FACTOR = 1.25
_POSTAL_CODES = range(10_000, 100_000)


class Area(msgspec.Struct, frozen=True):
    id: str
    district: str
    city: str
    city_type: str
    province: str
    postal_code: int
    latitude: float
    longitude: float

    @property
    def name(self) -> str:
        return f"{self.district}, {self.city}, {self.province}. {self.postal_code}"

    @property
    def to_api(self) -> dict[str, Any]:
        """A row of the area search, without the fourth level, which the aggregator also lacks."""
        return {"id": self.id, "name": self.name} | self.divisions | {"postal_code": self.postal_code}

    @property
    def divisions(self) -> dict[str, str]:
        return {
            "country_name": "Indonesia",
            "country_code": "ID",
            "administrative_division_level_1_name": self.province,
            "administrative_division_level_1_type": "province",
            "administrative_division_level_2_name": self.city,
            "administrative_division_level_2_type": self.city_type,
            "administrative_division_level_3_name": self.district,
            "administrative_division_level_3_type": "district",
        }


class Spot(msgspec.Struct, frozen=True):
    """The location of an origin or a destination; `exact` where coordinates were given."""

    latitude: float
    longitude: float
    exact: bool
    area: Area


def _load_areas() -> tuple[Area, ...]:
    with (Path(__file__).parent / "areas.csv").open(encoding="utf-8", newline="") as file:
        return tuple(msgspec.convert(row, Area, strict=False) for row in csv.DictReader(file))


AREAS = _load_areas()
_BY_ID = {area.id: area for area in AREAS}


def search_areas(query: str) -> list[Area]:
    """Areas whose name has every word of the query; areas whose district begins with the query come first."""
    words = query.lower().replace(",", " ").split()
    found = [area for area in AREAS if words and all(word in area.name.lower() for word in words)]
    return sorted(found, key=lambda area: not area.district.lower().startswith(words[0]))[:HITS_LIMIT]


def find_by_id(area_id: str | None) -> Area | None:
    return _BY_ID.get(area_id or "")


def find_by_postal_code(postal_code: int | None) -> Area | None:
    """The area with the nearest postal code, since similar codes belong to neighbouring areas."""
    if postal_code is None or postal_code not in _POSTAL_CODES:
        return None
    return min(AREAS, key=lambda area: (abs(area.postal_code - postal_code), area.id))


def find_nearest(latitude: float, longitude: float) -> Area:
    return min(AREAS, key=lambda area: _km(latitude, longitude, area.latitude, area.longitude))


def locate(area_id: str | None, postal_code: int | None, coordinate: Mapping[str, Any] | None) -> Spot | None:
    """The location of an area, a postal code or coordinates; None where none of them is known."""
    latitude, longitude = forms.number(coordinate, "latitude"), forms.number(coordinate, "longitude")
    named_area = find_by_id(area_id) or find_by_postal_code(postal_code)
    if latitude is not None and longitude is not None and abs(latitude) <= 90 and abs(longitude) <= 180:
        return Spot(latitude, longitude, True, named_area or find_nearest(latitude, longitude))
    return Spot(named_area.latitude, named_area.longitude, False, named_area) if named_area else None


def distance_km(one: Spot, other: Spot) -> float:
    return ROAD_FACTOR * _km(one.latitude, one.longitude, other.latitude, other.longitude)


def _km(latitude: float, longitude: float, other_latitude: float, other_longitude: float) -> float:
    """The haversine distance in kilometres."""
    half_north = sin(radians(other_latitude - latitude) / 2) ** 2
    half_east = sin(radians(other_longitude - longitude) / 2) ** 2
    chord = half_north + cos(radians(latitude)) * cos(radians(other_latitude)) * half_east
    return 2 * EARTH_RADIUS_KM * asin(sqrt(min(1.0, chord)))
