"""`fulfilment payments`: the payment provider that development buys at. Production has none of it."""

from argparse import Namespace

from fulfilment import logs
from fulfilment.cli import lifeline
from fulfilment.cli.refusal import Refusal
from fulfilment.settings import Settings

HOST = "127.0.0.1"
MEMORY_FILE = "payments.journal"


def run(settings: Settings, _options: Namespace) -> int:
    from fulfilment.payments.simulator import program

    _require_simulated(settings)
    lifeline.hold()
    logs.configure(settings, "payments")
    return program.run(HOST, settings.payments_port, settings.data_path / MEMORY_FILE)


def _require_simulated(settings: Settings) -> None:
    """Refuse where money is real. Raises Refusal."""
    if not settings.is_development:
        raise Refusal("Payments are simulated in development only; production sells with FULFILMENT_PAYMENTS_KEY.")
    if not settings.simulates_payments:
        raise Refusal("Payments go to the provider that FULFILMENT_PAYMENTS_KEY belongs to.")
