"""How deep JSON is nested, told before any parser follows it down (decisions, section 2).

Every step is one pass of the interpreter's own routines over a slice of bytes. So a megabyte of hostile JSON costs
milliseconds, and a slice a fraction of one. A loop over it, or a pattern that looks for strings, would hold up the
event loop (docs/decisions/0020-bounds.md).
"""

from array import array
from collections.abc import Iterator
from itertools import accumulate

MAX_DEPTH = 32
# No pass takes longer than it takes for so many bytes.
SLICE_BYTES = 65_536

_STRUCTURAL = b'{}[]"'
_ANYTHING_ELSE = bytes(byte for byte in range(256) if byte not in _STRUCTURAL)
# Whether it is an object's or a list's does not matter to the depth.
_AS_BRACKETS = bytes.maketrans(b"{}", b"[]")
# As signed bytes they are one level more and one less.
_AS_STEPS = bytes.maketrans(b"[]", b"\x01\xff")


def exceeds(body: bytes) -> bool:
    """Whether JSON is nested deeper than MAX_DEPTH. Of what is no JSON, whether a parser could get that deep."""
    return any(check_slices(body))


def check_slices(body: bytes) -> Iterator[bool]:
    """For each slice, True if the nesting exceeds MAX_DEPTH in it. Ends with the first such slice."""
    if len(body) <= SLICE_BYTES and body.count(b"{") + body.count(b"[") <= MAX_DEPTH:
        return
    depth, is_in_string, at = 0, False, 0
    while at < len(body):
        piece = body[at : at + SLICE_BYTES]
        if _ends_escaping(piece):
            piece = body[at : at + SLICE_BYTES + 1]
        at += len(piece)
        brackets, is_in_string = _brackets(piece, is_in_string)
        is_too_deep = _deepest(brackets, depth) > MAX_DEPTH
        yield is_too_deep
        if is_too_deep:
            return
        depth += 2 * brackets.count(b"[") - len(brackets)


def _ends_escaping(piece: bytes) -> bool:
    """Whether the last byte is a backslash that escapes the next. No slice begins with one that is escaped."""
    return piece.endswith(b"\\") and (len(piece) - len(piece.rstrip(b"\\"))) % 2 == 1


def _brackets(piece: bytes, is_in_string: bool) -> tuple[bytes, bool]:
    """The brackets outside of strings, all of them square, and whether the piece ends in a string."""
    if b"\\" in piece:
        # A backslash that is escaped escapes nothing: the pairs go first, from the left, and then the escaped quotes.
        piece = piece.replace(b"\\\\", b"").replace(b'\\"', b"")
    piece = piece.translate(_AS_BRACKETS, _ANYTHING_ELSE)
    if is_in_string:
        piece = b'"' + piece
    # Two quotes side by side are an empty string, or an end and a beginning between which nothing stands.
    piece = piece.replace(b'""', b"")
    if b'"' not in piece:
        return piece, False
    parts = piece.split(b'"')
    return b"".join(parts[::2]), len(parts) % 2 == 0


def _deepest(brackets: bytes, depth: int) -> int:
    """How deep the brackets lead from `depth`; where it is MAX_DEPTH at most, it may be less than what is answered."""
    peeled, rest = 0, brackets
    # The innermost pairs go, as long as that is most of them: the rest of ordinary JSON is next to nothing.
    while 2 * len(inner := rest.replace(b"[]", b"")) < len(rest):
        rest, peeled = inner, peeled + 1
    reached = peeled + _reached(rest, depth)
    # What was peeled need not have stood at the deepest place of the rest.
    return reached if reached <= MAX_DEPTH or not peeled else _reached(brackets, depth)


def _reached(brackets: bytes, depth: int) -> int:
    return max(accumulate(array("b", brackets.translate(_AS_STEPS)), initial=depth))
