"""Events of the payment provider over real sockets, at two nodes: hints that are signed (decisions, section 9)."""

import asyncio
import itertools
import random
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from fulfilment.payments.checkout import MAX_CONCURRENT_CHECKOUTS
from fulfilment.payments.stripe import Stripe
from tests.harness.database import rows
from tests.harness.payment_simulator import KEY, SECRET
from tests.harness.service import Client, serving
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client
from tests.payments.recording import PLAN
from tests.payments.selling import (
    INBOUND,
    Till,
    amounts,
    balance,
    buy,
    event,
    find_payment_id,
    open_session,
    post,
    signature,
    states,
)

COMPLETED = "checkout.session.completed"
_numbers = itertools.count(1)


def fresh() -> str:
    return f"evt_test_{next(_numbers)}"


def known(merchant: Client) -> list[str]:
    return [row["id"] for row in rows(merchant, "SELECT id FROM payment_events WHERE account_id = $1")]


def test_credit_is_bought_on_the_hosted_page_and_credited_by_the_providers_own_event(till: Till, merchant: Client):
    before = merchant("GET", "/api/v1/integrations/status").data["payments"]
    till.simulator.report_to(f"http://127.0.0.1:{till.nodes[1].port}{INBOUND}")
    try:
        answer = buy(merchant, 125_000)
        assert answer.status == 200, answer.raw
        assert answer.data["subscriptionId"] is None and answer.data["invoiceId"] is None
        assert answer.data["checkoutUrl"].startswith(till.simulator.url)
        till.simulator.pay(answer.data["checkoutSessionId"])
        eventually(lambda: balance(merchant) == (125_000, 0))
        (line,) = merchant("GET", "/api/v1/shipping-credits/transactions").data["transactions"]
        assert (line["kind"], line["amount"], line["createdBy"]) == ("topup", 125_000, merchant.account_id)
        payment = find_payment_id(merchant, answer.data["checkoutSessionId"])
        till.simulator.refund(payment, 2_500_000)
        eventually(lambda: balance(merchant) == (100_000, 0))
        till.simulator.dispute(payment, 5_000_000)
        eventually(lambda: balance(merchant) == (50_000, 0))
    finally:
        till.simulator.report_to(None)
    after = merchant("GET", "/api/v1/integrations/status").data["payments"]
    assert before == {
        "webhookSecretSet": True, "partnerKey": {"configured": True}, "lastEventAt": None, "eventCount30d": 0,
    }  # fmt: skip
    assert after["lastEventAt"] is not None


def test_what_fails_its_signature_counts_against_its_address_and_what_is_right_never_waits(database_url: str):
    with serving(database_url, failed_auth_requests_per_minute="5") as strict:
        body = event("something.unknown", "x", fresh())
        codes = [post(strict, body, signature(body, "whsec_guessed")).error for _ in range(8)]
        assert codes[0] == (401, "BAD_SIGNATURE") and codes[-1] == (429, "RATE_LIMITED")
        assert strict.send("POST", INBOUND, [], b"{}").error == (429, "RATE_LIMITED")
        assert post(strict, body).data == {"applied": False}


def test_what_is_not_signed_by_the_provider_is_refused_before_anything_is_asked(till: Till, merchant: Client):
    session = open_session(merchant)
    till.simulator.pay(session)
    body = event(COMPLETED, session, fresh())
    node = till.nodes[0]
    assert node.send("POST", INBOUND, [], body).error == (401, "AUTH_REQUIRED")
    for wrong in (
        "nonsense", "t=1,v1=" + "0" * 64, signature(body, "whsec_guessed"), signature(body + b" "),
        signature(body, SECRET, at=1_000_000_000), "\xff",
    ):  # fmt: skip
        assert post(node, body, wrong).error == (401, "BAD_SIGNATURE"), wrong
    assert (amounts(merchant), known(merchant)) == ([], [])
    assert post(node, body).data == {"applied": True}
    assert amounts(merchant) == [50_000]


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"nonsense", b"\xff\xfe", b"[" * 100_000])
def test_a_signed_body_that_is_no_event_is_refused(till: Till, body: bytes):
    assert post(till.nodes[0], body).error == (401, "BAD_SIGNATURE")


