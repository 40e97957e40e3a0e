"""Parsing of request fields, each of which must be unique and of bounded length."""

from collections.abc import Iterable

import msgspec
from aiohttp import web

from fulfilment_simulators.identity.errors import OAuthError

FIELD_CHARACTERS = 16_384
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


def unique_fields(pairs: Iterable[tuple[str, object]]) -> dict[str, str]:
    """Fields by name. Raises OAuthError for a field that is repeated, no text, or too long."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise OAuthError("invalid_request", f"{name[:60]} is repeated.")
        if not isinstance(value, str) or len(value) > FIELD_CHARACTERS:
            raise OAuthError("invalid_request", f"{name[:60]} is no text, or too long.")
        found[name] = value
    return found


async def read_form(request: web.Request) -> dict[str, str]:
    """The fields of a form. Raises OAuthError."""
    if request.content_type != FORM:
        raise OAuthError("invalid_request", f"The body must be {FORM}.")
    return unique_fields((await request.post()).items())


async def read_json(request: web.Request) -> dict:
    """A JSON object. Its content type is required, since foreign pages cannot send it (CSRF). Raises OAuthError."""
    if request.content_type != JSON:
        raise OAuthError("invalid_request", f"The body must be {JSON}.")
    try:
        return msgspec.json.decode(await request.read() or b"{}", type=dict)
    except msgspec.DecodeError:
        raise OAuthError("invalid_request", "The body is no JSON object.") from None
