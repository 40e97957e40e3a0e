"""`fulfilment simulate`: runs one simulator of development until a signal. Production has no simulators."""

import importlib
from argparse import Namespace
from collections.abc import Callable

from fulfilment.cli import parent_watch
from fulfilment.cli.errors import CommandError
from fulfilment.infra.observability import logs
from fulfilment.settings import Settings

HOST = "127.0.0.1"
# The module is imported by name, because the service must not depend on its simulators.
_COMMANDS = "fulfilment_simulators.commands"
_NAMES = {"couriers": "courier simulator", "identity": "identity simulator", "payments": "payment simulator"}


def run(settings: Settings, options: Namespace) -> int:
    """Run one simulator. Raises CommandError if the service uses the real provider instead."""
    _REQUIRED[options.simulator](settings)
    parent_watch.watch_supervisor()
    logs.configure(settings, process_name(options.simulator))
    return getattr(importlib.import_module(_COMMANDS), options.simulator)(settings, HOST)


def process_name(simulator: str) -> str:
    """The name of a simulator's process, in logs and among the processes of `serve`."""
    return _NAMES[simulator]


def require_simulated_couriers(settings: Settings) -> None:
    """Refuse outside of development. Raises CommandError."""
    if not settings.is_development:
        raise CommandError(
            "Couriers are simulated in development only; production books with FULFILMENT_AGGREGATOR_KEY."
        )


def require_simulated_identity(settings: Settings) -> None:
    """Refuse outside of development, and with a real identity provider. Raises CommandError."""
    if not settings.is_development:
        raise CommandError(
            "Identities are simulated in development only; production signs in at FULFILMENT_OIDC_ISSUER."
        )
    if not settings.simulates_identity:
        raise CommandError(f"Tokens come from {settings.oidc_issuer}, which FULFILMENT_OIDC_ISSUER names.")


def require_simulated_payments(settings: Settings) -> None:
    """Refuse outside of development, and with a real payment provider. Raises CommandError."""
    if not settings.is_development:
        raise CommandError("Payments are simulated in development only; production sells with FULFILMENT_PAYMENTS_KEY.")
    if not settings.simulates_payments:
        raise CommandError("Payments go to the provider that FULFILMENT_PAYMENTS_KEY belongs to.")


_REQUIRED: dict[str, Callable[[Settings], None]] = {
    "couriers": require_simulated_couriers,
    "identity": require_simulated_identity,
    "payments": require_simulated_payments,
}
