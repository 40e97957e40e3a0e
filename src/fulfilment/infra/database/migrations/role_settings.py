"""Role settings (ALTER ROLE ... SET) for sessions behind a transaction pooler.

A pooler refuses session settings at connect. A setting made in a transaction either ends with it, or leaks into the
next client's session. `fulfilment migrate --role-settings` sets them on the role that the pooler serves, only in this
database. A node checks at its start that they are in force (docs/pooler.md).
"""

from collections.abc import Mapping

import psycopg
from psycopg.sql import SQL, Composed, Identifier, Literal

from fulfilment.infra.database.errors import DatabaseRefusal, SchemaMismatch, first_line
from fulfilment.infra.database.migrations.migrate import connected
from fulfilment.infra.database.server_session import session_settings
from fulfilment.settings import PREFIX, Settings

# These belong to the connection between the pooler and the server; over a local socket the server does not show them.
_CONNECTION_SETTINGS = "tcp_"
_COMMAND = "fulfilment migrate --role-settings"

_WHO = "SELECT current_user, current_database()"
_KNOWN = """
    SELECT unnest(s.setconfig) FROM pg_db_role_setting s
      JOIN pg_roles r ON r.oid = s.setrole JOIN pg_database d ON d.oid = s.setdatabase
     WHERE r.rolname = %s AND d.datname = current_database()
"""
_IN_FORCE = "SELECT name, setting FROM pg_settings WHERE lower(name) = ANY (%s)"


class RoleSettingsMissing(DatabaseRefusal):
    """Sessions behind the pooler lack settings that the service needs."""


def apply(settings: Settings) -> dict[str, str]:
    """Set the missing settings on the role, and return them. Raises DatabaseRefusal."""
    with connected(settings.database_url) as pooled:
        role, database = _who(pooled)
    wanted = session_settings(settings)
    with connected(settings.direct_url) as connection:
        if _who(connection)[1] != database:
            raise SchemaMismatch(f"{PREFIX}DATABASE_DIRECT_URL leads to another database than {PREFIX}DATABASE_URL.")
        # The server spells some names differently, such as TimeZone.
        held = (line.split("=", 1) for (line,) in connection.execute(_KNOWN, [role]))
        known = {name.lower(): value for name, value in held}
        lacking = {name: value for name, value in wanted.items() if known.get(name) != value}
        try:
            with connection.transaction():
                for name, value in lacking.items():
                    connection.execute(_setting(role, database, name, value))
        except psycopg.Error as problem:
            raise RoleSettingsMissing(
                f"The settings of the role '{role}' cannot be set: {first_line(problem)}. "
                f"{PREFIX}DATABASE_DIRECT_URL must connect as this role, or as a role that may change it."
            ) from None
    return lacking


def require(settings: Settings) -> None:
    """Check that sessions behind the pooler have the required settings. Raises RoleSettingsMissing.

    Without a pooler nothing is checked.
    """
    if not settings.database_direct_url:
        return
    wanted = {
        name: value for name, value in session_settings(settings).items() if not name.startswith(_CONNECTION_SETTINGS)
    }
    with connected(settings.database_url) as pooled:
        found = {name.lower(): value for name, value in pooled.execute(_IN_FORCE, [list(wanted)])}
    _require_same(wanted, found)


def _require_same(wanted: Mapping[str, str], found: Mapping[str, str]) -> None:
    for name, value in wanted.items():
        if found.get(name) != value:
            raise RoleSettingsMissing(
                f"Behind a pooler a session's settings come from the role. There {name} is {found.get(name)}, but this "
                f"node needs {value}. Run '{_COMMAND}', then let the pooler reconnect (RECONNECT)."
            )


def _who(connection: psycopg.Connection) -> tuple[str, str]:
    """The role and the database of the connection."""
    found = connection.execute(_WHO).fetchone()
    assert found is not None
    role, database = found
    return role, database


def _setting(role: str, database: str, name: str, value: str) -> Composed:
    return SQL("ALTER ROLE {} IN DATABASE {} SET {} = {}").format(
        Identifier(role), Identifier(database), Identifier(name), Literal(value)
    )
