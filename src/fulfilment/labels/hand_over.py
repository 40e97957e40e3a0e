"""Hand-over lists: what a courier is handed, counted and signed for by both sides. One list for each courier, on A4."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import barcode, paper, rows
from fulfilment.labels.paper import Part
from fulfilment.labels.paper_records import Language, Parcel
from fulfilment.labels.paper_wording import WORDS, Words
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, SHEETS, TALLEST_BESIDE

_SHEET = msgspec.structs.replace(
    SHEETS["a4"], padding_mm=2, bars_mm=8, name=18, address=9.5, fact=11, caption=7.5, detail=8.5
)
# The parts of the page's width for number, waybill, recipient, reference; what is left is for the box to tick.
_NUMBER, _WAYBILL, _RECIPIENT, _REFERENCE = 0.06, 0.38, 0.29, 0.21
_BOX_POINTS = 15.0
_MOST_SENDERS = 3
_BARS_TO_TEXT_POINTS = 3.0
_SIGNING_HEIGHT_MM = 20
# Lines of what each further page begins with.
_MOST_REPEATED = 2


class _Column(msgspec.Struct, frozen=True):
    left: float
    width: float


def _columns() -> list[_Column]:
    """Number, waybill, recipient, reference, box; the widths leave a gap to the next column."""
    whole, left, found = _SHEET.inner_width, 0.0, []
    for share in (_NUMBER, _WAYBILL, _RECIPIENT, _REFERENCE, 1 - _NUMBER - _WAYBILL - _RECIPIENT - _REFERENCE):
        found.append(_Column(left, whole * share - COLUMN_GAP_MM * mm))
        left += whole * share
    return found


_COLUMNS = _columns()


def render(parcels: Sequence[Parcel], language: Language, brand: str, *, has_more: bool = False) -> bytes:
    """A PDF with a list for each courier, each from a page of its own, parcels in their order (decision 119).

    With `has_more` the last list says that more parcels wait. Raises ValueError where there is no parcel.
    """
    if not parcels:
        raise ValueError("A hand-over list needs at least one parcel.")
    words = WORDS[language]
    lists: dict[str, list[Parcel]] = {}
    for parcel in parcels:
        lists.setdefault(parcel.courier, []).append(parcel)
    parts = (_part(courier, listed, words, brand, has_more=has_more) for courier, listed in lists.items())
    return paper.write(words.hand_over_title, brand, _SHEET, words, parts)


def _part(courier: str, parcels: list[Parcel], words: Words, brand: str, *, has_more: bool) -> Part:
    continuation = [*_continued(courier, words), rows.gap(_SHEET.padding), *_captions(words)]
    return Part(_flow(courier, parcels, words, has_more=has_more), continuation, brand)


def _continued(courier: str, words: Words) -> list[Row]:
    """Whose list goes on. A name that takes more lines is not said again: each page would repeat all of it."""
    title = Style(_SHEET.fact, is_bold=True)
    said = rows.fit(
        f"{words.hand_over_title} · {courier} · {words.continued}", title, _SHEET.inner_width, _MOST_REPEATED
    )
    if len(said) <= _MOST_REPEATED:
        return said
    return rows.fit(f"{words.hand_over_title} · {words.continued}", title, _SHEET.inner_width)


def _flow(courier: str, parcels: list[Parcel], words: Words, *, has_more: bool) -> Iterator[Row]:
    yield from _head(courier, parcels, words)
    yield from _captions(words)
    for number, parcel in enumerate(parcels, start=1):
        yield from _parcel(number, parcel, words)
    yield rows.rule(_SHEET.padding)
    if has_more:
        yield from rows.stack(words.more, Style(_SHEET.fact, is_bold=True), _SHEET.inner_width)
    yield from _signing(words)


def _head(courier: str, parcels: list[Parcel], words: Words) -> list[Row]:
    """What it is and for whom on the left, how many parcels on the right, the senders beneath."""
    half = _SHEET.inner_width / 2
    large = Style(_SHEET.name, is_bold=True)
    left = [
        *rows.caption(words.hand_over_title.upper(), _SHEET.caption, half),
        *rows.fit(courier, large, half - COLUMN_GAP_MM * mm, most_lines=2),
    ]
    count = rows.fit(words.parcels(len(parcels)), large.at_end(), half, 1, half)
    right = [rows.gap(rows.height(left) - rows.height(count)), *count]
    senders = list(islice(dict.fromkeys(parcel.sender for parcel in parcels if parcel.sender), _MOST_SENDERS + 1))
    said = ", ".join(senders[:_MOST_SENDERS]) + (", …" if len(senders) > _MOST_SENDERS else "")
    return [
        *rows.beside([left, right], _SHEET.height * TALLEST_BESIDE),
        *rows.stack(said, Style(_SHEET.fact), _SHEET.inner_width),
        rows.gap(_SHEET.padding * 2),
    ]


def _captions(words: Words) -> list[Row]:
    texts = ("", words.waybill, words.recipient, words.reference)
    named = [
        rows.caption(text, _SHEET.caption, column.width, column.left)
        for text, column in zip(texts, _COLUMNS, strict=False)
    ]
    return [*(row._replace(keep=True) for row in rows.beside(named, _SHEET.height)), rows.gap(2)._replace(keep=True)]


def _parcel(number: int, parcel: Parcel, words: Words) -> Iterator[Row]:
    """A parcel's line is never split over two pages, unless it says more than a part of one holds."""
    count, waybill, recipient, reference, box = _COLUMNS
    plain = Style(_SHEET.address)
    air = _SHEET.padding * 0.7
    code, coded = _code(parcel.waybill, waybill)
    columns = [
        rows.stack(str(number), plain, count.width, count.left),
        [rows.gap(coded), *_texts([parcel.waybill or words.no_waybill], waybill)],
        [*rows.stack(parcel.recipient, plain._replace(is_bold=True), recipient.width, recipient.left)],
        _texts([parcel.reference or parcel.shipment_id], reference),
    ]
    columns[2] += _texts([parcel.city], recipient)
    first, *more = rows.beside(columns, _SHEET.height * TALLEST_BESIDE)
    yield paper.line(_SHEET.inner_width, height=air)
    if code:
        first = first._replace(paint=code, height=max(first.height, coded))
    yield paper.tick_box(first, box.left + box.width - _BOX_POINTS, _BOX_POINTS)
    yield from more
    yield rows.gap(air)


