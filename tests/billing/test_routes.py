"""Billing over HTTP: shapes, refusals, and a change of plan that takes effect at once (specification, Billing)."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from fulfilment.billing import catalogue, plans
from tests.harness.database import execute
from tests.harness.goods import fresh_key
from tests.harness.service import Client, Service
from tests.harness.workspaces import open_client
from tests.quotas.using import move_to

BILLING = "/api/v1/billing"
STAMP = re.compile(r"\d{4}-\d\d-01T00:00:00\.000Z")
LIMITS = {
    "ordersLimit": "orders_per_month",
    "warehousesLimit": "warehouses",
    "licenseKeysLimit": "license_keys",
    "apiKeysLimit": "api_keys",
    "webhookEndpointsLimit": "webhook_endpoints",
    "rateLimit": "requests_per_minute",
    "biteshipShipmentsLimit": "aggregator_shipments_per_month",
}
SUBSCRIBE = """
    WITH account AS (INSERT INTO billing_accounts (account_id) VALUES ($1) ON CONFLICT DO NOTHING)
    INSERT INTO subscriptions (account_id, id, provider_subscription_id, plan, currency, status, current_period_start,
                               current_period_end, is_current, entitles)
    VALUES ($1, 'sub_' || $1, 'psub_' || $1, 'growth', 'IDR', $2, '2026-11-05Z', '2026-12-05Z', true, true)
