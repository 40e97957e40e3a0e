"""Texts of characters that are hard to lay out, the same in every run."""

import random

from tests.documents.test_scripts import SAMPLES

# Beside letters of every script: what joins, stacks, nests, turns around, hangs over, is wide, has no width or glyph.
ODD = (
    "ab-()[]{}「」1%,./@'Wi\x07\u3000\u00a0\u00ad\u200b\u200d\u200e\u200f\u202e\u2066\ufe0f\u0301\u0316\u20dd\u0627\u0645"
    "\u0651\u05d0\u05bc\u0661\u0e40\u0e33\u1039\u17d2\u0f90\u094d\u0930\u180e\ufdfd\ufdfa\u1100\u1161\ue000\U0001f1ee"
    "\U0001f3fd\U0001f468\U0001f600\U00013000\U0001e900"
)
CHARACTERS = sorted({char for text in SAMPLES.values() for char in text} | set(ODD) | {" ", "\n"})


def say(units: list[str], length: int) -> str:
    """A text of the units in no order that repeats, the same each time."""
    chosen = random.Random(length).choices(units, k=length)
    return "".join(chosen)[:length]
