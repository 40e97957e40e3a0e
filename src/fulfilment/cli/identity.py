"""`fulfilment identity`: the OpenID Connect provider that development signs in with. Production has none of it."""

from argparse import Namespace

from fulfilment import logs
from fulfilment.cli import lifeline
from fulfilment.cli.refusal import Refusal
from fulfilment.settings import Settings

HOST = "127.0.0.1"


def run(settings: Settings, _options: Namespace) -> int:
    from fulfilment.identity_simulator import program

    require_simulated(settings)
    lifeline.hold()
    logs.configure(settings, "identity")
    return program.run(HOST, settings.identity_port, settings.issuer, settings.audience)


def require_simulated(settings: Settings) -> None:
    """Refuse where people are real. Raises Refusal."""
    if not settings.is_development:
        raise Refusal("Identities are simulated in development only; production signs in at FULFILMENT_OIDC_ISSUER.")
    if not settings.simulates_identity:
        raise Refusal(f"Tokens come from {settings.oidc_issuer}, which FULFILMENT_OIDC_ISSUER names.")
