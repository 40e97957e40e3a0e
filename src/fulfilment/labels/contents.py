"""What the parcel is: weight, cost, insurance, and the list of its items."""

from reportlab.lib.units import mm

from fulfilment.labels import rows, wording
from fulfilment.labels.records import Label, LabelItem, LabelOptions
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, TALLEST_BESIDE, Scale

# An item of no more lines than this is kept on one page.
_KEPT_ITEM_LINES = 6


def compose_facts(label: Label, options: LabelOptions, scale: Scale) -> list[Row]:
    facts: list[tuple[str, str]] = []
    if label.total_weight_grams is not None:
        facts.append(("WEIGHT", wording.weight(label.total_weight_grams)))
    if label.items:
        facts.append(("PIECES", str(sum(item.quantity for item in label.items))))
    if options.show_shipping_cost and label.price is not None:
        facts.append(("SHIPPING", wording.money(label.price, label.currency)))
    if options.show_insurance:
        facts.append(("INSURANCE", _insurance(label)))
    width = sheet.inner_width / max(1, min(len(facts), sheet.facts_abreast))
    space = COLUMN_GAP_MM * mm
    columns = [
        [
            *rows.caption(caption, sheet.caption, width - space, at * width),
            *rows.fit(value, Style(scale.text(sheet.fact), is_bold=True), width - space, 1, at * width),
        ]
        for at, (caption, value) in enumerate(facts)
    ]
    return (
        rows.ruled(rows.beside(columns, sheet.height * TALLEST_BESIDE), sheet.padding * 0.7) if facts else []
    )


def compose_items(label: Label, options: LabelOptions, scale: Scale) -> list[Row]:
    """The contents, where they are to be shown."""
    if not options.show_items or not label.items:
        return []
    heading = rows.caption(
        f"CONTENTS ({sum(item.quantity for item in label.items)} pcs)", sheet, sheet.inner_width
    )
    listed = [row for item in label.items for row in _item(item, options, scale)]
    return rows.ruled([*(row._replace(keep=True) for row in heading), *listed], sheet.padding * 0.7)


def _insurance(label: Label) -> str:
    if not label.insured:
        return "Not insured"
    return f"Insured {wording.money(label.insurance, label.currency)}" if label.insurance else "Insured"


def _item(item: LabelItem, options: LabelOptions, scale: Scale) -> list[Row]:
    size, detail = scale.item(sheet.item), scale.item(sheet.detail)
    amount = Style(size, is_bold=True)
    count = f"{item.quantity} ×"
    aside = max(
        sheet.inner_width * 0.09,
        sum(cell.line.width * size for row in rows.stack(count, amount, 999) for cell in row.cells)
        + size * 0.4,
    )
    weighed = sheet.inner_width * 0.15 if item.weight_grams is not None else 0.0
    width = sheet.inner_width - aside - weighed
    named = rows.stack(item.name, Style(size), width, aside) or [Row(size)]
    first = [rows.stack(count, amount, aside), named[:1]]
    if item.weight_grams is not None:
        right = Style(detail, align="end")
        first.append(
            rows.stack(wording.weight(item.weight_grams), right, weighed, sheet.inner_width - weighed)
        )
    found = [*rows.beside(first, sheet.height), *named[1:]]
    sku = f"SKU {item.sku}" if options.show_item_skus and item.sku else None
    description = item.description if options.show_item_descriptions else None
    found += rows.stack(" · ".join(filter(None, (sku, description))), Style(detail, gray=rows.GRAY), width, aside)
    if len(found) <= _KEPT_ITEM_LINES:
        found = [row._replace(keep=True) for row in found]
    return [*found, rows.gap(size * 0.25)]
