"""What Stripe, or whoever is at its address, answers and posts."""

from fulfilment.payments.port import BadEvent, PaymentsError
from fulfilment.payments.stripe import event, readings, refusals, shapes
from fulfilment.webhooks.outbound import signature
from tests.linear.requests import JSON
from tests.linear.search import Grammar

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
    refusals.error_of(400, body, "sk_test_key")
    for shape, reading in (
        (shapes.Session, readings.session),
        (shapes.Subscription, readings.subscription),
        (shapes.Invoice, readings.invoice),
        (shapes.InvoiceList, lambda found: [readings.invoice(each) for each in found.data]),
        (shapes.DisputeList, _sum),
    ):
        try:
            reading(readings.decoded(body, shape))
        except PaymentsError:
            continue


def _sum(found: shapes.DisputeList) -> None:
    readings.payment(shapes.PaymentIntent("pi_1", "idr", 1), found.data)


def read_event(text: str) -> None:
    """A body that is signed, and so is read."""
    body = text.encode()
    try:
        event.read(body, signature.sign([_SECRET], _NOW, body), [_SECRET], _NOW)
    except BadEvent:
        return
