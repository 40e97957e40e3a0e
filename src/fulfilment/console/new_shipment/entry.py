"""Form of a new parcel, and the parts of it that go to the API."""

import hashlib
import json
import re
from typing import Any

import msgspec

from fulfilment.console.layout import forms
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.i18n import N_

MAX_LINES = 20
_ID = re.compile(r"[A-Za-z0-9_]{1,64}")
# Button for the next hits of a line; the number of the line follows.
NEXT_PAGE_ACTION = "older-"
_POSTAL_DIGITS = 5

# Fields of the page by the names that the API gives to faulty fields.
FIELDS = {
    "destination.contactName": "name",
    "destination.contactPhone": "phone",
    "destination.address": "address",
    "destination.postalCode": "area",
    "destination.areaId": "area",
    "destination.note": "note",
    "externalRef": "reference",
    "customerEmail": "email",
    "origin": "origin",
    "area": "area",
    "service": "service",
} | {
    f"items.{nth}.{theirs}": f"{ours}-{nth}"
    for nth in range(MAX_LINES)
    for theirs, ours in (
        ("", "what"),
        ("name", "what"),
        ("sku", "what"),
        ("variantId", "what"),
        ("quantity", "quantity"),
        ("weight", "weight"),
        ("value", "value"),
    )
}
FIELDS |= {f"items.{nth}": f"what-{nth}" for nth in range(MAX_LINES)}


class ParcelLine(msgspec.Struct):
    """One line of the parcel. `what` is a SKU or a name as typed; `variant_id` is what it was found to be.

    `choices` are the hits of an ambiguous text, a page of them from the cursor `cursor`; `next_cursor` begins the next
    page.
    """

    what: str = ""
    quantity: str = "1"
    weight: str = ""
    value: str = ""
    variant_id: str = ""
    name: str = ""
    choices: list[dict[str, Any]] = []
    cursor: str = ""
    next_cursor: str = ""

    @property
    def is_ambiguous(self) -> bool:
        """True where a person has to choose first."""
        return bool(self.choices or self.next_cursor or self.cursor)

    @property
    def is_blank(self) -> bool:
        return not self.what and not self.variant_id


class NewShipmentForm(msgspec.Struct):
    """The form as it was typed, line by line. `quoted` is the mark of the parcel that the prices were shown for."""

    name: str = ""
    phone: str = ""
    address: str = ""
    city: str = ""
    area: str = ""
    area_id: str = ""
    area_name: str = ""
    note: str = ""
    reference: str = ""
    email: str = ""
    insured: bool = False
    service: str = ""
    quoted: str = ""
    lines: list[ParcelLine] = msgspec.field(default_factory=list)
    areas: list[dict[str, Any]] = msgspec.field(default_factory=list)

    @classmethod
    def from_form(cls, form: Form) -> "NewShipmentForm":
        """Entries of the form; a blank line stays at the end, for the next item."""
        new_form = cls(
            name=form.text("name"),
            phone=form.text("phone"),
            address=form.text("address"),
            city=form.text("city"),
            area=form.text("area"),
            area_id=form.text("area-id"),
            area_name=form.text("area-name"),
            note=form.text("note"),
            reference=form.text("reference"),
            email=form.text("email"),
            service=form.text("service"),
            quoted=form.text("quoted"),
            insured=form.has("insured"),
        )
        for index in range(MAX_LINES):
            if f"what-{index}" in form:
                new_form.lines.append(_parse_line(form, index))
        new_form.lines = [line for line in new_form.lines if not line.is_blank]
        if new_form.area_id and form.text("area-of") != new_form.area:
            # Another text was typed since the area was found.
            new_form.area_id = new_form.area_name = ""
        return new_form

    def lines_with_blank(self) -> list[ParcelLine]:
        """The lines as the page shows them."""
        return [*self.lines, ParcelLine()] if len(self.lines) < MAX_LINES else self.lines

    @property
    def postal_code(self) -> str | None:
        """The area as a postal code, where it is one."""
        is_code = len(self.area) == _POSTAL_DIGITS and self.area.isascii() and self.area.isdigit()
        return self.area if is_code else None

    def destination(self) -> dict[str, Any]:
        """Destination, as the API takes it."""
        return {
            "contactName": self.name,
            "contactPhone": self.phone,
            "address": self.address,
            "city": self.city or None,
            "note": self.note or None,
            "postalCode": self.postal_code,
            "areaId": self.area_id or None,
        }

    def items(self, layout: PageLayout) -> list[dict[str, Any]]:
        """Items of the parcel, as the API takes them. Raises Validation for a text that is no number."""
        return [_build_item(layout, line, nth) for nth, line in enumerate(self.lines)]


