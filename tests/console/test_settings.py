"""The settings: the view of each role, forms that take effect once, and their redirects."""

import html
import re
from typing import Any

import pytest
from markupsafe import escape

from tests.console.counting import count_statements
from tests.console.people import get_page, session_headers, submit_form
from tests.harness.goods import new_warehouse
from tests.harness.service import Answer, Client, Service
from tests.harness.simulator import Courier

MARKUP = "<b onclick=x>\"Dago\" & 'Sons'</b>"
ESCAPED = str(escape(MARKUP))
PAGES = ("workspace", "origin", "couriers", "warehouses", "workstation", "you")
ORIGIN = {"contact": "Ayu", "phone": "0812000111", "address": "Jl. Juanda 120", "area": "40132", "area-was": ""}
LINUX = "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36"


class SettingsConsole:
    """A browser of a person with a role, at the settings of one workspace."""

    def __init__(self, service: Service, account_id: str, role: str = "owner", **others: Any):
        self.service, self.base = service, f"/console/{account_id}/settings"
        # A role in a workspace stands for one person, however often that person signs in.
        about = {"subject": f"usr_{role}_{account_id}", "user_agent": LINUX, "ip": "203.0.113.7"}
        self.headers = session_headers(service, account_id, role, **{**about, **others})

    def read(self, path: str = "") -> str:
        answer = get_page(self.service, self.base + path, self.headers)
        assert answer.status == 200, (path, answer.status)
        return answer.raw.decode()

    def get(self, path: str = "") -> Answer:
        return get_page(self.service, self.base + path, self.headers)

    def send(self, path: str, **fields: Any) -> Answer:
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        return submit_form(self.service, self.base + path, self.headers, named)

    def submit(self, path: str, **fields: Any) -> str:
        """Where a form leads, under the workspace."""
        answer = self.send(path, **fields)
        assert answer.status == 303, (answer.status, message_text(answer))
        return answer.headers["location"].removeprefix(self.base.removesuffix("/settings"))


