"""The one way out of the process by HTTP: connections are opened only while `outbound` is on.

Every client of the service is made with this connector, so that a new one cannot forget to ask. A test reads from the
source that no other is made (tests/contract/test_ways_out.py).
"""

from typing import Any

import aiohttp
from aiohttp.connector import Connection

from fulfilment.infra import outbound


class Connector(aiohttp.TCPConnector):
    """Opens and lends connections as aiohttp's does. Raises OutboundOff while nothing may leave."""

    async def connect(self, *args: Any, **options: Any) -> Connection:
        outbound.require()
        return await super().connect(*args, **options)
