"""Each call of the port, through the adapter, to whatever answers it."""

from collections.abc import Awaitable, Callable
from typing import Any

from fulfilment.payments.port import PaymentsError, Provider
from fulfilment.payments.stripe import Stripe
from tests.aggregators.upstreams import Script, answering
from tests.payments.recording import PLAN, TOP_UP

KEY = "sk_test_TheKeyOfTheseTests"
Call = Callable[[Provider], Awaitable[Any]]
CALLS: dict[str, Call] = {
    "open_customer": lambda p: p.open_customer("acc_1", "chk_1"),
    "describe_customer": lambda p: p.describe_customer("cus_1", "a@b.id", "Siti"),
    "open_checkout": lambda p: p.open_checkout(PLAN),
    "open_checkout of a top-up": lambda p: p.open_checkout(TOP_UP),
    "session": lambda p: p.session("cs_1"),
    "expire_session": lambda p: p.expire_session("cs_1"),
    "subscription": lambda p: p.subscription("sub_1"),
    "cancel_at_period_end": lambda p: p.cancel_at_period_end("sub_1"),
    "end_subscription": lambda p: p.end_subscription("sub_1", is_paid=True),
    "invoice": lambda p: p.invoice("in_1"),
    "invoices": lambda p: p.invoices("cus_1", 10),
    "payment": lambda p: p.payment("pi_1"),
}


async def outcome(call: Call, *scripts: Script, timeout_seconds: float = 10.0) -> tuple[Any, int]:
    """What the call came to, and how many requests it took."""
    async with answering(*scripts) as upstream:
        provider = Stripe(upstream.url, KEY, timeout_seconds)
        try:
            return await call(provider), len(upstream.requests)
        except PaymentsError as problem:
            return problem, len(upstream.requests)
        finally:
            await provider.close()
