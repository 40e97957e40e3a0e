"""A Hypothesis state machine of a subscription's life, and two pages paid at once, against the simulator."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.harness.payment_simulator import Payments, simulating
from tests.system.billing.life import BillingLife


@pytest.fixture(scope="module")
def simulator(short_folder: Path) -> Iterator[Payments]:
    folder = short_folder / "life"
    folder.mkdir()
    with simulating(folder) as running:
        yield running


def test_one_that_is_over_before_the_service_hears_of_it_leaves_the_plan_as_it_was(
    module_database_url: str, simulator: Payments
) -> None:
    life = BillingLife(module_database_url, simulator)
    life.open(plan=None, wanted=["starter"])
    life.pay(which=0)
    life.cancel_at_the_provider(which=0)
    life.let_time_pass(days=31)
    life.teardown()
    assert not life.has_had_plan


def test_in_the_end_the_service_and_the_provider_agree(module_database_url: str, simulator: Payments) -> None:
    run_state_machine_as_test(
        lambda: BillingLife(module_database_url, simulator),
        settings=settings(
            max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
