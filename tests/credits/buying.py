"""Purchases of credit with an in-memory provider, and the provider's later events about them."""

import json
import random
from typing import Any

import msgspec

from fulfilment.billing import checkouts
from fulfilment.credits import purchase, reversals, topup
from fulfilment.credits.schemas import CreditCheckout, CreditTopUp
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.transaction import System
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import ProviderEvent
from tests.credits import ledger
from tests.harness.payments import Desk, FakePayments, FakeProvider, told


class CreditWorkspace:
    """One workspace that buys credit."""

    def __init__(self, desk: Desk, provider: FakeProvider, account_id: str):
        self.desk = desk
        self.provider = provider
        self.payments = FakePayments(provider)
        self.id = account_id

    async def buy(self, amount: int = 50_000, **fields: Any) -> str:
        """The id of the page's session."""
        body = CreditCheckout(amount=amount, **{"email": "siti@example.com", **fields})
        operation = self.desk.operation(self.id, actor=Principal(self.id, self.id))
        answered = await purchase.open_credit_checkout(operation, body, self.payments, self.desk.settings)
        return json.loads(answered.body)["data"]["checkoutSessionId"]

    async def bought(self, amount: int = 50_000) -> str:
        """The id of the payment that credit was bought with."""
        session_id = await self.buy(amount)
        session = self.provider.pay(session_id)
        await self.deliver_event(told("checkout.session.completed", "session", session_id))
        return session.payment_id

    async def deliver_event(self, event: ProviderEvent) -> None:
        """Do the part of the inbound route for a session or a payment of this workspace."""
        operation = self.desk.operation(self.id, actor=System(self.id))
        receipt = EventReceipt(event)
        if event.object_type == "session":
            (row,) = [row for row in await self.checkouts() if row["provider_session_id"] == event.object_id]
            await checkouts.sync_checkout(operation, self.payments, row["id"], receipt)
        else:
            await reversals.sync_payment(operation, self.payments, event.object_id, receipt)

    async def top_up(self, amount: int, **fields: Any) -> None:
        """A top-up by hand."""
        async with self.desk.operation(self.id).transaction() as tx:
            await topup.top_up(tx, CreditTopUp(amount=amount, **fields), self.desk.settings)

    async def spend(self, amount: int) -> None:
        """As a shipment does."""
        shipment_id = f"ship_{random.getrandbits(64):x}"
        async with self.desk.operation(self.id).transaction() as tx:
            await ledger.credit.hold(tx, shipment_id, amount)
            await ledger.credit.charge(tx, shipment_id, amount)

    async def checkouts(self) -> list[Any]:
        return await self._rows("SELECT * FROM checkouts WHERE account_id = $1 ORDER BY created_at")

    async def transactions(self) -> list[tuple[str, int]]:
        """Kind and amount of each, oldest first."""
        found = await self._rows("SELECT * FROM credit_transactions WHERE account_id = $1 ORDER BY number")
        return [(row["kind"], row["amount"]) for row in found]

    async def lines(self) -> list[Any]:
        return await self._rows("SELECT * FROM credit_transactions WHERE account_id = $1 ORDER BY number")

    async def audits(self, action: str) -> list[dict[str, Any]]:
        found = await self._rows(
            "SELECT * FROM audit_entries WHERE account_id = $1 AND action LIKE 'shipping_credit.%'"
        )
        return [dict(row) for row in found if row["action"] == action]

    async def balance(self) -> tuple[int, int]:
        """Balance and owed, once every law was seen to hold."""
        async with self.desk.db.connection() as connection:
            balance, _ = await ledger.state(connection, self.id)
            owed = await connection.fetchval("SELECT owed FROM credit_balances WHERE account_id = $1", self.id)
        return balance, owed or 0

    async def _rows(self, statement: str) -> list[Any]:
        async with self.desk.db.connection() as connection:
            return await connection.fetch(statement, self.id)


def encoded(event: ProviderEvent) -> bytes:
    """An event as the provider in memory signs it."""
    return msgspec.json.encode(event)
