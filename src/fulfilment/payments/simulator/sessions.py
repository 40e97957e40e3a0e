"""Hosted checkouts: opened, then paid, declined, left to expire, or paid with money that comes later."""

from typing import Any, Literal

from fulfilment.payments.simulator import customers, events, ids, intents, invoices, shapes, subscriptions
from fulfilment.payments.simulator.items import items_of
from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.metadata import merged
from fulfilment.payments.simulator.parameters import CustomerFields, Described, SessionFields
from fulfilment.payments.simulator.refusals import Refused, invalid

SHORTEST_SECONDS = 30 * 60
LONGEST_SECONDS = 24 * 3600
# Money that comes later comes by itself after so long, unless a control brings it before.
LATER_SECONDS = 60
_PLACEHOLDER = "{CHECKOUT_SESSION_ID}"
Later = Literal["succeed", "fail"]


def create(deed: Deed, said: SessionFields) -> Stored:
    """An open page. Raises Refused."""
    customer = deed.find("customer", said.customer, "customer") if said.customer else None
    _require_addresses(said)
    currency, items = items_of(said)
    if customer and said.mode == "subscription":
        customers.require_currency(deed, customer, currency)
    expires_at = said.expires_at or deed.now + LONGEST_SECONDS
    if not deed.now + SHORTEST_SECONDS - 60 <= expires_at <= deed.now + LONGEST_SECONDS + 60:
        raise invalid(
            "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
            "expires_at",
        )
    id = ids.new("cs_test")
    total = sum(item["amount_total"] for item in items)
    return deed.put(
        shapes.SESSION | _asked(said),
        id=id,
        amount_subtotal=total,
        amount_total=total,
        created=deed.now,
        currency=currency,
        expires_at=expires_at,
        url=f"{deed.base}/c/pay/{id}",
        _line_items=_list(items, f"/v1/checkout/sessions/{id}/line_items"),
    )


def _require_addresses(said: SessionFields) -> None:
    for name in ("success_url", "cancel_url"):
        address = getattr(said, name)
        if address is not None and not address.startswith(("http://", "https://")):
            raise invalid("Not a valid URL", name, "url_invalid")


def _described(said: SessionFields) -> dict[str, Any]:
    """What the subscription or the payment is given. Raises Refused where it is of the other mode."""
    if said.mode == "payment" and said.subscription_data:
        raise invalid("You can not pass `subscription_data` in `payment` mode.", "subscription_data")
    if said.mode == "subscription" and (said.payment_intent_data or said.invoice_creation):
        raise invalid("You can not pass `payment_intent_data` or `invoice_creation` in `subscription` mode.")
    given = said.subscription_data or said.payment_intent_data or Described()
    return {
        "metadata": merged({}, given.metadata),
        "description": given.description,
        "receipt_email": given.receipt_email,
    }


def _asked(said: SessionFields) -> Stored:
    """What is shown of it as it was said."""
    creation = said.invoice_creation
    return {
        "allow_promotion_codes": said.allow_promotion_codes,
        "cancel_url": said.cancel_url,
        "client_reference_id": said.client_reference_id,
        "customer": said.customer,
        "customer_creation": None if said.customer else "always",
        "customer_email": said.customer_email,
        "invoice_creation": {"enabled": creation.enabled, "invoice_data": {}} if creation else None,
        "locale": said.locale,
        "metadata": merged({}, said.metadata),
        "mode": said.mode,
        "payment_method_collection": "always" if said.mode == "subscription" else "if_required",
        "submit_type": said.submit_type,
        "success_url": said.success_url,
        "ui_mode": said.ui_mode,
        "_described": _described(said),
        "_invoice_metadata": merged({}, creation.invoice_data.metadata) if creation else {},
    }


def expire(deed: Deed, id: str) -> Stored:
    """Close a page that nobody has paid on. Raises Refused where it is not open."""
    session = deed.find("checkout.session", id, "session")
    if session["status"] != "open":
        raise Refused(
            'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of '
            f"`{session['status']}`.",
        )
    session = deed.put(session, status="expired", url=None)
    events.tell(deed, "checkout.session.expired", session)
    return session


def decline(deed: Deed, session: Stored) -> Stored:
    """The card is refused; the page stays open. Raises Refused."""
    _require_open(session)
    return deed.put(session, _declines=session["_declines"] + 1)


