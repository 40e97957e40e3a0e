"""What there was of partners before they had rows of their own is found again."""

import shutil
from pathlib import Path

import psycopg

from fulfilment.db import migrate

BEFORE = """
    INSERT INTO accounts (id, name, plan, partner, origin, created_at) VALUES
        ('acc_home', 'Home', NULL, NULL, 'operator', '2026-01-01Z'),
        ('acc_shop', 'Shop', 'starter', 'batik', 'partner', '2026-01-02Z');
    INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, partner, created_at) VALUES
        ('acc_home', 'platform', 'Platform', 'k1', '', '', '{}', 'sandal', '2026-01-03Z'),
        ('acc_home', 'second', 'Platform', 'k2', '', '', '{}', 'sandal', '2026-01-04Z'),
        ('acc_shop', 'made', 'On behalf', 'k3', '', '', '{}', NULL, '2026-01-05Z'),
        ('acc_shop', 'own', 'Own', 'k4', '', '', '{}', NULL, '2026-01-06Z'),
        ('acc_shop', 'untold', 'Before the log', 'k5', '', '', '{}', NULL, '2026-01-07Z');
    INSERT INTO audit_entries (account_id, id, actor_type, action, target_type, target_id, metadata, created_at) VALUES
        ('acc_shop', 'a', 'user', 'api_key.created', 'ApiKey', 'made', '{"partner": "batik", "keyId": "k1"}', now()),
        ('acc_shop', 'b', 'user', 'api_key.created', 'ApiKey', 'own', '{}', now()),
        ('acc_shop', 'c', 'user', 'api_key.revoked', 'ApiKey', 'own', '{"partner": "batik", "keyId": "k1"}', now()),
        ('acc_home', 'd', 'user', 'api_key.created', 'ApiKey', 'made', '{"partner": "other"}', now());
"""


def test_partners_and_the_keys_that_they_made_are_found(empty_database_url: str, tmp_path: Path):
    for path in sorted(migrate.FOLDER.iterdir()):
        if path.name < "0031":
            shutil.copy(path, tmp_path)
    migrate.migrate(empty_database_url, tmp_path)
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(BEFORE)
        migrate.migrate(empty_database_url)
        partners = connection.execute("SELECT name, created_at::date::text, ended_at FROM partners ORDER BY 1")
        assert partners.fetchall() == [("batik", "2026-01-02", None), ("sandal", "2026-01-03", None)]
        bearing = connection.execute("SELECT id, made_by_partner FROM api_keys WHERE made_by_partner IS NOT NULL")
        assert bearing.fetchall() == [("made", "batik")]


def test_a_node_of_the_release_before_still_makes_keys(module_database_url: str):
    """It knows none of the new columns, and no table of partners."""
    with psycopg.connect(module_database_url, autocommit=True) as connection:
        connection.execute(BEFORE)
        (count,) = connection.execute("SELECT count(*) FROM partners").fetchone()
        assert count == 0
