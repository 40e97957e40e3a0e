"""A signed event of Stripe is authentic, and only a hint to fetch its object (decisions, section 9)."""

import json
import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import stripe
from hypothesis import given, settings
from hypothesis import strategies as st

from fulfilment.payments.port import BadEvent, ProviderEvent
from fulfilment.payments.stripe import Stripe, event
from fulfilment.webhooks.http import signature as signatures
from tests.payments import examples

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "payments.json").read_text(encoding="utf-8"))
CASES = [pytest.param(case, id=case["name"]) for case in VECTORS["cases"]]
NOW = 1_760_000_000
SECRET, OTHER = "whsec_of_the_endpoint", "whsec_that_takes_its_place"


def read(body: bytes, secrets: list[str] | None = None, now: float = NOW, header: str | None = None) -> ProviderEvent:
    signed = header if header is not None else signatures.sign([SECRET], NOW, body)
    return event.parse_event(body, signed, [SECRET] if secrets is None else secrets, now)


def said(kind: str, subject: Any, **changes: Any) -> ProviderEvent:
    return read(msgspec.json.encode(examples.event(kind, subject, **changes)))


@pytest.mark.parametrize("case", CASES)
def test_a_vector_is_what_the_library_signs_and_is_accepted(case: dict[str, Any]) -> None:
    signed = stripe.WebhookSignature.generate_signature_header(case["body"], case["secret"], case["t"])
    assert signed == case["header"]
    found = event.parse_event(case["body"].encode(), case["header"], [OTHER, case["secret"]], case["t"])
    assert found.created_at == datetime.fromtimestamp(case["t"], UTC)


@pytest.mark.parametrize("case", CASES)
def test_a_vector_is_refused_after_any_change(case: dict[str, Any]) -> None:
    body, header, t = case["body"].encode(), case["header"], case["t"]
    for changed in (
        (body + b" ", header, [case["secret"]], t),
        (body, header, [OTHER], t),
        (body, header, [], t),
        (body, header, [""], t),
        (body, header.replace(f"t={t}", f"t={t + 1}"), [case["secret"]], t),
        (body, header.replace("v1=", "v0="), [case["secret"]], t),
        (body, header[:-1], [case["secret"]], t),
        (body, "", [case["secret"]], t),
    ):
        with pytest.raises(BadEvent):
            event.parse_event(*changed)


@pytest.mark.parametrize("drift", [-300, 0, 300])
def test_it_may_have_been_signed_five_minutes_from_now(drift: int) -> None:
    assert read(msgspec.json.encode(examples.event("a.b", {})), now=NOW + drift).id == "evt_1"


@pytest.mark.parametrize("drift", [-301, 301, -86_400 * 365, math.inf, math.nan])
def test_it_may_not_have_been_signed_longer_ago_nor_for_later(drift: float) -> None:
    with pytest.raises(BadEvent):
        read(msgspec.json.encode(examples.event("a.b", {})), now=NOW + drift)


def test_the_old_and_the_new_secret_are_good_while_one_takes_the_place_of_the_other() -> None:
    body = msgspec.json.encode(examples.event("a.b", {}))
    for signed in ([SECRET], [OTHER], [OTHER, SECRET]):
        header = signatures.sign(signed, NOW, body) + ",v0=" + "0" * 64
        assert read(body, [SECRET, OTHER], header=header).id == "evt_1"


async def test_the_adapter_reads_what_was_signed_just_now() -> None:
    provider = Stripe("http://127.0.0.1:1", "sk_test_1", 1)
    body = json.dumps(examples.event("invoice.paid", examples.invoice()))
    header = stripe.WebhookSignature.generate_signature_header(body, SECRET)
    assert provider.parse_event(body.encode(), header, [SECRET]).object_id == "in_1"
    await provider.close()


CHARGE = {"id": "ch_1", "object": "charge", "payment_intent": "pi_1"}
REFUND = {"id": "re_1", "object": "refund", "charge": "ch_1", "payment_intent": "pi_1"}
WITHOUT_PAYMENT = {"id": "ch_1", "object": "charge", "payment_intent": None}