def fingerprint_parcel(parcel: dict[str, Any]) -> str:
    """Sixteen characters that differ for parcels whose prices may differ."""
    destination = parcel["destination"]
    quantities = [[item["quantity"], item["weight"], item["value"]] for item in parcel["items"]]
    payload = json.dumps([destination["postalCode"], destination["areaId"], quantities, parcel["insurance"]])
    return hashlib.sha256(payload.encode()).hexdigest()[:16]


def reprice_service(service: str, rates: list[dict[str, Any]]) -> str:
    """The service that was chosen, as it is priced now; empty where no courier offers it any more."""
    chosen = service.split("|")[:3]
    for rate in rates:
        names = [rate["courierCode"], rate["courierServiceCode"], rate["courierType"]]
        if names == chosen:
            return "|".join([*names, str(rate["price"]), str(rate["insurance"])])
    return ""


def parse_service(service: str) -> dict[str, Any]:
    """The courier, service, price and premium of a rate that was chosen. Raises Validation."""
    parts = service.split("|")
    if len(parts) != 5 or not all(part.isascii() and part.isdigit() for part in parts[3:]):
        raise Validation(N_("Choose a courier's price."), field="service")
    courier, code, courier_type, price, insurance = parts
    return {
        "courierCode": courier,
        "courierServiceCode": code,
        "courierType": courier_type,
        "price": int(price[:16]),
        "insurance": int(insurance[:16]),
    }


def compute_cost(service: str) -> int:
    """The price of a service that was chosen, with its premium. Raises Validation."""
    rate = parse_service(service)
    return rate["price"] + rate["insurance"]


def _parse_line(form: Form, index: int) -> ParcelLine:
    line = ParcelLine(
        what=form.text(f"what-{index}"),
        quantity=form.text(f"quantity-{index}") or "1",
        weight=form.text(f"weight-{index}"),
        value=form.text(f"value-{index}"),
        variant_id=form.text(f"variant-{index}"),
        name=form.text(f"title-{index}"),
    )
    if form.text(f"of-{index}") != line.what and not form.text(f"choose-{index}"):
        # Another text was typed since the variant was found.
        line.variant_id = line.name = ""
    if form.text(f"choose-{index}"):
        line.variant_id, line.name = form.text(f"choose-{index}"), ""
        if not _ID.fullmatch(line.variant_id):
            line.variant_id = ""
    elif form.text("act") == f"{NEXT_PAGE_ACTION}{index}" and form.text(f"of-{index}") == line.what:
        line.cursor = form.text(f"older-{index}")
    return line


def _build_item(layout: PageLayout, line: ParcelLine, index: int) -> dict[str, Any]:
    item: dict[str, Any] = {
        "name": (line.name or line.what)[:200],
        "quantity": forms.parse_positive(layout, line.quantity, f"items.{index}.quantity"),
        "weight": forms.parse_positive(layout, line.weight, f"items.{index}.weight"),
        "value": forms.parse_amount(layout, line.value, f"items.{index}.value") or 0,
    }
    return item | ({"variantId": line.variant_id} if line.variant_id else {})
