"""Biteship behind the port: a `BiteshipClient` per process, and an account of it per key."""

from fulfilment.aggregators.biteship.adapter import BiteshipAccount, BiteshipClient
from fulfilment.aggregators.biteship.mapping import parse_status_update

__all__ = ["BiteshipAccount", "BiteshipClient", "parse_status_update"]
