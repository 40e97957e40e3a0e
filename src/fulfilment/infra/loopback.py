"""Loopback URLs: simulators redirect only to addresses of this machine (RFC 8252, section 7.3)."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

ADDRESS_CHARACTERS = 2_000
_NAMES = frozenset(["127.0.0.1", "::1", "localhost"])
# Excludes backslashes, which browsers read as slashes, and line breaks, which they ignore.
_PLAIN = re.compile(r"[!-\[\]-~]+")


def is_loopback(address: str) -> bool:
    """True for an HTTP or HTTPS URL of this machine without credentials and fragment."""
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
    """True where a request's Host header names this machine. Other names could be DNS rebinding by a foreign page."""
    return is_loopback(f"http://{host}/") and "/" not in host


def with_parameters(address: str, parameters: dict[str, str]) -> str:
    """The address with additional query parameters."""
    parts = urlsplit(address)
    query = [*parse_qsl(parts.query, keep_blank_values=True), *parameters.items()]
    return urlunsplit(parts._replace(query=urlencode(query)))
