"""Depth check of JSON, before any parser recurses into it (decisions, section 2).

Every step is one pass of built-in bytes methods over a slice. A megabyte of hostile JSON takes milliseconds, and a
slice a fraction of one. A Python loop or a regular expression would block the event loop
(docs/decisions/0020-bounds.md).
"""

from array import array
from collections.abc import Iterator
from itertools import accumulate

MAX_DEPTH = 32
# Bytes of one slice, which bound the time of one pass.
SLICE_BYTES = 65_536

_STRUCTURAL = b'{}[]"'
_ANYTHING_ELSE = bytes(byte for byte in range(256) if byte not in _STRUCTURAL)
# Objects and arrays count alike.
_AS_BRACKETS = bytes.maketrans(b"{}", b"[]")
# Signed bytes: an opening bracket is one level more, a closing bracket one level less.
_AS_STEPS = bytes.maketrans(b"[]", b"\x01\xff")


def exceeds(body: bytes) -> bool:
    """True if JSON is nested deeper than MAX_DEPTH; for invalid JSON, if a parser could recurse that deep."""
    return any(check_slices(body))


def check_slices(body: bytes) -> Iterator[bool]:
    """Check JSON slice by slice. Yields True for a slice that is nested deeper than MAX_DEPTH, and ends there."""
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
    """True if the last byte is a backslash that escapes the next byte. Slices never begin with an escaped byte."""
    return piece.endswith(b"\\") and (len(piece) - len(piece.rstrip(b"\\"))) % 2 == 1


def _brackets(piece: bytes, is_in_string: bool) -> tuple[bytes, bool]:
    """The brackets outside of strings, all as square brackets, and True if the slice ends within a string."""
    if b"\\" in piece:
        # Pairs of backslashes are removed first, from the left, then escaped quotes.
        piece = piece.replace(b"\\\\", b"").replace(b'\\"', b"")
    piece = piece.translate(_AS_BRACKETS, _ANYTHING_ELSE)
    if is_in_string:
        piece = b'"' + piece
    # Two adjacent quotes are an empty string, or the end of one string and the start of the next.
    piece = piece.replace(b'""', b"")
    if b'"' not in piece:
        return piece, False
    parts = piece.split(b'"')
    return b"".join(parts[::2]), len(parts) % 2 == 0


def _deepest(brackets: bytes, depth: int) -> int:
    """The greatest depth that the brackets reach from `depth`; up to MAX_DEPTH it is only an upper bound."""
    peeled, rest = 0, brackets
    # Remove the innermost pairs while they are the majority; little is left of ordinary JSON.
    while 2 * len(inner := rest.replace(b"[]", b"")) < len(rest):
        rest, peeled = inner, peeled + 1
    reached = peeled + _reached(rest, depth)
    # The removed pairs may not have been at the deepest position of the rest.
    return reached if reached <= MAX_DEPTH or not peeled else _reached(brackets, depth)


def _reached(brackets: bytes, depth: int) -> int:
    return max(accumulate(array("b", brackets.translate(_AS_STEPS)), initial=depth))
