"""How deep JSON is nested, told before any parser follows it down (decisions, section 2).

Every step is one pass of the interpreter's own routines over bytes, so that a megabyte of whatever somebody thinks up
costs milliseconds: a loop over it, or a pattern that looks for strings, holds up everybody (docs/decisions/0040).
"""

from array import array
from itertools import accumulate

MAX_DEPTH = 32

_STRUCTURAL = b'{}[]"'
_ANYTHING_ELSE = bytes(byte for byte in range(256) if byte not in _STRUCTURAL)
# Whether it is an object's or a list's does not matter to the depth.
_AS_BRACKETS = bytes.maketrans(b"{}", b"[]")
# As signed bytes they are one level more and one less.
_AS_STEPS = bytes.maketrans(b"[]", b"\x01\xff")


def is_deep(body: bytes) -> bool:
    """Whether JSON is nested deeper than MAX_DEPTH. Of what is no JSON, whether a parser could get that deep."""
    if body.count(b"{") + body.count(b"[") <= MAX_DEPTH:
        return False
    return _depth(_brackets(body)) > MAX_DEPTH


def _brackets(body: bytes) -> bytes:
    """The brackets outside of strings, all of them square."""
    if b"\\" in body:
        # A backslash that is escaped escapes nothing: the pairs go first, from the left, and then the escaped quotes.
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    body = body.translate(_AS_BRACKETS, _ANYTHING_ELSE)
    # Two quotes side by side are an empty string, or an end and a beginning between which nothing stands.
    body = body.replace(b'""', b"")
    return b"".join(body.split(b'"')[::2]) if b'"' in body else body


def _depth(brackets: bytes) -> int:
    """The greatest depth, or up to that much more than what never closes really has."""
    peeled = 0
    # The innermost pairs go, as long as that is most of them: the rest of ordinary JSON is next to nothing.
    while 2 * len(rest := brackets.replace(b"[]", b"")) < len(brackets):
        brackets, peeled = rest, peeled + 1
    return peeled + max(accumulate(array("b", brackets.translate(_AS_STEPS))), default=0)
