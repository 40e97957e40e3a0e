"""Everything that a payment provider told of is told again and again, in any order, to an API that is being killed.

Workers, which are killed as often, fetch the same objects meanwhile. Purchases, refunds and subscriptions end as they
were after every event had come once, in order.
"""

import json
import random
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.credits import ledger
from tests.harness.database import rows
from tests.harness.payment_simulator import KEY, Payments, simulating
from tests.harness.service import Client
from tests.harness.workspaces import in_database, open_client
from tests.payments.selling import post
from tests.system.faults.crew import Crew, crew
from tests.system.faults.house import Api, serving
from tests.webhooks.working import eventually

REPLAYS = 20
AT_ONCE = 6
KILLS = 4
PAGES = (50_000, 70_000, 90_000, 110_000)
REFUNDED, DISPUTED = 20_000, 70_000

_STATE = """
    SELECT s.plan, s.status, s.is_current, s.ended_at IS NOT NULL AS has_ended, a.plan AS has_plan
      FROM accounts a JOIN subscriptions s ON s.account_id = a.id WHERE a.id = $1 ORDER BY s.id
"""
_LEDGER = """
    SELECT kind, amount, external_ref FROM credit_transactions WHERE account_id = $1 ORDER BY kind, amount, external_ref
"""
_CHECKOUTS = "SELECT id, state FROM checkouts WHERE account_id = $1 ORDER BY id"
_INVOICES = "SELECT id, status, amount FROM invoices WHERE account_id = $1 ORDER BY id"

_MAKE_DUE = (
    "UPDATE checkouts SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL",
    "UPDATE billing_accounts SET due_at = now() WHERE account_id = $1",
    "UPDATE subscriptions SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL",
)
_DUE = """
    SELECT id FROM checkouts WHERE account_id = $1 AND due_at <= now()
     UNION ALL SELECT id FROM subscriptions WHERE account_id = $1 AND due_at <= now()
"""


