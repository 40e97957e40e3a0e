"""Payment providers: the port, Stripe behind it, and a simulator that speaks Stripe's protocol (decisions, section 10)."""
