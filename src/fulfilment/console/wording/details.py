"""What the API says of a refusal or of a field, for whoever typed it: in plain words, and in their language."""

import re
from collections.abc import Callable
from functools import cache

from fulfilment.console.wording.codes import STATUSES
from fulfilment.console.wording.sayings import SAYINGS

Say = Callable[[str], str]

# What fits into each kind of slot; into those that are not named here, numbers.
_FITS = {"status": "|".join(STATUSES)} | dict.fromkeys(("words", "others", "last", "reason"), ".+")
_NUMBER = "[0-9]+"
_SLOT = re.compile(r"%\((\w+)\)s")


def tell(said: str, say: Say) -> str:
    """What the service says, as it is shown. What is not known is shown as it is, and a courier's own words always."""
    found = _find(said)
    if found is None:
        return say(said) if said else said
    words, slots = found
    # A text without slots may have a per cent sign.
    return say(words) % {name: _filled(name, value, say) for name, value in slots.items()} if slots else say(words)


def is_known(said: str) -> bool:
    """Whether the text is one of those that are said in every language."""
    return _find(said) is not None


def _find(said: str) -> tuple[str, dict[str, str]] | None:
    """The words for a text of the service, and what stands in its slots."""
    if said in SAYINGS:
        return SAYINGS[said], {}
    for pattern, words in _patterns():
        if found := pattern.fullmatch(said):
            return words, found.groupdict()
    return None


def _filled(name: str, value: str, say: Say) -> str:
    if name == "status":
        return say(STATUSES[value][0])
    return tell(value, say) if name == "reason" else value


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The texts that have slots."""
    return [(_pattern(text), words) for text, words in SAYINGS.items() if _SLOT.search(text)]


def _pattern(text: str) -> re.Pattern[str]:
    # Literal text and names of slots take turns.
    pieces = _SLOT.split(text)
    parts = [
        f"(?P<{piece}>{_FITS.get(piece, _NUMBER)})" if nth % 2 else re.escape(piece) for nth, piece in enumerate(pieces)
    ]
    return re.compile("".join(parts), re.DOTALL)
