"""The service on real sockets with the payment simulator, and what a merchant does there."""

import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from tests.credits import ledger
from tests.harness.database import rows
from tests.harness.payment_simulator import SECRET, Payments
from tests.harness.service import Answer, Client, Service
from tests.harness.workspaces import in_database

INBOUND = "/api/v1/inbound/payments"
BUY = "/api/v1/shipping-credits/checkout"
CREDIT = "/api/v1/shipping-credits"


class Till(msgspec.Struct):
    """Nodes of the service on one database, and the provider of them all."""

    nodes: Sequence[Service]
    simulator: Payments

    def at(self, client: Client, node: int) -> Client:
        """The same merchant at another node."""
        return msgspec.structs.replace(client, service=self.nodes[node])


def buy(client: Client, amount: int = 50_000, key: str | None = None, **fields: Any) -> Answer:
    return client("POST", BUY, {"amount": amount, "email": "siti@example.com", **fields}, key)


def open_session(client: Client, amount: int = 50_000) -> str:
    """The id of a page."""
    answer = buy(client, amount)
    assert answer.status == 200, answer.raw
    return answer.data["checkoutSessionId"]


def event(type: str, id: str | None, event_id: str, **fields: Any) -> bytes:
    """The body of a provider's event, with the fields that the service reads."""
    subject = {"id": id, **fields}
    return json.dumps(
        {"id": event_id, "object": "event", "type": type, "created": int(time.time()), "data": {"object": subject}}
    ).encode()


def signature(body: bytes, secret: str = SECRET, at: int | None = None) -> str:
    moment = at or int(time.time())
    digest = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def post(service: Service, body: bytes, signed: str | None = None) -> Answer:
    """An event, signed by the provider unless it is said how."""
    headers = [("Content-Type", "application/json"), ("Stripe-Signature", signed or signature(body))]
    return service.send("POST", INBOUND, headers, body)


def balance(client: Client) -> tuple[int, int]:
    """Balance and owed as shown, once every law was seen to hold."""
    in_database(client.service.database_url, lambda db: ledger.state(db, client.account_id))
    data = client("GET", CREDIT).data
    return data["balance"], data["owed"]


def amounts(client: Client) -> list[int]:
    found = rows(client, "SELECT amount FROM credit_transactions WHERE account_id = $1 ORDER BY number")
    return [row["amount"] for row in found]


def states(client: Client) -> list[str]:
    found = rows(client, "SELECT state FROM checkouts WHERE account_id = $1 ORDER BY created_at")
    return [row["state"] for row in found]


def find_payment_id(client: Client, session_id: str) -> str:
    found = rows(
        client,
        "SELECT provider_payment_id AS id FROM checkouts WHERE account_id = $1 AND provider_session_id = $2",
        session_id,
    )
    return found[0]["id"]
