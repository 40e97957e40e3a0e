"""The log of failed authentication, for the operator."""
