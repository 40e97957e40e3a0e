"""Identity simulator: an OpenID Connect provider for development and tests, with fictional users without passwords."""

from fulfilment_simulators.identity.program import run

__all__ = ["run"]
