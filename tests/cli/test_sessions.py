"""`fulfilment sessions` lists the sign-ins to the console, and ends them at once."""

import json
from hashlib import sha256
from typing import Any

import psycopg
import pytest

PEOPLE = (
    ("usr_1", "Ayu@shop.example", ["acc_1"]),
    ("usr_1", "Ayu@shop.example", ["acc_1"]),
    ("usr_2", None, ["acc_1", "acc_2"]),
    ("usr_3", "citra@shop.example", ["acc_2"]),
)


@pytest.fixture
def own(database_url: str) -> dict[str, str]:
    """A database in which these are signed in, the last one last; and one who was away for too long."""
    insert = """
        INSERT INTO sessions (id_hash, issuer, subject, email, roles, account_ids, made_at, seen_at, ip)
        VALUES (%s, 'https://id.example', %s, %s, '{owner}', %s, now() - %s * interval '1 minute',
                now() - %s * interval '1 hour', '203.0.113.5')
    """
    with psycopg.connect(database_url) as db:
        for number, (subject, email, accounts) in enumerate(PEOPLE):
            db.execute(insert, [sha256(bytes([number])).digest(), subject, email, accounts, 10 - number, 0])
        db.execute(insert, [b"idle", "usr_idle", None, ["acc_1"], 5, 9])
    return {"FULFILMENT_DATABASE_URL": database_url}


def test_the_operator_sees_who_is_signed_in(fulfilment: Any, own: dict[str, str]) -> None:
    def people(*arguments: str) -> list[str]:
        done = fulfilment("sessions", "list", "--json", *arguments, **own)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert sha256(b"\0").hexdigest() not in done.stdout
        return [each["subject"] for each in json.loads(done.stdout)["sessions"]]

    assert people() == ["usr_3", "usr_2", "usr_1", "usr_1"]
    assert people("--limit", "1") == ["usr_3"]
    assert people("--person", "ayu@SHOP.example") == people("--person", "usr_1") == ["usr_1", "usr_1"]
    assert people("--workspace", "acc_2") == ["usr_3", "usr_2"]
    shown = fulfilment("sessions", "list", **own).stdout.splitlines()
    assert shown[0].split()[:2] == ["PERSON", "E-MAIL"] and "203.0.113.5" in shown[1] and len(shown) == 5


def test_the_operator_ends_them(fulfilment: Any, own: dict[str, str]) -> None:
    def end(*arguments: str) -> int:
        done = fulfilment("sessions", "end", "--json", *arguments, **own)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return json.loads(done.stdout)["ended"]

    assert end("--person", "AYU@shop.example") == 2 and end("--person", "usr_1") == 0
    assert end("--workspace", "acc_1") == 1
    assert "1 session has ended." in fulfilment("sessions", "end", "--all", **own).stdout
    assert fulfilment("sessions", "list", **own).stdout == "The console has no sessions.\n"


@pytest.mark.parametrize("arguments", [(), ("--all", "--person", "usr_1"), ("--person", ""), ("--workspace", "\x07")])
def test_whose_must_be_said_once(fulfilment: Any, own: dict[str, str], arguments: tuple[str, ...]) -> None:
    done = fulfilment("sessions", "end", *arguments, **own)
    assert done.returncode != 0 and done.stdout == "" and "Traceback" not in done.stderr
