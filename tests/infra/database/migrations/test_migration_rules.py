"""Migrations keep the rules for old and new nodes side by side, and each rule finds its violations."""

from pathlib import Path

import pytest

from fulfilment.infra.database.migrations.migration_file import FOLDER
from tests.harness import migration_rules

EXPAND = "-- expand: 0.2.0\n"
BAD = {
    "adding-required-field": EXPAND + "ALTER TABLE things ADD COLUMN a text NOT NULL;",
    "adding-not-nullable-field": EXPAND + "ALTER TABLE things ALTER COLUMN a SET NOT NULL;",
    "adding-field-with-default": EXPAND + "ALTER TABLE things ADD COLUMN a timestamptz DEFAULT clock_timestamp();",
    "changing-column-type": EXPAND + "ALTER TABLE things ALTER COLUMN a TYPE bigint;",
    "require-concurrent-index-creation": EXPAND + "CREATE INDEX things_by_a ON things (a);",
    "concurrently-outside-a-transaction": EXPAND + "CREATE INDEX CONCURRENTLY things_by_a ON things (a);",
    "constraint-missing-not-valid": EXPAND + "ALTER TABLE things ADD CONSTRAINT a_is_positive CHECK (a > 0);",
    "adding-foreign-key-constraint": EXPAND
    + "ALTER TABLE things ADD CONSTRAINT a_is_there FOREIGN KEY (a) REFERENCES others (a);",
    "disallowed-unique-constraint": EXPAND + "ALTER TABLE things ADD CONSTRAINT one_a UNIQUE (a);",
    "renaming-column": EXPAND + "ALTER TABLE things RENAME COLUMN a TO b;",
    "renaming-table": EXPAND + "ALTER TABLE things RENAME TO others;",
    "ban-drop-column": EXPAND + "ALTER TABLE things DROP COLUMN a;",
    "ban-drop-table": EXPAND + "DROP TABLE things;",
    "expansions-only-add": EXPAND + "DROP FUNCTION iso_time(timestamptz);",
    "require-concurrent-index-deletion": "-- contract: 0.2.0\nDROP INDEX IF EXISTS things_by_a;",
    "rows-in-batches": EXPAND + "UPDATE things SET a = 1;",
    "batches-have-a-limit": EXPAND + "-- in batches\nUPDATE things SET a = 1 WHERE a IS NULL;",
    "no-star": EXPAND + "CREATE VIEW all_things AS SELECT t.* FROM things t;",
    "no-release-to-come": "-- contract: 999.0.0\nALTER TABLE things DROP COLUMN a;",
}
GOOD = (
    EXPAND + "ALTER TABLE things ADD COLUMN a text, ADD COLUMN b bigint NOT NULL DEFAULT 0;",
    EXPAND + "CREATE TABLE more (id text PRIMARY KEY, thing text NOT NULL REFERENCES things (id));"
    "\nCREATE INDEX more_by_thing ON more (thing);",
    EXPAND + "ALTER TABLE things ADD CONSTRAINT a_is_positive CHECK (a > 0) NOT VALID;",
    EXPAND + "ALTER TABLE things VALIDATE CONSTRAINT a_is_positive;",
    EXPAND + "-- outside a transaction\nCREATE INDEX CONCURRENTLY things_by_a ON things (a);",
    EXPAND + "-- in batches\nUPDATE things SET a = 1 WHERE id IN (SELECT id FROM things WHERE a IS NULL LIMIT 1000);",
    EXPAND
    + "CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE plpgsql AS $$\nBEGIN\n    RETURN n * 2;\nEND $$;",
    "-- contract: 0.2.0\nALTER TABLE things DROP COLUMN a;",
    "-- contract: 0.2.0\nDROP TRIGGER things_count ON things;\nDROP FUNCTION count_things();",
    "-- contract: 0.2.0\n-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS things_by_a;",
)


def _written(folder: Path, text: str) -> Path:
    path = folder / "0060.example.sql"
    path.write_text(text)
    return path


def test_the_migrations_keep_every_rule() -> None:
    found = {path.name: migration_rules.broken(path) for path in migration_rules.new_ones(FOLDER)}
    assert {name: rules for name, rules in found.items() if rules} == {}


@pytest.mark.parametrize("rule", BAD)
def test_each_rule_finds_a_migration_that_breaks_it(rule: str, tmp_path: Path) -> None:
    assert rule in migration_rules.broken(_written(tmp_path, BAD[rule]))


@pytest.mark.parametrize("text", GOOD)
def test_what_is_harmless_breaks_no_rule(text: str, tmp_path: Path) -> None:
    assert migration_rules.broken(_written(tmp_path, text)) == set()
