"""How workspaces pay for the service: plans, subscriptions, invoices (docs/billing.md)."""
