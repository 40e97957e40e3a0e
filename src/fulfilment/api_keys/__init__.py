"""API keys: creation, restrictions, last use, revocation."""
