"""Credit from before there was a bound on what is paid in: it is reckoned from what stands."""

from pathlib import Path

import psycopg

from fulfilment.db import migrate

BEFORE = 26
OLD_CREDIT = """
    INSERT INTO accounts (id, name, origin, created_at)
    SELECT 'acc_' || n, 'Old', 'operator', now() FROM generate_series(1, 3) n;
    INSERT INTO credit_balances (account_id, balance, updated_at) VALUES ('acc_1', 700, now()), ('acc_2', 5, now());
    INSERT INTO credit_shipments (account_id, shipment_id, charged, refunded, adjusted)
    VALUES ('acc_1', 'ship_1', 300, 100, 0), ('acc_1', 'ship_2', 50, 0, -20), ('acc_1', 'ship_3', 80, 80, 0);
"""


def test_what_was_paid_in_is_the_balance_and_what_may_be_given_back(empty_database_url: str, tmp_path: Path) -> None:
    for path in migrate.FOLDER.glob("*.sql"):
        if int(path.name.partition(".")[0]) < BEFORE:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    migrate.migrate(empty_database_url, tmp_path)
    with psycopg.connect(empty_database_url) as connection:
        connection.execute(OLD_CREDIT)
    migrate.migrate(empty_database_url)
    with psycopg.connect(empty_database_url) as connection:
        found = connection.execute("SELECT account_id, paid_in FROM credit_balances ORDER BY 1").fetchall()
    assert found == [("acc_1", 700 + 200 + 30), ("acc_2", 5)]
