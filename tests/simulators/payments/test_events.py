"""Events signed as Stripe signs: retried, held, shuffled, repeated or dropped, and each about a real change."""

from urllib.error import HTTPError

import pytest
import stripe

from tests.harness.payment_simulator import SECRET, Payments
from tests.simulators.payments.buying import (
    create_credit_session,
    create_customer,
    create_payment,
    create_plan_session,
    create_subscription,
)
from tests.simulators.payments.listening import Listener

BOUGHT = {
    "customer.created",
    "customer.subscription.created",
    "customer.subscription.updated",
    "invoice.created",
    "invoice.finalized",
    "invoice.paid",
    "invoice.payment_succeeded",
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
}


def test_what_is_bought_is_told_and_the_library_takes_the_signature(
    client: stripe.StripeClient, payments: Payments, listener: Listener
) -> None:
    bought = create_subscription(client, payments)
    heard = listener.wait(len(BOUGHT))
    events = [stripe.Webhook.construct_event(each.body, each.signature, SECRET) for each in heard]
    assert {event.type for event in events} == BOUGHT
    made = next(event for event in events if event.type == "customer.subscription.created")
    assert (made.data.object.id, made.api_version, made.livemode) == (bought.id, "2026-10-28.endive", False)
    for event in events:
        assert client.v1.events.retrieve(event.id).type == event.type


def test_a_changed_body_or_another_secret_is_noticed(
    client: stripe.StripeClient, payments: Payments, listener: Listener
) -> None:
    create_customer(client)
    (heard,) = listener.wait(1)
    for body, secret in ((heard.body + b" ", SECRET), (heard.body, "whsec_other")):
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body, heard.signature, secret)
    payments.report_to(listener.url, "whsec_other")
    create_customer(client)
    fresh = listener.wait(2)[1]
    assert stripe.Webhook.construct_event(fresh.body, fresh.signature, "whsec_other").type == "customer.created"


def test_an_event_is_signed_by_the_real_time_however_far_the_clock_was_moved(
    client: stripe.StripeClient, payments: Payments, listener: Listener
) -> None:
    payments.advance(days=400)
    made = create_customer(client)
    (heard,) = listener.wait(1)
    event = stripe.Webhook.construct_event(heard.body, heard.signature, SECRET, tolerance=300)
    assert event.created == made.created


def test_what_is_not_taken_is_posted_again(client: stripe.StripeClient, payments: Payments, listener: Listener) -> None:
    listener.statuses = [500, 404]
    create_customer(client)
    heard = listener.wait(3)
    assert len({each.event["id"] for each in heard}) == 1
    assert len({each.body for each in heard}) == 1
    while len(sent := payments.sent(type="customer.created")) < 3:
        pass
    assert [(each["attempt"], each["status"]) for each in sent] == [(1, 500), (2, 404), (3, 200)]


def test_held_events_go_when_they_are_released(
    client: stripe.StripeClient, payments: Payments, listener: Listener
) -> None:
    payments.control("webhook/manner", hold=True)
    create_subscription(client, payments)
    assert payments.health()["events"]["held"] == len(BOUGHT) and not listener.received
    payments.control("webhook/manner", shuffle=True, repeat=3)
    assert payments.control("webhook/release")["released"] == len(BOUGHT)
    heard = listener.wait(3 * len(BOUGHT))
    assert {listener.types.count(type) for type in BOUGHT} == {3}
    assert len({each.event["id"] for each in heard}) == len(BOUGHT)


def test_dropped_events_never_come_and_one_can_be_posted_again(
    client: stripe.StripeClient, payments: Payments, listener: Listener
) -> None:
    payments.control("webhook/manner", drop=True)
    create_customer(client)
    payments.control("webhook/manner", drop=False, delay_ms=1)
    lost = client.v1.events.list().data[0]
    assert lost.pending_webhooks == 0
    payments.control(f"events/{lost.id}/repeat", times=2)
    assert [each.event["id"] for each in listener.wait(2)] == [lost.id, lost.id]


def test_takebacks_are_told(client: stripe.StripeClient, payments: Payments, listener: Listener) -> None:
    payment, other = create_payment(client, payments), create_payment(client, payments)
    payments.refund(payment, 1)
    made = payments.dispute(other)
    payments.close_dispute(made["id"], "won")
    for type in (
        "refund.created",
        "charge.refunded",
        "charge.dispute.created",
        "charge.dispute.funds_withdrawn",
        "charge.dispute.funds_reinstated",
        "charge.dispute.closed",
    ):
        (heard,) = listener.wait(1, type)
        assert heard.event["data"]["object"]["payment_intent"] in (payment, other)


def test_the_fate_of_pages_is_told(client: stripe.StripeClient, payments: Payments, listener: Listener) -> None:
    customer = create_customer(client).id
    pages = [
        create_credit_session(client, customer),
        create_credit_session(client, customer),
        create_plan_session(client, customer),
    ]
    payments.pay(pages[0].id, later="succeed")
    payments.settle(pages[0].id, "succeed")
    payments.pay(pages[1].id, later="fail")
    payments.settle(pages[1].id, "fail")
    payments.expire(pages[2].id)
    told = {
        "checkout.session.async_payment_succeeded": (pages[0].id, "paid"),
        "checkout.session.async_payment_failed": (pages[1].id, "unpaid"),
        "checkout.session.expired": (pages[2].id, "unpaid"),
    }
    for type, expected in told.items():
        (heard,) = listener.wait(1, type)
        session = heard.event["data"]["object"]
        assert (session["id"], session["payment_status"]) == expected


@pytest.mark.parametrize("said", [{"url": "ftp://x"}, {"url": "http://x", "secret": ""}, {"hold": True}])
def test_what_is_no_receiver_is_refused(payments: Payments, said: dict) -> None:
    with pytest.raises(HTTPError) as refused:
        payments.control("webhook", **said)
    assert refused.value.code == 400


def test_controls_take_json_alone(payments: Payments) -> None:
    from tests.simulators.payments.sending import send

    for path in ("webhook", "clock", "faults", "reset", "webhook/manner"):
        assert send(f"{payments.url}/_control/{path}", b"{}").status == 400
        broken = send(f"{payments.url}/_control/{path}", b"[" * 100_000, **{"Content-Type": "application/json"})
        assert broken.status == 400
