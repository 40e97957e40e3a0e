"""A payment provider in memory, for tests inside one process: it keeps the promises of the port, or breaks them."""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import msgspec

from fulfilment.infra import ids
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Actor, System
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import Key
from fulfilment.payments import port
from fulfilment.payments.port import (
    CheckoutRequest,
    CheckoutSession,
    Payment,
    ProviderEvent,
    ProviderInvoice,
    ProviderInvoicePage,
    ProviderSubscription,
)
from fulfilment.settings import Settings, load
from tests.harness.service import MASTER_KEYS

Held = TypeVar("Held")

MONTH = timedelta(days=30)
_numbers = itertools.count(1)


class FakeProvider:
    """The whole of `port.PaymentProvider`.

    `trouble[call]` are exceptions that its next calls raise before anything is done, `lost[call]` after. An event in
    `hang[call]` keeps its calls waiting until the event is set.
    """

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.trouble: dict[str, list[Exception]] = {}
        self.lost: dict[str, list[Exception]] = {}
        self.hang: dict[str, asyncio.Event] = {}
        self.before: dict[str, Callable[[], Any]] = {}
        # Keys: the workspace and the checkout that the customer was created for.
        self.customers: dict[tuple[str, str], str] = {}
        self.described: dict[str, tuple[str | None, str | None]] = {}
        self.checkouts: dict[str, CheckoutRequest] = {}
        self.sessions: dict[str, CheckoutSession] = {}
        self.subscriptions: dict[str, ProviderSubscription] = {}
        self.invoices_by_id: dict[str, ProviderInvoice] = {}
        self.payments: dict[str, Payment] = {}
        # The subscriptions of which the rest of the period was credited.
        self.credited: list[str] = []

    @asynccontextmanager
    async def _call(self, name: str) -> AsyncIterator[None]:
        self.calls[name] += 1
        if name in self.hang:
            await self.hang[name].wait()
        if name in self.before:
            await self.before[name]()
        if self.trouble.get(name):
            raise self.trouble[name].pop(0)
        yield
        if self.lost.get(name):
            raise self.lost[name].pop(0)

    async def called(self, name: str, times: int = 1) -> None:
        """Wait until the call has been made so often."""
        while self.calls[name] < times:  # noqa: ASYNC110 - the caller decides when
            await asyncio.sleep(0.01)

    async def create_customer(self, account_id: str, reference: str) -> str:
        async with self._call("create_customer"):
            return self.customers.setdefault((account_id, reference), _new("cus"))

    async def update_customer(self, customer_id: str, email: str | None, name: str | None) -> None:
        async with self._call("update_customer"):
            if customer_id not in self.customers.values():
                raise port.ProviderObjectNotFound(f"No such customer: '{customer_id}'")
            known_email, known_name = self.described.get(customer_id, (None, None))
            self.described[customer_id] = (email or known_email, name or known_name)

    async def create_session(self, checkout: CheckoutRequest) -> CheckoutSession:
        async with self._call("create_session"):
            known = self.checkouts.setdefault(checkout.reference, checkout)
            if known != checkout:
                raise port.ProviderRefused("Keys for idempotent requests can only be used with the same parameters.")
            return self.sessions.setdefault(_of(checkout), self._new_session(checkout))

    def _new_session(self, checkout: CheckoutRequest) -> CheckoutSession:
        return CheckoutSession(
            id=_of(checkout),
            reference=checkout.reference,
            mode="payment" if checkout.plan is None else "subscription",
            status="open",
            is_paid=False,
            url=f"https://pay.example/{_of(checkout)}",
            expires_at=_now() + timedelta(days=1),
            amount=checkout.amount,
            currency=checkout.currency,
            customer_id=checkout.customer_id,
        )

    async def retrieve_session(self, session_id: str) -> CheckoutSession:
        async with self._call("retrieve_session"):
            return _found(self.sessions, session_id)

    async def expire_session(self, session_id: str) -> CheckoutSession:
        async with self._call("expire_session"):
            session = _found(self.sessions, session_id)
            if session.status != "open":
                raise port.ProviderRefused("Only an open session can be expired.")
            return self.expire(session_id)

    async def retrieve_subscription(self, subscription_id: str) -> ProviderSubscription:
        async with self._call("retrieve_subscription"):
            return _found(self.subscriptions, subscription_id)

    async def cancel_at_period_end(self, subscription_id: str) -> ProviderSubscription:
        async with self._call("cancel_at_period_end"):
            found = _found(self.subscriptions, subscription_id)
            return self.change_subscription(
                subscription_id, cancel_at_period_end=True, cancel_at=found.current_period_end
            )

    async def cancel_subscription(self, subscription_id: str, *, is_paid: bool) -> ProviderSubscription:
        async with self._call("cancel_subscription"):
            found = _found(self.subscriptions, subscription_id)
            if found.status == "canceled":
                return found
            if is_paid:
                self.credited.append(subscription_id)
            return self.change_subscription(subscription_id, status="canceled", ended_at=_now())

    async def retrieve_invoice(self, invoice_id: str) -> ProviderInvoice:
        async with self._call("retrieve_invoice"):
            return _found(self.invoices_by_id, invoice_id)

    async def list_invoices(self, customer_id: str, limit: int, after: str | None = None) -> ProviderInvoicePage:
        async with self._call("list_invoices"):
            mine = [one for one in reversed(self.invoices_by_id.values()) if one.customer_id == customer_id]
            begin = 0 if after is None else [one.id for one in mine].index(after) + 1
            return ProviderInvoicePage(mine[begin : begin + limit], has_more=len(mine) > begin + limit)

    async def retrieve_payment(self, payment_id: str) -> Payment:
        async with self._call("retrieve_payment"):
            return _found(self.payments, payment_id)

    def parse_event(self, body: bytes, signature: str, secrets: list[str]) -> ProviderEvent:
        """Signed by being called what the secret is."""
        if signature not in secrets:
            raise port.BadEvent("No secret signed it.")
        try:
            return msgspec.json.decode(body, type=ProviderEvent)
        except msgspec.MsgspecError as problem:
            raise port.BadEvent(str(problem)) from None

    # Actions of a customer on the checkout page, and the states of the session.

    def pay(self, session_id: str, **changed: Any) -> CheckoutSession:
        """A customer pays: credit by a payment, a plan by a subscription with its first invoice."""
        session = self.sessions[session_id]
        assert session.reference is not None
        checkout = self.checkouts[session.reference]
        if session.mode == "payment":
            changed = {"payment_id": self._new_payment(checkout), **changed}
        else:
            assert session.customer_id is not None
            changed = {"subscription_id": self._new_subscription(checkout, session.customer_id), **changed}
        return self.change_session(session_id, **{"status": "complete", "is_paid": True, **changed})

    def expire(self, session_id: str) -> CheckoutSession:
        return self.change_session(session_id, status="expired", url=None)

    def change_session(self, session_id: str, **changed: Any) -> CheckoutSession:
        self.sessions[session_id] = msgspec.structs.replace(self.sessions[session_id], **changed)
        return self.sessions[session_id]

    def change_subscription(self, subscription_id: str, **changed: Any) -> ProviderSubscription:
        changed_one = msgspec.structs.replace(self.subscriptions[subscription_id], **changed)
        self.subscriptions[subscription_id] = changed_one
        return changed_one

    def change_payment(self, payment_id: str, **changed: Any) -> Payment:
        self.payments[payment_id] = msgspec.structs.replace(self.payments[payment_id], **changed)
        return self.payments[payment_id]

    def _new_payment(self, checkout: CheckoutRequest) -> str:
        assert checkout.amount is not None
        made = Payment(_new("pi"), checkout.reference, checkout.currency, checkout.amount, 0, 0)
        self.payments[made.id] = made
        return made.id

    def _new_subscription(self, checkout: CheckoutRequest, customer_id: str) -> str:
        now = _now()
        assert checkout.price_id is not None
        made = ProviderSubscription(
            id=_new("psub"),
            reference=checkout.subscription_reference,
            customer_id=customer_id,
            status="active",
            price_id=checkout.price_id,
            currency=checkout.currency,
            current_period_start=now,
            current_period_end=now + MONTH,
            cancel_at_period_end=False,
            cancel_at=None,
            ended_at=None,
            created_at=now,
        )
        self.subscriptions[made.id] = made
        invoice = ProviderInvoice(
            id=_new("in"),
            customer_id=customer_id,
            subscription_id=made.id,
            subscription_reference=made.reference,
            amount=1,
            currency=checkout.currency,
            status="paid",
            paid_at=now,
            receipt_url=None,
            created_at=now,
        )
        self.invoices_by_id[invoice.id] = invoice
        return made.id


