"""Random histories of a workspace's subscriptions, against the simulator and through the provider's real library.

People, the provider, the network and the worker act in any order; in the end the service and the provider agree.
"""

import asyncio
import contextlib
import itertools
import urllib.error
from datetime import UTC, datetime
from typing import Any

import asyncpg
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from fulfilment.billing import inbound
from fulfilment.billing.checkout_sync import CheckoutSync
from fulfilment.billing.errors import CancelFailed
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import PooledExecutor
from fulfilment.infra.operations.batch_loader import BatchedQueries
from fulfilment.payments import port
from fulfilment.payments.checkout import CheckoutFailed
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import ProviderEvent, ProviderSubscription
from fulfilment.payments.provider import Payments
from tests.billing.paying import BillingWorkspace, OpenedSession
from tests.credits.ledger import open_account
from tests.harness.payment_simulator import Payments as Simulator
from tests.harness.payments import Desk, at_desk

LIVE = ("active", "past_due", "unpaid")
PLANS = st.sampled_from(["starter", "growth", "scale"])
TROUBLE = st.sampled_from([None, None, "lose_answer", "500_before", "500_after", "cut", "429"])
ANY = st.integers(0, 50)
_numbers = itertools.count(1)


class BillingLife(RuleBasedStateMachine):
    """One workspace. Hypothesis also chooses which events are delivered, and how often; all others are lost."""

    def __init__(self, url: str, simulator: Simulator) -> None:
        super().__init__()
        self._url, self._simulator = url, simulator
        self._runner = asyncio.Runner()
        self._stack = contextlib.AsyncExitStack()
        self.pages: list[OpenedSession] = []
        self.paid: dict[str, int] = {}
        self.objects: list[tuple[str, str]] = []
        self.delivered_events: list[ProviderEvent] = []
        self.ended: list[tuple[str, str]] = []
        self.has_had_plan = False

    def _do(self, work: Any) -> Any:
        return self._runner.run(work)

    @initialize(plan=st.sampled_from(["free", None, "starter"]), wanted=st.lists(PLANS, min_size=1, max_size=3))
    def open(self, plan: str | None, wanted: list[str]) -> None:
        """A workspace with some unpaid checkout pages."""
        self._simulator.control("reset")
        self._do(self._open(plan))
        for one in wanted:
            self.ask_for_a_page(one, None, leaves_open=True)

    async def _open(self, plan: str | None) -> None:
        number = self._simulator.url.rpartition(":")[2].strip("/")
        desk: Desk = await self._stack.enter_async_context(
            at_desk(self._url, payment_simulator_port=number, payments_timeout_seconds="5")
        )
        payments = Payments(desk.settings)
        await payments.open()
        self._stack.push_async_callback(payments.close)
        db = await asyncpg.connect(self._url)
        try:
            self.shop = BillingWorkspace(desk, None, await open_account(db), payments)
        finally:
            await db.close()
        await self.shop.set_plan(plan)
        self.operator_plan = plan
        self._watch_ends(payments.provider)

    def _watch_ends(self, provider: port.PaymentProvider) -> None:
        """Note how each stood that the service ends."""
        end = provider.cancel_subscription

        async def noted(id: str, *, is_paid: bool) -> ProviderSubscription:
            self.ended.append((id, (await provider.retrieve_subscription(id)).status))
            return await end(id, is_paid=is_paid)

        provider.cancel_subscription = noted

    @rule(plan=PLANS, trouble=TROUBLE, leaves_open=st.booleans())
    def ask_for_a_page(self, plan: str, trouble: str | None, *, leaves_open: bool) -> None:
        """Another page, beside which older ones may stay open."""
        if trouble:
            self._simulator.fail(trouble, on="sessions.create")
        if leaves_open:
            self._simulator.fail("429", on="sessions.expire")
        with contextlib.suppress(CheckoutFailed, Validation):
            page = self._do(self.shop.open_session(plan))
            self.pages.append(page)
            self.objects.append(("session", page.session_id))
        self._simulator.control("faults/clear")

    @precondition(lambda self: self.pages)
    @rule(which=ANY)
    def pay(self, which: int) -> None:
        """A customer pays on a page, old or new, if it is still open."""
        number = which % len(self.pages)
        with contextlib.suppress(urllib.error.HTTPError):
            self._simulator.pay(self.pages[number].session_id)
            session = self._do(self.shop.payments.provider.retrieve_session(self.pages[number].session_id))
            self.paid[session.subscription_id] = number
            self.objects.append(("subscription", session.subscription_id))

    @rule(plan=PLANS)
    def buy(self, plan: str) -> None:
        """From the request to the plan, with nothing lost."""
        before = len(self.pages)
        self.ask_for_a_page(plan, None, leaves_open=False)
        if len(self.pages) > before:
            self.pay(before)
            self.tell(len(self.objects) - 1, is_repeat=False)

    @precondition(lambda self: len(self.pages) > 1)
    @rule()
    def pay_the_newest_and_then_the_oldest(self) -> None:
        for number in (len(self.pages) - 1, 0):
            self.pay(number)
            if number in self.paid.values():
                self.tell(len(self.objects) - 1, is_repeat=False)

    @precondition(lambda self: self.pages)
    @rule(which=ANY)
    def decline(self, which: int) -> None:
        with contextlib.suppress(urllib.error.HTTPError):
            self._simulator.control(f"sessions/{self.pages[which % len(self.pages)].session_id}/decline")

    @rule(days=st.sampled_from([1, 4, 31, 65]))
    def let_time_pass(self, days: int) -> None:
        """Renewals, further tries, and the ends of what was canceled."""
        self._simulator.advance(days=days)

    @precondition(lambda self: self.paid)
    @rule(which=ANY, fails=st.booleans(), afterwards=st.sampled_from(["canceled", "unpaid"]))
    def change_its_card(self, which: int, afterwards: str, *, fails: bool) -> None:
        """Its payments fail from now on, or go through again."""
        id = list(self.paid)[which % len(self.paid)]
        self._simulator.control(f"subscriptions/{id}/collection", fail=fails, afterwards=afterwards, now=not fails)

    @rule(trouble=TROUBLE)
    def cancel(self, trouble: str | None) -> None:
        if trouble:
            self._simulator.fail(trouble, on="subscriptions.update")
        with contextlib.suppress(CancelFailed):
            self._do(self.shop.cancel())
        self._simulator.control("faults/clear")

    @rule()
    def die_while_canceling(self) -> None:
        """The process is gone in the middle of the call: nothing of what would have followed happens."""
        self._simulator.fail("hang", on="subscriptions.update")

        async def die() -> None:
            with contextlib.suppress(TimeoutError, CancelFailed):
                await asyncio.wait_for(self.shop.cancel(), 0.1)

        self._do(die())
        self._simulator.control("faults/clear")

    @precondition(lambda self: self.paid)
    @rule(which=ANY)
    def cancel_at_the_provider(self, which: int) -> None:
        """A cancellation by the operator, in the provider's own pages."""
        with contextlib.suppress(port.ProviderRefused):
            id = list(self.paid)[which % len(self.paid)]
            self._do(self.shop.payments.provider.cancel_at_period_end(id))

    @precondition(lambda self: self.objects)
    @rule(which=ANY, is_repeat=st.booleans())
    def tell(self, which: int, *, is_repeat: bool) -> None:
        """The provider tells of something, in whatever order, or tells the same once more."""
        if is_repeat and self.delivered_events:
            event = self.delivered_events[which % len(self.delivered_events)]
        else:
            kind, id = self.objects[which % len(self.objects)]
            event = ProviderEvent(f"evt_{next(_numbers)}_{self.shop.id}", kind, datetime.now(UTC), kind, id)
        is_new = event not in self.delivered_events
        self.delivered_events.append(event)
        self._do(self._deliver_event(event))
        if is_new and event.object_type == "subscription":
            self._do(self._require_what_was_paid(event.object_id))
        self._do(self._learn_invoices())

    async def _require_what_was_paid(self, id: str) -> None:
        """A paid subscription is in force from its event on, unless a newer one has replaced it."""
        subscription = await self.shop.payments.provider.retrieve_subscription(id)
        if subscription.status == "active" and self.paid[id] == max(self.paid.values()):
            assert await self.shop.plan() == self.shop.payments.find_plan(subscription.price_id)
            assert (await self.shop.get_subscription()).status == (
                "active" if subscription.cancel_at is None else "canceling"
            )

    async def _deliver_event(self, event: ProviderEvent) -> None:
        request = Request("POST", b"/", b"", {}, b"", None)
        desk = self.shop.desk
        executor = PooledExecutor(desk.db)
        public = Public(desk.db, desk.notifier, executor, BatchedQueries(executor), request, None, None, 200)
        await inbound._apply(public, self.shop.payments, event.object_id, EventReceipt(event))
        await self._note_plan()

    async def _note_plan(self) -> None:
        """Remember a subscription that entitles; it changes no plan if the service hears of it too late."""
        rows = await self.shop.rows("SELECT id FROM subscriptions WHERE account_id = $1 AND entitles")
        self.has_had_plan = self.has_had_plan or bool(rows)

    async def _learn_invoices(self) -> None:
        known = set(self.objects)
        self.objects += [("invoice", one.id) for one in await self._billed() if ("invoice", one.id) not in known]

    @rule()
    def work(self) -> None:
        self._do(self._sweep())

    async def _sweep(self) -> None:
        await self.shop.due()
        await self.shop.execute("UPDATE checkouts SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL")
        await self.shop.execute("UPDATE billing_accounts SET due_at = now() WHERE account_id = $1")
        desk = self.shop.desk
        await CheckoutSync(desk.db, desk.notifier, self.shop.payments, desk.settings).run_due()
        await self._note_plan()
        await self.shop.run_subscription_sync()
        await self._note_plan()

    def teardown(self) -> None:
        try:
            if hasattr(self, "shop"):
                self._simulator.control("faults/clear")
                # One round finds a subscription, the next ends it, and the third sees its end.
                for _ in range(3):
                    self._do(self._sweep())
                self._do(self._agree())
        finally:
            self._do(self._stack.aclose())
            self._runner.close()

    async def _agree(self) -> None:
        provider = self.shop.payments.provider
        subscriptions = {id: await provider.retrieve_subscription(id) for id in self.paid}
        live = [id for id, one in subscriptions.items() if one.status in LIVE]
        assert len(live) <= 1, "two are paid"
        rows = await self.shop.rows("SELECT * FROM subscriptions WHERE account_id = $1")
        assert {row["provider_subscription_id"] for row in rows} == set(self.paid)
        assert [row["id"] for row in rows if row["ending"] is not None] == []
        assert sorted(row["provider_subscription_id"] for row in rows if row["status"] != "canceled") == live
        self._require_sound_ends()
        await self._require_plan(subscriptions, live)
        await self._require_invoices()

    def _require_sound_ends(self) -> None:
        """Only what was paid on an older page than another was ended, but for what the provider had given up."""
        newest = max(self.paid.values(), default=0)
        for id, status in self.ended:
            assert status in ("unpaid", "canceled") or self.paid[id] < newest, "the newest was ended"

    async def _require_plan(self, subscriptions: dict[str, ProviderSubscription], live: list[str]) -> None:
        plan, subscription = await self.shop.plan(), await self.shop.get_subscription()
        if not live:
            assert plan == ("free" if self.has_had_plan else self.operator_plan)
            assert subscription.status in ("canceled", "active")
            return
        one = subscriptions[live[0]]
        is_given_up = one.status == "unpaid"
        assert plan == ("free" if is_given_up else self.shop.payments.find_plan(one.price_id))
        if one.cancel_at is not None and not is_given_up:
            # The specification (Billing): a cancellation is answered with `canceling`, overdue or not.
            assert subscription.status == "canceling"
            return
        assert subscription.status == {"active": "active", "past_due": "past_due", "unpaid": "past_due"}[one.status]

    async def _require_invoices(self) -> None:
        billed = [one for one in await self._billed() if one.status != "draft" and one.subscription_reference]
        stored = {row["provider_invoice_id"]: row for row in await self.shop.invoices()}
        assert {one.id: (one.status, one.amount) for one in billed} == {
            id: (row["status"], row["amount"]) for id, row in stored.items()
        }
        firsts = {one.subscription_reference: one.id for one in billed}
        for page in self.pages:
            if page.subscription_id in firsts:
                assert stored[firsts[page.subscription_id]]["id"] == page.invoice_id

    async def _billed(self) -> list[port.ProviderInvoice]:
        (row,) = await self.shop.rows(
            "SELECT max(provider_customer_id) AS id FROM billing_accounts WHERE account_id = $1"
        )
        return [] if row["id"] is None else (await self.shop.payments.provider.list_invoices(row["id"], 100)).invoices
