"""Plans over real sockets: two nodes, real workers, the simulator's own signed events, kills and races."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.billing.online import (
    BILLING,
    LIVE,
    audited,
    found,
    get_plan_and_status,
    open_plan_session,
    pay_plan_session,
    request_plan_checkout,
    status_at,
    stored_plan_and_status,
)
from tests.harness.fixtures import faults
from tests.harness.goods import fresh_key
from tests.harness.payment_simulator import KEY, simulating
from tests.harness.service import Client, serving
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client, open_partner, provision
from tests.payments.selling import INBOUND, Till, amounts, balance, event, find_payment_id, open_session, post
from tests.system.faults.crew import Crew


@pytest.fixture(scope="module")
def till(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Till]:
    """Two nodes of two processes each; the simulator posts its events to the second."""
    with simulating(tmp_path_factory.mktemp("payments")) as simulator, ExitStack() as stack:
        given = {"payment_simulator_port": simulator.url.rpartition(":")[2], "payments_timeout_seconds": "3"}
        nodes = [stack.enter_context(serving(module_database_url, 2, **given)) for _ in range(2)]
        simulator.report_to(f"http://127.0.0.1:{nodes[1].port}{INBOUND}")
        yield Till(nodes, simulator)
        assert [line for node in nodes for line in faults(node)] == []


@pytest.fixture
def crew(till: Till) -> Iterator[Crew]:
    """Two workers, each of which is replaced when it is killed."""
    port = till.simulator.url.rpartition(":")[2]
    with ExitStack() as stack:
        hired = Crew(till.nodes[0].database_url, stack, payment_simulator_port=port, payments_timeout_seconds="3")
        hired.await_working()
        yield hired
        assert hired.faults() == []


@pytest.fixture
def merchant(till: Till) -> Client:
    return open_client(till.nodes[0], plan="free")


def test_a_plan_that_is_paid_on_the_page_is_felt_at_every_process_and_shows_its_invoice(till: Till, merchant: Client):
    answer = request_plan_checkout(merchant, "GROWTH", fresh_key())
    assert answer.status == 200, answer.raw
    assert answer.data["checkoutUrl"].startswith(till.simulator.url)
    assert get_plan_and_status(merchant) == ("free", "active")
    till.simulator.pay(answer.data["checkoutSessionId"])
    for node in (0, 1):
        there = till.at(merchant, node)
        eventually(lambda: stored_plan_and_status(merchant) == ("growth", "active"))
        assert get_plan_and_status(there) == ("growth", "active")
        limits = {there("GET", f"{BILLING}/plan").headers["ratelimit-limit"] for _ in range(5)}
        assert limits == {"2000"}
    (invoice,) = merchant("GET", f"{BILLING}/invoices").data["data"]
    assert (invoice["id"], invoice["amount"], invoice["status"]) == (answer.data["invoiceId"], 799_000, "paid")
    assert invoice["receiptUrl"].startswith(till.simulator.url)
    usage = merchant("GET", f"{BILLING}/usage").data
    assert (usage["plan"], usage["ordersLimit"]) == ("growth", 5_000)


def test_two_pages_that_are_paid_at_once_leave_one_subscription_though_workers_are_killed(
    till: Till, merchant: Client, crew: Crew
):
    # The first page cannot be closed, so that both are open.
    first = open_plan_session(merchant, "STARTER")
    till.simulator.fail("429", on="sessions.expire")
    second = open_plan_session(merchant, "SCALE")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(till.simulator.pay, (second, first)))
    crew.kill_one()
    ids = [found(till.simulator, f"checkout/sessions/{page}")["subscription"] for page in (first, second)]
    eventually(lambda: [status_at(till.simulator, id) in LIVE for id in ids] == [False, True])
    crew.kill_one()
    eventually(lambda: stored_plan_and_status(merchant) == ("scale", "active"))
    assert len(merchant("GET", f"{BILLING}/invoices").data["data"]) >= 2


def test_a_cancel_is_canceling_until_the_period_ends_at_the_provider(till: Till, merchant: Client):
    subscription_id = pay_plan_session(merchant, till.simulator)
    eventually(lambda: stored_plan_and_status(merchant) == ("starter", "active"))
    key = fresh_key()
    answer = merchant("POST", f"{BILLING}/cancel", key=key)
    assert (answer.status, answer.data["status"], answer.data["plan"]) == (200, "canceling", "starter")
    assert answer.data["cancelAt"] == answer.data["currentPeriodEnd"]
    assert merchant("POST", f"{BILLING}/cancel", key=key).raw == answer.raw
    assert merchant("POST", f"{BILLING}/cancel", key=fresh_key()).data == answer.data
    till.simulator.advance(days=32)
    eventually(lambda: stored_plan_and_status(merchant) == ("free", "canceled"))
    assert get_plan_and_status(merchant) == ("free", "canceled")
    assert status_at(till.simulator, subscription_id) == "canceled"
    (entry,) = audited(merchant, "billing.subscription_canceled")
    assert entry["actor_id"] == merchant.account_id


def test_what_nobody_knows_of_a_cancel_is_found_out_by_a_worker(till: Till, merchant: Client, crew: Crew):
    pay_plan_session(merchant, till.simulator)
    eventually(lambda: stored_plan_and_status(merchant) == ("starter", "active"))
    till.simulator.fail("cut", on="subscriptions.update")
    answer = merchant("POST", f"{BILLING}/cancel", key=fresh_key())
    assert answer.error == (500, "CANCEL_FAILED")
    assert "not known yet" in answer.json["error"]["message"]
    crew.kill_one()
    eventually(lambda: stored_plan_and_status(merchant) == ("starter", "canceling"))


def test_payments_that_fail_and_succeed_again_keep_the_plan_until_they_are_given_up(till: Till, merchant: Client):
    subscription_id = pay_plan_session(merchant, till.simulator, "GROWTH")
    eventually(lambda: stored_plan_and_status(merchant) == ("growth", "active"))
    collection = f"subscriptions/{subscription_id}/collection"
    till.simulator.control(collection, fail=True, afterwards="unpaid")
    till.simulator.advance(days=32)
    eventually(lambda: stored_plan_and_status(merchant) == ("growth", "past_due"))
    till.simulator.advance(days=20)
    eventually(lambda: stored_plan_and_status(merchant) == ("free", "past_due"))
    till.simulator.control(collection, fail=False, now=True)
    eventually(lambda: stored_plan_and_status(merchant) == ("growth", "active"))


def test_events_that_are_repeated_and_shuffled_change_nothing_more(till: Till, merchant: Client):
    subscription_id = pay_plan_session(merchant, till.simulator)
    eventually(lambda: stored_plan_and_status(merchant) == ("starter", "active"))
    told = [event("customer.subscription.updated", subscription_id, f"evt_again_{nth}") for nth in range(4)] * 5
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda body: post(till.nodes[len(body) % 2], body), told))
    assert {answer.status for answer in answers} <= {200, 503}
    assert len(audited(merchant, "billing.plan_changed")) == 1
    assert len(merchant("GET", f"{BILLING}/invoices").data["data"]) == 1


def test_what_is_told_of_three_times_shuffled_and_late_comes_to_what_it_is_once(till: Till, merchant: Client):
    till.simulator.control("webhook/manner", repeat=3, shuffle=True, delay_ms=200)
    try:
        pay_plan_session(merchant, till.simulator)
        session = open_session(merchant)
        till.simulator.pay(session)
        eventually(lambda: (stored_plan_and_status(merchant), amounts(merchant)) == (("starter", "active"), [50_000]))
        till.simulator.refund(find_payment_id(merchant, session), 2_000_000)
        assert merchant("POST", f"{BILLING}/cancel", key=fresh_key()).data["status"] == "canceling"
        till.simulator.advance(days=32)
        eventually(
            lambda: (stored_plan_and_status(merchant), amounts(merchant)) == (("free", "canceled"), [50_000, -20_000])
        )
        eventually(lambda: not till.simulator.health()["events"]["waiting"])
    finally:
        till.simulator.control("webhook/manner", repeat=1, shuffle=False, delay_ms=0)
    assert (amounts(merchant), balance(merchant)) == ([50_000, -20_000], (30_000, 0))
    assert stored_plan_and_status(merchant) == ("free", "canceled")
    assert len(audited(merchant, "billing.plan_changed")) == 2
    assert len(merchant("GET", f"{BILLING}/invoices").data["data"]) == 1


def test_a_partner_buys_and_cancels_for_its_merchant_and_is_named(till: Till, merchant: Client):
    partner = open_partner(till.nodes[0], "plaza")
    provision(merchant, "plaza")
    acting = Client(till.nodes[0], partner.account_id, partner.key_id, partner.secret, on_behalf_of=merchant.account_id)
    pay_plan_session(acting, till.simulator)
    eventually(lambda: stored_plan_and_status(merchant) == ("starter", "active"))
    assert acting("POST", f"{BILLING}/cancel", key=fresh_key()).data["status"] == "canceling"
    for action in ("billing.checkout_started", "billing.subscription_canceled"):
        (entry,) = audited(merchant, action)
        assert entry["actor_id"] == merchant.account_id
        assert '"partner":"plaza"' in entry["metadata"]


@pytest.mark.parametrize(("outcome", "stands"), [("succeed", ("starter", "active")), ("fail", ("free", None))])
def test_a_plan_whose_money_comes_later_is_had_once_it_is_there(
    till: Till, merchant: Client, outcome: str, stands: tuple[str, str | None]
):
    session = open_plan_session(merchant)
    till.simulator.pay(session, later=outcome)
    eventually(lambda: stored_plan_and_status(merchant) == ("free", "incomplete"))
    till.simulator.settle(session, outcome)
    eventually(lambda: stored_plan_and_status(merchant) == stands)


def test_a_plan_without_a_price_in_the_currency_is_not_configured_and_another_one_is_sold(till: Till):
    given = {"payments_key": KEY, "payments_url": till.simulator.url, "payments_prices_starter": "IDR=price_starter"}
    with serving(till.nodes[0].database_url, **given) as node:
        merchant = open_client(node, plan="free")
        for wanted in ({"plan": "GROWTH"}, {"plan": "STARTER", "currency": "USD"}):
            assert request_plan_checkout(merchant, **wanted).error == (503, "PLAN_NOT_CONFIGURED")
        assert request_plan_checkout(merchant, "STARTER", currency="IDR").status == 200


def test_where_no_provider_is_configured_no_plan_is(database_url: str):
    with serving(database_url, mode="production") as node:
        assert request_plan_checkout(open_client(node, plan="free")).error == (503, "PLAN_NOT_CONFIGURED")
