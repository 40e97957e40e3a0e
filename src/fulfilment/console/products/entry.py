"""What is typed into the forms of products and variants: between texts of a page and fields of the API."""

from collections.abc import Mapping, Sequence
from typing import Any

from fulfilment.console.frame.frame import Frame
from fulfilment.console.products import numbers
from fulfilment.http.form import Form

PRODUCT = ("name", "sku", "weight", "description")
VARIANT = ("name", "sku", "price", "cost", "weight", "threshold")
NEW = ("name", "sku", "type", "weight", "price", "quantity")

# The name of the page's field for each of the API's.
PRODUCT_FIELDS = {name: name for name in PRODUCT}
VARIANT_FIELDS = {
    "name": "name",
    "sku": "sku",
    "priceCents": "price",
    "costCents": "cost",
    "weight": "weight",
    "lowStockThreshold": "threshold",
}
NEW_FIELDS = {name: name for name in ("name", "sku", "type", "weight")} | {"priceCents": "price", "delta": "quantity"}


def typed(form: Form | None, names: Sequence[str]) -> dict[str, str]:
    """What was typed, field by field."""
    return {name: "" if form is None else form.text(name) for name in names}


def of_product(shown: Frame, product: Mapping[str, Any]) -> dict[str, str]:
    """A product's fields as they stand in its form."""
    return {
        "name": product["name"],
        "sku": product["sku"] or "",
        "weight": _whole(shown, product["weight"]),
        "description": product["description"] or "",
    }


def of_variant(shown: Frame, variant: Mapping[str, Any]) -> dict[str, str]:
    """A variant's fields as they stand in its form."""
    return {
        "name": variant["name"],
        "sku": variant["sku"] or "",
        "price": numbers.typed_amount(shown, variant["priceCents"]),
        "cost": numbers.typed_amount(shown, variant["costCents"]),
        "weight": _whole(shown, variant["weight"]),
        "threshold": _whole(shown, variant["lowStockThreshold"]),
    }


def product_change(shown: Frame, form: Form) -> dict[str, Any]:
    """What the form says of a product. Raises Validation."""
    return {
        "name": form.text("name"),
        "sku": form.optional("sku"),
        "description": form.optional("description"),
        "weight": numbers.whole(shown, form.text("weight"), "weight"),
    }


def variant_change(shown: Frame, form: Form) -> dict[str, Any]:
    """What the form says of a variant. Raises Validation."""
    return {
        "name": form.text("name"),
        "sku": form.optional("sku"),
        "priceCents": numbers.amount(shown, form.text("price"), "priceCents"),
        "costCents": numbers.amount(shown, form.text("cost"), "costCents"),
        "weight": numbers.whole(shown, form.text("weight"), "weight"),
        "lowStockThreshold": numbers.whole(shown, form.text("threshold"), "lowStockThreshold"),
    }


def _whole(shown: Frame, value: int | None) -> str:
    return "" if value is None else shown.show.number(value)
