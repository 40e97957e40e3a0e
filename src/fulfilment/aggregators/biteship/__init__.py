"""Biteship adapter of the port: one `BiteshipClient` per process, one account per key."""

from fulfilment.aggregators.biteship.adapter import BiteshipAccount, BiteshipClient
from fulfilment.aggregators.biteship.mapping import parse_status_update

__all__ = ["BiteshipAccount", "BiteshipClient", "parse_status_update"]
