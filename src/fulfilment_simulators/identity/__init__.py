"""An OpenID Connect provider to develop and test against: its people are made up, and nobody has a password."""

from fulfilment_simulators.identity.program import run

__all__ = ["run"]
