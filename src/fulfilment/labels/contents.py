"""What the parcel is: weight, cost, insurance, and the list of its items."""

import itertools
from collections.abc import Iterator

from reportlab.lib.units import mm

from fulfilment.labels import rows, wording
from fulfilment.labels.records import Label, LabelItem, LabelOptions
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, TALLEST_BESIDE, Scale

# An item of no more lines than this is kept on one page.
_KEPT_ITEM_LINES = 6
_AMOUNT_SHARE = 0.08
_WEIGHT_SHARE = 0.15
_WIDE_AMOUNT = 1000


def compose_facts(label: Label, options: LabelOptions, scale: Scale) -> list[Row]:
    """Weight, items, cost and insurance, as far as they are known and shown, side by side."""
    sheet, facts = scale.sheet, _collect_facts(label, options)
    if not facts:
        return []
    width = sheet.inner_width / len(facts)
    room = width - COLUMN_GAP_MM * mm
    style = Style(scale.text(sheet.fact), is_bold=True)
    columns = [
        [*rows.caption(name, sheet.caption, room, at * width), *rows.fit(value, style, room, 1, at * width)]
        for at, (name, value) in enumerate(facts)
    ]
    return rows.ruled(rows.beside(columns, sheet.height * TALLEST_BESIDE), sheet.padding * 0.7)


def _collect_facts(label: Label, options: LabelOptions) -> list[tuple[str, str]]:
    facts: list[tuple[str, str]] = []
    if label.total_weight_grams is not None:
        facts.append(("WEIGHT", wording.weight(label.total_weight_grams)))
    if label.items:
        # A shipment is one parcel, whatever is in it: a count of pieces would have the courier look for more of them.
        facts.append(("ITEMS", str(_count_items(label))))
    if options.show_shipping_cost and label.price is not None:
        facts.append(("SHIPPING", wording.money(label.price, label.currency)))
    if options.show_insurance:
        facts.append(("INSURANCE", _insurance(label)))
    return facts


def _count_items(label: Label) -> int:
    return sum(item.quantity for item in label.items)


def compose_items(label: Label, options: LabelOptions, scale: Scale) -> Iterator[Row]:
    """The contents, where they are to be shown; what nobody asks for is not laid out."""
    if not options.show_items or not label.items:
        return
    sheet = scale.sheet
    count = _count_items(label)
    heading = rows.caption(f"CONTENTS ({count} {'item' if count == 1 else 'items'})", sheet.caption, sheet.inner_width)
    if sheet.is_tight:
        heading = []
    yield rows.rule(sheet.padding * 0.7)
    yield from (row._replace(keep=True) for row in heading)
    for item in label.items:
        yield from _item(item, options, scale)
    yield rows.gap(sheet.padding * 0.7)


def _insurance(label: Label) -> str:
    if not label.insured:
        return "None"
    return wording.money(label.insurance, label.currency) if label.insurance else "Insured"


def _item(item: LabelItem, options: LabelOptions, scale: Scale) -> Iterator[Row]:
    """An item that takes few lines is kept on one page."""
    listed = _item_lines(item, options, scale)
    first = list(itertools.islice(listed, _KEPT_ITEM_LINES + 1))
    if len(first) <= _KEPT_ITEM_LINES:
        first = [row._replace(keep=True) for row in first]
    yield from first
    yield from listed
    yield rows.gap(scale.item(scale.sheet.item) * 0.25)


def _item_lines(item: LabelItem, options: LabelOptions, scale: Scale) -> Iterator[Row]:
    """The amount, the name and the weight of one unit abreast; SKU and description small beneath the name."""
    whole, size = scale.sheet.inner_width, scale.item(scale.sheet.item)
    faint = Style(scale.item(scale.sheet.detail), gray=rows.GRAY)
    aside = whole * (_AMOUNT_SHARE if item.quantity < _WIDE_AMOUNT else 2 * _AMOUNT_SHARE)
    weighed = whole * _WEIGHT_SHARE if item.weight_grams is not None else 0.0
    width = whole - aside - weighed
    named = rows.flow(item.name, Style(size), width, aside)
    first = [
        rows.fit(f"{item.quantity} ×", Style(size, is_bold=True), aside),
        [next(named, rows.gap(size))],
    ]
    if item.weight_grams is not None:
        first.append(rows.fit(wording.weight(item.weight_grams), faint.at_end(), weighed, 1, whole - weighed))
    yield from rows.beside(first, scale.sheet.height)
    yield from named
    sku = f"SKU {item.sku}" if options.show_item_skus and item.sku else None
    description = item.description if options.show_item_descriptions else None
    yield from rows.flow(" · ".join(filter(None, (sku, description))), faint, width, aside)
