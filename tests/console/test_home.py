"""Home page: the work that waits, and the charts of the last days."""

import re
from datetime import UTC, datetime, timedelta

from tests.console.counting import count_statements
from tests.console.people import get_page, session_headers
from tests.console.shop import ORIGIN
from tests.contract.world import fan_out
from tests.harness.database import execute
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import booked, confirm, fund, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier


def read_home(merchant: Client, role: str = "owner") -> str:
    headers = session_headers(merchant.service, merchant.account_id, role)
    answer = get_page(merchant.service, f"/console/{merchant.account_id}", headers)
    assert answer.status == 200, answer.raw
    return answer.raw.decode()


def set_language(merchant: Client, language: str) -> None:
    assert merchant("PATCH", "/api/v1/workspace", {"language": language}).status == 200


def insert_spending(merchant: Client, days_ago: int, amount: int) -> None:
    at = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) - timedelta(days=days_ago)
    insert = """
        INSERT INTO credit_hourly_stats AS h (account_id, hour, spent) VALUES ($1, $2, $3)
        ON CONFLICT (account_id, hour) DO UPDATE SET spent = h.spent + excluded.spent
    """
    execute(merchant, insert, merchant.account_id, at, amount)


def read_onboarding_steps(merchant: Client, role: str = "owner", **cookies: str) -> dict[str, bool]:
    """The lines of the way to a first label, and which are ticked."""
    headers = session_headers(merchant.service, merchant.account_id, role)
    cookie_header = "".join(f"; console-{name.replace('_', '-')}={value}" for name, value in cookies.items())
    headers[0] = ("Cookie", headers[0][1] + cookie_header)
    page = get_page(merchant.service, f"/console/{merchant.account_id}", headers).raw.decode()
    lines = re.findall(r"<li( class=\"is-done\")?>.*?</svg><(?:span|a [^>]*)>([^<]+)", page.split("checklist", 1)[1])
    return {words.strip(): bool(done) for done, words in lines}


PAY = "Top up shipping credit, or use your own key"
WAY = (
    *("Enter where couriers collect your parcels", "Choose your couriers", "Add what you sell", "Count your stock"),
    *(PAY, "Choose the paper of your label printer", "Create your first parcel"),
    "Book it and print its label",
)


def test_each_step_to_a_first_label_is_ticked_when_it_is_done(merchant: Client) -> None:
    expected = dict.fromkeys(WAY, False)
    assert read_onboarding_steps(merchant) == expected
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    # Every courier is asked until some are chosen, so none has to be.
    expected |= {"Enter where couriers collect your parcels": True, "Choose your couriers": True}
    assert read_onboarding_steps(merchant) == expected
    variant = default_variant(new_product(merchant))
    expected["Add what you sell"] = True
    assert read_onboarding_steps(merchant) == expected
    stock(merchant, variant, new_warehouse(merchant)["id"], 5)
    expected["Count your stock"] = True
    assert read_onboarding_steps(merchant) == expected
    fund(merchant)
    expected[PAY] = True
    assert read_onboarding_steps(merchant) == expected
    assert read_onboarding_steps(merchant, label_size="a4") == expected | {
        "Choose the paper of your label printer": True
    }
    shipment_id = new_shipment(merchant)["id"]
    expected["Create your first parcel"] = True
    assert read_onboarding_steps(merchant) == expected
    confirm(merchant, shipment_id)
    assert "Get your first label" not in read_home(merchant)


def test_a_key_of_ones_own_pays_as_credit_does(merchant: Client) -> None:
    own = merchant("PUT", "/api/v1/shipping/config", {"apiKey": "simulator"})
    assert own.status == 200, own.raw
    assert read_onboarding_steps(merchant)[PAY]


def test_couriers_that_are_switched_off_are_not_asked(merchant: Client) -> None:
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    assert merchant("PUT", "/api/v1/shipping/config", {"active": False}).status == 200
    assert not read_onboarding_steps(merchant)["Choose your couriers"]


def test_a_packer_is_shown_the_steps_that_a_packer_can_do(merchant: Client) -> None:
    assert list(read_onboarding_steps(merchant, "packer")) == ["Count your stock", *WAY[5:]]
    assert list(read_onboarding_steps(merchant, "support")) == [WAY[5]]


def test_an_empty_workspace_asks_six_times_at_most(merchant: Client, courier: Courier) -> None:
    statements = count_statements(merchant.service.database_url, courier.url, [""], merchant.account_id)
    assert len(statements[""]) <= 6, statements


def test_a_new_workspace_is_shown_the_way_and_no_plots(merchant: Client) -> None:
    page = read_home(merchant)
    assert "Get your first label" in page and "<svg viewBox" not in page.split("<main", 1)[1].split("</main", 1)[0]


def test_thirty_days_stand_in_plots_and_in_tables(merchant: Client) -> None:
    booked(merchant)
    fan_out(merchant.service.database_url)
    for language, heading, day in (("en", "Parcels a day", "Booked"), ("id", "Paket per hari", "Sudah dipesan")):
        set_language(merchant, language)
        page = read_home(merchant)
        assert page.count('role="img"') == 2 and heading in page
        parcels = page.split('id="parcels-numbers"', 1)[1].split("</details>", 1)[0]
        assert day in parcels and parcels.count("<tr>") == 31
        newest = re.findall(r'<td class="number">(.*?)</td>', parcels)[:4]
        assert newest == ["1", "0", "0", "0"]
        assert "style=" not in page


def test_credit_that_runs_short_waits_for_whoever_may_top_it_up(merchant: Client) -> None:
    booked(merchant)
    assert "Shipping credit lasts less than 3 days" not in read_home(merchant)
    insert_spending(merchant, 1, 10_000_000)
    assert "Shipping credit lasts less than 3 days" in read_home(merchant)
    assert "lasts less than a day" in read_home(merchant)
    assert "less than 3 days" not in read_home(merchant, "support")
    set_language(merchant, "id")
    assert "Saldo ongkir untuk kurang dari 3 hari" in read_home(merchant)


def test_credit_is_nobodys_business_who_may_not_read_it(merchant: Client) -> None:
    booked(merchant)
    page = read_home(merchant, "packer")
    assert 'role="img"' not in page and "lasts" not in page


def test_the_full_page_asks_six_times_at_most(merchant: Client, courier: Courier) -> None:
    fund(merchant)
    new_shipment(merchant)
    booked(merchant)
    statements = count_statements(merchant.service.database_url, courier.url, [""], merchant.account_id)
    assert len(statements[""]) <= 6, statements
