"""A simulator as a process, the real library as its client, and somebody who listens to its events."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import stripe

from tests.harness.payment_simulator import KEY, Payments, simulating
from tests.payments_simulator.listening import Listener, listening


@pytest.fixture
def payments(tmp_path: Path) -> Iterator[Payments]:
    with simulating(tmp_path) as running:
        yield running


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
