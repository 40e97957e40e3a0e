"""Reading what a client sent: every field at most once, and none without a bound."""

from collections.abc import Iterable

import msgspec
from aiohttp import web

from fulfilment.identity_simulator.refusals import Refused

FIELD_CHARACTERS = 16_384
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


def once(pairs: Iterable[tuple[str, object]]) -> dict[str, str]:
    """Fields by name. Raises Refused where one is repeated, no text, or endless."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise Refused("invalid_request", f"{name[:60]} is repeated.")
        if not isinstance(value, str) or len(value) > FIELD_CHARACTERS:
            raise Refused("invalid_request", f"{name[:60]} is no text, or too long.")
        found[name] = value
    return found


async def form(request: web.Request) -> dict[str, str]:
    """The fields of a form. Raises Refused."""
    if request.content_type != FORM:
        raise Refused("invalid_request", f"The body must be {FORM}.")
    return once((await request.post()).items())


async def body(request: web.Request) -> dict:
    """A JSON object. Its type is asked for, since no other page can send it here. Raises Refused."""
    if request.content_type != JSON:
        raise Refused("invalid_request", f"The body must be {JSON}.")
    try:
        return msgspec.json.decode(await request.read() or b"{}", type=dict)
    except msgspec.DecodeError:
        raise Refused("invalid_request", "The body is no JSON object.") from None
