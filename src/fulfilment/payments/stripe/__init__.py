"""Stripe, and whatever speaks its protocol: the adapter between its official library and the port."""

from fulfilment.payments.stripe.adapter import Stripe as Stripe
