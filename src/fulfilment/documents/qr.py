"""QR codes as reportlab makes them, module for module, but for the way in which the best of the eight masks is found.

reportlab draws the code eight times over, module by module, to count how often its patterns would mislead a scanner.
Here a code is one whole number with a bit for each module, row by row from its lowest bit: it is laid under each mask
by one exclusive or, and counted by shifting it against itself.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from reportlab.graphics.barcode import qrencoder
from reportlab.graphics.barcode.qrencoder import QRUtil

_MASKS = 8
# No waybill that is drawn asks for more versions than these (barcode.py); together they take about a megabyte.
_CACHED_VERSIONS = 12
# Points as the standard has them: for five of a colour in a row and each further one, for squares of one colour, for
# what looks like a corner.
_RUN_POINTS = 3
_SQUARE_POINTS = 3
_CORNER = (True, False, True, True, True, False, True, False, False, False, False)
_CORNER_POINTS = 40


class _VersionFrame(NamedTuple):
    """What codes of one version have in common. `masks` are the modules that each mask turns over."""

    positions: list[tuple[int, int]]
    masks: tuple[int, ...]
    # Modules that have one to their right, one beneath them, and those at which a corner may begin.
    has_right: int
    has_next: int
    can_begin_corner: int


class QrCode(qrencoder.QRCode):
    """A code of medium error correction. Its modules are known once it was made."""

    def __init__(self) -> None:
        super().__init__(None, qrencoder.QRErrorCorrectLevel.M)

    def getBestMaskPattern(self) -> int:
        """The number of the first mask with the fewest points. The name is the one that reportlab calls."""
        self.moduleCount = self.version * 4 + 17
        frame = _build_frame(self.version)
        self._dataPosList = frame.positions
        self.makeImpl(True, 0)
        code = _pack_bits(module for row in self.modules for module in row) ^ frame.masks[0]
        points = [_count_penalty_points(code ^ mask, frame, self.moduleCount) for mask in frame.masks]
        return points.index(min(points))


@lru_cache(maxsize=_CACHED_VERSIONS)
def _build_frame(version: int) -> _VersionFrame:
    side = version * 4 + 17
    blank = qrencoder.QRCode(version, qrencoder.QRErrorCorrectLevel.M)
    blank.moduleCount = side
    positions = list(blank.dataPosIterator())
    masks = []
    for number in range(_MASKS):
        is_masked = QRUtil.getMask(number)
        masks.append(sum(1 << (row * side + column) for column, row in positions if is_masked(row, column)))
    rows = range(side)
    return _VersionFrame(
        positions,
        tuple(masks),
        has_right=_pack_bits(column < side - 1 for _ in rows for column in rows),
        has_next=_pack_bits(row < side - 1 for row in rows for _ in rows),
        # reportlab leaves out the last place of a row where one would fit, and the columns.
        can_begin_corner=_pack_bits(column < side - len(_CORNER) for _ in rows for column in rows),
    )


def _count_penalty_points(code: int, frame: _VersionFrame, side: int) -> int:
    """What reportlab's `getLostPoint` says of the code."""
    right = ~(code ^ (code >> 1)) & frame.has_right
    below = ~(code ^ (code >> side)) & frame.has_next
    squares = right & (right >> side) & below
    return (
        _count_run_points(right, 1)
        + _count_run_points(below, side)
        + _SQUARE_POINTS * squares.bit_count()
        + _CORNER_POINTS * _count_corners(code, frame.can_begin_corner)
        + 10 * (abs(100 * code.bit_count() // side**2 - 50) // 5)
    )


def _count_run_points(same: int, step: int) -> int:
    """Of modules that are like the one `step` further: three points for five in a row, and one for each beyond."""
    two = same & (same >> step)
    # Where this module and the four after it are alike.
    five = two & (two >> 2 * step)
    ends = five & ~(five >> step)
    return five.bit_count() + (_RUN_POINTS - 1) * ends.bit_count()


def _count_corners(code: int, can_begin: int) -> int:
    matches = can_begin
    for at, dark in enumerate(_CORNER):
        matches &= code >> at if dark else ~(code >> at)
    return matches.bit_count()


def _pack_bits(modules: Iterable[bool]) -> int:
    """A bit for each module, the first one lowest."""
    return int("".join("1" if dark else "0" for dark in modules)[::-1], 2)
