"""People who are signed in to the console; their sessions stand in the database, without passwords."""

from collections.abc import Sequence
from hashlib import sha256
from secrets import token_urlsafe

import psycopg

_INSERT = """
    INSERT INTO sessions (id_hash, issuer, subject, email, name, roles, usual_account_id, account_ids, signed_in_at)
    VALUES (%s, %s, %s, 'owner@people.example', 'Ayu Lestari', '{owner}', %s, %s, now())
"""


def signed_in(url: str, issuer: str, accounts: Sequence[str], many: int) -> list[str]:
    """The cookies of so many owners of these workspaces: each may ask 600 times a minute."""
    ids = [token_urlsafe(32) for _ in range(many)]
    with psycopg.connect(url) as connection:
        for number, id in enumerate(ids):
            given = sha256(id.encode()).digest(), issuer, f"usr_owner_{number}", accounts[0], list(accounts)
            connection.execute(_INSERT, given)
    return [f"svc-session={id}" for id in ids]
