"""Checkout sessions: opened, then paid, declined, expired, or paid with a delayed payment."""

from typing import Any, Literal

from fulfilment_simulators.payments import customers, events, ids, intents, invoices, shapes, subscriptions
from fulfilment_simulators.payments.errors import StripeApiError, invalid_request
from fulfilment_simulators.payments.items import build_items
from fulfilment_simulators.payments.metadata import merge_metadata
from fulfilment_simulators.payments.parameters import CustomerParameters, ForwardedData, SessionParameters
from fulfilment_simulators.payments.store import StripeObject, Transaction

SHORTEST_SECONDS = 30 * 60
LONGEST_SECONDS = 24 * 3600
# A delayed payment succeeds after this time, unless a control settles it before.
LATER_SECONDS = 60
_PLACEHOLDER = "{CHECKOUT_SESSION_ID}"
Later = Literal["succeed", "fail"]


def create_session(tx: Transaction, parameters: SessionParameters) -> StripeObject:
    """Create an open session. Raises StripeApiError."""
    customer = tx.find("customer", parameters.customer, "customer") if parameters.customer else None
    _require_addresses(parameters)
    currency, items = build_items(parameters)
    if customer and parameters.mode == "subscription":
        customers.require_currency(tx, customer, currency)
    expires_at = parameters.expires_at or tx.now + LONGEST_SECONDS
    if not tx.now + SHORTEST_SECONDS - 60 <= expires_at <= tx.now + LONGEST_SECONDS + 60:
        raise invalid_request(
            "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
            "expires_at",
        )
    id = ids.new("cs_test")
    total = sum(item["amount_total"] for item in items)
    return tx.save(
        shapes.SESSION | _echo_parameters(parameters),
        id=id,
        amount_subtotal=total,
        amount_total=total,
        created=tx.now,
        currency=currency,
        expires_at=expires_at,
        url=f"{tx.base_url}/c/pay/{id}",
        _line_items=_list(items, f"/v1/checkout/sessions/{id}/line_items"),
    )


def _require_addresses(parameters: SessionParameters) -> None:
    for name in ("success_url", "cancel_url"):
        address = getattr(parameters, name)
        if address is not None and not address.startswith(("http://", "https://")):
            raise invalid_request("Not a valid URL", name, "url_invalid")


def _build_described(parameters: SessionParameters) -> dict[str, Any]:
    """The data for the subscription or the payment. Raises StripeApiError for data of the other mode."""
    if parameters.mode == "payment" and parameters.subscription_data:
        raise invalid_request("You can not pass `subscription_data` in `payment` mode.", "subscription_data")
    if parameters.mode == "subscription" and (parameters.payment_intent_data or parameters.invoice_creation):
        raise invalid_request("You can not pass `payment_intent_data` or `invoice_creation` in `subscription` mode.")
    described = parameters.subscription_data or parameters.payment_intent_data or ForwardedData()
    return {
        "metadata": merge_metadata({}, described.metadata),
        "description": described.description,
        "receipt_email": described.receipt_email,
    }


def _echo_parameters(parameters: SessionParameters) -> StripeObject:
    """Fields that are returned as the client sent them."""
    creation = parameters.invoice_creation
    return {
        "allow_promotion_codes": parameters.allow_promotion_codes,
        "cancel_url": parameters.cancel_url,
        "client_reference_id": parameters.client_reference_id,
        "customer": parameters.customer,
        "customer_creation": None if parameters.customer else "always",
        "customer_email": parameters.customer_email,
        "invoice_creation": {"enabled": creation.enabled, "invoice_data": {}} if creation else None,
        "locale": parameters.locale,
        "metadata": merge_metadata({}, parameters.metadata),
        "mode": parameters.mode,
        "payment_method_collection": "always" if parameters.mode == "subscription" else "if_required",
        "submit_type": parameters.submit_type,
        "success_url": parameters.success_url,
        "ui_mode": parameters.ui_mode,
        "_described": _build_described(parameters),
        "_invoice_metadata": merge_metadata({}, creation.invoice_data.metadata) if creation else {},
    }


def expire(tx: Transaction, id: str) -> StripeObject:
    """Expire an unpaid session. Raises StripeApiError where it is not open."""
    session = tx.find("checkout.session", id, "session")
    if session["status"] != "open":
        raise StripeApiError(
            'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of '
            f"`{session['status']}`.",
        )
    session = tx.save(session, status="expired", url=None)
    events.emit_event(tx, "checkout.session.expired", session)
    return session


def decline(tx: Transaction, session: StripeObject) -> StripeObject:
    """Decline the card; the session stays open. Raises StripeApiError."""
    _require_open(session)
    return tx.save(session, _declines=session["_declines"] + 1)


