"""Plans over real sockets: requests of a merchant, and the objects at the payment simulator."""

import json
import urllib.request
from typing import Any

from tests.harness.database import execute, rows
from tests.harness.payment_simulator import KEY, Payments
from tests.harness.service import Answer, Client

BILLING = "/api/v1/billing"
LIVE = ("active", "past_due", "unpaid")


def request_plan_checkout(client: Client, plan: str = "STARTER", key: str | None = None, **fields: Any) -> Answer:
    return client("POST", f"{BILLING}/checkout", {"plan": plan, "email": "siti@example.com", **fields}, key)


def open_plan_session(client: Client, plan: str = "STARTER") -> str:
    """The id of a page on which a plan may be paid for."""
    answer = request_plan_checkout(client, plan)
    assert answer.status == 200, answer.raw
    return answer.data["checkoutSessionId"]


def pay_plan_session(client: Client, simulator: Payments, plan: str = "STARTER") -> str:
    """Pay for a plan without an event to the service; the provider's id of the subscription."""
    session = open_plan_session(client, plan)
    simulator.pay(session)
    return found(simulator, f"checkout/sessions/{session}")["subscription"]


def found(simulator: Payments, path: str) -> Any:
    """An object of the simulator's, as its API shows it."""
    request = urllib.request.Request(f"{simulator.url}/v1/{path}", headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def status_at(simulator: Payments, subscription_id: str) -> str:
    return found(simulator, f"subscriptions/{subscription_id}")["status"]


def get_plan_and_status(client: Client) -> tuple[str, str]:
    """The plan and the status that the workspace is shown."""
    data = client("GET", f"{BILLING}/subscription").data
    return data["plan"], data["status"]


def stored_plan_and_status(client: Client) -> tuple[str | None, str | None]:
    """The plan and the status in the database; a test that polls them uses up no requests."""
    (row,) = rows(
        client,
        """
        SELECT a.plan, s.status FROM accounts a LEFT JOIN subscriptions s ON s.account_id = a.id AND s.is_current
         WHERE a.id = $1
        """,
    )
    return row["plan"], row["status"]


def audited(client: Client, action: str) -> list[Any]:
    return rows(client, "SELECT * FROM audit_entries WHERE account_id = $1 AND action = $2", action)


def make_due(client: Client) -> None:
    """As if enough time had passed for everything to be looked at."""
    execute(
        client,
        "UPDATE subscriptions SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL",
        client.account_id,
    )
    execute(
        client, "UPDATE checkouts SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL", client.account_id
    )
    execute(client, "UPDATE billing_accounts SET due_at = now() WHERE account_id = $1", client.account_id)
