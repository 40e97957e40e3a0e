"""Addresses on this very machine: nothing of the simulator ever leads anywhere else (RFC 8252, section 7.3)."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

ADDRESS_CHARACTERS = 2_000
_NAMES = frozenset(["127.0.0.1", "::1", "localhost"])
# Browsers read a backslash as a slash, and leave line breaks out.
_PLAIN = re.compile(r"[!-\[\]-~]+")


def is_loopback(address: str) -> bool:
    """Whether this is an address of HTTP on this machine, without credentials and fragment."""
    if len(address) > ADDRESS_CHARACTERS or not _PLAIN.fullmatch(address):
        return False
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    is_plain = parts.username is None and parts.password is None and "#" not in address and port != 0
    return is_plain and parts.scheme in ("http", "https") and parts.hostname in _NAMES


def is_own_host(host: str) -> bool:
    """Whether a request's Host says this machine: a name that was made to lead here is somebody else's page."""
    return is_loopback(f"http://{host}/") and "/" not in host


def with_parameters(address: str, parameters: dict[str, str]) -> str:
    """The address with more query parameters."""
    parts = urlsplit(address)
    query = [*parse_qsl(parts.query, keep_blank_values=True), *parameters.items()]
    return urlunsplit(parts._replace(query=urlencode(query)))
