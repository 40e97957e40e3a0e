"""Page of the origin, where drivers collect parcels. Its area is found by name or by postal code."""

from typing import Any

import msgspec

from fulfilment.console.i18n import formatter
from fulfilment.console.layout import forms
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.settings import sections
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, IntegrationError, NotConfigured, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipping import routes as shipping
from fulfilment.sign_in.pages import sanitize_return_path

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
SEARCH_ACTION = "search"
# Further stored values of the form, and the field of its return path.
_FORM_KEY, _RETURN_FIELD = "typed", "return"
MIN_LETTERS, MAX_CHARACTERS = 2, 255
_POSTAL_DIGITS = 5
# Fields of an area: that of the origin, and that of the search result.
_AREA_FIELDS = {
    "areaId": "id",
    "village": "administrative_division_level_4_name",
    "district": "administrative_division_level_3_name",
    "city": "administrative_division_level_2_name",
    "province": "administrative_division_level_1_name",
}
_PLACE_FIELDS = ("village", "district", "city", "province", "postal")


class OriginForm(msgspec.Struct):
    """The form: what was typed, and the areas that this may mean, of which `choice` is one."""

    contact: str = ""
    phone: str = ""
    address: str = ""
    area: str = ""
    note: str = ""
    lat: str = ""
    lng: str = ""
    # Text of the area when the page was made. The area stays while its text does.
    area_was: str = ""
    choice: str = ""
    areas: list[dict[str, Any]] = []

    @classmethod
    def from_form(cls, form: Form) -> "OriginForm":
        return cls(
            contact=form.text("contact"),
            phone=form.text("phone"),
            address=form.text("address"),
            area=form.text("area"),
            note=form.text("note"),
            lat=form.text("lat"),
            lng=form.text("lng"),
            area_was=form.text("area-was"),
            choice=form.text("choice"),
        )

    @classmethod
    def from_origin(cls, origin: dict[str, Any]) -> "OriginForm":
        """The form of an origin as it is set."""
        area = format_place(origin)
        return cls(
            contact=origin["contactName"] or "",
            phone=origin["contactPhone"] or "",
            address=origin["address"] or "",
            area=area,
            note=origin["note"] or "",
            lat=_format_degrees(origin["lat"]),
            lng=_format_degrees(origin["lng"]),
            area_was=area,
        )


def format_place(origin: dict[str, Any]) -> str:
    """The area of an origin in words: `Coblong, Bandung, Jawa Barat, 40132`."""
    return ", ".join(origin[name] for name in _PLACE_FIELDS if origin[name])


async def render_page(
    page: ConsolePage,
    layout: PageLayout,
    *,
    back: str | None = None,
    done: str | None = None,
    sent: SubmittedForm | None = None,
) -> Document:
    """Page of the origin, or its refused form."""
    typed = None
    if sent is not None:
        typed, back = msgspec.convert(sent.extra[_FORM_KEY], OriginForm), sent.form.optional(_RETURN_FIELD)
    origin = (await page.get(shipping.get_shipping_origin)).data
    return sections.render_section(
        page,
        layout,
        "origin",
        "origin.html",
        done=done,
        sent=sent,
        fields=FIELDS,
        origin=origin,
        place_words=format_place(origin),
        typed=typed or OriginForm.from_origin(origin),
        back=_safe_return_path(page, back),
        is_unreachable=origin["configured"] and not _has_location(origin),
    )


async def save(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Save the origin, or show the areas to choose from first."""
    typed, back = OriginForm.from_form(form), form.optional(_RETURN_FIELD)
    try:
        formatter.require_phone(typed.phone, "contactPhone")
        area = await _resolve_area(page, layout, typed, searches=form.text("act") == SEARCH_ACTION)
        if typed.areas:
            return await _redirect_to_form(layout, form, typed)
        change = {
            "contactName": typed.contact,
            "contactPhone": typed.phone,
            "address": typed.address,
            "note": typed.note or None,
            "lat": forms.parse_degrees(layout, typed.lat, "lat"),
            "lng": forms.parse_degrees(layout, typed.lng, "lng"),
            **area,
        }
        await page.mutate(shipping.update_shipping_origin, change, key=form.idempotency_key)
    except ApiError as error:
        return await _redirect_to_form(layout, form, typed, error)
    return layout.redirect(_safe_return_path(page, back) or "/settings/origin?done=saved")


async def _redirect_to_form(
    layout: PageLayout, form: Form, typed: OriginForm, error: ApiError | None = None
) -> EncodedResponse:
    return await layout.redirect_to_form(form, error, **{_FORM_KEY: msgspec.to_builtins(typed)})


def _safe_return_path(page: ConsolePage, back: str | None) -> str | None:
    """Return path for `PageLayout.redirect`; None for an address outside the workspace."""
    url = f"{page.address}{back}"
    is_one = back is not None and back.startswith("/") and not back.startswith("//")
    return back if is_one and sanitize_return_path(url) == url else None


async def _resolve_area(page: ConsolePage, layout: PageLayout, typed: OriginForm, *, searches: bool) -> dict[str, Any]:
    """Area of the origin; nothing while it stays. Several results are left in `typed.areas`.

    Raises Validation, IntegrationError.
    """
    if not typed.area:
        raise Validation(layout.gettext("Enter the postal code or the district."), field="areaId")
    if typed.area == typed.area_was and not typed.choice and not searches:
        return {}
    hits = await _search_areas(page, typed.area)
    matches = [hit for hit in hits if hit["id"] == typed.choice] or [hit for hit in hits if hit["name"] == typed.area]
    if searches or (len(matches) != 1 and len(hits) > 1):
        # None of several areas is chosen until a person chooses.
        typed.areas = hits
    if not hits:
        if _is_postal_code(typed.area) and not searches:
            # The couriers know postal codes that the search does not.
            return dict.fromkeys(_AREA_FIELDS) | {"postal": typed.area}
        raise Validation(layout.gettext("No place matches. Enter a postal code of five digits."), field="areaId")
    return {} if typed.areas else _area_fields((matches or hits)[0], typed.area)


async def _search_areas(page: ConsolePage, text: str) -> list[dict[str, Any]]:
    """The areas that a text may mean; none of a postal code while the aggregator cannot be asked."""
    try:
        return (await page.get(shipping.search_areas, {"q": text})).data
    except (IntegrationError, NotConfigured):
        if _is_postal_code(text):
            return []
        raise


def _area_fields(hit: dict[str, Any], text: str) -> dict[str, Any]:
    postal = hit.get("postal_code")
    return {
        **{name: hit.get(there) for name, there in _AREA_FIELDS.items()},
        "postal": str(postal).zfill(_POSTAL_DIGITS) if postal else text if _is_postal_code(text) else None,
    }


def _is_postal_code(text: str) -> bool:
    return len(text) == _POSTAL_DIGITS and text.isascii() and text.isdigit()


def _has_location(origin: dict[str, Any]) -> bool:
    """True where couriers can find the origin."""
    return bool(origin["areaId"] or origin["postal"] or origin["lat"] is not None)


def _format_degrees(value: float | None) -> str:
    # Without an exponent, which the form does not read.
    return "" if value is None else f"{value:.12f}".rstrip("0").removesuffix(".")
