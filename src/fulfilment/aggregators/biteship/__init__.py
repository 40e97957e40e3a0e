"""Biteship behind the port: `async with Client(url, timeout_seconds) as client: client.account(key).book(...)`."""

from fulfilment.aggregators.biteship.adapter import Account, Client
from fulfilment.aggregators.biteship.report import parse_report

__all__ = ["Account", "Client", "parse_report"]
