"""Cases of which one never ends, to hold the runner and the search against."""

import re

from tests.system.linear.registry import Case
from tests.system.linear.search import Grammar, plain

# Each more character doubles how long it takes to see that it does not match.
_HOPELESS = re.compile(r"(?:a|a)+!")


def cases() -> dict[str, Case]:
    few = Grammar(plain("a"), suffixes=["?"])
    return {"hopeless": Case(_HOPELESS.fullmatch, few), "fine": Case(str.upper, few)}
