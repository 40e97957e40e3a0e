"""The commands behind a pooler: what goes past it, what puts the settings on the role, and the refusal without them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg

from fulfilment.infra.database.migrations import migrate
from tests.harness.pooler import pooling
from tests.harness.service import MASTER_KEYS


def command(folder: Path, url: str, direct_url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    given = {"mode": "development", "data_dir": str(folder), "master_keys": MASTER_KEYS, "log_format": "json"}
    given |= {"database_url": url, "database_direct_url": direct_url}
    environ |= {f"FULFILMENT_{name.upper()}": value for name, value in given.items()}
    return subprocess.run(
        [sys.executable, "-m", "fulfilment.cli", *arguments], env=environ, capture_output=True, text=True, timeout=60
    )


def test_a_node_starts_only_where_the_role_has_the_settings_and_the_command_puts_them_there(
    empty_database_url: str, tmp_path: Path
) -> None:
    with pooling(empty_database_url) as pooler:
        urls = pooler.url, empty_database_url
        assert command(tmp_path, *urls, "migrate").returncode == 0
        refused = command(tmp_path, *urls, "worker")
        assert refused.returncode == 1 and "Run 'fulfilment migrate --role-settings'" in refused.stderr
        put = command(tmp_path, *urls, "migrate", "--role-settings")
        assert put.returncode == 0, put.stderr
        assert "set plan_cache_mode = force_generic_plan on the role" in put.stdout and "RECONNECT" in put.stdout
        again = command(tmp_path, *urls, "migrate", "--role-settings", "--json")
        assert json.loads(again.stdout) == {"applied": [], "pending": [], "roleSettings": {}}
        opened = command(tmp_path, *urls, "workspace", "create", "--name", "Kopi", "--json")
        assert opened.returncode == 0, opened.stderr


def test_an_address_past_the_pooler_needs_one_that_leads_to_it(tmp_path: Path) -> None:
    refused = command(tmp_path, "", "postgresql://127.0.0.1/past", "migrate")
    assert refused.returncode != 0 and "FULFILMENT_DATABASE_URL must lead to the pooler" in refused.stderr


def test_an_older_node_that_has_no_session_just_now_is_seen_before_what_it_needs_is_taken_away(
    database_url: str,
) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        assert migrate.incompatible_with(connection, "0.2.0") == []
        connection.execute("INSERT INTO process_heartbeats VALUES (-7, 'api 0.1.0', now() + interval '5 s')")
        assert migrate.incompatible_with(connection, "0.2.0") == ["api 0.1.0"]
