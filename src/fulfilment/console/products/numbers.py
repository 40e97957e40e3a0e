"""Whole numbers and amounts as people type them into the forms of goods. Each raises Validation, naming its field."""

from fulfilment.console.frame.frame import Frame
from fulfilment.console.wording import amounts
from fulfilment.http.errors import Validation

# Grouped like an amount without cents: `1.040` and `1,040` grams are the same.
_WHOLE = amounts.WITHOUT_CENTS[0]
_SIGNS = {"+": 1, "-": -1, "−": -1, "–": -1}


def whole(shown: Frame, text: str, field: str) -> int | None:
    """Pieces or grams; None where nothing was typed."""
    if not text:
        return None
    value = amounts.read(text, _WHOLE)
    if value is None:
        raise Validation(shown.say("Enter a whole number, such as 250."), field=field)
    return value


def amount(shown: Frame, text: str, field: str) -> int | None:
    """Minor units of the workspace's currency; None where nothing was typed."""
    if not text:
        return None
    value = amounts.read(text, shown.workspace.currency)
    if value is None:
        raise Validation(
            shown.say("This is no amount. Amounts look like %(example)s.", example=shown.show.money(85_000)),
            field=field,
        )
    return value


def signed(shown: Frame, text: str, field: str) -> int:
    """How many more or fewer: `5`, `+5`, `-5`."""
    sign = _SIGNS.get(text[:1])
    value = whole(shown, (text[1:] if sign else text).strip(), field)
    if not value:
        raise Validation(shown.say("Enter how many came or went, such as 5 or -5."), field=field)
    return (sign or 1) * value


def typed_amount(shown: Frame, value: int | None) -> str:
    """An amount as it stands in a field: what `amount` reads as the same."""
    if value is None:
        return ""
    if shown.workspace.currency in amounts.WITHOUT_CENTS:
        return shown.show.number(value)
    return f"{value // 100}.{value % 100:02d}"
