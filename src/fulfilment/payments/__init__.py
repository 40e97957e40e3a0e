"""Payment providers: the port, Stripe behind it, and a simulator that speaks its protocol (decisions, section 10)."""
