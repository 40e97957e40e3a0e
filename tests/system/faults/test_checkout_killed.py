"""Processes that are killed at any step of selling credit: one page, credited once, taken back once (decisions, 10)."""

import hashlib
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.database import rows
from tests.harness.service import Client
from tests.harness.workspaces import open_client
from tests.payments.selling import BUY, amounts, balance, event, find_payment_id, open_session, post
from tests.system.faults.doomed import Job
from tests.system.faults.payment_shop import Shop, selling
from tests.webhooks.working import eventually

AMOUNT = 50_000
BODY = {"amount": AMOUNT, "email": "siti@example.com"}
# A purchase takes the account, claims, commits, makes the customer, calls three times, settles and commits.
FEWEST_STEPS = 15
FEWEST_STEPS_OF_EVENTS = 10

# Another process is still taken to hold this purchase, or as many as a workspace may open at once.
_WAIT = (409, 429)
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def shop(durable_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with selling(durable_url, tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture
def merchant(shop: Shop) -> Client:
    return open_client(shop.api.service)


def buying(client: Client, key: str, step: int | None) -> Job:
    line = f"POST\n{BUY}\n{hashlib.sha256(json.dumps(BODY).encode()).hexdigest()}"
    digest = hashlib.sha256(line.encode()).hexdigest()
    return Job("buy", step, client.account_id, key=key, request_hash=digest, price=AMOUNT)


def checkouts(client: Client) -> list[Any]:
    return rows(client, "SELECT * FROM checkouts WHERE account_id = $1 ORDER BY created_at")


def fresh() -> str:
    return f"evt_killed_{next(_numbers)}"


def make_due(client: Client) -> None:
    rows(client, "UPDATE checkouts SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL")
    rows(client, "UPDATE billing_accounts SET due_at = now() WHERE account_id = $1")


def test_a_purchase_that_is_killed_at_any_step_has_one_page_and_the_key_answers_it(shop: Shop, merchant: Client):
    keys: list[str] = []
    for step in itertools.count():
        keys.append(f"step-{next(_numbers)}")
        if shop.doomed(buying(merchant, keys[-1], step)) == "done":
            break
    assert len(keys) > FEWEST_STEPS
    pages = {}
    for key in keys:
        answer = eventually(lambda key=key: merchant("POST", BUY, BODY, key), lambda said: said.status not in _WAIT)
        assert answer.status == 200, answer.raw
        pages[key] = answer.data["checkoutSessionId"]
        again = merchant("POST", BUY, BODY, key)
        assert (again.raw, again.headers["idempotency-replayed"]) == (answer.raw, "true")
    assert len(set(pages.values())) == len(keys)
    assert [row["state"] for row in checkouts(merchant)] == ["open"] * len(keys)
    assert {row["provider_session_id"] for row in checkouts(merchant)} == set(pages.values())


def test_what_dead_processes_left_behind_the_worker_finishes_and_the_key_answers_it(shop: Shop, merchant: Client):
    keys = []
    for step in itertools.count():
        keys.append(f"step-{next(_numbers)}")
        if shop.doomed(buying(merchant, keys[-1], step)) == "done":
            break

    def look() -> list[Any]:
        make_due(merchant)
        assert shop.doomed(Job("watch")) == "done"
        return [row for row in checkouts(merchant) if row["state"] == "opening"]

    eventually(look, lambda left: not left)
    begun = len(checkouts(merchant))
    answers = [merchant("POST", BUY, BODY, key) for key in keys]
    assert {answer.status for answer in answers} == {200}
    replayed = [answer for answer in answers if "idempotency-replayed" in answer.headers]
    # A purchase whose process died before its first row begins now.
    assert len(replayed) == begun > 5


def test_watchers_that_are_killed_at_every_step_in_turn_come_to_one_end(shop: Shop, merchant: Client):
    page = open_session(merchant, AMOUNT)
    shop.simulator.pay(page)
    kills = 0
    make_due(merchant)
    while shop.doomed(Job("watch", kills)) == "killed":
        make_due(merchant)
        kills += 1
    assert kills > FEWEST_STEPS_OF_EVENTS
    make_due(merchant)
    assert shop.doomed(Job("watch")) == "done"
    assert (amounts(merchant), balance(merchant)) == ([AMOUNT], (AMOUNT, 0))


@pytest.mark.parametrize("kind", ["settle", "take_back"])
def test_an_event_whose_application_is_killed_at_any_step_is_applied_once_when_it_comes_again(
    shop: Shop, merchant: Client, kind: str
):
    page = open_session(merchant, AMOUNT)
    shop.simulator.pay(page)
    (row,) = checkouts(merchant)
    payment_id = ""
    if kind == "take_back":
        assert post(shop.api.service, event("checkout.session.completed", page, fresh())).status == 200
        payment_id = find_payment_id(merchant, page)
        shop.simulator.refund(payment_id, AMOUNT * 100 // 5)
    event_id = fresh()
    job = Job(kind, 0, merchant.account_id, checkout_id=row["id"], payment_id=payment_id, event_id=event_id)
    while shop.doomed(job) == "killed":
        job.step += 1
        heard = rows(merchant, "SELECT 1 FROM payment_events WHERE account_id = $1 AND id = $2", event_id)
        # The event is known exactly where what it came to is there.
        assert (len(amounts(merchant)) == (1 if kind == "settle" else 2)) == bool(heard)
    assert job.step > FEWEST_STEPS_OF_EVENTS
    job.step = None
    assert shop.doomed(job) == "done"
    assert amounts(merchant) == [AMOUNT] if kind == "settle" else [AMOUNT, -AMOUNT // 5]
    assert balance(merchant)[1] == 0