def test_a_body_of_more_than_a_quarter_of_a_megabyte_is_not_read(till: Till):
    body = event(COMPLETED, "cs_1", fresh(), padding="x" * 300_000)
    assert post(till.nodes[0], body).error == (413, "PAYLOAD_TOO_LARGE")


@pytest.mark.parametrize(
    ("type", "id"),
    [
        ("tomorrow.invented", "x_1"),
        (COMPLETED, "cs_of_somebody_else"),
        (COMPLETED, None),
        (COMPLETED, "../../v1/customers"),
        (COMPLETED, "a\0b"),
        ("customer.subscription.updated", "sub_of_somebody_else"),
        ("invoice.paid", "in_of_somebody_else"),
        ("payment_intent.succeeded", "pi_of_somebody_else"),
        ("charge.refunded", "ch_of_somebody_else"),
    ],
)
def test_what_is_unknown_or_not_ours_is_well_and_does_nothing(till: Till, type: str, id: str | None):
    answer = post(till.nodes[0], event(type, id, fresh()))
    assert answer.status == 200 and answer.data == {"applied": False}, answer.raw


def test_what_there_is_at_the_provider_and_another_service_sold_is_well_and_nothing_of_ours(till: Till):
    told = asyncio.run(_sold_by_another_service(till))
    answers = [post(till.nodes[0], event(type, id, fresh())) for type, id in told.items()]
    assert [(answer.status, answer.data) for answer in answers] == [(200, {"applied": False})] * 4


async def _sold_by_another_service(till: Till) -> dict[str, str]:
    """Pay for a plan under references of another service: the objects that this created, by the type of an event."""
    provider = Stripe(till.simulator.url, KEY, 20)
    try:
        customer = await provider.create_customer("acc_another", "chk_another")
        page = msgspec.structs.replace(PLAN, reference="chk_another", customer_id=customer)
        session = await provider.create_session(page)
        till.simulator.pay(session.id)
        session = await provider.retrieve_session(session.id)
        (invoice,) = (await provider.list_invoices(customer, 1)).invoices
        return {
            COMPLETED: session.id,
            "customer.subscription.updated": session.subscription_id,
            "customer.subscription.created": session.subscription_id,
            "invoice.paid": invoice.id,
        }
    finally:
        await provider.close()


@pytest.mark.parametrize(
    ("outcome", "type", "credited"),
    [("succeed", "checkout.session.async_payment_succeeded", [50_000]),
     ("fail", "checkout.session.async_payment_failed", [])],
)  # fmt: skip
def test_money_that_comes_later_than_the_page_is_credited_once_it_is_there(
    till: Till, merchant: Client, outcome: str, type: str, credited: list[int]
):
    session = open_session(merchant)
    till.simulator.pay(session, later=outcome)
    assert post(till.nodes[0], event(COMPLETED, session, fresh())).data == {"applied": True}
    assert (amounts(merchant), states(merchant)) == ([], ["open"])
    till.simulator.settle(session, outcome)
    for node in till.nodes:
        assert post(node, event(type, session, fresh())).status == 200
    assert amounts(merchant) == credited


def test_the_body_of_an_event_is_not_believed(till: Till, merchant: Client):
    session = open_session(merchant)
    claims = {"status": "complete", "payment_status": "paid", "amount_total": 5_000_000, "metadata": {"reference": "x"}}
    assert post(till.nodes[0], event(COMPLETED, session, fresh(), **claims)).data == {"applied": True}
    assert (amounts(merchant), states(merchant)) == ([], ["open"])


