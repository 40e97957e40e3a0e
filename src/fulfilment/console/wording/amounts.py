"""Amounts of money as people type them: with the separators of either language, or none (design: Money input)."""

import re
import unicodedata

WITHOUT_CENTS = ("IDR", "JPY", "KRW", "VND")
MAX_AMOUNT = 2**53 - 1
_MOST_CHARACTERS = 40
_WHOLE = re.compile(r"[0-9]{1,3}([., ]?[0-9]{3})*|[0-9]+")
# Whatever groups the thousands is not the decimal mark as well.
_WITH_CENTS = re.compile(
    r"([0-9]{1,3}(?:(?:,[0-9]{3})+(?![,])|(?:\.[0-9]{3})+(?![.])|(?: [0-9]{3})+)|[0-9]+)(?:[.,]([0-9]{1,2}))?"
)
_BEFORE, _AFTER = ("rp", "idr", "usd", "us$", "$"), ("idr", "usd")


def read(text: str, currency: str) -> int | None:
    """The minor units that a text means; None where it is no amount. `85.000`, `85,000` and `Rp 85000` are the same.

    The rupiah has no decimals, so every separator groups thousands; elsewhere the last one may be the decimal mark.
    """
    text = unicodedata.normalize("NFKC", text[:_MOST_CHARACTERS]).strip()
    text = _without_symbol(text)
    if currency in WITHOUT_CENTS:
        if not _WHOLE.fullmatch(text):
            return None
        amount = int(re.sub(r"\D", "", text))
    else:
        found = _WITH_CENTS.fullmatch(text)
        if found is None:
            return None
        amount = int(re.sub(r"\D", "", found[1])) * 100 + int((found[2] or "").ljust(2, "0"))
    return amount if amount <= MAX_AMOUNT else None


def _without_symbol(text: str) -> str:
    folded = text.lower()
    before = next((symbol for symbol in _BEFORE if folded.startswith(symbol)), "")
    after = next((symbol for symbol in _AFTER if not before and folded.endswith(symbol)), "")
    return text[len(before) : len(text) - len(after)].strip()
