"""Requests that the library really sends for each call of the port, recorded on a real socket.

`python -m tests.payments.recording` writes the record again. Run it after a new release of the library, and review the
change before its commit.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from fulfilment.payments.port import CheckoutRequest, PaymentProvider
from fulfilment.payments.stripe import Stripe
from tests.aggregators.upstreams import FakeAggregator, respond_with, running_fake
from tests.payments import examples

KEPT = Path(__file__).parent / "recorded" / "requests.json"
# One request in the file: which call sent it, and what went over the wire.
Recorded = dict[str, Any]
_HEADERS = ("authorization", "content-type", "idempotency-key", "stripe-version")
_OF_THE_LIBRARY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ENDED_ALREADY = respond_with(404, examples.error("No such subscription: 'sub_1'", code="resource_missing"))

PLAN = CheckoutRequest(
    reference="chk_1",
    account_id="acc_1",
    customer_id="cus_1",
    currency="USD",
    success_url="https://shop.example/paid?session={CHECKOUT_SESSION_ID}&a=b",
    cancel_url="https://shop.example/billing",
    plan="growth",
    price_id="price_growth",
    subscription_reference="sub_ours",
)
TOP_UP = CheckoutRequest(
    reference="chk_2",
    account_id="acc_1",
    customer_id="cus_1",
    currency="IDR",
    success_url="https://shop.example/paid",
    cancel_url="https://shop.example/credits",
    amount=25_000,
    title="Shipping credit · Rp25.000",
)

Call = Callable[[PaymentProvider], Awaitable[Any]]
CALLS: dict[str, tuple[Call, list[Any]]] = {
    "create_customer": (lambda p: p.create_customer("acc_1", "chk_1"), [{"id": "cus_1"}]),
    "update_customer": (lambda p: p.update_customer("cus_1", "siti+1@example.com", "Siti & Co"), [{"id": "cus_1"}]),
    "update_customer without a name": (lambda p: p.update_customer("cus_1", "a@b.id", None), [{"id": "cus_1"}]),
    "update_customer without an email": (lambda p: p.update_customer("cus_1", None, "Siti"), [{"id": "cus_1"}]),
    "update_customer of whom nothing is said": (
        lambda p: p.update_customer("cus_1", None, None),
        [{"id": "cus_1"}],
    ),
    "create_session of a plan": (lambda p: p.create_session(PLAN), [examples.session()]),
    "create_session of a top-up": (
        lambda p: p.create_session(TOP_UP),
        [examples.session(mode="payment", client_reference_id="chk_2")],
    ),
    "session": (lambda p: p.retrieve_session("cs_1"), [examples.session()]),
    "expire_session": (lambda p: p.expire_session("cs_1"), [examples.session(status="expired")]),
    "subscription": (lambda p: p.retrieve_subscription("sub_1"), [examples.subscription()]),
    "cancel_at_period_end": (lambda p: p.cancel_at_period_end("sub_1"), [examples.subscription()]),
    "cancel_subscription": (
        lambda p: p.cancel_subscription("sub_1", is_paid=True),
        [examples.subscription(status="canceled")],
    ),
    "cancel_subscription that is overdue": (
        lambda p: p.cancel_subscription("sub_1", is_paid=False),
        [examples.subscription(status="canceled")],
    ),
    "cancel_subscription that has ended": (
        lambda p: p.cancel_subscription("sub_1", is_paid=True),
        [_ENDED_ALREADY, examples.subscription(status="canceled")],
    ),
    "invoice": (lambda p: p.retrieve_invoice("in_1"), [examples.invoice()]),
    "invoices": (lambda p: p.list_invoices("cus_1", 20), [examples.listed()]),
    "invoices after one": (lambda p: p.list_invoices("cus_1", 1_000, "in_1"), [examples.listed(examples.invoice())]),
    "payment": (lambda p: p.retrieve_payment("pi_1"), [examples.payment_intent(), examples.listed()]),
}


async def record(name: str) -> list[Recorded]:
    """The requests of one call, in the order they came."""
    call, answers = CALLS[name]
    async with running_fake(
        *(answer if callable(answer) else respond_with(200, answer) for answer in answers)
    ) as upstream:
        provider = Stripe(upstream.url, "sk_test_1", 5)
        try:
            await call(provider)
        finally:
            await provider.close()
    assert len(upstream.requests) == len(answers)
    return [{"call": name} | _request(upstream, at) for at in range(len(answers))]


def _request(upstream: FakeAggregator, at: int) -> Recorded:
    first, *lines = upstream.requests[at].rstrip("\r\n").split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    address = urlsplit(target)
    return {
        "method": method,
        "path": address.path,
        "query": _fields(address.query),
        "headers": {name: _OF_THE_LIBRARY.sub("(any)", headers[name]) for name in _HEADERS if name in headers},
        "form": _fields(upstream.bodies[at].decode()),
    }


def _fields(encoded: str) -> list[str]:
    return [f"{name}={value}" for name, value in parse_qsl(encoded, keep_blank_values=True)]


async def record_all() -> list[Recorded]:
    return [request for name in CALLS for request in await record(name)]


def as_text(recorded: list[Recorded]) -> str:
    return json.dumps(recorded, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    KEPT.write_text(as_text(asyncio.run(record_all())), encoding="utf-8")