def message_text(answer: Answer) -> str:
    """The text of the page's message and of the errors at its fields."""
    text = answer.raw.decode()
    found = re.findall(r'<div class="message bad".*?</div>|<span class="wrong".*?</span>', text, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", " ".join(found)))


@pytest.fixture
def owner_console(merchant: Client) -> SettingsConsole:
    return SettingsConsole(merchant.service, merchant.account_id)


def test_everybody_is_led_to_the_first_page_and_sees_all_of_them(merchant: Client) -> None:
    for role in ("owner", "packer", "support", "developer"):
        owner_console = SettingsConsole(merchant.service, merchant.account_id, role)
        assert owner_console.get().headers["location"].endswith("/settings/workspace")
        for page in PAGES:
            text = owner_console.read(f"/{page}")
            ids, labelled = re.findall(r'\bid="([^"]+)"', text), re.findall(r'<label[^>]* for="([^"]+)"', text)
            assert "<h1>" in text and len(ids) == len(set(ids)) and set(labelled) <= set(ids)


def test_only_the_owner_sees_and_sends_the_forms_of_the_workspace(merchant: Client) -> None:
    forms = ("/workspace", "/origin", "/couriers", "/couriers/key", "/couriers/key/remove", "/warehouses/new")
    owner = SettingsConsole(merchant.service, merchant.account_id)
    for role in ("packer", "support", "developer"):
        owner_console = SettingsConsole(merchant.service, merchant.account_id, role)
        for path in ("/workspace", "/origin", "/couriers", "/warehouses"):
            assert 'method="post"' in owner.read(path).partition("<main")[2] or path == "/warehouses"
            assert 'method="post"' not in owner_console.read(path).partition("<main")[2]
        assert {owner_console.send(path, name="Mine").status for path in forms} == {403}
        assert ('id="key"' in owner_console.read("/couriers")) == (role == "developer")
    assert "/settings/warehouses/new" in owner.read("/warehouses")
    assert "/settings/warehouses/new" not in owner_console.read("/warehouses")


def test_foreign_ids_are_pages_that_say_there_is_no_such_thing(merchant: Client, stranger: Client) -> None:
    owner_console = SettingsConsole(merchant.service, merchant.account_id)
    theirs = stranger("POST", "/api/v1/warehouses", {"name": "Theirs"}, "k1").data["warehouse"]["id"]
    for id in (theirs, "wh_nothing"):
        assert (
            owner_console.get(f"/warehouses/{id}").status
            == owner_console.get(f"/warehouses/{id}/archive").status
            == 404
        )
        for act in ("", "/default", "/archive", "/restore"):
            answer = owner_console.send(f"/warehouses/{id}{act}", name="Mine")
            assert answer.status == 404 and "<h1>" in answer.raw.decode()
    assert stranger("GET", f"/api/v1/warehouses/{theirs}").data["warehouse"]["archived"] is False
    there = SettingsConsole(merchant.service, merchant.account_id)
    there.base = f"/console/{stranger.account_id}/settings"
    assert {there.get(f"/{page}").status for page in PAGES} == {404}


def test_the_workspace_is_called_and_shown_as_its_form_says(owner_console: SettingsConsole, merchant: Client) -> None:
    sent = {"name": MARKUP, "language": "id", "label_size": "a4", "time_zone": "Asia/Makassar"}
    assert owner_console.submit("/workspace", **sent, key="w1") == "/settings/workspace?done=saved"
    there = merchant("GET", "/api/v1/workspace").data
    assert (there["name"], there["language"], there["timeZone"]) == (MARKUP, "id", "Asia/Makassar")
    assert MARKUP not in (page := owner_console.read("/workspace?done=saved")) and ESCAPED in page
    assert '<html lang="id"' in page
    for wrong in ({"time_zone": "../../etc/passwd"}, {"name": ""}, {"language": "xx"}, {"label_size": "b5"}):
        answer = owner_console.send("/workspace", **{**sent, **wrong})
        assert answer.status == 400 and 'class="wrong"' in answer.raw.decode()
    assert (
        'value="../../etc/passwd"'
        in owner_console.send("/workspace", **{**sent, "time_zone": "../../etc/passwd"}).raw.decode()
    )


def test_an_origin_is_set_by_its_postal_code_and_leads_back(owner_console: SettingsConsole, merchant: Client) -> None:
    assert owner_console.submit("/origin", **ORIGIN, **{"return": "/shipments/new?a=b"}) == "/shipments/new?a=b"
    origin = merchant("GET", "/api/v1/shipping/origin").data
    assert (origin["postal"], origin["district"], origin["city"]) == ("40132", "Coblong", "Bandung")
    assert origin["areaId"] and origin["configured"]
    # While the area stands as it was, it stays.
    area = "Coblong, Bandung, Jawa Barat, 40132"
    assert f'value="{area}"' in owner_console.read("/origin")
    assert owner_console.submit(
        "/origin", **{**ORIGIN, "area": area, "area-was": area, "phone": "0813000111"}
    ).endswith("?done=saved")
    assert merchant("GET", "/api/v1/shipping/origin").data == {**origin, "contactPhone": "0813000111"}


def test_an_area_of_several_is_chosen_from_a_list_before_anything_is_kept(
    owner_console: SettingsConsole, merchant: Client
) -> None:
    page = owner_console.send("/origin", **{**ORIGIN, "area": "Bandung"})
    assert page.status == 200 and "Which place is it?" in page.raw.decode()
    assert not merchant("GET", "/api/v1/shipping/origin").data["configured"]
    chosen = re.findall(r'name="choice" value="([^"]+)"', page.raw.decode())
    assert len(chosen) > 1
    assert owner_console.submit("/origin", **{**ORIGIN, "area": "Bandung", "choice": chosen[1]}).endswith("?done=saved")
    assert merchant("GET", "/api/v1/shipping/origin").data["areaId"] == chosen[1]
    # The button beside the field shows the list whatever is filled in.
    assert "Which place is it?" in owner_console.send("/origin", area="Bandung", act="search").raw.decode()
    assert "Coblong" in owner_console.read("/origin/areas?area=Coblong")


def test_what_an_origin_lacks_is_said_beside_its_field_and_nothing_typed_is_lost(
    owner_console: SettingsConsole,
) -> None:
    phones = ({"phone": "9" * 31}, {"phone": "abc 12345"})
    for wrong in ({"contact": ""}, *phones, {"address": ""}, {"area": ""}, {"area": "Atlantis"}):
        answer = owner_console.send("/origin", **{**ORIGIN, "note": MARKUP, **wrong})
        assert answer.status == 400 and 'class="wrong"' in answer.raw.decode()
        assert ESCAPED in answer.raw.decode() and MARKUP not in answer.raw.decode()
    for wrong in ({"lat": "north"}, {"lng": "1e999"}, {"lat": "nan"}, {"lat": "91"}):
        assert 'class="wrong"' in owner_console.send("/origin", **{**ORIGIN, **wrong}).raw.decode()


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/../../docs", "/\\evil", "/%2e%2e/x", "x"])
def test_an_origin_leads_back_to_pages_of_the_workspace_alone(owner_console: SettingsConsole, back: str) -> None:
    assert owner_console.submit("/origin", **ORIGIN, **{"return": back}) == "/settings/origin?done=saved"


def test_a_postal_code_is_kept_while_the_aggregator_is_away(
    owner_console: SettingsConsole, merchant: Client, courier: Courier
) -> None:
    with courier.in_mood(fail="500"):
        assert b'class="message bad"' in owner_console.send("/origin", **{**ORIGIN, "area": "Coblong"}).raw
        assert owner_console.submit("/origin", **ORIGIN).endswith("?done=saved")
    origin = merchant("GET", "/api/v1/shipping/origin").data
    assert (origin["postal"], origin["areaId"]) == ("40132", None)


def test_couriers_are_ticked_or_all_that_need_no_coordinates(owner_console: SettingsConsole, merchant: Client) -> None:
    def enabled() -> list[str]:
        return merchant("GET", "/api/v1/shipping/config").data["config"]["enabledCouriers"]

    assert re.search(r'value="all" checked', owner_console.read("/couriers"))
    assert (
        owner_console.submit("/couriers", which="some", courier=["jne", "sicepat"], active="1")
        == "/settings/couriers?done=saved"
    )
    assert enabled() == ["jne", "sicepat"]
    assert re.search(r'value="jne" checked', owner_console.read("/couriers"))
    assert "Tick at least one courier." in message_text(owner_console.send("/couriers", which="some", active="1"))
    assert "needs the coordinates of the origin" in message_text(
        owner_console.send("/couriers", which="some", courier="borzo", active="1")
    )
    assert owner_console.send("/couriers", which="some", courier=MARKUP, active="1").status == 400
    assert enabled() == ["jne", "sicepat"]
    assert owner_console.submit("/couriers", which="all", courier="jne") == "/settings/couriers?done=saved"
    config = merchant("GET", "/api/v1/shipping/config").data["config"]
    assert config["enabledCouriers"] == [] and config["active"] is False


def test_an_own_key_is_set_shown_masked_and_removed_by_whoever_signed_in_just_now(merchant: Client) -> None:
    owner_console = SettingsConsole(merchant.service, merchant.account_id)
    assert owner_console.submit("/couriers/key", apiKey="biteship_live.a-key-of-theirs").endswith("?done=key-set")
    page = owner_console.read("/couriers")
    assert "…eirs" in page and "a-key-of-theirs" not in page and "/inbound/aggregator/" in page
    late = SettingsConsole(merchant.service, merchant.account_id, minutes=16)
    assert "/inbound/aggregator/" not in (page := late.read("/couriers")) and "fresh=1" in page
    for path in ("/couriers/key", "/couriers/key/remove"):
        answer = late.send(path, apiKey="one-more-key")
        assert answer.status == 401 and "one-more-key" not in answer.raw.decode()
    assert owner_console.send("/couriers/key", apiKey="a key\nof two lines").status == 400
    assert "…eirs" in late.read("/couriers/key/remove")
    assert owner_console.submit("/couriers/key/remove").endswith("?done=key-removed")
    assert not merchant("GET", "/api/v1/shipping/config").data["config"]["apiKeyConfigured"]


def test_a_warehouse_is_opened_once_changed_made_default_archived_and_brought_back(
    owner_console: SettingsConsole, merchant: Client
) -> None:
    def listed() -> dict[str, Any]:
        return {one["name"]: one for one in merchant("GET", "/api/v1/warehouses").data["warehouses"]}

    for _ in range(2):
        assert owner_console.submit("/warehouses/new", name="Dago", key="first") == "/settings/warehouses?done=opened"
    owner_console.submit(
        "/warehouses/new", name=MARKUP, city=MARKUP, address=MARKUP, phone="0812000222 " + MARKUP, key="second"
    )
    assert set(listed()) == {"Dago", MARKUP} and MARKUP not in owner_console.read("/warehouses")
    first, second = listed()["Dago"]["id"], listed()[MARKUP]["id"]
    assert owner_console.submit(f"/warehouses/{second}/default") == f"/settings/warehouses/{second}?done=default"
    assert [name for name, one in listed().items() if one["isDefault"]] == [MARKUP]
    assert owner_console.submit(f"/warehouses/{first}", name="Cimahi", city="", key="c").endswith("?done=saved")
    assert "Cimahi" in listed() and listed()["Cimahi"]["city"] is None
    assert "Archive Cimahi" in owner_console.read(f"/warehouses/{first}/archive")
    assert owner_console.submit(f"/warehouses/{first}/archive").endswith("?done=archived")
    assert "Cimahi" not in listed() and "Cimahi" not in owner_console.read("/warehouses")
    assert "Cimahi" in owner_console.read("/warehouses?archived=true")
    assert owner_console.submit(f"/warehouses/{first}/restore").endswith("?done=restored") and "Cimahi" in listed()
    answer = owner_console.send("/warehouses/new", name="", city="Bandung")
    assert answer.status == 400 and 'class="wrong"' in answer.raw.decode() and 'value="Bandung"' in answer.raw.decode()
    assert (
        owner_console.get("/warehouses?cursor=zz").status
        == owner_console.get("/warehouses?cursor=" + MARKUP[3:9]).status
        == 400
    )


def test_a_workstation_keeps_in_its_cookies_what_makes_sense(owner_console: SettingsConsole) -> None:
    path = owner_console.base.removesuffix("/settings") + "/workstation"
    sent = {"language": "id", "theme": "dark", "label-size": "b5", "keys": "off"}
    answer = submit_form(owner_console.service, path, owner_console.headers, sent)
    assert answer.status == 303 and answer.headers["location"].endswith("/settings/workstation?done=kept")
    cookies = [("Cookie", owner_console.headers[0][1] + "; console-language=id; console-theme=dark; console-keys=off")]
    page = get_page(owner_console.service, f"{owner_console.base}/workstation", cookies).raw.decode()
    assert '<html lang="id" data-theme="dark" data-keys="off">' in page


def test_people_see_their_own_sign_ins_and_end_them(merchant: Client, stranger: Client) -> None:
    service, own = merchant.service, merchant.account_id
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1"
    here, there = SettingsConsole(service, own, name=MARKUP), SettingsConsole(service, own, user_agent=phone)
    third, somebody = SettingsConsole(service, own, user_agent=MARKUP), SettingsConsole(service, stranger.account_id)
    page = here.read("/you")
    assert MARKUP not in page and ESCAPED in page and "Owner" in page
    assert "Chrome on Linux" in page and "Safari on iPhone" in page and "An unknown browser" in page
    assert page.count("203.0.113.7") == 3
    ids = re.findall(r'name="id" value="([0-9a-f]{64})"', page)
    theirs = re.findall(r'name="id" value="([0-9a-f]{64})"', there.read("/you"))
    assert len(ids) == 2 and len(set(ids) | set(theirs)) == 3
    # A person cannot end another person's sessions, and a value that is no id ends nothing.
    for id in (*theirs, "zz", "", "00" * 32):
        assert somebody.submit("/you/end", id=id) == "/settings/you?done=ended"
    assert here.get("/you").status == there.get("/you").status == 200
    (phones,) = set(ids) - set(theirs)
    assert here.submit("/you/end", id=phones) == "/settings/you?done=ended"
    over = [one for one in (there, third) if one.get("/you").status == 303]
    assert len(over) == 1
    assert here.submit("/you/end-others") == "/settings/you?done=others-ended"
    assert [one.get("/you").status for one in (here, there, third, somebody)] == [200, 303, 303, 200]


def test_who_works_in_several_workspaces_chooses_by_name(merchant: Client, stranger: Client) -> None:
    own, other = merchant.account_id, stranger.account_id
    headers = session_headers(merchant.service, own, "owner", other, "acc_never_opened")
    page = get_page(merchant.service, "/console", headers).raw.decode()
    assert "Stranger" in page and "Test" in page and "New workspace" in page
    assert {own, other} <= set(re.findall(r'href="/console/(\w+)"', page))


def test_a_page_asks_the_database_six_times_at_most(database_url: str, courier: Courier) -> None:
    statements = count_statements(database_url, courier.url, [f"/settings/{page}" for page in PAGES])
    assert max(map(len, statements.values())) <= 6 and min(map(len, statements.values())) >= 2, statements


def test_a_warehouse_asks_the_database_six_times_at_most(merchant: Client, courier: Courier) -> None:
    place = f"/settings/warehouses/{new_warehouse(merchant)['id']}"
    pages = (place, f"{place}/archive", "/settings/warehouses/new", "/settings/couriers/key/remove")
    statements = count_statements(merchant.service.database_url, courier.url, pages, merchant.account_id)
    assert max(map(len, statements.values())) <= 6 and min(map(len, statements.values())) >= 2, statements
