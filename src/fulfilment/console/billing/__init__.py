"""What the workspace itself pays for this service: its plan, the others, and its invoices."""
