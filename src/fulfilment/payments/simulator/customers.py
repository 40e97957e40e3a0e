"""Customers, and the credit that an ended subscription leaves them."""

from fulfilment.payments.simulator import events, ids, shapes
from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.metadata import merged
from fulfilment.payments.simulator.parameters import CustomerFields
from fulfilment.payments.simulator.refusals import Refused

_TEXTS = ("email", "name", "description", "phone", "address")


def create(deed: Deed, said: CustomerFields) -> Stored:
    id = ids.new("cus")
    customer = shapes.CUSTOMER | {
        "id": id,
        "created": deed.now,
        "invoice_prefix": id[-8:].upper(),
        "metadata": merged({}, said.metadata),
        "preferred_locales": said.preferred_locales or [],
    }
    customer |= {name: _text(getattr(said, name)) for name in _TEXTS}
    return _told(deed, "customer.created", deed.put(customer))


def update(deed: Deed, said: CustomerFields, id: str) -> Stored:
    customer = deed.find("customer", id, "customer")
    changes = {name: _text(getattr(said, name)) for name in _TEXTS if getattr(said, name) is not None}
    changes["metadata"] = merged(customer["metadata"], said.metadata)
    return _told(deed, "customer.updated", deed.put(customer, **changes))


def _text(value: object) -> object:
    """An empty text takes what was there away."""
    return value if value != "" else None


def _told(deed: Deed, type: str, customer: Stored) -> Stored:
    events.tell(deed, type, customer)
    return customer


def credit_of(customer: Stored, currency: str) -> int:
    """What is left to the customer in a currency, as a positive number."""
    return -min(0, customer["invoice_credit_balance"].get(currency, 0))


def change_credit(deed: Deed, customer_id: str, currency: str, by: int) -> Stored:
    """More credit, or less; Stripe counts it as a negative balance."""
    customer = deed.find("customer", customer_id)
    kept = customer["invoice_credit_balance"]
    kept = kept | {currency: kept.get(currency, 0) - by}
    main = customer["currency"] or currency
    return deed.put(customer, invoice_credit_balance=kept, currency=main, balance=kept.get(main, 0))


def require_currency(deed: Deed, customer: Stored, currency: str) -> None:
    """Subscriptions of two currencies at once are refused, as by Stripe."""
    for subscription in deed.all("subscription"):
        is_live = subscription["customer"] == customer["id"] and subscription["status"] in ("active", "past_due")
        if is_live and subscription["currency"] != currency:
            raise Refused(
                "You cannot combine currencies on a single customer. This customer has an active subscription "
                f"with the currency {subscription['currency']}.",
                param="currency",
            )