"""


@pytest.fixture
def free(api: Service) -> Client:
    return open_client(api, plan="free")


@pytest.fixture(params=["free", "starter", "growth", "scale", None])
def on_any_plan(api: Service, request: pytest.FixtureRequest) -> Iterator[tuple[Client, str | None]]:
    yield open_client(api, plan=request.param), request.param


def test_everybody_can_read_the_plans(api: Service):
    answer = api.send("GET", f"{BILLING}/plans", [])
    assert answer.status == 200
    assert [(plan["id"], plan["name"], plan["price"], plan["currency"]) for plan in answer.data] == [
        ("free", "Free", 0, "IDR"),
        ("starter", "Starter", 299_000, "IDR"),
        ("growth", "Growth", 799_000, "IDR"),
        ("scale", "Scale", 1_999_000, "IDR"),
    ]
    assert all(set(plan) == {"id", "name", "price", "currency", "features"} for plan in answer.data)


@pytest.mark.parametrize("plan", plans.PLANS, ids=lambda plan: plan.name)
def test_the_features_of_a_plan_say_each_of_its_limits(plan: plans.Plan):
    (offered,) = [entry for entry in catalogue.list_offers() if entry.id == plan.name]
    limits = [getattr(plan, column) for column in LIMITS.values()]
    assert len(offered.features) == len(limits)
    said = [feature.split()[0].replace(",", "") for feature in offered.features]
    words = {"Unlimited": -1, "No": 0}
    assert sorted(words.get(word, 0) or int(word if word.isdigit() else 0) for word in said) == sorted(limits)


def test_the_present_plan_shows_its_limits(on_any_plan: tuple[Client, str | None]):
    client, plan = on_any_plan
    shown = client("GET", f"{BILLING}/plan").data
    included = plans.get_plan(plan)
    assert {name: shown[name] for name in LIMITS} == {name: getattr(included, of) for name, of in LIMITS.items()}
    assert (shown["plan"], shown["isForjioInternal"]) == (plan or "internal", plan is None)
    assert shown["planName"] == (plan or "internal").capitalize()
    assert STAMP.fullmatch(shown["billingCycleEnd"])
    assert len(shown) == len(LIMITS) + 4


def test_without_a_subscription_it_is_active_for_the_calendar_month(on_any_plan: tuple[Client, str | None]):
    client, plan = on_any_plan
    shown = client("GET", f"{BILLING}/subscription").data
    assert set(shown) == {
        *("plan", "planName", "isForjioInternal", "status"),
        *("currentPeriodStart", "currentPeriodEnd", "cancelAt"),
    }
    assert (shown["plan"], shown["status"], shown["cancelAt"]) == (plan or "internal", "active", None)
    start, end = (datetime.fromisoformat(shown[name]) for name in ("currentPeriodStart", "currentPeriodEnd"))
    assert start <= datetime.now(UTC) < end
    assert STAMP.fullmatch(shown["currentPeriodStart"]) and STAMP.fullmatch(shown["currentPeriodEnd"])
    assert client("POST", f"{BILLING}/cancel", key=fresh_key()).data == shown


def test_a_subscription_has_a_period_of_its_own_which_is_the_billing_cycle(free: Client):
    execute(free, SUBSCRIBE, free.account_id, "active")
    move_to(free, "growth")
    shown = free("GET", f"{BILLING}/subscription").data
    assert (shown["currentPeriodStart"], shown["currentPeriodEnd"]) == (
        "2026-11-05T00:00:00.000Z",
        "2026-12-05T00:00:00.000Z",
    )
    assert free("GET", f"{BILLING}/plan").data["billingCycleEnd"] == shown["currentPeriodEnd"]


def test_a_change_of_plan_is_felt_by_every_process_with_the_next_request(free: Client):
    def limits() -> set[str]:
        # The processes share one port: some requests meet each of them.
        return {free("GET", f"{BILLING}/usage").headers["ratelimit-limit"] for _ in range(9)}

    assert limits() == {"60"}
    move_to(free, "growth")
    assert limits() == {"2000"}
    assert free("GET", f"{BILLING}/usage").data["ordersLimit"] == 5_000
    move_to(free, "free")
    assert limits() == {"60"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "plan"),
        ({"plan": "FREE", "email": "a@b.id"}, "plan"),
        ({"plan": "starter", "email": "a@b.id"}, "plan"),
        ({"plan": "STARTER"}, "email"),
        ({"plan": "STARTER", "email": None}, "email"),
        ({"plan": "STARTER", "email": "nobody"}, "email"),
        ({"plan": "STARTER", "email": "a@b.id", "currency": "EUR"}, "currency"),
        ({"plan": "STARTER", "email": "a@b.id", "name": "x" * 256}, "name"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_field(free: Client, body: dict, field: str):
    answer = free("POST", f"{BILLING}/checkout", body)
    assert (*answer.error, answer.field) == (400, "VALIDATION", field)


def test_a_provider_that_is_away_is_a_refusal_and_leaves_the_key_free(free: Client):
    key = fresh_key()
    for _ in range(2):
        answer = free("POST", f"{BILLING}/checkout", {"plan": "STARTER", "email": "a@b.id"}, key)
        assert answer.error == (500, "CHECKOUT_FAILED")
    execute(free, SUBSCRIBE, free.account_id, "active")
    for _ in range(2):
        assert free("POST", f"{BILLING}/cancel", key=fresh_key()).error == (500, "CANCEL_FAILED")
    assert free("GET", f"{BILLING}/subscription").data["status"] == "active"


def test_a_list_of_no_invoices_is_a_last_page(free: Client):
    answer = free("GET", f"{BILLING}/invoices")
    assert answer.data == {"data": [], "cursor": None, "hasMore": False}
    assert (answer.json["meta"]["cursor"], answer.json["meta"]["hasMore"]) == (None, False)


def test_invoices_of_another_workspace_are_not_there(free: Client, stranger: Client):
    bill = """
        INSERT INTO invoices (account_id, id, provider_invoice_id, plan, amount, currency, status, paid_at, created_at)
        VALUES ($1, 'inv_' || $1, 'in_' || $1, 'growth', 4900, 'USD', 'paid', '2026-11-05Z', '2026-11-05Z')
    """
    execute(free, bill, free.account_id)
    (shown,) = free("GET", f"{BILLING}/invoices?limit=50").data["data"]
    assert shown == {
        "id": f"inv_{free.account_id}",
        "plan": "growth",
        "amount": 4900,
        "currency": "USD",
        "status": "paid",
        "paidAt": "2026-11-05T00:00:00.000Z",
        "receiptUrl": None,
        "createdAt": "2026-11-05T00:00:00.000Z",
    }
    assert stranger("GET", f"{BILLING}/invoices").data["data"] == []
    assert free("GET", f"{BILLING}/invoices?limit=51").error == (400, "VALIDATION")
