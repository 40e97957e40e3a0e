"""Hand-over lists (carrier manifests): the parcels given to a courier, signed by both sides, one A4 list each."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import barcode, document_writer, layout
from fulfilment.documents.document_data import Language, ManifestEntry
from fulfilment.documents.document_writer import DocumentPart
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, SHEETS
from fulfilment.documents.wording import WORDINGS, PackingWording

_SHEET = msgspec.structs.replace(
    SHEETS["a4"], padding_mm=2, bars_mm=8, name=18, address=9.5, fact=11, caption=7.5, detail=8.5
)
# The shares of the page's width for number, waybill, recipient and reference; the rest is for the tick box.
_NUMBER, _WAYBILL, _RECIPIENT, _REFERENCE = 0.06, 0.38, 0.29, 0.21
_BOX_POINTS = 15.0
_MAX_SENDERS = 3
_BARS_TO_TEXT_POINTS = 3.0
_SIGNING_HEIGHT_MM = 20
# Maximum lines of the heading of further pages.
_MAX_CONTINUATION_LINES = 2


class _Column(msgspec.Struct, frozen=True):
    left: float
    width: float


def _compute_columns() -> list[_Column]:
    """The columns number, waybill, recipient, reference and tick box; their widths exclude the gap."""
    whole, left, columns = _SHEET.inner_width, 0.0, []
    for share in (_NUMBER, _WAYBILL, _RECIPIENT, _REFERENCE, 1 - _NUMBER - _WAYBILL - _RECIPIENT - _REFERENCE):
        columns.append(_Column(left, whole * share - COLUMN_GAP_MM * mm))
        left += whole * share
    return columns


_COLUMNS = _compute_columns()


def render_manifest(
    parcels: Sequence[ManifestEntry], language: Language, brand: str, *, day: str = "", has_more: bool = False
) -> bytes:
    """Render a PDF with a list for each courier, each on a new page, with parcels in their order (decision 35).

    `day` is the day of the hand-over. With `has_more` each list says that more parcels wait. Raises ValueError without
    parcels.
    """
    if not parcels:
        raise ValueError("A hand-over list needs at least one parcel.")
    words = WORDINGS[language]
    lists: dict[str, list[ManifestEntry]] = {}
    for parcel in parcels:
        lists.setdefault(parcel.courier, []).append(parcel)
    footer = " · ".join(filter(None, (brand, day)))
    parts = (_build_part(courier, listed, words, footer, has_more=has_more) for courier, listed in lists.items())
    return document_writer.write_document(words.manifest_title, brand, _SHEET, words, parts)


def _build_part(
    courier: str, parcels: list[ManifestEntry], words: PackingWording, footer: str, *, has_more: bool
) -> DocumentPart:
    continuation = [*_compose_continuation(courier, words), layout.spacer(_SHEET.padding), *_compose_captions(words)]
    return DocumentPart(_iter_rows(courier, parcels, words, has_more=has_more), continuation, footer)


def _compose_continuation(courier: str, words: PackingWording) -> list[LayoutRow]:
    """The heading of further pages, with the courier's name unless it is too long."""
    title = TextStyle(_SHEET.fact, is_bold=True)
    title_rows = layout.shrink_to_fit(
        f"{words.manifest_title} · {courier} · {words.continued}", title, _SHEET.inner_width, _MAX_CONTINUATION_LINES
    )
    if len(title_rows) <= _MAX_CONTINUATION_LINES:
        return title_rows
    return layout.shrink_to_fit(f"{words.manifest_title} · {words.continued}", title, _SHEET.inner_width)


def _iter_rows(
    courier: str, parcels: list[ManifestEntry], words: PackingWording, *, has_more: bool
) -> Iterator[LayoutRow]:
    yield from _compose_head(courier, parcels, words)
    yield from _compose_captions(words)
    for number, parcel in enumerate(parcels, start=1):
        yield from _compose_entry(number, parcel, words)
    yield layout.rule(_SHEET.padding)
    if has_more:
        yield from layout.wrap_text(words.more_parcels, TextStyle(_SHEET.fact, is_bold=True), _SHEET.inner_width)
    yield from _compose_signatures(words)