def test_an_event_that_was_applied_is_well_without_another_call(till: Till, merchant: Client):
    session = open_session(merchant)
    till.simulator.pay(session)
    body = event(COMPLETED, session, fresh())
    assert post(till.nodes[0], body).data == {"applied": True}
    till.simulator.fail("401", on="sessions.retrieve", times=100)
    try:
        assert {post(node, body).data["applied"] for node in till.nodes * 5} == {False}
    finally:
        till.simulator.control("faults/clear")
    assert amounts(merchant) == [50_000]


@pytest.mark.parametrize(
    ("fault", "error"),
    [("401", (502, "INTEGRATION_ERROR")), ("429", (502, "INTEGRATION_ERROR")), ("cut", (504, "INTEGRATION_ERROR")),
     ("500_before", (504, "INTEGRATION_ERROR")), ("garbage", (504, "INTEGRATION_ERROR")),
     ("hang", (504, "INTEGRATION_ERROR"))],
)  # fmt: skip
def test_a_provider_that_cannot_be_asked_has_the_event_sent_again(
    till: Till, merchant: Client, fault: str, error: tuple[int, str]
):
    session = open_session(merchant)
    till.simulator.pay(session)
    body = event(COMPLETED, session, fresh())
    # Twice: a connection that is cut at once is tried again below us.
    till.simulator.fail(fault, on="sessions", times=2)
    assert post(till.nodes[0], body).error == error
    assert (amounts(merchant), known(merchant)) == ([], [])
    till.simulator.control("faults/clear")
    assert post(till.nodes[1], body).data == {"applied": True}
    assert amounts(merchant) == [50_000]


def test_many_events_at_two_nodes_at_once_credit_each_page_once(till: Till, merchant: Client):
    sessions = [open_session(merchant, 10_000 + nth) for nth in range(3)]
    for session in sessions:
        till.simulator.pay(session)
    bodies = [event(COMPLETED, session, fresh()) for session in sessions for _ in range(4)] * 3
    random.Random(5).shuffle(bodies)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda nth: post(till.nodes[nth % 2], bodies[nth]), range(len(bodies))))
    told = list(zip(bodies, answers, strict=True))
    while again := [body for body, answer in told if answer.status != 200]:
        # Others were at it all the time; the provider sends such an event again.
        told = [one for one in told if one[1].status == 200] + [(body, post(till.nodes[0], body)) for body in again]
    assert sorted(amounts(merchant)) == [10_000, 10_001, 10_002]
    applied = [body for body, answer in told if answer.data["applied"]]
    assert sorted(applied) == sorted(set(bodies)), "each event is applied by one of its three"


def test_a_refund_that_is_told_of_before_the_page_was_paid_credits_and_takes_back(till: Till, merchant: Client):
    session = open_session(merchant)
    paid = till.simulator.pay(session)
    payment = paid.get("payment_intent") or payment_intent_of(till, session)
    till.simulator.refund(payment, 2_000_000)
    assert post(till.nodes[0], event("charge.refunded", "ch_x", fresh(), payment_intent=payment)).data["applied"]
    assert (amounts(merchant), balance(merchant)) == ([50_000, -20_000], (30_000, 0))
    assert post(till.nodes[1], event(COMPLETED, session, fresh())).status == 200
    assert amounts(merchant) == [50_000, -20_000]


def payment_intent_of(till: Till, session: str) -> str:
    (sent,) = [each for each in till.simulator.sent(type=COMPLETED) if session in str(each)]
    return sent["payment_intent"]


def test_a_neighbour_is_answered_while_the_provider_hangs_for_many_events(till: Till, merchant: Client):
    session = open_session(merchant)
    neighbour = open_client(till.nodes[0], "Neighbour")
    till.simulator.fail("hang", on="sessions", times=24)
    bodies = [event(COMPLETED, session, fresh()) for _ in range(24)]
    try:
        with ThreadPoolExecutor(24) as pool:
            waiting = [pool.submit(post, till.nodes[0], body) for body in bodies]
            answered = [till.at(neighbour, 0)("GET", "/api/v1/shipping-credits").status for _ in range(10)]
            assert answered == [200] * 10
            assert {one.result().status for one in waiting} <= {200, 504}
    finally:
        till.simulator.control("faults/clear")


