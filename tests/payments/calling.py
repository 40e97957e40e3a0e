"""Each call of the port, through the adapter, to a scripted provider."""

from collections.abc import Awaitable, Callable
from typing import Any

from fulfilment.payments.port import PaymentProvider, PaymentsError
from fulfilment.payments.stripe import Stripe
from tests.aggregators.upstreams import Script, running_fake
from tests.payments.recording import PLAN, TOP_UP

KEY = "sk_test_TheKeyOfTheseTests"
Call = Callable[[PaymentProvider], Awaitable[Any]]
CALLS: dict[str, Call] = {
    "create_customer": lambda p: p.create_customer("acc_1", "chk_1"),
    "update_customer": lambda p: p.update_customer("cus_1", "a@b.id", "Siti"),
    "create_session": lambda p: p.create_session(PLAN),
    "create_session of a top-up": lambda p: p.create_session(TOP_UP),
    "retrieve_session": lambda p: p.retrieve_session("cs_1"),
    "expire_session": lambda p: p.expire_session("cs_1"),
    "retrieve_subscription": lambda p: p.retrieve_subscription("sub_1"),
    "cancel_at_period_end": lambda p: p.cancel_at_period_end("sub_1"),
    "cancel_subscription": lambda p: p.cancel_subscription("sub_1", is_paid=True),
    "retrieve_invoice": lambda p: p.retrieve_invoice("in_1"),
    "list_invoices": lambda p: p.list_invoices("cus_1", 10),
    "retrieve_payment": lambda p: p.retrieve_payment("pi_1"),
}


async def outcome(call: Call, *scripts: Script, timeout_seconds: float = 10.0) -> tuple[Any, int]:
    """The result or the error of the call, and the number of requests it took."""
    async with running_fake(*scripts) as upstream:
        provider = Stripe(upstream.url, KEY, timeout_seconds)
        try:
            return await call(provider), len(upstream.requests)
        except PaymentsError as problem:
            return problem, len(upstream.requests)
        finally:
            await provider.close()
