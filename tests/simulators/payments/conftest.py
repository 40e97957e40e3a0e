"""One simulator as a process, emptied for each test, the real library as its client, and a receiver of its events."""

from collections.abc import Iterator

import pytest
import stripe

from tests.harness.payment_simulator import KEY, Payments, simulating
from tests.simulators.payments.listening import Listener, listening

# The manner in which a simulator that was just started posts its events.
AT_ONCE_AND_ONCE = {"hold": False, "drop": False, "shuffle": False, "repeat": 1, "delay_ms": 0}


@pytest.fixture(scope="session")
def simulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payments]:
    with simulating(tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture
def payments(simulator: Payments) -> Payments:
    """The simulator as it is after a start: nothing is remembered, and no event is posted anywhere."""
    simulator.report_to(None)
    simulator.control("webhook/manner", **AT_ONCE_AND_ONCE)
    simulator.control("reset")
    return simulator


@pytest.fixture
def client(payments: Payments) -> stripe.StripeClient:
    return client_of(payments)


@pytest.fixture
def listener(payments: Payments) -> Iterator[Listener]:
    with listening() as hearing:
        payments.report_to(hearing.url)
        yield hearing


def client_of(payments: Payments) -> stripe.StripeClient:
    """The official library, which tries nothing again by itself."""
    return stripe.StripeClient(KEY, base_addresses={"api": payments.url}, max_network_retries=0)
