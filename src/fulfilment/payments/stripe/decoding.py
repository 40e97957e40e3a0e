"""JSON of Stripe's, or of whoever speaks in its place: as deep as ours may be, and in a shape that is known."""

from typing import TypeVar

import msgspec

from fulfilment.infra.api import json_depth

Shape = TypeVar("Shape")


class InvalidResponse(Exception):
    """It is no JSON, nested too deep, or of another shape."""


def decode(body: bytes, decoder: "msgspec.json.Decoder[Shape]") -> Shape:
    """Only what the shape knows is kept; what it does not know is passed over as it is read. Raises InvalidResponse."""
    if json_depth.exceeds(body):
        raise InvalidResponse
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise InvalidResponse from None
