"""The numbers in a form's fields, or why one cannot be read. Each function raises Validation, naming the field."""

from fulfilment.console.i18n import numbers
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.errors import Validation

_SIGNS = {"+": 1, "-": -1, "−": -1, "–": -1}
# How far a coordinate can be from zero.
MAX_DEGREES = {"lat": 90, "lng": 180}


def parse_integer(layout: PageLayout, text: str, field: str) -> int | None:
    """Pieces or grams; None where nothing was typed."""
    if not text:
        return None
    value = numbers.parse_integer(text)
    if value is None:
        raise Validation(layout.gettext("Enter a whole number, such as 250."), field=field)
    return value


def parse_positive(layout: PageLayout, text: str, field: str) -> int:
    """Pieces or grams, at least one."""
    value = numbers.parse_integer(text)
    if not value:
        raise Validation(layout.gettext("Enter a whole number above zero."), field=field)
    return value


def parse_amount(layout: PageLayout, text: str, field: str) -> int | None:
    """Minor units of the workspace's currency; None where nothing was typed."""
    if not text:
        return None
    value = numbers.parse_money(text, layout.workspace.currency)
    if value is None:
        raise Validation(
            layout.gettext("This is no amount. Amounts look like %(example)s.", example=layout.formatter.money(85_000)),
            field=field,
        )
    return value


def parse_signed(layout: PageLayout, text: str, field: str) -> int:
    """How many more or fewer: `5`, `+5`, `-5`."""
    sign = _SIGNS.get(text[:1])
    value = parse_integer(layout, (text[1:] if sign else text).strip(), field)
    if not value:
        raise Validation(layout.gettext("Enter how many came or went, such as 5 or -5."), field=field)
    return (sign or 1) * value


def parse_degrees(layout: PageLayout, text: str, field: str) -> float | None:
    """Decimal degrees of a coordinate, with a point or a comma; None where nothing was typed."""
    if not text:
        return None
    value = numbers.parse_degrees(text, MAX_DEGREES[field])
    if value is None:
        raise Validation(layout.gettext("Enter decimal degrees, for example −6.8850."), field=field)
    return value


def format_amount(layout: PageLayout, value: int | None) -> str:
    """An amount as it stands in a field: what `parse_amount` reads as the same."""
    if value is None:
        return ""
    if layout.workspace.currency in numbers.WITHOUT_CENTS:
        return layout.formatter.number(value)
    return f"{value // 100}.{value % 100:02d}"
