"""What is typed into the forms of products and variants: between texts of a page and fields of the API."""

from collections.abc import Mapping, Sequence
from typing import Any

from fulfilment.console.layout import numbers
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.form import Form

PRODUCT_NAMES = ("name", "sku", "weight", "description")
VARIANT_NAMES = ("name", "sku", "price", "cost", "weight", "threshold")
NEW_NAMES = ("name", "sku", "type", "weight", "price", "quantity")

# The name of the page's field for each of the API's.
PRODUCT_FIELDS = {name: name for name in PRODUCT_NAMES}
VARIANT_FIELDS = {
    "name": "name",
    "sku": "sku",
    "priceCents": "price",
    "costCents": "cost",
    "weight": "weight",
    "lowStockThreshold": "threshold",
}
NEW_FIELDS = {name: name for name in ("name", "sku", "type", "weight")} | {"priceCents": "price", "delta": "quantity"}


def read_fields(form: Form | None, names: Sequence[str]) -> dict[str, str]:
    """What was typed, field by field."""
    return {name: "" if form is None else form.text(name) for name in names}


def product_fields(layout: PageLayout, product: Mapping[str, Any]) -> dict[str, str]:
    """A product's fields as they stand in its form."""
    return {
        "name": product["name"],
        "sku": product["sku"] or "",
        "weight": _format_integer(layout, product["weight"]),
        "description": product["description"] or "",
    }


def variant_fields(layout: PageLayout, variant: Mapping[str, Any]) -> dict[str, str]:
    """A variant's fields as they stand in its form."""
    return {
        "name": variant["name"],
        "sku": variant["sku"] or "",
        "price": numbers.format_amount(layout, variant["priceCents"]),
        "cost": numbers.format_amount(layout, variant["costCents"]),
        "weight": _format_integer(layout, variant["weight"]),
        "threshold": _format_integer(layout, variant["lowStockThreshold"]),
    }


def parse_product_update(layout: PageLayout, form: Form) -> dict[str, Any]:
    """What the form says of a product. Raises Validation."""
    return {
        "name": form.text("name"),
        "sku": form.optional("sku"),
        "description": form.optional("description"),
        "weight": numbers.parse_integer(layout, form.text("weight"), "weight"),
    }


def parse_variant_update(layout: PageLayout, form: Form) -> dict[str, Any]:
    """What the form says of a variant. Raises Validation."""
    return {
        "name": form.text("name"),
        "sku": form.optional("sku"),
        "priceCents": numbers.parse_amount(layout, form.text("price"), "priceCents"),
        "costCents": numbers.parse_amount(layout, form.text("cost"), "costCents"),
        "weight": numbers.parse_integer(layout, form.text("weight"), "weight"),
        "lowStockThreshold": numbers.parse_integer(layout, form.text("threshold"), "lowStockThreshold"),
    }


def _format_integer(layout: PageLayout, value: int | None) -> str:
    return "" if value is None else layout.formatter.number(value)
