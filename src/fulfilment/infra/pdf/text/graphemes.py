"""Grapheme clusters: user-perceived characters, such as a base with marks, a flag, or a joined emoji."""

import unicodedata
from functools import lru_cache

ZERO_WIDTH_JOINER = "\u200d"


# More marks on one base than any language uses; longer clusters are split.
MAX_CHARACTERS = 32


def split(text: str) -> list[str]:
    """The grapheme clusters of `text`, in order; joined, they are `text`."""
    if not any(map(_may_join, text)):
        return list(text)
    clusters: list[str] = []
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or at - start == MAX_CHARACTERS or not _continues(text, start, at):
            clusters.append(text[start:at])
            start = at
    return clusters


@lru_cache(maxsize=8192)
def is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


@lru_cache(maxsize=8192)
def is_invisible(char: str) -> bool:
    """True for invisible characters that affect their neighbours: joiners, selectors, direction marks."""
    code = ord(char)
    return (
        code in (0x00AD, 0x034F, 0x061C, 0xFEFF)
        or 0x180B <= code <= 0x180E
        or 0x200B <= code <= 0x200F
        or 0x2028 <= code <= 0x202E
        or 0x2060 <= code <= 0x206F
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0000 <= code <= 0xE0FFF
    )


@lru_cache(maxsize=16_384)
def is_combining(char: str) -> bool:
    """True where the character always combines with the character before it."""
    return is_mark(char) or is_invisible(char) or _is_modifier(char)


@lru_cache(maxsize=16_384)
def _may_join(char: str) -> bool:
    return is_combining(char) or _is_regional(char)


def _continues(text: str, start: int, at: int) -> bool:
    """True where the character at `at` belongs to the cluster that began at `start`."""
    char = text[at]
    if is_combining(char):
        return True
    if text[at - 1] == ZERO_WIDTH_JOINER:
        return unicodedata.category(char) == "So"
    return at - start == 1 and _is_regional(char) and _is_regional(text[start])


def _is_modifier(char: str) -> bool:
    """True for skin tones, and for the tags of the flags of England, Scotland and Wales."""
    return 0x1F3FB <= ord(char) <= 0x1F3FF or 0xE0020 <= ord(char) <= 0xE007F


def _is_regional(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF
