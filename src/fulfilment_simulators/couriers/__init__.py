"""A courier aggregator to develop and test against: it speaks Biteship's protocol and ships nothing."""

from fulfilment_simulators.couriers.program import run

__all__ = ["run"]