def _compose_head(courier: str, parcels: list[ManifestEntry], words: PackingWording) -> list[LayoutRow]:
    """The head: title and courier on the left, the number of parcels on the right, the senders below."""
    half = _SHEET.inner_width / 2
    large = TextStyle(_SHEET.name, is_bold=True)
    left = [
        *layout.caption_rows(words.manifest_title.upper(), _SHEET.caption, half),
        *layout.shrink_to_fit(courier, large, half - COLUMN_GAP_MM * mm, max_lines=2),
    ]
    count = layout.shrink_to_fit(words.format_parcels(len(parcels)), large.at_end(), half, 1, half)
    right = [layout.spacer(layout.total_height(left) - layout.total_height(count)), *count]
    senders = list(islice(dict.fromkeys(parcel.sender for parcel in parcels if parcel.sender), _MAX_SENDERS + 1))
    sender_names = ", ".join(senders[:_MAX_SENDERS]) + (", …" if len(senders) > _MAX_SENDERS else "")
    return [
        *layout.place_side_by_side([left, right], _SHEET.height * MAX_COLUMN_SHARE),
        *layout.wrap_text(sender_names, TextStyle(_SHEET.fact), _SHEET.inner_width),
        layout.spacer(_SHEET.padding * 2),
    ]


def _compose_captions(words: PackingWording) -> list[LayoutRow]:
    texts = ("", words.waybill, words.recipient, words.reference)
    captions = [
        layout.caption_rows(text, _SHEET.caption, column.width, column.left)
        for text, column in zip(texts, _COLUMNS, strict=False)
    ]
    return [
        *(row._replace(keep_with_next=True) for row in layout.place_side_by_side(captions, _SHEET.height)),
        layout.spacer(2)._replace(keep_with_next=True),
    ]


def _compose_entry(number: int, parcel: ManifestEntry, words: PackingWording) -> Iterator[LayoutRow]:
    """The rows of a parcel, kept on one page unless they take a large share of it."""
    count, waybill, recipient, reference, box = _COLUMNS
    plain = TextStyle(_SHEET.address)
    air = _SHEET.padding * 0.7
    paint_barcode, barcode_height = _barcode_painter(parcel.waybill, waybill)
    columns = [
        layout.wrap_text(str(number), plain, count.width, count.left),
        [layout.spacer(barcode_height), *_wrap_texts([parcel.waybill or words.no_waybill], waybill)],
        [*layout.wrap_text(parcel.recipient, plain._replace(is_bold=True), recipient.width, recipient.left)],
        _wrap_texts([parcel.reference or parcel.shipment_id], reference),
    ]
    columns[2] += _wrap_texts([parcel.city], recipient)
    first, *following = layout.place_side_by_side(columns, _SHEET.height * MAX_COLUMN_SHARE)
    yield document_writer.horizontal_line(_SHEET.inner_width, height=air)
    if paint_barcode:
        first = first._replace(paint=paint_barcode, height=max(first.height, barcode_height))
    yield document_writer.tick_box(first, box.left + box.width - _BOX_POINTS, _BOX_POINTS)
    yield from following
    yield layout.spacer(air)


def _wrap_texts(texts: Iterable[str], column: _Column) -> list[LayoutRow]:
    style = TextStyle(_SHEET.detail)
    return [row for text in texts for row in layout.wrap_text(text, style, column.width, column.left)]


def _barcode_painter(waybill: str, column: _Column) -> tuple[layout.Paint | None, float]:
    """A function that draws the waybill's barcode at the left of its column, and the height of the barcode."""
    bars = barcode.encode_bars(waybill)
    module = barcode.choose_module_mm(bars, column.width / mm) if bars else None
    if not bars or not module:
        return None, 0.0
    high, wide = _SHEET.bars_mm * mm, sum(bars) * module * mm

    def paint(canvas: Canvas, x: float, y: float) -> None:
        barcode.draw_bars(canvas, bars, x + column.left + wide / 2, y - high, high, module * mm)

    return paint, high + _BARS_TO_TEXT_POINTS


def _compose_signatures(words: PackingWording) -> list[LayoutRow]:
    """The fields for date, name and signature of both sides, kept on one page."""
    half = _SHEET.inner_width / 2
    width = half - 4 * COLUMN_GAP_MM * mm
    sides = ((words.handed_over_by_shop, 0.0), (words.received_by_courier, half))
    signature_rows = [layout.spacer(_SHEET.padding * 3)]
    signature_rows += layout.place_side_by_side(
        [layout.caption_rows(text, _SHEET.caption, width, left) for text, left in sides], _SHEET.height
    )
    for text, high in ((words.date.capitalize(), 9.0), (words.name, 9.0), (words.signature, _SIGNING_HEIGHT_MM)):
        label = [layout.wrap_text(text, TextStyle(_SHEET.detail), width, left) for _, left in sides]
        block = layout.place_side_by_side(label, _SHEET.height)[0]
        signature_rows += [
            layout.spacer(high * mm - block.height),
            block,
            *(document_writer.horizontal_line(width, left) for _, left in sides),
        ]
    return [*(row._replace(keep_with_next=True) for row in signature_rows), layout.spacer(1)]
