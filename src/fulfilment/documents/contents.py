"""What the parcel is: weight, cost, insurance, and the list of its items."""

import itertools
from collections.abc import Iterator

from reportlab.lib.units import mm

from fulfilment.documents import layout, wording
from fulfilment.documents.label_data import Label, LabelItem, LabelOptions
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, Scale

# An item of no more lines than this is kept on one page.
_MAX_UNSPLIT_LINES = 6
_AMOUNT_SHARE = 0.08
_WEIGHT_SHARE = 0.15
_WIDE_AMOUNT_FROM = 1000


def compose_facts(label: Label, options: LabelOptions, scale: Scale) -> list[LayoutRow]:
    """Weight, items, cost and insurance, as far as they are known and shown, side by side."""
    sheet, facts = scale.sheet, _collect_facts(label, options)
    if not facts:
        return []
    width = sheet.inner_width / len(facts)
    column_width = width - COLUMN_GAP_MM * mm
    style = TextStyle(scale.scale_text(sheet.fact), is_bold=True)
    columns = [
        [
            *layout.caption_rows(name, sheet.caption, column_width, at * width),
            *layout.shrink_to_fit(value, style, column_width, 1, at * width),
        ]
        for at, (name, value) in enumerate(facts)
    ]
    return layout.ruled_section(
        layout.place_side_by_side(columns, sheet.height * MAX_COLUMN_SHARE), sheet.padding * 0.7
    )


def _collect_facts(label: Label, options: LabelOptions) -> list[tuple[str, str]]:
    facts: list[tuple[str, str]] = []
    if label.total_weight_grams is not None:
        facts.append(("WEIGHT", wording.format_weight(label.total_weight_grams)))
    if label.items:
        # A shipment is one parcel, whatever is in it: a count of pieces would have the courier look for more of them.
        facts.append(("ITEMS", str(_count_items(label))))
    if options.show_shipping_cost and label.price is not None:
        facts.append(("SHIPPING", wording.format_money(label.price, label.currency)))
    if options.show_insurance:
        facts.append(("INSURANCE", _format_insurance(label)))
    return facts


def _count_items(label: Label) -> int:
    return sum(item.quantity for item in label.items)


def compose_items(label: Label, options: LabelOptions, scale: Scale) -> Iterator[LayoutRow]:
    """The contents, where they are to be shown; what nobody asks for is not laid out."""
    if not options.show_items or not label.items:
        return
    sheet = scale.sheet
    count = _count_items(label)
    heading = layout.caption_rows(
        f"CONTENTS ({count} {'item' if count == 1 else 'items'})", sheet.caption, sheet.inner_width
    )
    if sheet.is_tight:
        heading = []
    yield layout.rule(sheet.padding * 0.7)
    yield from (row._replace(keep_with_next=True) for row in heading)
    for item in label.items:
        yield from _compose_item(item, options, scale)
    yield layout.spacer(sheet.padding * 0.7)


def _format_insurance(label: Label) -> str:
    if not label.insured:
        return "None"
    return wording.format_money(label.insurance, label.currency) if label.insurance else "Insured"


def _compose_item(item: LabelItem, options: LabelOptions, scale: Scale) -> Iterator[LayoutRow]:
    """An item that takes few lines is kept on one page."""
    item_rows = _compose_item_lines(item, options, scale)
    first = list(itertools.islice(item_rows, _MAX_UNSPLIT_LINES + 1))
    if len(first) <= _MAX_UNSPLIT_LINES:
        first = [row._replace(keep_with_next=True) for row in first]
    yield from first
    yield from item_rows
    yield layout.spacer(scale.scale_item(scale.sheet.item) * 0.25)


def _compose_item_lines(item: LabelItem, options: LabelOptions, scale: Scale) -> Iterator[LayoutRow]:
    """The amount, the name and the weight of one unit abreast; SKU and description small beneath the name."""
    full_width, size = scale.sheet.inner_width, scale.scale_item(scale.sheet.item)
    detail_style = TextStyle(scale.scale_item(scale.sheet.detail), gray=layout.GRAY)
    amount_width = full_width * (_AMOUNT_SHARE if item.quantity < _WIDE_AMOUNT_FROM else 2 * _AMOUNT_SHARE)
    weight_width = full_width * _WEIGHT_SHARE if item.weight_grams is not None else 0.0
    width = full_width - amount_width - weight_width
    name_rows = layout.iter_text_rows(item.name, TextStyle(size), width, amount_width)
    first = [
        layout.shrink_to_fit(f"{item.quantity} ×", TextStyle(size, is_bold=True), amount_width),
        [next(name_rows, layout.spacer(size))],
    ]
    if item.weight_grams is not None:
        first.append(
            layout.shrink_to_fit(
                wording.format_weight(item.weight_grams),
                detail_style.at_end(),
                weight_width,
                1,
                full_width - weight_width,
            )
        )
    yield from layout.place_side_by_side(first, scale.sheet.height)
    yield from name_rows
    sku = f"SKU {item.sku}" if options.show_item_skus and item.sku else None
    description = item.description if options.show_item_descriptions else None
    yield from layout.iter_text_rows(" · ".join(filter(None, (sku, description))), detail_style, width, amount_width)