def test_the_same_key_answers_the_same_page_and_a_lost_answer_is_found_again(till: Till, merchant: Client):
    first = buy(merchant, key="pay")
    again = buy(till.at(merchant, 1), key="pay")
    assert (again.raw, again.headers["idempotency-replayed"]) == (first.raw, "true")
    till.simulator.fail("lose_answer", on="sessions.create")
    unclear = buy(merchant, key="lost")
    assert unclear.error == (500, "CHECKOUT_FAILED")
    assert "same Idempotency-Key" in unclear.json["error"]["message"]
    found = buy(till.at(merchant, 1), key="lost")
    assert found.status == 200
    assert states(merchant) == ["open", "open"]


def test_of_one_workspace_so_many_pages_are_opened_at_once_on_all_nodes_and_another_is_served(
    till: Till, merchant: Client
):
    neighbour = open_client(till.nodes[0], "Neighbour")
    till.simulator.fail("lose_answer", on="sessions.create", times=MAX_CONCURRENT_CHECKOUTS)
    for number in range(MAX_CONCURRENT_CHECKOUTS):
        assert buy(till.at(merchant, number % 2), key=f"under-way-{number}").error == (500, "CHECKOUT_FAILED")
    lease = "UPDATE checkouts SET lease_until = now() + $2 * interval '1 hour' WHERE account_id = $1"
    rows(merchant, lease, 1)
    for node in (0, 1):
        refused = buy(till.at(merchant, node), key="one-too-many")
        assert refused.error == (429, "RATE_LIMITED")
        assert int(refused.headers["retry-after"]) > 0
        assert buy(till.at(neighbour, node)).status == 200
    rows(merchant, lease, 0)
    assert buy(merchant, key="one-too-many").status == 200


def test_a_checkout_takes_five_of_the_allowance(till: Till):
    free = open_client(till.nodes[0], plan="free")
    left = [int(buy(free).headers["ratelimit-remaining"]) for _ in range(3)]
    # A new window may begin between two of them.
    assert 5 in (left[0] - left[1], left[1] - left[2])


@pytest.mark.parametrize(
    "wrong",
    [{"amount": 9_999}, {"amount": 10_000_001}, {"amount": "x"}, {"email": "nobody"}, {"email": ""}, {"name": ""},
     {"name": "x" * 121}],
)  # fmt: skip
def test_what_cannot_be_sold_is_refused_by_its_field(merchant: Client, wrong: dict):
    answer = buy(merchant, **{"amount": 50_000, **wrong})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), next(iter(wrong)))


def test_a_key_may_buy_without_an_address_and_the_customer_keeps_the_one_it_has(merchant: Client):
    pages = [buy(merchant, email=email) for email in (None, "siti@example.com", None)]
    assert [page.status for page in pages] == [200, 200, 200]
    with urllib.request.urlopen(pages[-1].data["checkoutUrl"], timeout=20) as page:
        assert b"siti@example.com" in page.read()


def test_a_provider_that_declines_is_told_in_its_own_words(till: Till, merchant: Client):
    till.simulator.fail("401", on="sessions.create")
    answer = buy(merchant, key="declined")
    assert answer.error == (500, "CHECKOUT_FAILED")
    assert buy(merchant, key="declined").status == 200


def test_the_pages_to_come_back_to_are_there(till: Till):
    for path, text in (("/checkout/paid", b"Thank you"), ("/checkout/not-paid", b"Nothing was paid")):
        answer = till.nodes[0].send("GET", path, [])
        assert answer.status == 200 and text in answer.raw
        assert "default-src 'none'" in answer.headers["content-security-policy"]