class FakePayments:
    """In the place of `payments.access.Payments`."""

    def __init__(self, provider: FakeProvider | None) -> None:
        self.provider = provider
        self.webhook_secrets = ["secret"]
        self.is_configured = provider is not None

    def find_price_id(self, plan: str, currency: str) -> str | None:
        return f"price_{plan}"

    def find_plan(self, price_id: str) -> str | None:
        plan = price_id.removeprefix("price_")
        return plan if plan in ("starter", "growth", "scale") else None


class Desk:
    """The service's side in this process: sagas on one database, for a test's workspaces."""

    def __init__(self, db: Database, settings: Settings) -> None:
        self.db = db
        self.notifier = WorkerNotifier(db)
        self.settings = settings

    def operation(self, account_id: str, key: str | None = None, actor: Actor | None = None) -> ExternalOperation:
        """A request of the workspace, under an idempotency key or without one."""
        remembered = None if key is None else Key(key, "", key.encode().ljust(32, b"."))
        return ExternalOperation(
            self.db,
            self.notifier,
            actor or System(account_id, account_id),
            remembered,
            ids.new("req"),
            run_command=None,
        )


@asynccontextmanager
async def at_desk(database_url: str, **settings: str) -> AsyncIterator[Desk]:
    """A desk while the context lasts; `settings` are FULFILMENT_* in lower case."""
    given = {"database_url": database_url, "mode": "development", "master_keys": MASTER_KEYS, **settings}
    loaded = load({f"FULFILMENT_{name.upper()}": value for name, value in given.items()})
    db = Database(loaded, database_url)
    await db.open()
    try:
        yield Desk(db, loaded)
    finally:
        await db.close()


def told(
    type: str, object_type: port.EventObject | None, object_id: str | None, id: str | None = None
) -> ProviderEvent:
    """An event of the provider."""
    return ProviderEvent(id or _new("evt"), type, _now(), object_type, object_id)


def _of(checkout: CheckoutRequest) -> str:
    return f"cs_{checkout.reference}"


def _new(prefix: str) -> str:
    return f"{prefix}_{next(_numbers)}_{ids.cuid()[:8]}"


def _found(known: dict[str, Held], id: str) -> Held:
    if id not in known:
        raise port.ProviderObjectNotFound(f"No such object: '{id}'")
    return known[id]


def _now() -> datetime:
    return datetime.now(UTC)
