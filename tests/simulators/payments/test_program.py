"""The payment simulator as a program: recovery after a kill, late deliveries, and refusals to start."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import stripe

from fulfilment_simulators.payments import store
from tests.harness.payment_simulator import Payments, simulating
from tests.simulators.payments.buying import create_customer, create_payment, create_plan_session, create_subscription
from tests.simulators.payments.conftest import client_of
from tests.simulators.payments.listening import Listener, listening

KEYED = {"idempotency_key": "key_1"}


def kill(payments: Payments) -> None:
    payments.process.send_signal(signal.SIGKILL)
    payments.process.wait(20)


def everything(client: stripe.StripeClient) -> list[str]:
    """All that the API shows, but for how often each event is still to be sent."""
    lists = (
        client.v1.customers.list({"limit": 100}),
        client.v1.checkout.sessions.list({"limit": 100, "expand": ["data.line_items"]}),
        client.v1.subscriptions.list({"limit": 100, "status": "all"}),
        client.v1.invoices.list({"limit": 100, "expand": ["data.payments"]}),
        client.v1.payment_intents.list({"limit": 100, "expand": ["data.latest_charge"]}),
        client.v1.refunds.list({"limit": 100}),
        client.v1.disputes.list({"limit": 100}),
        client.v1.events.list({"limit": 100}),
    )
    return [found.last_response.body for found in lists]


def test_what_was_answered_survives_a_kill(tmp_path: Path) -> None:
    with simulating(tmp_path) as first:
        client = client_of(first)
        bought = create_subscription(client, first)
        client.v1.subscriptions.update(bought.id, {"cancel_at_period_end": True})
        payment = create_payment(client, first)
        first.refund(payment, 7)
        first.dispute(payment)
        first.advance(days=3)
        first.report_to("http://127.0.0.1:1/events")
        open_page = create_plan_session(client, bought.customer)
        kept = client.v1.customers.create({"name": "Ayu"}, KEYED).id
        before, now = everything(client), first.health()["aheadSeconds"]
        kill(first)
    with simulating(tmp_path) as second:
        client = client_of(second)
        assert everything(client) == before
        assert second.health()["aheadSeconds"] == now
        assert second.health()["webhook"] == "http://127.0.0.1:1/events"
        assert client.v1.customers.create({"name": "Ayu"}, KEYED).id == kept
        second.pay(open_page.id)
        second.advance(days=30)
        assert client.v1.subscriptions.retrieve(bought.id).status == "canceled"


def test_a_key_whose_answer_was_lost_in_a_kill_is_answered_afterwards(tmp_path: Path) -> None:
    with simulating(tmp_path) as first:
        first.fail("lose_answer", "customers.create")
        with pytest.raises(stripe.APIConnectionError):
            client_of(first).v1.customers.create({"name": "Ayu"}, KEYED)
        kill(first)
    with simulating(tmp_path) as second:
        assert client_of(second).v1.customers.create({"name": "Ayu"}, KEYED).name == "Ayu"
        assert second.health()["objects"]["customer"] == 1


def test_events_that_were_not_delivered_are_after_a_kill(tmp_path: Path) -> None:
    with listening() as listener:
        with simulating(tmp_path) as first:
            first.report_to(listener.url)
            create_customer(client_of(first))
            delivered = listener.wait(1)[0].event["id"]
            while client_of(first).v1.events.retrieve(delivered).pending_webhooks:
                pass
            first.control("webhook/manner", hold=True)
            held = create_customer(client_of(first)).id
            kill(first)
        with simulating(tmp_path):
            assert listener.wait(2)[1].event["data"]["object"]["id"] == held
    assert len(listener.received) == 2


def test_it_does_not_post_what_happened_before_anybody_listened(
    client: stripe.StripeClient, payments: Payments, listener: Listener
) -> None:
    payments.report_to(None)
    create_customer(client)
    payments.report_to(listener.url)
    heard = create_customer(client).id
    assert listener.wait(1)[0].event["data"]["object"]["id"] == heard


def test_a_torn_last_line_is_forgotten(tmp_path: Path) -> None:
    with simulating(tmp_path) as first:
        kept = create_customer(client_of(first)).id
        kill(first)
    with (tmp_path / "payments.jsonl").open("ab") as journal:
        journal.write(b'[["customer","cus_torn",{"id"')
    with simulating(tmp_path) as second:
        assert [each.id for each in client_of(second).v1.customers.list().data] == [kept]
        create_customer(client_of(second))
        kill(second)
    with simulating(tmp_path) as third:
        assert third.health()["objects"]["customer"] == 2


def test_a_start_leaves_out_what_was_superseded(tmp_path: Path) -> None:
    with simulating(tmp_path) as first:
        client = client_of(first)
        made = create_customer(client).id
        for number in range(200):
            client.v1.customers.update(made, {"name": f"Ayu {number}"})
        first.control("webhook/manner", drop=True)
        kill(first)
    path = tmp_path / "payments.jsonl"
    before = path.read_bytes()
    with simulating(tmp_path) as second:
        assert path.read_bytes().count(f'["customer","{made}"'.encode()) == 1 < before.count(b'["customer"')
        assert client_of(second).v1.customers.retrieve(made).name == "Ayu 199"


def test_a_reset_forgets_all_but_the_receiver(tmp_path: Path) -> None:
    with simulating(tmp_path) as first:
        first.report_to("http://127.0.0.1:1/events")
        create_subscription(client_of(first), first)
        first.advance(days=3)
        first.control("reset")
        health = first.health()
        assert set(health["objects"].values()) == {0}
        assert (health["aheadSeconds"], health["webhook"]) == (0, "http://127.0.0.1:1/events")
        kill(first)
    with simulating(tmp_path) as second:
        assert second.health()["webhook"] == "http://127.0.0.1:1/events"
        assert set(second.health()["objects"].values()) == {0}


def refused(*arguments: str) -> str:
    command = [sys.executable, "-m", "fulfilment_simulators.payments", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    return done.stderr


def test_what_keeps_it_from_starting_is_one_clear_line(tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    with simulating(tmp_path):
        assert "in use by another simulator" in refused("--port", "0", "--data", str(tmp_path / "payments.jsonl"))
    other.write_text('{"kind": "order"}\n')
    assert "not a payment simulator's memory" in refused("--port", "0", "--data", str(other))
    other.write_text("nonsense\n")
    assert "damaged at line 1" in refused("--port", "0", "--data", str(other))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = refused("--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "third.jsonl"))
    assert said.startswith("payment simulator: Cannot listen on 127.0.0.1")


def test_it_ends_with_zero_when_it_is_asked_to(tmp_path: Path) -> None:
    with simulating(tmp_path) as running:
        running.process.terminate()
        assert running.process.wait(20) == 0


def test_the_oldest_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fulfilment_simulators.journal import Journal
    from fulfilment_simulators.payments import scheduler

    monkeypatch.setattr(store, "MAX_OBJECTS", 3)
    kept = store.ObjectStore(Journal(tmp_path / "j"), lambda: 1_000.0, scheduler.next_due_at)
    for number in range(5):
        session = {"object": "checkout.session", "status": "open", "expires_at": 2_000 + number}
        kept.commit([store.JournalEntry("checkout.session", f"cs_{number}", session)])
    assert kept.count("checkout.session") == 3
    assert kept.next_due(10_000) == (2_002, "checkout.session", "cs_2")
    kept.close()