def _texts(texts: Iterable[str], column: _Column) -> list[Row]:
    style = Style(_SHEET.detail)
    return [row for text in texts for row in rows.stack(text, style, column.width, column.left)]


def _code(waybill: str, column: _Column) -> tuple[rows.Paint | None, float]:
    """What draws the waybill's bars at the left of its column, and how much of the height they take."""
    bars = barcode.encode_bars(waybill)
    module = bars and barcode.choose_module_mm(bars, column.width / mm)
    if not bars or not module:
        return None, 0.0
    high, wide = _SHEET.bars_mm * mm, sum(bars) * module * mm

    def paint(canvas: Canvas, x: float, y: float) -> None:
        barcode.draw_bars(canvas, bars, x + column.left + wide / 2, y - high, high, module * mm)

    return paint, high + _BARS_TO_TEXT_POINTS


def _signing(words: Words) -> list[Row]:
    """Where both sides write the date, their name and their signature, on one page."""
    half = _SHEET.inner_width / 2
    width = half - 4 * COLUMN_GAP_MM * mm
    sides = ((words.shop_side, 0.0), (words.courier_side, half))
    found = [rows.gap(_SHEET.padding * 3)]
    found += rows.beside([rows.caption(text, _SHEET.caption, width, left) for text, left in sides], _SHEET.height)
    for text, high in ((words.date.capitalize(), 9.0), (words.name, 9.0), (words.signature, _SIGNING_HEIGHT_MM)):
        label = [rows.stack(text, Style(_SHEET.detail), width, left) for _, left in sides]
        block = rows.beside(label, _SHEET.height)[0]
        found += [rows.gap(high * mm - block.height), block, *(paper.line(width, left) for _, left in sides)]
    return [*(row._replace(keep=True) for row in found), rows.gap(1)]
