"""Who buys: where receipts go (specification, Billing and Shipping credits)."""

from fulfilment.http.caller import Caller
from fulfilment.http.errors import Validation


def email_of(caller: Caller, given: str | None) -> str:
    """A person's own address, as their token has it; a key has none of its own and must say one. Raises Validation."""
    own = caller.actor_email if caller.person is not None else None
    email = own or given
    if email is None:
        raise Validation("An email is needed, for the receipt.", field="email")
    return email
