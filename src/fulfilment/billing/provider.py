"""The provider that whoever has something with it needs."""

from fulfilment.payments.port import PaymentProvider, ProviderUnavailable
from fulfilment.payments.provider import Payments


def require_provider(payments: Payments) -> PaymentProvider:
    """The provider. Raises ProviderUnavailable where there is none any more: what was bought waits until there is."""
    if payments.provider is None:
        raise ProviderUnavailable("No payment provider is configured.")
    return payments.provider
