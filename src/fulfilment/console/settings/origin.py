"""The page of the origin: where drivers collect parcels. Its area is found by name or by postal code."""

from typing import Any

import msgspec

from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.settings import sections
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, IntegrationError, NotConfigured, Validation
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.shipping import routes as shipping
from fulfilment.sign_in.return_path import sound

# The form's field for each of the API's.
FIELDS = {
    "contactName": "contact",
    "contactPhone": "phone",
    "address": "address",
    "note": "note",
    "lat": "lat",
    "lng": "lng",
    "postal": "area",
    "areaId": "area",
    "q": "area",
}
SEARCH = "search"
FEWEST_LETTERS, MOST_CHARACTERS = 2, 255
_POSTAL_DIGITS = 5
# Of an area: the origin's field, and the hit's.
_OF_AREA = {
    "areaId": "id",
    "village": "administrative_division_level_4_name",
    "district": "administrative_division_level_3_name",
    "city": "administrative_division_level_2_name",
    "province": "administrative_division_level_1_name",
}
_PLACE = ("village", "district", "city", "province", "postal")


class Typed(msgspec.Struct):
    """The form: what was typed, and the areas that this may mean, of which `choice` is one."""

    contact: str = ""
    phone: str = ""
    address: str = ""
    area: str = ""
    note: str = ""
    lat: str = ""
    lng: str = ""
    # What stood in the field of the area when the page was made: while it stands there, the area stays.
    area_was: str = ""
    choice: str = ""
    areas: list[dict[str, Any]] = []

    @classmethod
    def of(cls, form: Form) -> "Typed":
        names = ("contact", "phone", "address", "area", "note", "lat", "lng", "choice")
        return cls(area_was=form.text("area-was"), **{name: form.text(name) for name in names})

    @classmethod
    def there(cls, origin: dict[str, Any]) -> "Typed":
        """The form of an origin as it is set."""
        area = place_of(origin)
        return cls(
            contact=origin["contactName"] or "",
            phone=origin["contactPhone"] or "",
            address=origin["address"] or "",
            area=area,
            note=origin["note"] or "",
            lat=_degrees(origin["lat"]),
            lng=_degrees(origin["lng"]),
            area_was=area,
        )


def place_of(origin: dict[str, Any]) -> str:
    """The area of an origin in words: `Coblong, Bandung, Jawa Barat, 40132`."""
    return ", ".join(origin[name] for name in _PLACE if origin[name])


async def put(
    page: Page,
    shown: Frame,
    typed: Typed | None = None,
    *,
    back: str | None = None,
    done: str | None = None,
    refusal: ApiError | None = None,
    key: str | None = None,
) -> Document:
    """The page as it is, or as it was sent where something is to be put right."""
    origin = (await page.ask(shipping.get_shipping_origin)).data
    return sections.put(
        page,
        shown,
        "origin",
        "origin.html",
        done=done,
        refusal=refusal,
        fields=FIELDS,
        origin=origin,
        place_words=place_of(origin),
        typed=typed or Typed.there(origin),
        back=_sound(page, back),
        key_value=key,
        is_unreachable=origin["configured"] and not _is_reachable(origin),
    )


async def save(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Keep the origin, or show the areas to choose from first."""
    typed, back = Typed.of(form), form.optional("return")
    try:
        area = await _area(page, shown, typed, searches=form.text("act") == SEARCH)
        if typed.areas:
            return await put(page, shown, typed, back=back, key=form.key)
        change = {
            "contactName": typed.contact,
            "contactPhone": typed.phone,
            "address": typed.address,
            "note": typed.note or None,
            "lat": _number(shown, typed.lat, "lat"),
            "lng": _number(shown, typed.lng, "lng"),
            **area,
        }
        await page.tell(shipping.update_shipping_origin, change, key=form.key)
    except ApiError as refusal:
        return await put(page, shown, typed, back=back, refusal=refusal, key=forms.next_key(form, refusal))
    return shown.go(_sound(page, back) or "/settings/origin?done=saved")


def _sound(page: Page, back: str | None) -> str | None:
    """Where the page leads back to, as `Frame.go` takes it; None for what is no page of the workspace."""
    there = f"{page.address}{back}"
    is_one = back is not None and back.startswith("/") and not back.startswith("//")
    return back if is_one and sound(there) == there else None


async def _area(page: Page, shown: Frame, typed: Typed, *, searches: bool) -> dict[str, Any]:
    """What the origin says of its area; nothing while it stays. Several hits are left in `typed.areas`.

    Raises Validation, IntegrationError.
    """
    if not typed.area:
        raise Validation(shown.say("Enter the postal code or the district."), field="areaId")
    if typed.area == typed.area_was and not typed.choice and not searches:
        return {}
    hits = await _find(page, typed.area)
    meant = [hit for hit in hits if hit["id"] == typed.choice or hit["name"] == typed.area]
    if searches or (not meant and len(hits) > 1):
        typed.areas = hits
    if not hits:
        if _is_postal(typed.area) and not searches:
            # The couriers know postal codes that the search does not.
            return dict.fromkeys(_OF_AREA) | {"postal": typed.area}
        raise Validation(shown.say("Nobody knows such a place. Enter a postal code of five digits."), field="areaId")
    return {} if typed.areas else _said_of((meant or hits)[0], typed.area)


async def _find(page: Page, text: str) -> list[dict[str, Any]]:
    """The areas that a text may mean; none of a postal code while the aggregator cannot be asked."""
    try:
        return (await page.ask(shipping.search_areas, {"q": text})).data
    except (IntegrationError, NotConfigured):
        if _is_postal(text):
            return []
        raise


def _said_of(hit: dict[str, Any], text: str) -> dict[str, Any]:
    postal = hit.get("postal_code")
    return {
        **{name: hit.get(there) for name, there in _OF_AREA.items()},
        "postal": str(postal).zfill(_POSTAL_DIGITS) if postal else text if _is_postal(text) else None,
    }


def _is_postal(text: str) -> bool:
    return len(text) == _POSTAL_DIGITS and text.isascii() and text.isdigit()


def _is_reachable(origin: dict[str, Any]) -> bool:
    """Whether couriers can tell where it is."""
    return bool(origin["areaId"] or origin["postal"] or origin["lat"] is not None)


def _degrees(value: float | None) -> str:
    return "" if value is None else repr(value)


def _number(shown: Frame, text: str, field: str) -> float | None:
    """Decimal degrees, with a point or a comma. Raises Validation."""
    if not text:
        return None
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not abs(value) <= 180:
        raise Validation(shown.say("Enter decimal degrees, for example −6.8850."), field=field)
    return value
