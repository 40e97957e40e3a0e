"""Who buys: where receipts go (specification, Billing and Shipping credits)."""

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.auth.principal import Principal


def resolve_email(principal: Principal, requested: str | None) -> str | None:
    """A person's own address, as their token has it, else the one that was given, if any."""
    own_email = principal.actor_email if principal.person is not None else None
    return own_email or requested


def require_email(principal: Principal, requested: str | None) -> str:
    """The same where a receipt must go somewhere. Raises Validation."""
    email = resolve_email(principal, requested)
    if email is None:
        raise Validation("An email is needed, for the receipt.", field="email")
    return email
