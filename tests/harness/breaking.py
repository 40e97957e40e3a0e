"""Rows that cannot be changed, as a defect that one row alone provokes would have it, and time in which they rest."""

import pytest

from fulfilment.infra.jobs import backoff

_REFUSE = """
    CREATE FUNCTION refuse_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER refuse_{table} BEFORE {event} ON {table}
        FOR EACH ROW WHEN ({row}) EXECUTE FUNCTION refuse_{table}()
"""
_DELAY = """
    CREATE FUNCTION delay_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep({seconds}); RETURN coalesce(NEW, OLD); END $$;
    CREATE TRIGGER delay_{table} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION delay_{table}()
"""
_MEND = "DROP TRIGGER refuse_{table} ON {table}; DROP FUNCTION refuse_{table}"


def refusing(table: str, event: str, row: str) -> str:
    """The statement after which each such change of such a row fails."""
    return _REFUSE.format(table=table, event=event, row=row)


def delaying(table: str, event: str, seconds: float) -> str:
    """The statement after which each such change of any row takes so long."""
    return _DELAY.format(table=table, event=event, seconds=seconds)


def mending(table: str) -> str:
    """The statement that undoes `refusing`."""
    return _MEND.format(table=table)


def let_rest(monkeypatch: pytest.MonkeyPatch, seconds: float = 3_600) -> None:
    """Have everything rested that had failed until now."""
    ahead = backoff.monotonic
    monkeypatch.setattr(backoff, "monotonic", lambda: ahead() + seconds)
