"""Commands of `fulfilment simulate`: each simulator with its port and its data file from the settings."""

from fulfilment.settings import PREFIX, Settings

COURIERS_FILE = "simulator.journal"
PAYMENTS_FILE = "payments.journal"


def couriers(settings: Settings, host: str) -> int:
    """Run the courier simulator and return its exit code."""
    from fulfilment_simulators.couriers import program

    return program.run(
        host,
        settings.aggregator_simulator_port,
        settings.data_path / COURIERS_FILE,
        f"{PREFIX}AGGREGATOR_SIMULATOR_PORT",
    )


def identity(settings: Settings, host: str) -> int:
    """Run the identity simulator and return its exit code."""
    from fulfilment_simulators.identity import program

    return program.run(host, settings.identity_simulator_port, settings.issuer, settings.audience)


def payments(settings: Settings, host: str) -> int:
    """Run the payment simulator and return its exit code."""
    from fulfilment_simulators.payments import program

    return program.run(
        host, settings.payment_simulator_port, settings.data_path / PAYMENTS_FILE, f"{PREFIX}PAYMENT_SIMULATOR_PORT"
    )