@pytest.mark.parametrize(
    ("kind", "subject", "hint"),
    [
        ("checkout.session.completed", examples.session(), ("session", "cs_1")),
        ("checkout.session.async_payment_succeeded", examples.session(), ("session", "cs_1")),
        ("checkout.session.async_payment_failed", examples.session(), ("session", "cs_1")),
        ("checkout.session.expired", examples.session(), ("session", "cs_1")),
        ("customer.subscription.created", examples.subscription(), ("subscription", "sub_1")),
        ("customer.subscription.updated", examples.old_subscription(), ("subscription", "sub_1")),
        ("customer.subscription.deleted", examples.subscription(), ("subscription", "sub_1")),
        ("invoice.paid", examples.invoice(), ("invoice", "in_1")),
        ("invoice.payment_failed", examples.old_invoice(), ("invoice", "in_1")),
        ("invoice.upcoming", {"object": "invoice"}, (None, None)),
        ("charge.refunded", CHARGE, ("payment", "pi_1")),
        ("charge.refunded", CHARGE | {"payment_intent": {"id": "pi_1"}}, ("payment", "pi_1")),
        ("charge.refunded", WITHOUT_PAYMENT, (None, None)),
        ("charge.refund.updated", REFUND, ("payment", "pi_1")),
        ("refund.failed", REFUND, ("payment", "pi_1")),
        ("charge.dispute.created", examples.dispute(), ("payment", "pi_1")),
        ("charge.dispute.funds_reinstated", examples.dispute(), ("payment", "pi_1")),
        ("payment_intent.succeeded", examples.payment_intent(), ("payment", "pi_1")),
        ("customer.updated", {"id": "cus_1"}, (None, None)),
        ("customer.subscriptions", {"id": "sub_1"}, (None, None)),
        ("invoiceitem.created", {"id": "ii_1"}, (None, None)),
        ("invoice_payment.paid", {"id": "inpay_1"}, (None, None)),
        ("a.type.of.the.future", {"id": ["x"]}, (None, None)),
        ("invoice.paid", {"id": "../in_1"}, (None, None)),
        ("invoice.paid", {"id": "in_1\n"}, (None, None)),
        ("invoice.paid", "in_1", (None, None)),
        ("invoice.paid", None, (None, None)),
    ],
)
def test_an_event_hints_at_what_is_to_be_fetched(kind: str, subject: Any, hint: tuple[str | None, str | None]) -> None:
    found = said(kind, subject)
    assert (found.object_type, found.object_id) == hint
    assert (found.id, found.type, found.created_at) == ("evt_1", kind, datetime.fromtimestamp(examples.STARTED, UTC))


def test_what_happened_on_an_account_that_is_only_connected_is_nothing_to_fetch() -> None:
    assert said("invoice.paid", examples.invoice(), account="acct_2").object_type is None


@pytest.mark.parametrize(
    "changes",
    [
        {"id": None},
        {"id": "evt 1"},
        {"id": "e" * 256},
        {"id": "evt_1\0"},
        {"type": 7},
        {"type": "a b"},
        {"type": ""},
        {"created": "2026-11-22T00:00:00Z"},
        {"created": -1},
        {"created": 10**18},
        {"created": True},
        {"data": None},
        {"data": {}},
        {"data": []},
    ],
)
def test_a_signed_body_that_is_no_event_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadEvent):
        said("a.b", {}, **changes)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"\xff",
        b"\x00",
        b'{"id": "evt_1"',
        b"[" * 1_000_000,
        b'{"a":' * 200_000,
        b'{"id":"evt_1","type":"a.b","created":1,"data":{"object":' + b"[" * 40 + b"]" * 40 + b"}}",
        b'{"id":"evt_1","type":"a.b","created":1' + b"0" * 10_000 + b',"data":{"object":1}}',
    ],
)
def test_bytes_that_are_signed_and_no_event_are_refused(body: bytes) -> None:
    with pytest.raises(BadEvent):
        read(body)


@settings(deadline=None)
@given(st.binary(max_size=2_000), st.text(max_size=200))
def test_no_bytes_and_no_header_raise_anything_but_bad_event(body: bytes, header: str) -> None:
    with pytest.raises(BadEvent):
        read(body, header=header)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=10,
)


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "id": ANYTHING | st.just("evt_1"),
            "type": ANYTHING | st.sampled_from(["invoice.paid", "charge.refunded", "a.b"]),
            "created": ANYTHING | st.just(NOW),
            "account": ANYTHING,
            "data": ANYTHING
            | st.fixed_dictionaries(
                {"object": ANYTHING | st.fixed_dictionaries({"id": ANYTHING, "payment_intent": ANYTHING})}
            ),
        },
    )
)
def test_no_signed_json_raises_anything_but_bad_event(body: dict[str, Any]) -> None:
    try:
        found = read(json.dumps(body).encode())
    except BadEvent:
        return
    assert found.id and found.type and (found.object_type is None) == (found.object_id is None)