class Stage:
    """A merchant at an API that may be killed, and the provider whose events are posted by hand."""

    def __init__(self, api: Api, provider: Payments, port: str):
        self.api = api
        self.provider = provider
        self.port = port
        self.client: Client = open_client(api.service)

    def subscribe(self, plan: str) -> None:
        given = {"plan": plan, "email": "siti@example.com"}
        self.provider.pay(self._opened("/api/v1/billing/checkout", given))

    def buy(self, amount: int) -> str:
        """The id of the page."""
        return self._opened("/api/v1/shipping-credits/checkout", {"amount": amount, "email": "siti@example.com"})

    def payment_of(self, session_id: str) -> str:
        return self._provided(f"checkout/sessions/{session_id}")["payment_intent"]

    def events(self) -> list[bytes]:
        """The body of every event there is, oldest first."""
        found: list[dict[str, Any]] = []
        after: dict[str, str] = {}
        while True:
            page = self._provided("events", limit="100", **after)
            found += page["data"]
            if not page["has_more"]:
                return [json.dumps(event).encode() for event in reversed(found)]
            after = {"starting_after": found[-1]["id"]}

    def tell(self, body: bytes) -> None:
        """Post an event as its provider does: again, until it is taken."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                answer = post(self.api.service, body)
            except OSError:
                time.sleep(0.05)
                continue
            if answer.status == 200:
                return
            assert answer.status in (500, 502, 503, 504), answer.raw
            time.sleep(0.05)
        raise AssertionError(f"no process takes {body!r}")

    def make_due(self) -> None:
        """As if it were time for the workers to ask for everything again."""
        for statement in _MAKE_DUE:
            rows(self.client, statement)

    def await_taken(self) -> None:
        """Wait until the workers have taken all that is due."""
        eventually(lambda: rows(self.client, _DUE), lambda found: not found)

    def state(self) -> list[list[dict[str, Any]]]:
        """All that events decide, once every law of the ledger was seen to hold."""
        in_database(self.api.service.database_url, lambda db: ledger.state(db, self.client.account_id))
        found = [rows(self.client, statement) for statement in (_STATE, _LEDGER, _CHECKOUTS, _INVOICES)]
        return [[dict(row) for row in part] for part in found]

    def shown(self) -> list[Any]:
        paths = ("/api/v1/shipping-credits", "/api/v1/billing/subscription", "/api/v1/billing/plan")
        shown = [self.client("GET", path).data for path in paths]
        # When a balance was looked after last is no part of it.
        return [{name: value for name, value in each.items() if name != "updatedAt"} for each in shown]

    def _opened(self, path: str, given: dict[str, Any]) -> str:
        answer = self.client("POST", path, given)
        assert answer.status == 200, answer.raw
        return answer.data["checkoutSessionId"]

    def _provided(self, path: str, **query: str) -> Any:
        address = f"{self.provider.url}/v1/{path}?{urllib.parse.urlencode(query)}"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {KEY}"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)


@pytest.fixture
def stage(durable_url: str, tmp_path: Path) -> Iterator[Stage]:
    """A stage whose API had no fault of its own in the end."""
    with simulating(tmp_path) as provider:
        # Events reach the API by our hand alone.
        provider.report_to(None)
        port = provider.url.rpartition(":")[2]
        with serving(durable_url, tmp_path, payment_simulator_port=port) as api:
            yield Stage(api, provider, port)
            assert api.faults() == []


def replay(stage: Stage, told: list[bytes]) -> None:
    """All of it many times over, shuffled, several at once, while the API and a worker are killed every now and then.

    Half of it comes under new ids, so that stored ids alone cannot make the result right. The workers fetch everything
    after each kill too, and once more in the end.
    """
    chance = random.Random(20)
    history = told * (REPLAYS // 2) + [_told_anew(body, nth) for nth in range(REPLAYS // 2) for body in told]
    chance.shuffle(history)
    killed_at = sorted(chance.sample(range(len(history)), KILLS))
    workers = crew(stage.api.service.database_url, payment_simulator_port=stage.port)
    with workers as team, ThreadPoolExecutor(AT_ONCE) as crowd:
        begun = 0
        for upto in [*killed_at, len(history)]:
            under_way = [crowd.submit(stage.tell, body) for body in history[begun:upto]]
            begun = upto
            if upto < len(history):
                # In the middle of what is under way, and not after it.
                under_way[len(under_way) // 2].result() if under_way else None
                _kill(stage, team)
            for each in under_way:
                each.result()
        stage.make_due()
        stage.await_taken()
        # They end what they have in hand.
        team.dismiss()
        assert team.faults() == []


def _kill(stage: Stage, team: Crew) -> None:
    """`kill -9` of the API, and of a worker that has begun; others begin in their place, with all of it due."""
    team.await_working()
    stage.make_due()
    stage.api.kill()
    team.kill_one()
    stage.api.start()


def _told_anew(body: bytes, nth: int) -> bytes:
    """The same under an id of its own."""
    event = json.loads(body)
    return json.dumps(event | {"id": f"{event['id']}_again_{nth}"}).encode()


def test_events_replayed_shuffled_while_api_and_workers_are_killed_leave_ledger_and_subscription_as_they_were(
    stage: Stage,
) -> None:
    stage.subscribe("STARTER")
    pages = [stage.buy(amount) for amount in PAGES]
    for page in pages[:3]:
        stage.provider.pay(page)
    stage.provider.expire(pages[3])
    # In hundredths.
    stage.provider.refund(stage.payment_of(pages[0]), REFUNDED * 100)
    stage.provider.dispute(stage.payment_of(pages[1]))
    told = stage.events()
    for body in told:
        stage.tell(body)
    credit, subscription, plan = stage.shown()
    assert credit["balance"] == sum(PAGES[:3]) - REFUNDED - DISPUTED
    assert (subscription["plan"], subscription["status"], plan["plan"]) == ("starter", "active", "starter")
    before = stage.state()

    replay(stage, told)

    assert stage.state() == before
    assert stage.shown() == [credit, subscription, plan]


def test_a_whole_life_told_backwards_while_api_and_workers_are_killed_ends_as_at_the_provider(stage: Stage) -> None:
    stage.subscribe("STARTER")
    bought = stage.buy(PAGES[0])
    stage.provider.pay(bought)
    for body in stage.events():
        stage.tell(body)
    assert stage.client("POST", "/api/v1/billing/cancel").data["status"] == "canceling"
    stage.provider.advance(days=40)
    told = stage.events()

    replay(stage, told[::-1])

    credit, subscription, plan = stage.shown()
    assert credit["balance"] == PAGES[0]
    assert (subscription["status"], plan["plan"]) == ("canceled", "free")
