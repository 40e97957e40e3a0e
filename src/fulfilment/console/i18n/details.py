"""What the API says of a refusal or of a field, for whoever typed it: in plain words, and in their language."""

import re
from collections.abc import Callable
from functools import cache

from fulfilment.console.i18n.api_messages import API_MESSAGES
from fulfilment.console.i18n.codes import STATUS_BADGES

Gettext = Callable[[str], str]

_INSUFFICIENT_CREDIT = re.compile(
    r"^(There is not enough shipping credit: -?[0-9]+ is needed), -?[0-9]+ is available\.$"
)
_SLOT = re.compile(r"%\((\w+)\)s")
# Slots that hold anything; the others hold numbers, and `status` one of the statuses.
_FREE_TEXT_SLOTS = ("words", "others", "last", "reason")


def translate_message(message: str, gettext: Gettext, *, can_read_credit: bool = False) -> str:
    """What the service says, as it is shown. What is not known is shown as it is, and a courier's own words always.

    Of credit that does not suffice, whoever may not see the credit reads what is needed alone (decision 128).
    """
    if not can_read_credit:
        message = _INSUFFICIENT_CREDIT.sub(r"\1.", message)
    match = _match_known(message)
    if match is None:
        return gettext(message) if message else message
    text, slots = match
    return _fill_slots(text, {name: _translate_slot(name, value, gettext) for name, value in slots.items()}, gettext)


def is_known(message: str) -> bool:
    """Whether the text is one of those that are said in every language."""
    return _match_known(message) is not None


def _match_known(message: str) -> tuple[str, dict[str, str]] | None:
    """The words for a text of the service, and what stands in its slots."""
    if message in API_MESSAGES:
        return API_MESSAGES[message], {}
    for parts, text in _texts_with_slots():
        slots = _extract_slots(message, parts)
        if slots is not None:
            return text, slots
    return None


def _extract_slots(message: str, parts: list[str]) -> dict[str, str] | None:
    """What stands in the slots of a text, each as short as can be; None where it is another text.

    It is looked for by plain search, which is linear whatever a courier says.
    """
    at, end = len(parts[0]), len(message) - len(parts[-1])
    if not message.startswith(parts[0]) or not message.endswith(parts[-1]):
        return None
    slots: dict[str, str] = {}
    for name, literal in zip(parts[1::2], [*parts[2:-1:2], None], strict=True):
        stop = end if literal is None else message.find(literal, at, end)
        if stop <= at or not _is_slot_value(name, message[at:stop]):
            return None
        slots[name] = message[at:stop]
        at = stop + len(literal or "")
    return slots


def _is_slot_value(name: str, value: str) -> bool:
    if name == "status":
        return value in STATUS_BADGES
    return name in _FREE_TEXT_SLOTS or (value.isascii() and value.isdigit())


def _translate_slot(name: str, value: str, gettext: Gettext) -> str:
    if name == "status":
        return gettext(STATUS_BADGES[value][0])
    match = _match_known(value) if name == "reason" else None
    # A reason has none of its own: otherwise whoever said it could say it for ever.
    return value if match is None or "reason" in match[1] else _fill_slots(*match, gettext)


def _fill_slots(text: str, slots: dict[str, str], gettext: Gettext) -> str:
    # A text without slots may have a per cent sign.
    return gettext(text) % slots if slots else gettext(text)


@cache
def _texts_with_slots() -> list[tuple[list[str], str]]:
    """The texts that have slots: literal text and names of slots by turns, and the words for it."""
    return [(_SLOT.split(text), words) for text, words in API_MESSAGES.items() if _SLOT.search(text)]
