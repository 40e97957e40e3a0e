"""Objects of Stripe's, in the version that the library is made for, with the fields that documentation shows."""

from typing import Any

Said = dict[str, Any]
STARTED, ENDS = 1_760_000_000, 1_762_678_400


def session(**changes: Any) -> Said:
    return {
        "id": "cs_1",
        "object": "checkout.session",
        "amount_total": 4_900,
        "client_reference_id": "chk_1",
        "created": STARTED,
        "currency": "usd",
        "customer": "cus_1",
        "customer_details": {"email": "siti@example.com", "tax_ids": []},
        "expires_at": STARTED + 86_400,
        "invoice": None,
        "livemode": False,
        "metadata": {"account_id": "acc_1", "checkout": "chk_1", "subscription": "sub_ours"},
        "mode": "subscription",
        "payment_intent": None,
        "payment_status": "unpaid",
        "status": "open",
        "subscription": None,
        "url": "https://checkout.stripe.com/c/pay/cs_1#fidkdWxOYHwnPyd1blpxYHZxWjA0S%2F1",
    } | changes


def subscription(**changes: Any) -> Said:
    item = {
        "id": "si_1",
        "object": "subscription_item",
        "current_period_end": ENDS,
        "current_period_start": STARTED,
        "price": {"id": "price_growth", "object": "price", "currency": "usd", "unit_amount": 4_900},
        "quantity": 1,
    }
    return {
        "id": "sub_1",
        "object": "subscription",
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "created": STARTED - 10,
        "currency": "usd",
        "customer": "cus_1",
        "ended_at": None,
        "items": {"object": "list", "data": [item], "has_more": False, "url": "/v1/subscription_items"},
        "latest_invoice": "in_1",
        "metadata": {"account_id": "acc_1", "checkout": "chk_1", "subscription": "sub_ours"},
        "status": "active",
    } | changes


def old_subscription(**changes: Any) -> Said:
    """As it looked before 2025-03-31: the period is the subscription's own."""
    found = subscription(current_period_start=STARTED, current_period_end=ENDS, **changes)
    for item in found["items"]["data"]:
        del item["current_period_start"], item["current_period_end"]
    return found


def invoice(**changes: Any) -> Said:
    details = {"metadata": {"subscription": "sub_ours"}, "subscription": "sub_1"}
    return {
        "id": "in_1",
        "object": "invoice",
        "amount_due": 4_900,
        "amount_paid": 4_900,
        "created": STARTED,
        "currency": "usd",
        "customer": "cus_1",
        "hosted_invoice_url": "https://invoice.stripe.com/i/acct_1/test_1?s=ap",
        "parent": {"type": "subscription_details", "subscription_details": details, "quote_details": None},
        "status": "paid",
        "status_transitions": {"finalized_at": STARTED + 1, "paid_at": STARTED + 2, "voided_at": None},
        "total": 4_900,
    } | changes


def old_invoice(**changes: Any) -> Said:
    """As it looked before 2025-03-31: the subscription stands beside its details."""
    found = invoice(subscription="sub_1", subscription_details={"metadata": {"subscription": "sub_ours"}}, **changes)
    del found["parent"]
    return found


def payment_intent(**changes: Any) -> Said:
    return {
        "id": "pi_1",
        "object": "payment_intent",
        "amount": 2_500_000,
        "amount_received": 2_500_000,
        "currency": "idr",
        "latest_charge": {"id": "ch_1", "object": "charge", "amount": 2_500_000, "amount_refunded": 0},
        "metadata": {"account_id": "acc_1", "checkout": "chk_2"},
        "status": "succeeded",
    } | changes


def dispute(**changes: Any) -> Said:
    return {
        "id": "dp_1",
        "object": "dispute",
        "amount": 2_500_000,
        "charge": "ch_1",
        "currency": "idr",
        "payment_intent": "pi_1",
        "status": "needs_response",
    } | changes


def listed(*rows: Said, has_more: bool = False) -> Said:
    return {"object": "list", "data": list(rows), "has_more": has_more, "url": "/v1/things"}


def event(kind: str, subject: Said, **changes: Any) -> Said:
    return {
        "id": "evt_1",
        "object": "event",
        "api_version": "2026-10-28.endive",
        "created": STARTED,
        "data": {"object": subject},
        "livemode": False,
        "pending_webhooks": 1,
        "request": {"id": None, "idempotency_key": None},
        "type": kind,
    } | changes


def error(message: str | None = "No", kind: str = "invalid_request_error", **fields: Any) -> Said:
    return {"error": {"type": kind, "message": message} | fields}
