"""Courier simulator: a courier aggregator with Biteship's API, for development and tests; it ships nothing."""

from fulfilment_simulators.couriers.program import run

__all__ = ["run"]
