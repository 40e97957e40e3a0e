"""What somebody typed for a new parcel, and what of it the API is given."""

import hashlib
import json
from typing import Any

import msgspec

from fulfilment.console.wording import amounts
from fulfilment.http.errors import Validation
from fulfilment.http.form import Form
from fulfilment.translations import N_

MOST_LINES = 20
_POSTAL_DIGITS = 5

# The API's names of what may be wrong, by the page's fields.
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
    for nth in range(MOST_LINES)
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
FIELDS |= {f"items.{nth}": f"what-{nth}" for nth in range(MOST_LINES)}


class Line(msgspec.Struct):
    """One line of the parcel. `what` is a SKU or a name as typed; `variant_id` is what it was found to be."""

    what: str = ""
    quantity: str = "1"
    weight: str = ""
    value: str = ""
    variant_id: str = ""
    name: str = ""
    choices: list[dict[str, Any]] = []

    @property
    def is_blank(self) -> bool:
        return not self.what and not self.variant_id


class Entry(msgspec.Struct):
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
    lines: list[Line] = msgspec.field(default_factory=list)
    areas: list[dict[str, Any]] = msgspec.field(default_factory=list)

    @classmethod
    def of(cls, form: Form) -> "Entry":
        """What came with the form; a blank line is kept at the end, to type the next one into."""
        entry = cls(
            **{
                name: form.text(name.replace("_", "-"))
                for name in (
                    *("name", "phone", "address", "city", "area", "area_id", "area_name"),
                    *("note", "reference", "email", "service", "quoted"),
                )
            },
            insured=form.has("insured"),
        )
        for nth in range(MOST_LINES):
            if f"what-{nth}" in form:
                entry.lines.append(_line(form, nth))
        entry.lines = [line for line in entry.lines if not line.is_blank]
        if entry.area_id and form.text("area-of") != entry.area:
            # Another text was typed since the area was found.
            entry.area_id = entry.area_name = ""
        return entry

    def with_blank(self) -> list[Line]:
        """The lines as the page shows them."""
        return [*self.lines, Line()] if len(self.lines) < MOST_LINES else self.lines

    @property
    def postal_code(self) -> str | None:
        """The area as a postal code, where it is one."""
        is_code = len(self.area) == _POSTAL_DIGITS and self.area.isascii() and self.area.isdigit()
        return self.area if is_code else None

    def destination(self) -> dict[str, Any]:
        """Where it goes, as the API takes it."""
        return {
            "contactName": self.name,
            "contactPhone": self.phone,
            "address": self.address,
            "city": self.city or None,
            "note": self.note or None,
            "postalCode": self.postal_code,
            "areaId": self.area_id or None,
        }

    def items(self, currency: str) -> list[dict[str, Any]]:
        """What is in it, as the API takes it. Raises Validation for what is no number."""
        return [_item(line, nth, currency) for nth, line in enumerate(self.lines)]


def mark_of(parcel: dict[str, Any]) -> str:
    """What tells a parcel that prices are asked for from one that may cost something else: sixteen characters."""
    to = parcel["destination"]
    counted = [[item["quantity"], item["weight"], item["value"]] for item in parcel["items"]]
    said = json.dumps([to["postalCode"], to["areaId"], counted, parcel["insurance"]])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def same_service(service: str, rates: list[dict[str, Any]]) -> str:
    """The service that was chosen, as it is priced now; empty where no courier offers it any more."""
    of_courier = service.split("|")[:3]
    for rate in rates:
        names = [rate["courierCode"], rate["courierServiceCode"], rate["courierType"]]
        if names == of_courier:
            return "|".join([*names, str(rate["price"]), str(rate["insurance"])])
    return ""


def chosen(service: str) -> dict[str, Any]:
    """The courier, service, price and premium of a rate that was chosen. Raises Validation."""
    parts = service.split("|")
    if len(parts) != 5 or not all(part.isascii() and part.isdigit() for part in parts[3:]):
        raise Validation(N_("Choose a courier's price."), field="service")
    courier, code, kind, price, insurance = parts
    return {
        "courierCode": courier,
        "courierServiceCode": code,
        "courierType": kind,
        "price": int(price[:16]),
        "insurance": int(insurance[:16]),
    }


def _line(form: Form, nth: int) -> Line:
    line = Line(
        what=form.text(f"what-{nth}"),
        quantity=form.text(f"quantity-{nth}") or "1",
        weight=form.text(f"weight-{nth}"),
        value=form.text(f"value-{nth}"),
        variant_id=form.text(f"variant-{nth}"),
        name=form.text(f"title-{nth}"),
    )
    if form.text(f"of-{nth}") != line.what and not form.text(f"choose-{nth}"):
        # Another text was typed since the variant was found.
        line.variant_id = line.name = ""
    if form.text(f"choose-{nth}"):
        line.variant_id, line.name = form.text(f"choose-{nth}"), ""
    return line


def _item(line: Line, nth: int, currency: str) -> dict[str, Any]:
    value = amounts.read(line.value, currency) if line.value else 0
    if value is None:
        raise Validation(N_("This is no amount of money."), field=f"items.{nth}.value")
    item: dict[str, Any] = {
        "name": (line.name or line.what)[:200],
        "quantity": _number(line.quantity, f"items.{nth}.quantity"),
        "weight": _number(line.weight, f"items.{nth}.weight"),
        "value": value,
    }
    return item | ({"variantId": line.variant_id} if line.variant_id else {})


def _number(text: str, field: str) -> int:
    text = text.replace(".", "").replace(",", "").replace(" ", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Validation(N_("Enter a whole number above zero."), field=field)
    return int(text)
