"""A workspace that pays, in this process: the service's side of it, and the provider in memory."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import msgspec

from fulfilment.billing import account, cancellation, purchase, subscriptions, upkeep
from fulfilment.billing.records import PlanCheckout
from fulfilment.billing.records import Subscription as Shown
from fulfilment.billing.upkeep import Keeper
from fulfilment.http.caller import Caller
from fulfilment.http.mutation import Answered
from fulfilment.http.request import Request
from fulfilment.payments.events import Hearing
from fulfilment.payments.port import Invoice, PaidPlan, Subscription
from tests.harness.payments import MONTH, Desk, FakeProvider

PRICE = "price_"
EMAIL = "siti@example.com"


class FakePayments:
    """What a process knows of the provider: every plan is sold in every currency."""

    webhook_secrets: tuple[str, ...] = ()
    is_configured = True

    def __init__(self, provider: FakeProvider) -> None:
        self.provider = provider

    def price_of(self, plan: PaidPlan, currency: str) -> str | None:
        return PRICE + plan

    def plan_of(self, price_id: str) -> str | None:
        plan = price_id.removeprefix(PRICE)
        return plan if plan in ("starter", "growth", "scale") else None


class Bought(msgspec.Struct, frozen=True):
    """A page that was opened: our ids, and the provider's session."""

    subscription_id: str
    invoice_id: str
    session_id: str


class Shop:
    """One workspace and everything that can happen to what it pays."""

    def __init__(self, desk: Desk, provider: FakeProvider | None, account_id: str, payments: Any = None) -> None:
        self.desk, self.provider, self.id = desk, provider, account_id
        self.payments = payments or FakePayments(provider)
        self.caller = Caller(account_id, account_id, key_id="svc_key_0123456789abcdef")

    async def open_page(self, plan: str = "starter", country: str | None = None, **given: Any) -> Bought:
        """A request for a checkout."""
        answered = await self.ask_page(plan, country, **given)
        shown = json.loads(answered.body)["data"]
        return Bought(shown["subscriptionId"], shown["invoiceId"], shown["checkoutSessionId"])

    async def ask_page(
        self, plan: str, country: str | None = None, caller: Caller | None = None, key: str | None = None, **given: Any
    ) -> Answered:
        headers = {} if country is None else {"cf-ipcountry": [country.encode()]}
        request = Request("POST", b"/", b"", headers, b"", None)
        wanted = PlanCheckout(**{"plan": plan.upper(), "email": EMAIL, **given})
        saga = self.desk.saga(self.id, key, caller or self.caller)
        return await purchase.begin(saga, wanted, self.payments, request, self.desk.settings)

    def pay(self, bought: Bought) -> str:
        """Somebody pays on the page; the provider's id of the subscription."""
        return self.provider.pay(bought.session_id).subscription_id

    async def buy(self, plan: str = "starter", **given: Any) -> tuple[Bought, str]:
        """From the request to the plan, with nothing lost."""
        bought = await self.open_page(plan, **given)
        provider_id = self.pay(bought)
        await self.hear(provider_id)
        return bought, provider_id

    async def hear(self, provider_id: str, hearing: Hearing | None = None) -> None:
        """The provider tells of a subscription."""
        await subscriptions.refresh(self.desk.saga("", actor=_nobody()), self.payments, provider_id, hearing)

    async def change(self, provider_id: str, **changed: Any) -> Subscription:
        """Something happens to it at the provider, which tells of it."""
        said = self.provider.change_subscription(provider_id, **changed)
        await self.hear(provider_id)
        return said

    async def cancel(self, key: str | None = None) -> dict[str, Any]:
        answered = await cancellation.cancel(
            self.desk.saga(self.id, key, self.caller), self.payments, self.desk.settings
        )
        return json.loads(answered.body)["data"]

    async def keep(self) -> None:
        """What the worker does, until nothing is due any more."""
        await upkeep.lapse(self.desk.db)
        keeper = Keeper(self.desk.db, self.desk.bell, self.payments, self.desk.settings)
        while await keeper.keep():
            pass

    async def due(self) -> None:
        """As if enough time had passed for everything to be looked at."""
        await self.execute("UPDATE subscriptions SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL")

    async def shown(self) -> Shown:
        async with self.desk.saga(self.id).read() as read:
            return await account.show_subscription(read)

    async def plan(self) -> str | None:
        (row,) = await self.rows("SELECT plan FROM accounts WHERE id = $1")
        return row["plan"]

    async def put_on(self, plan: str | None) -> None:
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

    def bill(self, provider_id: str, number: int = 1, **changed: Any) -> Invoice:
        """One more invoice of a subscription, so many months after the last."""
        first = next(one for one in self.provider.invoices_by_id.values() if one.subscription_id == provider_id)
        at = first.created_at + number * MONTH
        made = {"id": f"in_{provider_id}_{number}", "created_at": at, "paid_at": at, **changed}
        invoice = msgspec.structs.replace(first, **made)
        self.provider.invoices_by_id[invoice.id] = invoice
        return invoice

    async def renew(self, provider_id: str) -> None:
        """Another month begins at the provider, and is paid."""
        said = self.provider.subscriptions[provider_id]
        self.provider.change_subscription(
            provider_id,
            current_period_start=said.current_period_end,
            current_period_end=said.current_period_end + MONTH,
        )
        self.bill(provider_id, number=len(self.provider.invoices_by_id))


def ago(**parts: float) -> datetime:
    return datetime.now(UTC) - timedelta(**parts)


def _nobody() -> Caller:
    return Caller("", "")
