"""Numbers in the words of a label."""

from datetime import datetime

# Currencies whose minor unit is the unit itself; for IDR that is what the service counts (decisions, credit).
_WHOLE_CURRENCIES = frozenset(
    (
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "IDR",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "UYI",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    )
)
_SYMBOLS = {"IDR": "Rp", "USD": "$"}
# Who counts in these writes a point between the thousands; a comma there would be read as the decimal mark.
_POINTS_BETWEEN_THOUSANDS = frozenset(("IDR", "VND"))
_GRAMS_PER_KILOGRAM = 1000


def format_money(amount: int, currency: str) -> str:
    """`Rp18.000`, `$12.50`, `EUR 3.00`: `amount` is in minor units."""
    text = f"{amount:,}" if currency in _WHOLE_CURRENCIES else f"{amount // 100:,}.{amount % 100:02}"
    if currency in _POINTS_BETWEEN_THOUSANDS:
        text = text.replace(",", ".")
    return _SYMBOLS.get(currency, f"{currency} ") + text


def format_weight(grams: int) -> str:
    """`750 g`, `1.25 kg`."""
    if grams < _GRAMS_PER_KILOGRAM:
        return f"{grams} g"
    whole, rest = divmod(grams, _GRAMS_PER_KILOGRAM)
    return f"{whole:,}.{rest:03}".rstrip("0").rstrip(".") + " kg"


def format_day(moment: datetime) -> str:
    """The day in the moment's own zone, for the same label must read the same wherever it is printed."""
    return moment.strftime("%Y-%m-%d")
