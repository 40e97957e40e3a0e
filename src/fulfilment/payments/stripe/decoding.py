"""JSON of Stripe's, or of whoever speaks in its place: as deep as ours may be, and in a shape that is known."""

from typing import TypeVar

import msgspec

from fulfilment.http import nesting

Shape = TypeVar("Shape")


class Senseless(Exception):
    """It is no JSON, nested too deep, or of another shape."""


def decode(body: bytes, decoder: "msgspec.json.Decoder[Shape]") -> Shape:
    """Only what the shape knows is kept; what it does not know is passed over as it is read. Raises Senseless."""
    if nesting.is_deep(body):
        raise Senseless
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Senseless from None
