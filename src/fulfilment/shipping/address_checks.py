"""Checks of a parcel's origin and destination, before any call of the aggregator (decisions, section 15)."""

import unicodedata
from collections.abc import Iterable

from msgspec import UNSET, Struct

from fulfilment.addresses import schemas
from fulfilment.infra import search_text
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import wire_names

CONTACT = ("contact_name", "contact_phone", "address")
_SPACES_AND_CONTROLS = frozenset("ZC")
# A symbol that prints nothing, although Unicode counts it as visible.
_BRAILLE_BLANK = "\u2800"
_BLANK = "This must not be blank."


def require_valid_address(place: Struct, field_prefix: str) -> None:
    """Raise Validation for an inconsistent destination or origin; `field_prefix` is its path, such as `origin.`.

    It also moves the postal code from its alias to `postalCode`.
    """
    schemas.merge_aliases(place, "postal_code", "postal", field_prefix)
    lat, lng = (getattr(place, name) for name in ("lat", "lng"))
    require_coordinates(lat, lng, field_prefix)


def require_coordinates(lat: float | None, lng: float | None, field_prefix: str = "") -> None:
    """Raise Validation for half a coordinate, and for 0, 0."""
    for name, value, other in (("lat", lat, lng), ("lng", lng, lat)):
        if value is None and other is not None:
            raise Validation("Latitude and longitude go together.", field=f"{field_prefix}{name}")
    require_nonzero_coordinates(lat, lng, field_prefix)


def require_nonzero_coordinates(lat: float | None, lng: float | None, field_prefix: str = "") -> None:
    """Raise Validation for 0, 0: a form that was never filled in, off the coast of Africa."""
    if lat == 0 and lng == 0:
        raise Validation("No parcel is collected or delivered at 0, 0.", field=f"{field_prefix}lat")


def require_not_blank(record: Struct, names: Iterable[str], field_prefix: str = "") -> None:
    """Raise Validation for the first of these fields whose text prints nothing."""
    for name in names:
        value = getattr(record, name)
        if value not in (None, UNSET) and is_blank(value):
            raise Validation(_BLANK, field=field_prefix + wire_names(type(record), (name,))[name])


def is_blank(text: str) -> bool:
    """True if no character of a text is visible."""
    folded = search_text.fold(text).replace(_BRAILLE_BLANK, "")
    return all(unicodedata.category(character)[0] in _SPACES_AND_CONTROLS for character in folded)
