"""Who buys: where receipts go (specification, Billing and Shipping credits)."""

from fulfilment.http.caller import Caller
from fulfilment.http.errors import Validation


def email_of(caller: Caller, given: str | None) -> str | None:
    """A person's own address, as their token has it, else the one that was given, if any."""
    own = caller.actor_email if caller.person is not None else None
    return own or given


def require_email(caller: Caller, given: str | None) -> str:
    """The same where a receipt must go somewhere. Raises Validation."""
    email = email_of(caller, given)
    if email is None:
        raise Validation("An email is needed, for the receipt.", field="email")
    return email
