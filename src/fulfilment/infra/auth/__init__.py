"""Authentication and authorization: signatures, tokens, sessions, roles, partners."""