def pay(deed: Deed, session: Stored, later: Later | None = None) -> Stored:
    """Complete it: paid now, or with money that comes later or never. Raises Refused."""
    _require_open(session)
    customer = _customer(deed, session)
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
        "_settles_at": deed.now + LATER_SECONDS if later else None,
    }
    session = _subscribe(deed, session) if session["mode"] == "subscription" else _charge(deed, session)
    if not later:
        session = _receive(deed, session)
    events.tell(deed, "checkout.session.completed", session)
    return session


def _require_open(session: Stored) -> None:
    if session["status"] != "open":
        raise Refused(f"This Checkout Session is {session['status']}.", code="checkout_session_not_open")


def _customer(deed: Deed, session: Stored) -> Stored:
    """Whoever buys; somebody without a customer becomes one."""
    if session["customer"]:
        return deed.find("customer", session["customer"])
    return customers.create(deed, CustomerFields(email=session["customer_email"]))


def _subscribe(deed: Deed, session: Stored) -> Stored:
    item = session["_line_items"]["data"][0]
    subscription = subscriptions.begin(
        deed, session["customer"], item["price"], session["currency"], session["amount_total"], **session["_described"]
    )
    events.tell(deed, "customer.subscription.created", subscription)
    subscription = subscriptions.bill(deed, subscription, "subscription_create")
    invoice = deed.find("invoice", subscription["latest_invoice"])
    intent = None
    if invoice["amount_due"]:
        intent = intents.begin(deed, invoice["amount_due"], invoice["currency"], invoice["customer"])
    return deed.put(session, subscription=subscription["id"], invoice=invoice["id"], _intent=intent and intent["id"])


def _charge(deed: Deed, session: Stored) -> Stored:
    described = session["_described"]
    intent = intents.begin(deed, session["amount_total"], session["currency"], session["customer"], **described)
    session = deed.put(session, payment_intent=intent["id"], _intent=intent["id"])
    if (session["invoice_creation"] or {}).get("enabled"):
        item = session["_line_items"]["data"][0]
        row = invoices.line(item["description"], session["amount_total"], session["currency"], deed.now, deed.now)
        kept = session["_invoice_metadata"]
        invoice = invoices.issue(deed, session["customer"], session["currency"], [row], "manual", metadata=kept)
        session = deed.put(session, invoice=invoice["id"])
    return session


def _receive(deed: Deed, session: Stored) -> Stored:
    """The money has come."""
    intent = deed.get("payment_intent", session["_intent"] or "")
    if intent:
        intent = intents.succeed(deed, intent)
    if session["invoice"]:
        invoice = deed.find("invoice", session["invoice"])
        if session["subscription"]:
            subscription = deed.find("subscription", session["subscription"])
            if subscription["status"] == "incomplete":
                subscriptions.settle(deed, subscription, invoice, intent)
        else:
            invoices.pay(deed, invoice, intent)
    return deed.put(session, payment_status="paid", _settles_at=None)


def settle_later(deed: Deed, session: Stored, outcome: Later) -> Stored:
    """The end of a payment that was on its way. Raises Refused where none is."""
    if session["status"] != "complete" or session["_settles_at"] is None:
        raise Refused("No payment of this Checkout Session is on its way.")
    if outcome == "succeed":
        session = _receive(deed, session)
        events.tell(deed, "checkout.session.async_payment_succeeded", session)
        return session
    if intent := deed.get("payment_intent", session["_intent"] or ""):
        intents.fail(deed, intent)
    if session["invoice"]:
        invoices.void(deed, invoices.fail(deed, deed.find("invoice", session["invoice"]), None))
    if session["subscription"]:
        subscription = deed.find("subscription", session["subscription"])
        subscriptions.changed(deed, subscription, status="incomplete_expired", ended_at=deed.now)
    session = deed.put(session, _settles_at=None)
    events.tell(deed, "checkout.session.async_payment_failed", session)
    return session


def due_of(session: Stored) -> int | None:
    """When something happens to it by itself."""
    return session["expires_at"] if session["status"] == "open" else session["_settles_at"]


def pass_time(deed: Deed, session: Stored) -> None:
    """What was due: its end, or that of its payment."""
    if session["status"] == "open":
        expire(deed, session["id"])
    else:
        settle_later(deed, session, session["_later"])


def success_url(session: Stored) -> str:
    return session["success_url"].replace(_PLACEHOLDER, session["id"])


def _list(rows: list[dict[str, Any]], url: str) -> dict[str, Any]:
    return {"object": "list", "data": rows, "has_more": False, "url": url}
