"""Amounts as Stripe counts them, and as we do.

Stripe counts everything in hundredths but for a few currencies, and the rupiah is none of those: Rp10,000 is 1000000
there and 10000 here. Nothing outside of this package knows.
"""

IDR = "IDR"
_STRIPE_UNITS_OF_A_RUPIAH = 100


def to_stripe(amount: int, currency: str) -> int:
    """Our minor units in Stripe's."""
    return amount * _ratio(currency)


def from_stripe(amount: int, currency: str) -> int:
    """What came in or is asked for, in our minor units. A part of a rupiah does not count, whichever the sign."""
    ratio = _ratio(currency)
    return amount // ratio if amount >= 0 else -(-amount // ratio)


def reversed_from_stripe(amount: int, currency: str) -> int:
    """What went back, in our minor units. A part of a rupiah counts as one, so that no credit outlives its money."""
    return -(-amount // _ratio(currency))


def _ratio(currency: str) -> int:
    return _STRIPE_UNITS_OF_A_RUPIAH if currency.upper() == IDR else 1
