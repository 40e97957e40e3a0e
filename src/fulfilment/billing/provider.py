"""The provider that whoever has something with it needs."""

from fulfilment.payments.access import Payments
from fulfilment.payments.port import Outage, Provider


def required(payments: Payments) -> Provider:
    """The provider. Raises Outage where there is none any more: what was bought waits until there is."""
    if payments.provider is None:
        raise Outage("No payment provider is configured.")
    return payments.provider
