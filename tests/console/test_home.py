"""The first page: what waits for somebody, and how the last days went."""

import re
from datetime import UTC, datetime, timedelta

from tests.console.counting import count_statements
from tests.console.people import opened, signed_in
from tests.console.shop import ORIGIN
from tests.contract.world import fan_out
from tests.harness.database import execute
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import booked, confirm, fund, new_shipment
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


def steps(merchant: Client, role: str = "owner", **cookies: str) -> dict[str, bool]:
    """The lines of the way to a first label, and which are ticked."""
    headers = signed_in(merchant.service, merchant.account_id, role)
    kept = "".join(f"; console-{name.replace('_', '-')}={value}" for name, value in cookies.items())
    headers[0] = ("Cookie", headers[0][1] + kept)
    page = opened(merchant.service, f"/console/{merchant.account_id}", headers).raw.decode()
    lines = re.findall(r"<li( class=\"is-done\")?>.*?</svg><(?:span|a [^>]*)>([^<]+)", page.split("checklist", 1)[1])
    return {words.strip(): bool(done) for done, words in lines}


PAY = "Top up shipping credit, or use a key of your own"
WAY = (
    *("Enter where couriers collect", "Choose your couriers", "Add what you sell", "Count your stock"),
    *(PAY, "Choose the paper of your label printer", "Draft your first parcel"),
    "Book it and print its label",
)


def test_each_step_to_a_first_label_is_ticked_when_it_is_done(merchant: Client) -> None:
    expected = dict.fromkeys(WAY, False)
    assert steps(merchant) == expected
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    # Every courier is asked until some are chosen, so none has to be.
    expected |= {"Enter where couriers collect": True, "Choose your couriers": True}
    assert steps(merchant) == expected
    variant = default_variant(new_product(merchant))
    expected["Add what you sell"] = True
    assert steps(merchant) == expected
    stock(merchant, variant, new_warehouse(merchant)["id"], 5)
    expected["Count your stock"] = True
    assert steps(merchant) == expected
    fund(merchant)
    expected[PAY] = True
    assert steps(merchant) == expected
    assert steps(merchant, label_size="a4") == expected | {"Choose the paper of your label printer": True}
    made = new_shipment(merchant)["id"]
    expected["Draft your first parcel"] = True
    assert steps(merchant) == expected
    confirm(merchant, made)
    assert "To your first label" not in home(merchant)


def test_a_key_of_ones_own_pays_as_credit_does(merchant: Client) -> None:
    own = merchant("PUT", "/api/v1/shipping/config", {"apiKey": "simulator"})
    assert own.status == 200, own.raw
    assert steps(merchant)[PAY]


def test_couriers_that_are_switched_off_are_not_asked(merchant: Client) -> None:
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    assert merchant("PUT", "/api/v1/shipping/config", {"active": False}).status == 200
    assert not steps(merchant)["Choose your couriers"]


def test_a_packer_is_shown_the_steps_that_a_packer_can_do(merchant: Client) -> None:
    assert list(steps(merchant, "packer")) == ["Count your stock", *WAY[5:]]
    assert list(steps(merchant, "support")) == [WAY[5]]


def test_an_empty_workspace_asks_six_times_at_most(merchant: Client, courier: Courier) -> None:
    asked = count_statements(merchant.service.database_url, courier.url, [""], merchant.account_id)
    assert len(asked[""]) <= 6, asked


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
