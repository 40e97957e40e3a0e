"""Permission to top up and adjust credit over HTTP (decisions, section 6)."""

from collections.abc import Iterator

import pytest

from tests.credits.requests import ADJUST, BALANCE, BUY, TOPUP, balance_of
from tests.harness.fixtures import faults
from tests.harness.service import Client, serving
from tests.harness.workspaces import open_client, open_partner


@pytest.fixture(scope="module")
def guarded(module_database_url: str) -> Iterator[Client]:
    """A workspace of a production service whose operator pays the aggregator."""
    access = {"aggregator_url": "http://127.0.0.1:9", "aggregator_key": "platform-key"}
    with serving(module_database_url, mode="production", **access) as service:
        yield open_client(service)


def test_in_production_with_a_platform_key_only_platform_keys_move_credit(guarded: Client) -> None:
    adjustment = {"amount": 5, "kind": "manual_adjustment"}
    assert guarded("POST", TOPUP, {"amount": 5}).error == (403, "FORBIDDEN")
    assert guarded("POST", ADJUST, adjustment).error == (403, "FORBIDDEN")
    assert guarded("GET", BALANCE).status == 200

    partner = open_partner(guarded.service, "sandal")
    assert partner("POST", TOPUP, {"amount": 5}).status == 201
    assert partner("POST", ADJUST, adjustment).status == 201
    assert (balance_of(guarded), balance_of(partner)) == (0, 10)


@pytest.mark.parametrize(("allowed", "status"), [("any", 201), ("platform", 403)])
def test_the_operator_may_say_who_moves_credit(module_database_url: str, allowed: str, status: int) -> None:
    access = {"aggregator_url": "http://127.0.0.1:9", "aggregator_key": "platform-key"}
    mode = "production" if allowed == "any" else "development"
    with serving(module_database_url, mode=mode, credit_topup_allowed_for=allowed, **access) as service:
        assert open_client(service)("POST", TOPUP, {"amount": 5}).status == status


def test_without_a_payment_provider_no_credit_is_sold(guarded: Client) -> None:
    answer = guarded("POST", BUY, {"amount": 50_000, "email": "siti@example.com"})
    assert answer.error == (400, "NOT_CONFIGURED")
    told = guarded.service.send("POST", "/api/v1/inbound/payments", [("Stripe-Signature", "t=1,v1=0")], b"{}")
    assert told.error == (400, "NOT_CONFIGURED")


def test_who_may_not_top_up_by_hand_may_buy_and_a_provider_that_is_away_is_no_alarm(module_database_url: str) -> None:
    with serving(module_database_url, credit_topup_allowed_for="platform", payment_simulator_port="1") as service:
        client = open_client(service)
        answer = client("POST", BUY, {"amount": 50_000, "email": "siti@example.com"})
        assert (answer.error, balance_of(client)) == ((500, "CHECKOUT_FAILED"), 0)
        assert faults(service) == []
