"""An OpenID Connect provider for development and tests. Its people are made up and have no passwords."""

from fulfilment_simulators.identity.program import run

__all__ = ["run"]
