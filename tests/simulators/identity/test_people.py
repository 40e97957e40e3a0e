"""The people of the identity simulator, their permissions in the service, and the page to choose one on."""

from html.parser import HTMLParser

import pytest

from fulfilment.cli import SIMULATED_PEOPLE
from fulfilment_simulators.identity import people
from tests.harness.provider import AUDIENCE
from tests.harness.service import Service, serving
from tests.simulators.identity.running import Simulator, simulating

SECOND = people.SECOND_WORKSPACE


@pytest.fixture(scope="module")
def populated():
    with simulating("acc_people_first") as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, populated: Simulator):
    with serving(module_database_url, oidc_issuer=populated.url, oidc_audience=AUDIENCE) as running:
        yield running


def _ask(service: Service, token: str, method: str, path: str, workspace: str | None = None) -> tuple[int, str | None]:
    headers = [("Authorization", f"Bearer {token}")]
    if workspace:
        headers.append(("Svc-Workspace", workspace))
    answer = service.send(method, f"/api/v1{path}", headers)
    return answer.status, (answer.json["error"] or {}).get("code")


def test_there_is_one_of_each_role_one_in_two_workspaces_and_one_in_none() -> None:
    of = {person.id: (person.roles, person.workspaces) for person in people.PEOPLE}
    for role in ("owner", "packer", "support", "developer"):
        assert of.pop(role) == ((role,), 1)
    assert sorted(workspaces for _, workspaces in of.values()) == [0, 2]
    assert tuple(person.id for person in people.PEOPLE) == SIMULATED_PEOPLE


def test_each_may_in_the_service_what_their_role_says(populated: Simulator, service: Service) -> None:
    may = {
        "owner": ("/products", "/audit-log", "/api-keys", "/shipping/config"),
        "both": ("/products", "/audit-log", "/api-keys", "/shipping/config"),
        "developer": ("/products", "/audit-log", "/api-keys", "/shipping/config"),
        "support": ("/products", "/audit-log"),
        "packer": ("/products",),
    }
    for person, paths in may.items():
        tokens = populated.sign_in(person)
        for path in may["owner"]:
            found = _ask(service, tokens["access_token"], "GET", path)
            assert found == ((200, None) if path in paths else (403, "FORBIDDEN")), (person, path)
        assert _ask(service, tokens["id_token"], "GET", "/products") == (401, "INVALID_TOKEN")


def test_who_is_in_two_workspaces_chooses_and_who_is_in_none_cannot(populated: Simulator, service: Service) -> None:
    both = populated.sign_in("both")["access_token"]
    for workspace in (None, "acc_people_first", SECOND):
        assert _ask(service, both, "GET", "/products", workspace) == (200, None)
    assert _ask(service, both, "GET", "/products", "acc_other") == (404, "NOT_FOUND")
    owner = populated.sign_in("owner")["access_token"]
    assert _ask(service, owner, "GET", "/products", SECOND) == (404, "NOT_FOUND")
    nobody = populated.sign_in("nobody")["access_token"]
    assert _ask(service, nobody, "GET", "/products") == (403, "NO_ACCOUNT")


def test_whoever_works_anywhere_works_in_what_the_operator_opened_later(service: Service) -> None:
    with simulating("acc_opened_first") as simulator:
        for _ in range(2):
            added = simulator.send("/_control/workspaces/opened", {"accountId": "acc_opened_demo"})
            assert added.json == {"opened": ["acc_opened_demo"]}
        for person in ("owner", "packer", "support", "developer"):
            claims = simulator.send("/_control/health").json["people"][person]
            assert (claims["accountId"], claims["accountIds"]) == (
                "acc_opened_first",
                ["acc_opened_first", "acc_opened_demo"],
            )
        assert "accountId" not in simulator.send("/_control/health").json["people"]["nobody"]
        assert simulator.send("/_control/workspaces/opened", {"accountId": "shop"}).status == 400


