"""Bounds of the response heads that our HTTP clients read.

aiohttp refuses header lines of 8,190 bytes and more than 128 headers. Real servers send more, for instance long
`Content-Security-Policy` or `Set-Cookie` headers, and their answer would count as none.
"""

from typing import TypedDict

# All heads of one answer together. httpx, which `fulfilment listen` uses, has the same bound.
HEAD_BYTES = 102_400
HEADERS_MOST = 1_000


class HeadLimits(TypedDict):
    """Keyword arguments of `aiohttp.ClientSession`."""

    max_line_size: int
    max_field_size: int
    max_headers: int


HEAD_LIMITS: HeadLimits = {"max_line_size": HEAD_BYTES, "max_field_size": HEAD_BYTES, "max_headers": HEADERS_MOST}
