"""A courier aggregator to develop and test against: it speaks Biteship's protocol and ships nothing."""

from fulfilment.aggregators.simulator.program import run

__all__ = ["run"]
