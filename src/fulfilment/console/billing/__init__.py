"""Screen of the plan that the workspace pays for, of the other plans and of its invoices."""