def pay(tx: Transaction, session: StripeObject, later: Later | None = None) -> StripeObject:
    """Complete the session, with a payment that succeeds now, later or never. Raises StripeApiError."""
    _require_open(session)
    customer = _customer(tx, session)
    session = session | {
        "customer": customer["id"],
        "customer_details": {
            "address": None,
            "email": customer["email"],
            "name": customer["name"],
            "phone": None,
            "tax_exempt": "none",
            "tax_ids": [],
        },
        "status": "complete",
        "url": None,
        "_later": later,
        "_settles_at": tx.now + LATER_SECONDS if later else None,
    }
    session = _subscribe(tx, session) if session["mode"] == "subscription" else _charge(tx, session)
    if not later:
        session = _receive(tx, session)
    events.emit_event(tx, "checkout.session.completed", session)
    return session


def _require_open(session: StripeObject) -> None:
    if session["status"] != "open":
        raise StripeApiError(f"This Checkout Session is {session['status']}.", code="checkout_session_not_open")


def _customer(tx: Transaction, session: StripeObject) -> StripeObject:
    """The customer of the session, created where it has none."""
    if session["customer"]:
        return tx.find("customer", session["customer"])
    return customers.create_customer(tx, CustomerParameters(email=session["customer_email"]))


def _subscribe(tx: Transaction, session: StripeObject) -> StripeObject:
    item = session["_line_items"]["data"][0]
    subscription = subscriptions.create_subscription(
        tx, session["customer"], item["price"], session["currency"], session["amount_total"], **session["_described"]
    )
    events.emit_event(tx, "customer.subscription.created", subscription)
    subscription = subscriptions.bill(tx, subscription, "subscription_create")
    invoice = tx.find("invoice", subscription["latest_invoice"])
    intent = None
    if invoice["amount_due"]:
        intent = intents.create_intent(tx, invoice["amount_due"], invoice["currency"], invoice["customer"])
    return tx.save(session, subscription=subscription["id"], invoice=invoice["id"], _intent=intent and intent["id"])


def _charge(tx: Transaction, session: StripeObject) -> StripeObject:
    described = session["_described"]
    intent = intents.create_intent(tx, session["amount_total"], session["currency"], session["customer"], **described)
    session = tx.save(session, payment_intent=intent["id"], _intent=intent["id"])
    if (session["invoice_creation"] or {}).get("enabled"):
        item = session["_line_items"]["data"][0]
        row = invoices.line(item["description"], session["amount_total"], session["currency"], tx.now, tx.now)
        metadata = session["_invoice_metadata"]
        invoice = invoices.issue(tx, session["customer"], session["currency"], [row], "manual", metadata=metadata)
        session = tx.save(session, invoice=invoice["id"])
    return session


def _receive(tx: Transaction, session: StripeObject) -> StripeObject:
    """Record the received payment."""
    intent = tx.get("payment_intent", session["_intent"] or "")
    if intent:
        intent = intents.succeed_intent(tx, intent)
    if session["invoice"]:
        invoice = tx.find("invoice", session["invoice"])
        if session["subscription"]:
            subscription = tx.find("subscription", session["subscription"])
            if subscription["status"] == "incomplete":
                subscriptions.settle(tx, subscription, invoice, intent)
        else:
            invoices.pay(tx, invoice, intent)
    return tx.save(session, payment_status="paid", _settles_at=None)


def settle_later(tx: Transaction, session: StripeObject, outcome: Later) -> StripeObject:
    """Settle a delayed payment. Raises StripeApiError where there is none."""
    if session["status"] != "complete" or session["_settles_at"] is None:
        raise StripeApiError("No payment of this Checkout Session is on its way.")
    if outcome == "succeed":
        session = _receive(tx, session)
        events.emit_event(tx, "checkout.session.async_payment_succeeded", session)
        return session
    if intent := tx.get("payment_intent", session["_intent"] or ""):
        intents.fail_intent(tx, intent)
    if session["invoice"]:
        invoices.void(tx, invoices.fail(tx, tx.find("invoice", session["invoice"]), None))
    if session["subscription"]:
        subscription = tx.find("subscription", session["subscription"])
        subscriptions.update_and_emit(tx, subscription, status="incomplete_expired", ended_at=tx.now)
    session = tx.save(session, _settles_at=None)
    events.emit_event(tx, "checkout.session.async_payment_failed", session)
    return session


def due_of(session: StripeObject) -> int | None:
    """The time of the session's next automatic change."""
    return session["expires_at"] if session["status"] == "open" else session["_settles_at"]


def pass_time(tx: Transaction, session: StripeObject) -> None:
    """Apply the due change: the expiry of the session, or the settlement of its payment."""
    if session["status"] == "open":
        expire(tx, session["id"])
    else:
        settle_later(tx, session, session["_later"])


def success_url(session: StripeObject) -> str:
    return session["success_url"].replace(_PLACEHOLDER, session["id"])


def _list(rows: list[dict[str, Any]], url: str) -> dict[str, Any]:
    return {"object": "list", "data": rows, "has_more": False, "url": url}
