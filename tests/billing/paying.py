"""A workspace that pays, in this process: the service's side of it, and the provider in memory."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import msgspec

from fulfilment.billing import cancellation, plan_status, purchase, subscription_sync, subscriptions
from fulfilment.billing.schemas import PlanCheckout
from fulfilment.billing.schemas import Subscription as Shown
from fulfilment.billing.subscription_sync import SubscriptionSync
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import PaidPlan, ProviderInvoice, ProviderSubscription
from tests.harness.payments import MONTH, Desk, FakeProvider

PRICE = "price_"
EMAIL = "siti@example.com"


class FakePayments:
    """The payment provider as a process knows it: every plan is sold in every currency."""

    webhook_secrets: tuple[str, ...] = ()
    is_configured = True

    def __init__(self, provider: FakeProvider) -> None:
        self.provider = provider

    def find_price_id(self, plan: PaidPlan, currency: str) -> str | None:
        return PRICE + plan

    def find_plan(self, price_id: str) -> str | None:
        plan = price_id.removeprefix(PRICE)
        return plan if plan in ("starter", "growth", "scale") else None


class OpenedSession(msgspec.Struct, frozen=True):
    """A page that was opened: our ids, and the provider's session."""

    subscription_id: str
    invoice_id: str
    session_id: str


class BillingWorkspace:
    """One workspace and everything that can happen to what it pays."""

    def __init__(self, desk: Desk, provider: FakeProvider | None, account_id: str, payments: Any = None) -> None:
        self.desk, self.provider, self.id = desk, provider, account_id
        self.payments = payments or FakePayments(provider)
        self.principal = Principal(account_id, account_id, key_id="svc_key_0123456789abcdef")

    async def open_session(self, plan: str = "starter", country: str | None = None, **fields: Any) -> OpenedSession:
        """A request for a checkout."""
        answered = await self.request_checkout(plan, country, **fields)
        data = json.loads(answered.body)["data"]
        return OpenedSession(data["subscriptionId"], data["invoiceId"], data["checkoutSessionId"])

    async def request_checkout(
        self,
        plan: str,
        country: str | None = None,
        principal: Principal | None = None,
        key: str | None = None,
        **fields: Any,
    ) -> EncodedResponse:
        headers = {} if country is None else {"cf-ipcountry": [country.encode()]}
        request = Request("POST", b"/", b"", headers, b"", None)
        body = PlanCheckout(**{"plan": plan.upper(), "email": EMAIL, **fields})
        operation = self.desk.operation(self.id, key, principal or self.principal)
        return await purchase.open_plan_checkout(operation, body, self.payments, request, self.desk.settings)

    def pay(self, bought: OpenedSession) -> str:
        """Pay on the provider's page; the provider's id of the subscription."""
        return self.provider.pay(bought.session_id).subscription_id

    async def buy(self, plan: str = "starter", **fields: Any) -> tuple[OpenedSession, str]:
        """From the request to the plan, with nothing lost."""
        bought = await self.open_session(plan, **fields)
        provider_id = self.pay(bought)
        await self.sync_subscription(provider_id)
        return bought, provider_id

    async def sync_subscription(self, provider_id: str, receipt: EventReceipt | None = None) -> None:
        """The provider tells of a subscription."""
        await subscriptions.sync_subscription(
            self.desk.operation("", actor=_nobody()), self.payments, provider_id, receipt
        )

    async def change(self, provider_id: str, **changed: Any) -> ProviderSubscription:
        """Something happens to it at the provider, which tells of it."""
        subscription = self.provider.change_subscription(provider_id, **changed)
        await self.sync_subscription(provider_id)
        return subscription

    async def cancel(self, key: str | None = None) -> dict[str, Any]:
        answered = await cancellation.cancel_subscription(
            self.desk.operation(self.id, key, self.principal), self.payments, self.desk.settings
        )
        return json.loads(answered.body)["data"]

    async def run_subscription_sync(self) -> None:
        """Run the worker's part until nothing is due any more."""
        await subscription_sync.end_lapsed(self.desk.db)
        worker = SubscriptionSync(self.desk.db, self.desk.notifier, self.payments, self.desk.settings)
        await worker.run_due()

    async def due(self) -> None:
        """As if enough time had passed for everything to be looked at."""
        await self.execute("UPDATE subscriptions SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL")

    async def get_subscription(self) -> Shown:
        async with self.desk.operation(self.id).read() as read:
            return await plan_status.get_subscription(read)

    async def plan(self) -> str | None:
        (row,) = await self.rows("SELECT plan FROM accounts WHERE id = $1")
        return row["plan"]

    async def set_plan(self, plan: str | None) -> None:
        await self.execute("UPDATE accounts SET plan = $2 WHERE id = $1", plan)

    async def subscription(self, id: str) -> asyncpg.Record:
        (row,) = await self.rows("SELECT * FROM subscriptions WHERE account_id = $1 AND id = $2", id)
        return row

    async def invoices(self) -> list[asyncpg.Record]:
        return await self.rows("SELECT * FROM invoices WHERE account_id = $1 ORDER BY created_at DESC, id DESC")

    async def audits(self, prefix: str = "billing.") -> list[asyncpg.Record]:
        return await self.rows(
            "SELECT * FROM audit_entries WHERE account_id = $1 AND action ^@ $2 ORDER BY created_at, id", prefix
        )

    async def rows(self, statement: str, *args: Any) -> list[asyncpg.Record]:
        async with self.desk.db.connection() as connection:
            return await connection.fetch(statement, self.id, *args)

    async def execute(self, statement: str, *args: Any) -> None:
        async with self.desk.db.connection() as connection:
            await connection.execute(statement, self.id, *args)

    def bill(self, provider_id: str, number: int = 1, **changed: Any) -> ProviderInvoice:
        """One more invoice of a subscription, so many months after the last."""
        first = next(one for one in self.provider.invoices_by_id.values() if one.subscription_id == provider_id)
        at = first.created_at + number * MONTH
        changes = {"id": f"in_{provider_id}_{number}", "created_at": at, "paid_at": at, **changed}
        invoice = msgspec.structs.replace(first, **changes)
        self.provider.invoices_by_id[invoice.id] = invoice
        return invoice

    async def renew(self, provider_id: str) -> None:
        """Another month begins at the provider, and is paid."""
        subscription = self.provider.subscriptions[provider_id]
        self.provider.change_subscription(
            provider_id,
            current_period_start=subscription.current_period_end,
            current_period_end=subscription.current_period_end + MONTH,
        )
        self.bill(provider_id, number=len(self.provider.invoices_by_id))


def ago(**parts: float) -> datetime:
    return datetime.now(UTC) - timedelta(**parts)


def _nobody() -> Principal:
    return Principal("", "")
