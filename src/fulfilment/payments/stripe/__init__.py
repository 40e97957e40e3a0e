"""Stripe adapter: the payment port on Stripe's official library, for Stripe or a compatible server."""

from fulfilment.payments.stripe.adapter import Stripe as Stripe
