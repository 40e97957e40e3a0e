"""Answers and events of Stripe, or of another server at its address."""

from fulfilment.payments.port import BadEvent, PaymentsError
from fulfilment.payments.stripe import errors, event, mapping, schemas
from fulfilment.webhooks.http import signature
from tests.system.linear.requests import JSON
from tests.system.linear.search import Grammar

_SECRET, _NOW = "whsec_a", 1
_ROWS = [
    '{"id":"in_1","object":"invoice","total":1,"currency":"idr","created":1,"customer":"cus_1"},',
    '{"id":"in_1","parent":{"subscription_details":{"metadata":{"subscription":"a"}}}},',
    '{"amount":1,"currency":"idr","status":"lost"},',
    '{"current_period_start":1,"current_period_end":2,"price":{"id":"price_1"}},',
    '"a":"b",',
    "sk_test_",
]
ANSWERS = Grammar(
    [(fragment, "") for fragment in [*JSON, *_ROWS]],
    [
        "",
        '{"object":"list","has_more":false,"data":[',
        '{"object":"subscription","id":"sub_1","status":"active","items":{"object":"list","data":[',
        '{"object":"checkout.session","url":"https://',
        '{"object":"invoice","metadata":{',
        '{"error":{"message":"',
    ],
    ["", '"}', '"}}', "]}", "{}]}", "{}]}}", "}}"],
)
EVENTS = Grammar(
    [(fragment, "") for fragment in [*JSON, *_ROWS]],
    [
        "",
        '{"id":"evt_1","type":"invoice.paid","created":1,"data":{"object":',
        '{"id":"evt_1","type":"invoice.paid","created":1,"data":{"object":{"id":"in_1","lines":[',
        '{"id":"evt_1","type":"',
        '{"id":"',
    ],
    ["", '"}', "}}", "]}}}", "{}]}}}"],
)


def read_answer(text: str) -> None:
    """All readings of one answer: a failure's, and each kind of object's."""
    body = text.encode()
    errors.parse_error(400, body, "sk_test_key")
    for shape, reading in (
        (schemas.StripeSession, mapping.to_session),
        (schemas.StripeSubscription, mapping.to_subscription),
        (schemas.StripeInvoice, mapping.to_invoice),
        (schemas.InvoiceList, lambda found: [mapping.to_invoice(each) for each in found.data]),
        (schemas.DisputeList, _sum),
    ):
        try:
            reading(mapping.decode_response(body, shape))
        except PaymentsError:
            continue


def _sum(found: schemas.DisputeList) -> None:
    mapping.to_payment(schemas.PaymentIntent("pi_1", "idr", 1), found.data)


def read_event(text: str) -> None:
    """A body that is signed, and so is read."""
    body = text.encode()
    try:
        event.parse_event(body, signature.sign([_SECRET], _NOW, body), [_SECRET], _NOW)
    except BadEvent:
        return
