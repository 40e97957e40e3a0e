"""Which way each character runs: the Unicode bidirectional algorithm (UAX 9) for one paragraph of a label.

Explicit embeddings and isolates are left out: the text engine strips those characters, for an address has no
use for them. Numbers, separators, brackets and neutrals follow the rules W1 to W7, N0 to N2, I1, I2 and L2.
"""

import unicodedata

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
_RTL_POSSIBLE_FROM = 0x0590


def levels(text: str) -> tuple[int, list[int]]:
    """The level of the paragraph and one level a character: even is left to right, odd right to left."""
    if all(ord(char) < _RTL_POSSIBLE_FROM for char in text):
        return 0, [0] * len(text)
    classes = [unicodedata.bidirectional(char) or "L" for char in text]
    base = next((int(kind != "L") for kind in classes if kind in _STRONG), 0)
    edge = "R" if base else "L"
    kinds = _resolve_weak(classes, edge)
    _resolve_brackets(text, kinds, edge)
    _resolve_neutrals(kinds, edge)
    return base, [_level_of(kind, base) for kind in kinds]


def has_rtl(text: str) -> bool:
    """Whether any character of `text` runs right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def reorder(run_levels: list[int]) -> list[int]:
    """Rule L2: the order, left to right, in which runs of these levels are drawn."""
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
    """W1 to W3: marks and joiners take after their base, digits behind Arabic letters are Arabic digits."""
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
    """W5: signs such as % and $ beside a number belong to it."""
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for at in order:
            if kinds[at] == "ET" and kinds[at + step] == "EN":
                kinds[at] = "EN"


def _resolve_brackets(text: str, kinds: list[str], edge: str) -> None:
    """N0: both brackets of a pair run the way their contents do, else the way of what stands before them."""
    opened: list[tuple[int, str]] = []
    pairs: list[tuple[int, int]] = []
    for at, char in enumerate(text):
        if char in _PAIRS:
            opened.append((at, _PAIRS[char]))
        for depth in range(len(opened) - 1, -1, -1):
            if opened[depth][1] == char:
                pairs.append((opened[depth][0], at))
                del opened[depth:]
                break
    for start, end in sorted(pairs):
        inside = {_direction(kind) for kind in kinds[start + 1 : end]} - {None}
        if not inside:
            continue
        before = next((way for kind in reversed(kinds[:start]) if (way := _direction(kind))), edge)
        kinds[start] = kinds[end] = before if edge not in inside and before in inside else edge


def _resolve_neutrals(kinds: list[str], edge: str) -> None:
    """N1 and N2: between two of one direction neutrals join them, else they follow the paragraph."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > at:
            before = _direction(kinds[at - 1]) if at else edge
            after = _direction(kinds[end]) if end < len(kinds) else edge
            kinds[at:end] = [before if before == after and before else edge] * (end - at)
        at = end + 1


def _direction(kind: str) -> str | None:
    """Numbers count as right to left where neutrals look for a neighbour."""
    if kind in ("EN", "AN"):
        return "R"
    return kind if kind in ("L", "R") else None


def _level_of(kind: str, base: int) -> int:
    """I1 and I2."""
    if kind == "L":
        return 2 if base else 0
    if kind == "R":
        return 1
    return 2
