"""Processes that are killed at any step of what keeps plans: one subscription, ended once (decisions, section 10)."""

import hashlib
import itertools
from collections.abc import Iterator

import pytest

from tests.billing.online import (
    BILLING,
    audited,
    found,
    get_plan_and_status,
    make_due,
    open_plan_session,
    pay_plan_session,
    status_at,
)
from tests.harness.database import rows
from tests.harness.service import Client
from tests.harness.workspaces import open_client
from tests.system.faults.crashes import pass_seconds
from tests.system.faults.doomed import Job
from tests.system.faults.payment_shop import Shop, selling

FEWEST_STEPS = 10
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def shop(durable_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with selling(durable_url, tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture
def merchant(shop: Shop) -> Client:
    return open_client(shop.api.service, plan="free")


def hear(shop: Shop, client: Client, subscription_id: str, step: int | None = None, event_id: str = "") -> str:
    event_id = event_id or f"evt_plan_{next(_numbers)}"
    job = Job("follow_subscription", step, client.account_id, subscription_id=subscription_id, event_id=event_id)
    return shop.doomed(job)


def keep(shop: Shop, client: Client, step: int | None = None) -> str:
    make_due(client)
    return shop.doomed(Job("keep_subscriptions", step))


def test_an_event_whose_application_is_killed_at_any_step_gives_the_plan_once(shop: Shop, merchant: Client):
    subscription_id, event_id = pay_plan_session(merchant, shop.simulator, "GROWTH"), f"evt_plan_{next(_numbers)}"
    step = 0
    while hear(shop, merchant, subscription_id, step, event_id) == "killed":
        step += 1
        known = rows(merchant, "SELECT 1 FROM payment_events WHERE account_id = $1 AND id = $2", event_id)
        assert (get_plan_and_status(merchant)[0] == "growth") == bool(known)
    assert step > FEWEST_STEPS
    assert get_plan_and_status(merchant) == ("growth", "active")
    assert len(audited(merchant, "billing.plan_changed")) == 1
    assert len(merchant("GET", f"{BILLING}/invoices").data["data"]) == 1


def test_a_cancel_that_is_killed_at_any_step_is_carried_to_its_end_and_the_key_answers_it(shop: Shop):
    for step in itertools.count():
        client = open_client(shop.api.service, plan="free")
        subscription_id = pay_plan_session(client, shop.simulator)
        assert hear(shop, client, subscription_id) == "done"
        key = f"cancel-{next(_numbers)}"
        digest = hashlib.sha256(f"POST\n{BILLING}/cancel\n{hashlib.sha256(b'').hexdigest()}".encode()).hexdigest()
        end = shop.doomed(Job("cancel_plan", step, client.account_id, key=key, request_hash=digest))
        is_asked_for = bool(rows(client, "SELECT 1 FROM subscriptions WHERE account_id = $1 AND ending IS NOT NULL"))
        was_done = found(shop.simulator, f"subscriptions/{subscription_id}")["cancel_at_period_end"]
        assert keep(shop, client) == "done"
        if is_asked_for or was_done:
            assert get_plan_and_status(client) == ("starter", "canceling")
            (entry,) = audited(client, "billing.subscription_canceled")
            assert entry["actor_id"] == client.account_id
        pass_seconds(client)
        answer = client("POST", f"{BILLING}/cancel", key=key)
        assert (answer.status, answer.data["status"]) == (200, "canceling"), answer.raw
        assert found(shop.simulator, f"subscriptions/{subscription_id}")["cancel_at_period_end"]
        if end == "done":
            break
    assert step > FEWEST_STEPS


def test_an_end_whose_workers_are_killed_at_every_step_in_turn_comes_once(shop: Shop, merchant: Client):
    former = pay_plan_session(merchant, shop.simulator, "STARTER")
    hear(shop, merchant, former)
    latter = pay_plan_session(merchant, shop.simulator, "SCALE")
    hear(shop, merchant, latter)
    kills = 0
    while keep(shop, merchant, kills) == "killed":
        assert get_plan_and_status(merchant) == ("scale", "active")
        kills += 1
    assert kills > FEWEST_STEPS
    assert keep(shop, merchant) == "done"
    assert [status_at(shop.simulator, id) for id in (former, latter)] == ["canceled", "active"]
    assert get_plan_and_status(merchant) == ("scale", "active")
    assert rows(merchant, "SELECT id FROM subscriptions WHERE account_id = $1 AND ending IS NOT NULL") == []
    # The unused part of the former plan is credited to the customer once.
    (account,) = rows(merchant, "SELECT provider_customer_id AS id FROM billing_accounts WHERE account_id = $1")
    credit = -found(shop.simulator, f"customers/{account['id']}")["balance"]
    assert 0 < credit <= 29_900_000


def test_checkouts_of_a_killed_service_are_found_by_the_worker(shop: Shop, merchant: Client):
    session = open_plan_session(merchant, "GROWTH")
    shop.api.kill()
    shop.simulator.pay(session)
    make_due(merchant)
    assert shop.doomed(Job("watch")) == "done"
    shop.api.start()
    assert get_plan_and_status(merchant) == ("growth", "active")
