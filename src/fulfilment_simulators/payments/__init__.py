"""Payment simulator: a payment provider with Stripe's API, for development and tests; it moves no money."""
