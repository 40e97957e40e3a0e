"""The first page: what waits for somebody, and how the last days went."""

import re
from datetime import UTC, datetime, timedelta

from tests.console.counting import count_statements
from tests.console.people import opened, signed_in
from tests.contract.world import fan_out
from tests.harness.database import execute
from tests.harness.parcels import booked, fund, new_shipment
from tests.harness.simulator import Courier
from tests.http.service import Client


def home(merchant: Client, role: str = "owner") -> str:
    headers = signed_in(merchant.service, merchant.account_id, role)
    answer = opened(merchant.service, f"/console/{merchant.account_id}", headers)
    assert answer.status == 200, answer.raw
    return answer.raw.decode()


def speak(merchant: Client, language: str) -> None:
    assert merchant("PATCH", "/api/v1/workspace", {"language": language}).status == 200


def spend(merchant: Client, days_ago: int, amount: int) -> None:
    at = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) - timedelta(days=days_ago)
    insert = """
        INSERT INTO credit_hours AS h (account_id, hour, spent) VALUES ($1, $2, $3)
        ON CONFLICT (account_id, hour) DO UPDATE SET spent = h.spent + excluded.spent
    """
    execute(merchant, insert, merchant.account_id, at, amount)


def test_a_new_workspace_is_shown_the_way_and_no_plots(merchant: Client) -> None:
    page = home(merchant)
    assert "To your first label" in page and "<svg viewBox" not in page.split("<main", 1)[1].split("</main", 1)[0]


def test_thirty_days_stand_in_plots_and_in_tables(merchant: Client) -> None:
    booked(merchant)
    fan_out(merchant.service.database_url)
    for language, heading, day in (("en", "Parcels a day", "Booked"), ("id", "Paket per hari", "Sudah dipesan")):
        speak(merchant, language)
        page = home(merchant)
        assert page.count('role="img"') == 2 and heading in page
        parcels = page.split('id="parcels-numbers"', 1)[1].split("</details>", 1)[0]
        assert day in parcels and parcels.count("<tr>") == 31
        newest = re.findall(r'<td class="number">(.*?)</td>', parcels)[:4]
        assert newest == ["1", "0", "0", "0"]
        assert "style=" not in page


def test_credit_that_runs_short_waits_for_whoever_may_top_it_up(merchant: Client) -> None:
    booked(merchant)
    assert "Shipping credit for less than 3 days" not in home(merchant)
    spend(merchant, 1, 10_000_000)
    assert "Shipping credit for less than 3 days" in home(merchant)
    assert "lasts for less than a day" in home(merchant)
    assert "less than 3 days" not in home(merchant, "support")
    speak(merchant, "id")
    assert "Saldo ongkir untuk kurang dari 3 hari" in home(merchant)


def test_credit_is_nobodys_business_who_may_not_read_it(merchant: Client) -> None:
    booked(merchant)
    page = home(merchant, "packer")
    assert 'role="img"' not in page and "lasts" not in page


def test_the_full_page_asks_six_times_at_most(merchant: Client, courier: Courier) -> None:
    fund(merchant)
    new_shipment(merchant)
    booked(merchant)
    asked = count_statements(merchant.service.database_url, courier.url, [""], merchant.account_id)
    assert len(asked[""]) <= 6, asked
