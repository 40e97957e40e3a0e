"""Unicode bidirectional algorithm (UAX 9) for one paragraph of a label.

Explicit embeddings and isolates are not supported, since shaping strips their characters. Numbers, separators, brackets
and neutrals follow the rules W1 to W7, N0 to N2, I1, I2 and L2.
"""

import re
import unicodedata
from functools import lru_cache

_STRONG = {"L": "L", "R": "R", "AL": "R"}
_NEUTRAL = frozenset(("B", "S", "WS", "ON"))
_PAIRS = {
    "(": ")",
    "[": "]",
    "{": "}",
    "（": "）",
    "［": "］",
    "｛": "｝",
    "「": "」",
    "【": "】",
    "〈": "〉",
    "《": "》",
}
_CLOSING = frozenset(_PAIRS.values())
# As neighbours of brackets and neutrals, numbers count as right-to-left.
_DIRECTIONS = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
# All Unicode blocks of, or reserved for, right-to-left characters, and the right-to-left mark.
_MAY_BE_RTL = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
# Limit of rule BD16: brackets that are nested deeper are not paired.
_DEEPEST_BRACKETS = 63


def levels(text: str) -> tuple[int, list[int]]:
    """The level of the paragraph, and of each character: even is left-to-right, odd is right-to-left."""
    if not _MAY_BE_RTL.search(text):
        return 0, [0] * len(text)
    classes = [_class_of(char) for char in text]
    base = next((int(kind != "L") for kind in classes if kind in _STRONG), 0)
    edge = "R" if base else "L"
    kinds = _resolve_weak(classes, edge)
    _resolve_brackets(text, kinds, edge)
    _resolve_neutrals(kinds, edge)
    return base, [_level_of(kind, base) for kind in kinds]


def has_rtl(text: str) -> bool:
    """True where `text` has a right-to-left character."""
    return bool(_MAY_BE_RTL.search(text)) and any(map(is_rtl, text))


def is_rtl(char: str) -> bool:
    return _class_of(char) in ("R", "AL")


@lru_cache(maxsize=16_384)
def _class_of(char: str) -> str:
    return unicodedata.bidirectional(char) or "L"


def reorder(run_levels: list[int]) -> list[int]:
    """Rule L2: the visual order, left to right, of runs with these levels."""
    order = list(range(len(run_levels)))
    for level in range(max(run_levels, default=0), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and run_levels[order[end]] >= level:
                end += 1
            order[at:end] = reversed(order[at:end])
            at = end + 1
    return order


def _resolve_weak(classes: list[str], edge: str) -> list[str]:
    kinds = _resolve_marks_and_digits(classes, edge)
    _join_separators(kinds)
    _join_terminators(kinds)
    kinds = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]
    strong = edge
    for at, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"
    return kinds


def _resolve_marks_and_digits(classes: list[str], edge: str) -> list[str]:
    """W1 to W3: marks and joiners take the class of their base; digits after Arabic letters are Arabic digits."""
    kinds: list[str] = []
    previous, strong = edge, edge
    for kind in classes:
        kind = previous if kind in ("NSM", "BN") else kind
        previous = kind
        if kind in _STRONG:
            strong = kind
        kinds.append("AN" if kind == "EN" and strong == "AL" else kind)
    return [_STRONG.get(kind, kind) for kind in kinds]


def _join_separators(kinds: list[str]) -> None:
    """W4: a single separator between two numbers of one kind belongs to them."""
    for at in range(1, len(kinds) - 1):
        before, after = kinds[at - 1], kinds[at + 1]
        if before == after and (
            (before == "EN" and kinds[at] in ("ES", "CS")) or (before == "AN" and kinds[at] == "CS")
        ):
            kinds[at] = before


def _join_terminators(kinds: list[str]) -> None:
    """W5: terminators such as % and $ next to a number belong to it."""
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for at in order:
            if kinds[at] == "ET" and kinds[at + step] == "EN":
                kinds[at] = "EN"


def _resolve_brackets(text: str, kinds: list[str], edge: str) -> None:
    """N0: both brackets of a pair take the direction of their contents, or else that of the preceding text.

    Pairs are resolved in the order of their opening brackets. A resolved bracket affects later pairs, but not the pairs
    around it. Therefore one pass finds the contents of all pairs, and a second pass the preceding direction.
    """
    pairs = _pair_brackets(text, kinds, edge)
    if not pairs:
        return
    before = edge
    for at in range(len(kinds)):
        if at in pairs:
            end, holds_edge, holds_other = pairs[at]
            if holds_edge or holds_other:
                kinds[at] = kinds[end] = edge if holds_edge or before == edge else before
        before = _DIRECTIONS.get(kinds[at], before)


def _pair_brackets(text: str, kinds: list[str], edge: str) -> dict[int, tuple[int, bool, bool]]:
    """Pairs by opening index: the closing index, and whether the pair contains text along and against the edge."""
    pairs: dict[int, tuple[int, bool, bool]] = {}
    opened: list[tuple[int, str]] = []
    # Number of characters of either direction before each opening bracket.
    seen: list[tuple[int, int]] = []
    along = against = 0
    for at, char in enumerate(text):
        if char in _PAIRS:
            if len(opened) == _DEEPEST_BRACKETS:
                return pairs
            opened.append((at, _PAIRS[char]))
            seen.append((along, against))
        elif char in _CLOSING:
            depth = next((depth for depth in range(len(opened) - 1, -1, -1) if opened[depth][1] == char), None)
            if depth is not None:
                pairs[opened[depth][0]] = at, along > seen[depth][0], against > seen[depth][1]
                del opened[depth:], seen[depth:]
        way = _DIRECTIONS.get(kinds[at])
        along += way == edge
        against += way is not None and way != edge
    return pairs


def _resolve_neutrals(kinds: list[str], edge: str) -> None:
    """N1 and N2: neutrals between two neighbours of one direction join them; others follow the paragraph."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > at:
            before = _DIRECTIONS.get(kinds[at - 1]) if at else edge
            after = _DIRECTIONS.get(kinds[end]) if end < len(kinds) else edge
            kinds[at:end] = [before if before == after and before else edge] * (end - at)
        at = end + 1


def _level_of(kind: str, base: int) -> int:
    """I1 and I2: the level of a resolved class."""
    if kind == "L":
        return 2 if base else 0
    if kind == "R":
        return 1
    return 2
