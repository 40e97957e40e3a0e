"""Customers, and their credit from ended subscriptions."""

from fulfilment_simulators.payments import events, ids, shapes
from fulfilment_simulators.payments.errors import StripeApiError
from fulfilment_simulators.payments.metadata import merge_metadata
from fulfilment_simulators.payments.parameters import CustomerParameters
from fulfilment_simulators.payments.store import StripeObject, Transaction

_TEXTS = ("email", "name", "description", "phone", "address")


def create_customer(tx: Transaction, fields: CustomerParameters) -> StripeObject:
    id = ids.new("cus")
    customer = shapes.CUSTOMER | {
        "id": id,
        "created": tx.now,
        "invoice_prefix": id[-8:].upper(),
        "metadata": merge_metadata({}, fields.metadata),
        "preferred_locales": fields.preferred_locales or [],
    }
    customer |= {name: _text(getattr(fields, name)) for name in _TEXTS}
    return _emit_and_return(tx, "customer.created", tx.save(customer))


def update_customer(tx: Transaction, fields: CustomerParameters, id: str) -> StripeObject:
    customer = tx.find("customer", id, "customer")
    changes = {name: _text(getattr(fields, name)) for name in _TEXTS if getattr(fields, name) is not None}
    changes["metadata"] = merge_metadata(customer["metadata"], fields.metadata)
    return _emit_and_return(tx, "customer.updated", tx.save(customer, **changes))


def _text(value: object) -> object:
    """A text field, where an empty text clears the value."""
    return value if value != "" else None


def _emit_and_return(tx: Transaction, type: str, customer: StripeObject) -> StripeObject:
    events.emit_event(tx, type, customer)
    return customer


def remaining_credit(customer: StripeObject, currency: str) -> int:
    """The customer's credit in a currency, as a positive number."""
    return -min(0, customer["invoice_credit_balance"].get(currency, 0))


def change_credit(tx: Transaction, customer_id: str, currency: str, by: int) -> StripeObject:
    """Change the customer's credit, which Stripe stores as a negative balance."""
    customer = tx.find("customer", customer_id)
    balances = customer["invoice_credit_balance"]
    balances = balances | {currency: balances.get(currency, 0) - by}
    main = customer["currency"] or currency
    return tx.save(customer, invoice_credit_balance=balances, currency=main, balance=balances.get(main, 0))


def require_currency(tx: Transaction, customer: StripeObject, currency: str) -> None:
    """Reject subscriptions in two currencies at the same time, as Stripe does."""
    for subscription in tx.all("subscription"):
        is_live = subscription["customer"] == customer["id"] and subscription["status"] in ("active", "past_due")
        if is_live and subscription["currency"] != currency:
            raise StripeApiError(
                "You cannot combine currencies on a single customer. This customer has an active subscription "
                f"with the currency {subscription['currency']}.",
                param="currency",
            )
