"""Whole numbers, amounts of money and decimal degrees as people type them. Every form of the console reads them here.

A mark groups thousands only where three digits stand between the marks, and one number has one kind of grouping mark.
Everything else is refused: `2.0` is not 20, and `1,5` is not 15.
"""

import re
import unicodedata

WITHOUT_CENTS = ("IDR", "JPY", "KRW", "VND")
MAX_NUMBER = 2**53 - 1
_MAX_CHARACTERS = 40
# A grouped number does not begin with zero: `0.500` means a half.
_WHOLE = re.compile(r"[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3})+|(?: [0-9]{3})+)|[0-9]+")
# The mark that groups the thousands is never the decimal mark too.
_BY_COMMA = re.compile(r"([1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?")
_BY_POINT = re.compile(r"([1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?:,([0-9]{1,2}))?")
_PLAIN = re.compile(r"([1-9][0-9]{0,2}(?: [0-9]{3})+|[0-9]+)(?:[.,]([0-9]{1,2}))?")
_DEGREES = re.compile(r"([+\-−–]?)([0-9]{1,3})(?:[.,]([0-9]+))?")
_BEFORE, _AFTER = ("rp", "idr", "usd", "us$", "$"), ("idr", "usd")


def parse_integer(text: str) -> int | None:
    """The whole number that a text means; None where that is not certain."""
    plain = _normalize(text)
    return _to_integer(plain) if _WHOLE.fullmatch(plain) else None


def parse_money(text: str, currency: str) -> int | None:
    """The minor units that a text means; None where that is not certain. `85.000` and `Rp 85000` are the same.

    The rupiah has no decimals, so every separator groups thousands; elsewhere the last one may be the decimal mark.
    """
    plain = _strip_currency_symbol(_normalize(text))
    if currency in WITHOUT_CENTS:
        return _to_integer(plain) if _WHOLE.fullmatch(plain) else None
    found = _BY_COMMA.fullmatch(plain) or _BY_POINT.fullmatch(plain) or _PLAIN.fullmatch(plain)
    return None if found is None else _to_integer(found[1] + (found[2] or "").ljust(2, "0"))


def parse_degrees(text: str, maximum: int) -> float | None:
    """Decimal degrees up to `maximum`, with a point or a comma; None where the text is something else."""
    found = _DEGREES.fullmatch(_normalize(text))
    if found is None:
        return None
    value = float(f"{found[2]}.{found[3] or 0}")
    if value > maximum:
        return None
    return -value if found[1] in ("-", "−", "–") else value


def _normalize(text: str) -> str:
    """The text in its plain characters; one that is too long for a number becomes empty."""
    plain = unicodedata.normalize("NFKC", text[: _MAX_CHARACTERS + 1]).strip()
    return "" if len(text) > _MAX_CHARACTERS else plain


def _to_integer(text: str) -> int | None:
    value = int(re.sub(r"[^0-9]", "", text))
    return value if value <= MAX_NUMBER else None


def _strip_currency_symbol(text: str) -> str:
    folded = text.lower()
    before = next((symbol for symbol in _BEFORE if folded.startswith(symbol)), "")
    after = next((symbol for symbol in _AFTER if not before and folded.endswith(symbol)), "")
    return text[len(before) : len(text) - len(after)].strip()
