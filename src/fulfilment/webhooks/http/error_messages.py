"""What the delivery log says about an attempt that got no response (specification, Webhook delivery)."""

import os
import re
import socket
import ssl
from collections.abc import Iterator

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError

from fulfilment.webhooks.http.destination import BlockedDestination

INTERNAL_ERROR = "the attempt failed for a reason inside this service"

_CLOSED = "connection closed before a response came"
_LENGTH_CHARACTERS = 300
# Where the addresses of a name failed in different ways, their errors come to us as one text.
_ERROR_NUMBER = re.compile(r"\[Errno (\d+)\]")


def describe(problem: BaseException, timeout_seconds: float) -> str | None:
    """One printable line for the merchant, or None for what no receiver can cause: a fault of ours.

    Names no address, neither ours nor the receiver's.
    """
    try:
        text = _format_message(problem, timeout_seconds)
    except Exception:
        # An error of a shape nobody expected is a fault of ours as well, and must not become a second one.
        return None
    if text is None:
        return None
    return "".join(character if character.isprintable() else " " for character in text)[:_LENGTH_CHARACTERS]


def _format_message(problem: BaseException, timeout_seconds: float) -> str | None:
    blocked = _find_blocked(problem)
    if blocked is not None:
        return f"blocked: {blocked.reason}"
    if isinstance(problem, aiohttp.ClientConnectorCertificateError):
        return f"TLS certificate refused: {_describe_certificate_error(problem)}"
    tls = [link for link in _walk_causes(problem) if isinstance(link, ssl.SSLError)]
    if tls:
        # aiohttp's own error is an SSLError that lacks the reason; the one from OpenSSL comes last.
        return f"TLS error: {getattr(tls[-1], 'reason', None) or 'handshake failed'}"
    match problem:
        case TimeoutError():
            return f"timed out after {round(timeout_seconds * 1_000)}ms"
        case aiohttp.ClientConnectorDNSError():
            return f"{problem.host} could not be resolved: {_describe_os_error(problem.os_error)}"
        case aiohttp.ServerDisconnectedError():
            return _CLOSED
        case aiohttp.ClientConnectorError():
            return _describe_os_error(problem.os_error)
        case aiohttp.ClientResponseError() | HttpProcessingError():
            return f"malformed response: {problem.message}"
        case OSError():
            return _describe_os_error(problem)
        case aiohttp.ClientError():
            return f"connection failed: {type(problem).__name__}"
    return None


def _find_blocked(problem: BaseException) -> BlockedDestination | None:
    return next((link for link in _walk_causes(problem) if isinstance(link, BlockedDestination)), None)


def _walk_causes(problem: BaseException | None) -> Iterator[BaseException]:
    """aiohttp wraps what happened inside it, not always in the same way."""
    while problem is not None:
        yield problem
        problem = getattr(problem, "os_error", None) or problem.__cause__


def _describe_os_error(problem: OSError) -> str:
    if isinstance(problem, socket.gaierror):
        return str(problem.strerror or "no address").lower()
    number = problem.errno or _find_error_number(str(problem))
    if number > 0:
        # Not `strerror`: asyncio writes the address into it.
        return os.strerror(number).lower()
    if isinstance(problem, ConnectionError):
        # Closed rather than broken, for instance in the middle of a TLS handshake.
        return _CLOSED
    return "connection failed"


def _find_error_number(text: str) -> int:
    found = _ERROR_NUMBER.search(text)
    return int(found[1]) if found else 0


def _describe_certificate_error(problem: aiohttp.ClientConnectorCertificateError) -> str:
    return str(getattr(problem.certificate_error, "verify_message", "") or "it does not fit the host")
