"""Biteship behind the port: a `Client` per process, and an account of it per key."""

from fulfilment.aggregators.biteship.adapter import Account, Client
from fulfilment.aggregators.biteship.report import parse_report

__all__ = ["Account", "Client", "parse_report"]
