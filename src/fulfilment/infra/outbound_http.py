"""HTTP connector that obeys the outbound switch, and size limits of the headers of received responses.

The command line knows the switch without this module, which loads aiohttp.
"""

from typing import Any, TypedDict

import aiohttp
from aiohttp.connector import Connection

from fulfilment.infra import outbound

# Limit of all headers of one response together. httpx, which `fulfilment listen` uses, has the same limit.
HEAD_BYTES = 102_400
HEADERS_MOST = 1_000


class Connector(aiohttp.TCPConnector):
    """An aiohttp connector that raises OutboundOff while `outbound` is off."""

    async def connect(self, *args: Any, **options: Any) -> Connection:
        outbound.require()
        return await super().connect(*args, **options)


class HeadLimits(TypedDict):
    """Limits of response headers, as keyword arguments of `aiohttp.ClientSession`."""

    max_line_size: int
    max_field_size: int
    max_headers: int


HEAD_LIMITS: HeadLimits = {"max_line_size": HEAD_BYTES, "max_field_size": HEAD_BYTES, "max_headers": HEADERS_MOST}
