"""People who are signed in to the console without having gone to any provider: their session stands in the database."""

import secrets
from hashlib import sha256

from tests.harness.workspaces import in_database

# The default issuer of `serving()`: an identity simulator at a port where nothing listens.
ISSUER = "http://127.0.0.1:1"
_INSERT = """
    INSERT INTO sessions (id_hash, issuer, subject, email, name, roles, usual_account_id, account_ids, signed_in_at,
                          user_agent, ip)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() - $9 * interval '1 minute', $10, $11)
"""


def signed_in(
    url: str,
    role: str,
    *accounts: str,
    issuer: str = ISSUER,
    minutes: int = 0,
    roles: tuple[str, ...] | None = None,
    subject: str | None = None,
    name: str | None = None,
    user_agent: str | None = None,
    ip: str | None = None,
) -> str:
    """The id of a new session of a person with this role, who works in `accounts`, and signed in `minutes` ago.

    In development it goes into the cookie `svc-session`.
    """
    session_id = secrets.token_urlsafe(32)
    id_hash = sha256(session_id.encode()).digest()
    # Another person in each workspace: quick tests together would use up the requests per minute of one person.
    called = (subject or f"usr_{role}_{accounts[0]}", f"{role}@people.example", name or f"{role.title()} Lestari")
    given = (id_hash, issuer, *called, list(roles or (role,)), accounts[0], list(accounts), minutes, user_agent, ip)
    in_database(url, lambda db: db.execute(_INSERT, *given))
    return session_id
