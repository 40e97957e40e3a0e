"""Signing in to the console with OpenID Connect, and out again."""
