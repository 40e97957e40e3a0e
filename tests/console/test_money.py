"""Credit and plan: the roles that see and pay, and the return from the payment page."""

import html
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from markupsafe import escape

from tests.console.counting import count_statements
from tests.console.people import get_page, session_headers, submit_form
from tests.harness import payment_simulator
from tests.harness.payment_simulator import Payments, paid_to
from tests.harness.payment_simulator import simulating as paying
from tests.harness.service import Answer, Client, Service
from tests.harness.simulator import Courier
from tests.harness.workspaces import in_database, open_client

MARKUP = "<b onclick=x>\"Transfer\" & 'BCA'</b>"
PATIENCE_SECONDS = 30


@pytest.fixture(scope="module")
def payments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payments]:
    with paying(tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture(scope="module")
def paid_service(module_database_url: str, payments: Payments) -> Iterator[Service]:
    """A service that can be paid to."""
    with paid_to(module_database_url, payments) as service:
        yield service


class PaymentsConsole:
    """A browser of a person with a role, at the pages of one workspace."""

    def __init__(self, merchant: Client, role: str = "owner", **about: Any):
        self.service, self.base = merchant.service, f"/console/{merchant.account_id}"
        self.headers = session_headers(merchant.service, merchant.account_id, role, **about)

    def get(self, path: str) -> Answer:
        return get_page(self.service, self.base + path, self.headers)

    def read(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status == 200, (path, answer.status, answer.raw)
        return html.unescape(answer.raw.decode())

    def poll(self, address: str) -> Answer:
        """The request that the page's script sends every two seconds."""
        return get_page(self.service, address, [*self.headers, ("HX-Request", "true")])

    def send(self, path: str, **fields: Any) -> Answer:
        return submit_form(self.service, self.base + path, self.headers, fields)


@pytest.fixture
def merchant(paid_service: Service) -> Client:
    return open_client(paid_service)


def poll_address(person: PaymentsConsole, text: str) -> str:
    """The address that a page with a payment under way polls, to replace all of its screen."""
    found = re.search(r'hx-get="([^"]+)" hx-trigger="[^"]+" hx-target="#screen" hx-select="#screen"', text)
    assert found and found[1].startswith(person.base), text
    return found[1]


def return_path(payments: Payments, person: PaymentsConsole, session: str) -> str:
    """The path under the workspace that the payment page returns to."""
    port, key = urlsplit(payments.url).port, ("Authorization", f"Bearer {payment_simulator.KEY}")
    page = Service(port or 0, "", None, Path()).send("GET", f"/v1/checkout/sessions/{session}", [key])
    return str(page.json["success_url"]).partition(person.base)[2]


def await_text(person: PaymentsConsole, path: str, words: str) -> str:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while words not in (text := person.read(path)):
        assert time.monotonic() < deadline, text
        time.sleep(0.1)
    return text


def test_the_owner_acts_the_office_reads_and_packers_see_neither(merchant: Client) -> None:
    acts = ("/credit/top-up", "/billing/choose?plan=growth", "/billing/cancel")
    owner = PaymentsConsole(merchant)
    assert "belongs to the operator" in owner.read("/billing") and "Choose Growth" not in owner.read("/billing")
    set_free = "UPDATE accounts SET plan = 'free' WHERE id = $1"
    in_database(merchant.service.database_url, lambda db: db.execute(set_free, merchant.account_id))
    assert "Top up" in owner.read("/credit") and "Choose Growth" in owner.read("/billing")
    assert [owner.get(path).status for path in acts] == [200] * 3
    for role in ("support", "developer"):
        reader = PaymentsConsole(merchant, role)
        assert "Top up" not in reader.read("/credit") and "Choose Growth" not in reader.read("/billing")
        assert [reader.get(path).status for path in acts] == [403] * 3
        assert reader.send("/credit/top-up", **{"minor-units": "100000"}).status == 403
    packer = PaymentsConsole(merchant, "packer")
    assert [packer.get(path).status for path in ("/credit", "/credit/statement", "/billing", *acts)] == [403] * 6
    assert "/credit" not in packer.read("/settings/you")
    other = PaymentsConsole(open_client(merchant.service))
    other.base = owner.base
    assert [other.get(path).status for path in ("/credit", "/billing", *acts)] == [404] * 5


def test_the_statement_is_filtered_shown_as_text_and_exported_alike(merchant: Client) -> None:
    for amount in (60_000, 70_000):
        merchant("POST", "/api/v1/shipping-credits/topup", {"amount": amount, "memo": MARKUP})
    taken = {"amount": -20_000, "kind": "manual_adjustment"}
    assert merchant("POST", "/api/v1/shipping-credits/adjust", taken).status == 201
    owner = PaymentsConsole(merchant)
    raw = owner.get("/credit").raw.decode()
    assert str(escape(MARKUP)) in raw and MARKUP not in raw
    text = owner.read("/credit")
    assert all(words in text for words in ("+Rp60,000", "+Rp70,000", "−Rp20,000", "Rp110,000"))
    only = owner.read("/credit?kind=manual_adjustment")
    assert "−Rp20,000" in only and "+Rp60,000" not in only
    lines = owner.get("/credit/statement?kind=manual_adjustment").raw.decode().splitlines()
    assert len(lines) == 2 and ",-20000," in lines[1]
    assert "No transactions match the filters." in owner.read("/credit?to=2020-01-01")
    assert len(owner.get("/credit/statement?to=2020-01-01").raw.splitlines()) == 1


@pytest.mark.parametrize("query", ["from=0001-01-01", "to=9999-12-31", "from=soon", "from=2026-02-02&to=2026-01-01"])
def test_days_that_are_none_are_told_of_beside_the_field(merchant: Client, query: str) -> None:
    answer = PaymentsConsole(merchant).get(f"/credit?{query}")
    assert answer.status == 400 and b'<span class="wrong"' in answer.raw


def test_what_no_field_of_a_day_can_show_stands_in_it_as_it_was_typed(merchant: Client) -> None:
    raw = PaymentsConsole(merchant).get("/credit?from=yesterday&to=2026-02-02").raw.decode()
    assert re.search(r'name="from" type="text" value="yesterday"', raw)
    assert re.search(r'name="to" type="date" value="2026-02-02"', raw)


@pytest.mark.parametrize("query", ["kind=theft", "cursor=x"])
def test_what_no_page_asks_for_is_a_page_of_refusal(merchant: Client, query: str) -> None:
    answer = PaymentsConsole(merchant).get(f"/credit?{query}")
    assert answer.status == 400 and b"<h1>" in answer.raw


@pytest.mark.parametrize("typed", ["500.000", "500,000", "Rp 500000"])
def test_what_was_typed_is_understood_and_shown_back(merchant: Client, typed: str) -> None:
    page = PaymentsConsole(merchant).read(f"/credit/top-up?amount={quote(typed)}")
    assert "You will pay Rp500,000." in page and 'value="500000"' in page


@pytest.mark.parametrize("typed", ["much", "9999", "10.000.001", "<b>", "-50000"])
def test_an_amount_that_cannot_be_bought_is_told_of_and_kept(merchant: Client, typed: str) -> None:
    answer = PaymentsConsole(merchant).get(f"/credit/top-up?amount={quote(typed)}")
    assert answer.status == 400 and b'<span class="wrong"' in answer.raw
    assert f'value="{escape(typed)}"' in answer.raw.decode()


def test_credit_is_paid_once_and_the_way_back_says_when_it_is_there(merchant: Client, payments: Payments) -> None:
    owner = PaymentsConsole(merchant)
    given = {"minor-units": "500000", "key": "form_once"}
    led, again = owner.send("/credit/top-up", **given), owner.send("/credit/top-up", **given)
    assert led.status == again.status == 303 and led.headers["location"] == again.headers["location"]
    there = urlsplit(led.headers["location"])
    assert payments.url == f"{there.scheme}://{there.netloc}"
    session = there.path.rsplit("/", 1)[-1]
    back = return_path(payments, owner, session)
    text = owner.read(back)
    assert "You have paid." in text and "No transactions yet." in text
    poll = poll_address(owner, text)
    assert owner.poll(poll).status == 204
    payments.pay(session)
    text = await_text(owner, back, "Rp500,000 is paid and added to your credit.")
    assert text.count("+Rp500,000") == 1 and "hx-get" not in text
    # The script replaces the whole page, of which nothing else may say what was true before.
    whole = html.unescape(owner.poll(poll).raw.decode())
    assert 'id="screen"' in whole and "+Rp500,000" in whole and "No transactions yet." not in whole
    # A payment provider's ids say nothing to the reader of a statement.
    statement = owner.get("/credit/statement").raw.decode()
    assert session not in whole + statement and "Bought on a" in whole and "Bought on a" in statement


def test_the_payment_page_leads_back_to_the_console(merchant: Client, payments: Payments) -> None:
    owner = PaymentsConsole(merchant)
    for path, fields, back in (
        ("/credit/top-up", {"minor-units": "100000"}, "/credit?done=not_paid"),
        ("/billing/choose", {"plan": "growth"}, "/billing?done=not_paid"),
    ):
        response = owner.send(path, **fields)
        there = urlsplit(response.headers["location"])
        page = Service(there.port, "", None, Path()).send("GET", there.path, [])
        assert f"{owner.base}{back}" in html.unescape(page.raw.decode())
        assert "so nothing was paid." in owner.read(back)


def test_money_wants_a_sign_in_of_now_and_a_form_of_ours(merchant: Client) -> None:
    late = PaymentsConsole(merchant, minutes=16)
    for path in ("/credit/top-up", "/billing/choose", "/billing/cancel"):
        answer = late.send(path, plan="growth", **{"minor-units": "100000"})
        assert answer.status == 401 and b"fresh=1" in answer.raw and b'value="100000"' in answer.raw
    owner = PaymentsConsole(merchant)
    assert owner.send("/credit/top-up", **{"minor-units": "9" * 40}).status == 400
    assert owner.send("/credit/top-up", **{"minor-units": "5"}).status == 400
    assert owner.send("/billing/choose", plan="gold").status == 404


def test_a_plan_is_bought_shown_with_its_invoice_and_cancelled(merchant: Client, payments: Payments) -> None:
    owner = PaymentsConsole(merchant)
    assert "You will pay Rp799,000 a month." in owner.read("/billing/choose?plan=growth")
    response = owner.send("/billing/choose", plan="growth", key="form_plan")
    waiting = poll_address(owner, owner.read("/billing?paid=growth"))
    assert owner.poll(waiting).status == 204
    payments.pay(response.headers["location"].rsplit("/", 1)[-1])
    text = await_text(owner, "/billing?paid=growth", "Your plan is paid and active.")
    assert "You have no paid plan." not in text and "No invoices yet." not in text
    # The script asks on until the invoice is listed, and gets the whole page at each stage.
    text = html.unescape(owner.poll(waiting).raw.decode())
    assert 'id="screen"' in text and "Your plan is paid and active." in text
    text = await_text(owner, "/billing?paid=growth", "the invoice of")
    assert "hx-get" not in text and "Your plan is paid and active." in text
    assert "Next payment on" in text and "0 of 5,000" in text and "Choose Growth" not in text
    assert "You keep Growth until" in owner.read("/billing/cancel")
    done = owner.send("/billing/cancel", key="form_cancel")
    assert done.status == 303 and done.headers["location"] == f"{owner.base}/billing?done=cancelled"
    text = owner.read("/billing?done=cancelled")
    assert "Ends with this period" in text and "You keep this plan until" in text and "Cancel the plan" not in text
    assert "There is nothing to cancel" in owner.read("/billing/cancel")


def test_a_page_asks_the_database_six_times_at_most(database_url: str, courier: Courier) -> None:
    pages = ("/credit", "/credit/top-up", "/billing", "/billing/choose?plan=growth", "/billing/cancel")
    statements = count_statements(database_url, courier.url, pages)
    assert max(map(len, statements.values())) <= 6 and min(map(len, statements.values())) >= 2, statements
