"""Monthly usage of workspaces: its readers, and the months before counting began."""

from datetime import UTC, date

from fulfilment.infra.database.transaction import Read, System
from fulfilment.quotas import queries
from tests.deliveries.selling import digital, grant
from tests.harness.database import rows
from tests.harness.service import Client
from tests.harness.workspaces import in_database
from tests.quotas.using import pretend, used

JANUARY, FEBRUARY, MARCH = (date(2026, month, 1) for month in (1, 2, 3))


def of_months(url: str, accounts: list[str], first: date, last: date) -> list[tuple]:
    async def ask(connection) -> list:
        return await queries.list_monthly_usage(Read(connection, System(accounts[0])), accounts, first, last)

    shown = ("account_id", "month", "shipments", "deliveries", "licenses", "orders")
    return [tuple(row[name] for name in shown) for row in in_database(url, ask)]


def this_month(client: Client) -> date:
    (row,) = rows(client, "SELECT now() AS now FROM accounts WHERE id = $1")
    return row["now"].astimezone(UTC).date().replace(day=1)


def test_what_several_connections_counted_is_one_sum(merchant: Client):
    product = digital(merchant)
    for number in range(12):
        grant(merchant, product, f"cs_{number}")
    pretend(merchant, queries.LICENSE, 3)
    pretend(merchant, queries.SHIPMENT, 4, months_ago=1)
    month = this_month(merchant)
    before = date(month.year - (month.month == 1), (month.month - 2) % 12 + 1, 1)
    assert of_months(merchant.service.database_url, [merchant.account_id], before, month) == [
        (merchant.account_id, before, 4, 0, 0, 4),
        (merchant.account_id, month, 0, 12, 3, 15),
    ]
    assert used(merchant) == {"delivery": 12}


def test_the_month_that_is_counted_into_is_the_databases_in_utc(merchant: Client):
    """Whatever time zone its sessions are in."""
    grant(merchant, digital(merchant))
    (counted,) = rows(merchant, "SELECT month FROM monthly_usage WHERE account_id = $1")
    assert counted["month"] == this_month(merchant)
