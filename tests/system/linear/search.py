"""Looking for the input that costs a function most: fragments put together and held against the clock.

The clock only chooses. The chosen input then runs at a large size, where it only has to end.
"""

import random
import time
from collections.abc import Callable, Sequence
from itertools import permutations, product

import msgspec

_SMALL, _LARGER = 400, 4_000
TRIED_MOST, _LOOKED_AT_AGAIN = 1_500, 16

Run = Callable[[str], object]


class Grammar(msgspec.Struct, frozen=True):
    """Parts of an input: one prefix, a pump many times over, the closings of the pumps, and one suffix.

    A pump is a pair: `("[", "]")` stands for `[[[…]]]`, `("a", "")` for `aaa…`.
    """

    pumps: Sequence[tuple[str, str]]
    prefixes: Sequence[str] = ("",)
    suffixes: Sequence[str] = ("",)


class Candidate(msgspec.Struct, frozen=True):
    """One way to make an input of any size."""

    prefix: str
    head: str
    tail: str
    suffix: str

    def grown(self, size: int) -> str:
        """The input of about that many characters."""
        pump = len(self.head) + len(self.tail)
        times = max(1, (size - len(self.prefix) - len(self.suffix)) // pump)
        return self.prefix + self.head * times + self.tail * times + self.suffix


def plain(*pumps: str) -> list[tuple[str, str]]:
    """Pumps that nothing closes, and those of any two of them in turn."""
    return [(pump, "") for pump in pumps] + [(one + other, "") for one, other in permutations(pumps, 2)]


def worst(run: Run, grammar: Grammar, tried_most: int = TRIED_MOST) -> list[Candidate]:
    """Those that cost most at a larger size, and those whose cost grew most on the way there."""
    tried = sorted(
        ((_cost(run, candidate, _SMALL), candidate) for candidate in _candidates(grammar, tried_most)),
        key=lambda each: -each[0],
    )
    measured = []
    for _, candidate in tried[:_LOOKED_AT_AGAIN]:
        cost = _cost(run, candidate, _LARGER)
        measured.append((cost, cost / max(1e-9, min(_cost(run, candidate, _SMALL) for _ in range(2))), candidate))
    dearest = [candidate for *_, candidate in sorted(measured, key=lambda each: -each[0])[:2]]
    steepest = [candidate for *_, candidate in sorted(measured, key=lambda each: -each[1])[:1]]
    return list(dict.fromkeys(dearest + steepest))


def _candidates(grammar: Grammar, most: int) -> list[Candidate]:
    """So many of all inputs, always the same ones."""
    every = [
        Candidate(prefix, head, tail, suffix)
        for prefix, (head, tail), suffix in product(grammar.prefixes, grammar.pumps, grammar.suffixes)
    ]
    return random.Random(1).sample(every, min(most, len(every)))


def _cost(run: Run, candidate: Candidate, size: int) -> float:
    text = candidate.grown(size)
    began = time.process_time()
    run(text)
    return time.process_time() - began
