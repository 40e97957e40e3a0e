"""What the API says of a refusal or of a field, for whoever typed it: in plain words, and in their language."""

import re
from collections.abc import Callable
from functools import cache

from fulfilment.console.wording.codes import STATUSES
from fulfilment.console.wording.sayings import SAYINGS

Say = Callable[[str], str]

_TOO_LITTLE_CREDIT = re.compile(r"^(There is not enough shipping credit: -?[0-9]+ is needed), -?[0-9]+ is available\.$")
_SLOT = re.compile(r"%\((\w+)\)s")
# Slots that hold anything; the others hold numbers, and `status` one of the statuses.
_OF_ANYTHING = ("words", "others", "last", "reason")


def tell(said: str, say: Say, *, sees_credit: bool = False) -> str:
    """What the service says, as it is shown. What is not known is shown as it is, and a courier's own words always.

    Of credit that does not suffice, whoever may not see the credit reads what is needed alone (decision 128).
    """
    if not sees_credit:
        said = _TOO_LITTLE_CREDIT.sub(r"\1.", said)
    found = _find(said)
    if found is None:
        return say(said) if said else said
    words, slots = found
    return _put_together(words, {name: _filled(name, value, say) for name, value in slots.items()}, say)


def is_known(said: str) -> bool:
    """Whether the text is one of those that are said in every language."""
    return _find(said) is not None


def _find(said: str) -> tuple[str, dict[str, str]] | None:
    """The words for a text of the service, and what stands in its slots."""
    if said in SAYINGS:
        return SAYINGS[said], {}
    for pieces, words in _with_slots():
        slots = _slots_in(said, pieces)
        if slots is not None:
            return words, slots
    return None


def _slots_in(said: str, pieces: list[str]) -> dict[str, str] | None:
    """What stands in the slots of a text, each as short as can be; None where it is another text.

    It is looked for by plain search, which is linear whatever a courier says.
    """
    at, end = len(pieces[0]), len(said) - len(pieces[-1])
    if not said.startswith(pieces[0]) or not said.endswith(pieces[-1]):
        return None
    slots: dict[str, str] = {}
    for name, literal in zip(pieces[1::2], [*pieces[2:-1:2], None], strict=True):
        stop = end if literal is None else said.find(literal, at, end)
        if stop <= at or not _fits(name, said[at:stop]):
            return None
        slots[name] = said[at:stop]
        at = stop + len(literal or "")
    return slots


def _fits(name: str, value: str) -> bool:
    if name == "status":
        return value in STATUSES
    return name in _OF_ANYTHING or (value.isascii() and value.isdigit())


def _filled(name: str, value: str, say: Say) -> str:
    if name == "status":
        return say(STATUSES[value][0])
    found = _find(value) if name == "reason" else None
    # A reason has none of its own: otherwise whoever said it could say it for ever.
    return value if found is None or "reason" in found[1] else _put_together(*found, say)


def _put_together(words: str, slots: dict[str, str], say: Say) -> str:
    # A text without slots may have a per cent sign.
    return say(words) % slots if slots else say(words)


@cache
def _with_slots() -> list[tuple[list[str], str]]:
    """The texts that have slots: literal text and names of slots by turns, and the words for it."""
    return [(_SLOT.split(text), words) for text, words in SAYINGS.items() if _SLOT.search(text)]