def test_a_token_comes_without_a_browser_for_whom_and_where_one_likes(populated: Simulator, service: Service) -> None:
    made = populated.send("/_control/token", {"person": "packer", "accountId": "acc_people_other"}).json
    assert _ask(service, made["access_token"], "GET", "/products") == (200, None)
    assert _ask(service, made["access_token"], "GET", "/api-keys") == (403, "FORBIDDEN")


@pytest.mark.parametrize(
    "body",
    [
        {"person": "somebody"},
        {},
        {"person": ["owner"]},
        {"person": "owner", "accountId": 7},
        {"person": "owner", "accountId": "shop"},
        {"person": "owner", "accountId": "acc_" + "x" * 300},
    ],
)
def test_a_wish_that_makes_no_sense_is_one_clear_refusal(populated: Simulator, body: dict) -> None:
    answer = populated.send("/_control/token", body)
    assert answer.status == 400 and answer.json["error_description"]


def test_before_there_is_a_workspace_only_who_needs_none_gets_a_token() -> None:
    with simulating(None) as simulator:
        assert simulator.send("/_control/token", {"person": "owner"}).status == 409
        assert simulator.send("/_control/token", {"person": "nobody"}).status == 200
        assert simulator.send("/_control/token", {"person": "owner", "accountId": "acc_1"}).status == 200


@pytest.mark.parametrize("path", ["token", "workspaces", "workspaces/opened", "rotate", "logout", "logout-receivers"])
def test_no_page_of_another_site_can_work_the_controls(populated: Simulator, path: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = populated.send(f"/_control/{path}", b'{"person": "owner"}', Content_Type=kind)
        if path == "rotate":
            # The route reads no body, and a foreign page does no harm with it.
            continue
        assert answer.status == 400 and "application/json" in answer.json["error_description"]
    assert populated.send("/_control/token", b"[1]", Content_Type="application/json").status == 400


class _Page(HTMLParser):
    """A page, as people meet it who cannot see it."""

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: dict[str, str] = {}
        self._inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        self._inside.append(dict(attributes).get("value") or tag if tag == "button" else tag)

    def handle_endtag(self, tag: str) -> None:
        if self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        for name in self._inside:
            self.said[name] = self.said.get(name, "") + data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_the_page_can_be_read_and_worked_by_anybody(populated: Simulator) -> None:
    answer = populated.open_sign_in_page()
    page = _Page(answer.text)
    assert page.all("html") == [{"lang": "en"}] and len(page.all("h1")) == len(page.all("main")) == 1
    assert "Who do you want to be?" in page.said["title"] and "Who do you want to be?" in page.said["h1"]
    buttons = {button["value"]: button["type"] for button in page.all("button")}
    assert list(buttons) == [*(person.id for person in people.PEOPLE), ""]
    assert set(buttons.values()) == {"submit"}
    for person in people.PEOPLE:
        assert person.name in page.said[person.id] and person.about in page.said[person.id]
    assert not page.all("script") and not page.all("img")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert (
        answer.headers["x-frame-options"] == "DENY"
        and "default-src 'none'" in answer.headers["content-security-policy"]
    )


def test_the_form_of_the_page_signs_in_as_it_stands(populated: Simulator) -> None:
    page = _Page(populated.open_sign_in_page(state='"><script>x</script>', login_hint="support").text)
    assert not page.all("script")
    assert page.all("button")[0]["value"] == "support"
    fields = {field["name"]: field["value"] for field in page.all("input")}
    (form,) = page.all("form")
    back = populated.post_form(form["action"], fields | {"person": "support"}).redirect_parameters
    assert back["state"] == '"><script>x</script>'
    assert populated.redeem(back["code"]).status == 200


def test_its_first_page_says_who_is_there_and_what_can_be_done(populated: Simulator) -> None:
    text = populated.send("/").text
    assert all(person.name in text for person in people.PEOPLE)
    assert "fulfilment simulate token" in text and "/_control/token" in text
