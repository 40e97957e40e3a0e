"""Authorization code with PKCE: one client, loopback addresses, S256, a state and a nonce, and codes that work once."""

from collections.abc import Iterator

import msgspec
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from fulfilment_simulators.identity import session_store
from tests.harness.provider import AUDIENCE
from tests.simulators.identity.running import BACK, Simulator, simulating


@pytest.fixture(scope="module")
def running() -> Iterator[Simulator]:
    with simulating() as started:
        yield started


@pytest.fixture
def simulator(running: Simulator) -> Simulator:
    """One for the whole file, whose clock is right again."""
    running.clock.ahead = 0.0
    return running


def _claims(simulator: Simulator, token: str) -> jwt.Token:
    keys = KeySet.import_key_set(simulator.send("/keys").json)
    return jwt.decode(token, keys, algorithms=["RS256"])


def test_somebody_who_is_chosen_comes_back_with_a_code_for_tokens(simulator: Simulator) -> None:
    back = simulator.choose("packer").redirect_parameters
    assert back.keys() == {"code", "state", "iss"}
    assert (back["state"], back["iss"]) == ("a state", simulator.url)
    answer = simulator.redeem(back["code"])
    assert answer.headers["cache-control"] == "no-store"
    told = answer.json
    assert (told["token_type"], told["expires_in"], told["scope"]) == ("Bearer", 3_600, "openid profile")
    access, identity = _claims(simulator, told["access_token"]), _claims(simulator, told["id_token"])
    assert (access.header["typ"], identity.header["typ"]) == ("at+jwt", "JWT")
    for token in (access, identity):
        said = token.claims
        assert (said["iss"], said["aud"], said["sub"]) == (simulator.url, AUDIENCE, "usr_packer")
        assert (said["accountId"], said["roles"]) == ("acc_first", ["packer"])
        assert said["exp"] - said["iat"] == 3_600
    assert identity.claims["nonce"] == "a nonce" and "nonce" not in access.claims


def test_a_client_library_can_sign_in(simulator: Simulator) -> None:
    # Authlib comes along with the mock provider, and is what many applications sign in with.
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from authlib.integrations.requests_client import OAuth2Session
        from authlib.oidc.core import CodeIDToken
    about = simulator.send("/.well-known/openid-configuration").json
    client = OAuth2Session(
        AUDIENCE,
        scope="openid",
        redirect_uri=BACK,
        code_challenge_method="S256",
        token_endpoint_auth_method="none",
    )
    address, state = client.create_authorization_url(
        about["authorization_endpoint"], nonce="n-1", code_verifier=simulator.verifier
    )
    page = simulator.send(address.removeprefix(simulator.url))
    assert page.status == 200
    came_back = simulator.choose("owner", state=state, nonce="n-1", scope="openid").headers["location"]
    told = client.fetch_token(
        about["token_endpoint"], authorization_response=came_back, state=state, code_verifier=simulator.verifier
    )
    claims = CodeIDToken(
        _claims(simulator, told["id_token"]).claims,
        {},
        options={"iss": {"value": about["issuer"]}, "aud": {"value": AUDIENCE}},
        params={"nonce": "n-1", "access_token": told["access_token"], "client_id": AUDIENCE},
    )
    claims.header = {"alg": "RS256"}
    claims.validate()
    assert claims["sub"] == "usr_owner"


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "another"},
        {"client_id": None},
        {"redirect_uri": None},
        {"redirect_uri": ""},
        {"redirect_uri": "https://shop.example/back"},
        {"redirect_uri": "http://127.0.0.1.example/back"},
        {"redirect_uri": "http://127.0.0.1@shop.example/back"},
        {"redirect_uri": "http://shop.example\\@127.0.0.1/back"},
        {"redirect_uri": "http://user@127.0.0.1/back"},
        {"redirect_uri": "//shop.example/back"},
        {"redirect_uri": "/back"},
        {"redirect_uri": "javascript:alert(1)//127.0.0.1"},
        {"redirect_uri": "http://127.0.0.1/back#x"},
        {"redirect_uri": "http://127.0.0.1/back#"},
        {"redirect_uri": "http://127.0.0.1:99999/"},
        {"redirect_uri": "http://127.0.0.1:9/\nback"},
        {"redirect_uri": "http://[::1/back"},
        {"redirect_uri": "http://0x7f000001/"},
        {"redirect_uri": "http://localhost./"},
        {"redirect_uri": "http://127.0.0.1/" + "x" * 3_000},
    ],
)
def test_nobody_is_led_to_where_no_client_of_this_machine_is(simulator: Simulator, changes: dict) -> None:
    for answer in (simulator.open_sign_in_page(**changes), simulator.choose("owner", **changes)):
        assert answer.status == 400 and "location" not in answer.headers
        assert "This sign-in cannot go on" in answer.text


@pytest.mark.parametrize("address", ["http://localhost:3000/x?a=b", "http://[::1]:5/", "https://127.0.0.1/"])
def test_every_address_of_this_machine_will_do(simulator: Simulator, address: str) -> None:
    answer = simulator.choose("owner", redirect_uri=address)
    assert answer.status == 303 and answer.headers["location"].startswith(address.split("?")[0] + "?")
    assert ("a=b" in address) == ("a=b&code=" in answer.headers["location"])


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"scope": "profile"}, "invalid_scope"),
        ({"scope": None}, "invalid_scope"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "x" * 42}, "invalid_request"),
        ({"code_challenge": "é" * 43}, "invalid_request"),
        ({"nonce": None}, "invalid_request"),
        ({"nonce": ""}, "invalid_request"),
        ({"state": None}, "invalid_request"),
        ({"state": "x" * 1_001}, "invalid_request"),
        ({"response_mode": "fragment"}, "invalid_request"),
        ({"request": "e30.e30."}, "invalid_request"),
    ],
)
def test_what_a_client_got_wrong_it_is_told(simulator: Simulator, changes: dict, error: str) -> None:
    for answer in (simulator.open_sign_in_page(**changes), simulator.choose("owner", **changes)):
        told = answer.redirect_parameters
        assert told["error"] == error and "code" not in told
        state = changes.get("state", "a state")
        assert told.get("state") == (state if state and len(state) < 1_000 else None)


def test_without_a_page_nobody_is_signed_in(simulator: Simulator) -> None:
    assert simulator.open_sign_in_page(prompt="none").redirect_parameters["error"] == "login_required"


@pytest.mark.parametrize("person", ["", "somebody", "usr_owner"])
def test_who_is_nobody_of_ours_is_refused(simulator: Simulator, person: str) -> None:
    assert simulator.choose(person).redirect_parameters["error"] == "access_denied"


def test_a_parameter_said_twice_is_refused(simulator: Simulator) -> None:
    twice = [*simulator.authorization_parameters().items(), ("redirect_uri", "http://localhost/")]
    assert simulator.post_form("/authorize", twice).status == 400


def test_a_code_works_once_and_its_second_use_ends_what_the_first_opened(simulator: Simulator) -> None:
    code = simulator.choose("owner").redirect_parameters["code"]
    access = simulator.redeem(code).json["access_token"]
    shown = {"Authorization": f"Bearer {access}"}
    assert simulator.send("/userinfo", **shown).json["sub"] == "usr_owner"
    assert simulator.redeem(code).json["error"] == "invalid_grant"
    answer = simulator.send("/userinfo", **shown)
    assert answer.status == 401 and answer.json["error"] == "invalid_token"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": "x" * 43}, "invalid_grant"),
        ({"code_verifier": "short"}, "invalid_grant"),
        ({"code_verifier": "é" * 50}, "invalid_grant"),
        ({"code_verifier": None}, "invalid_request"),
        ({"redirect_uri": "http://127.0.0.1:9/other"}, "invalid_grant"),
        ({"redirect_uri": None}, "invalid_request"),
        ({"client_id": "another"}, "invalid_client"),
        ({"client_id": None}, "invalid_client"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": None}, "unsupported_grant_type"),
        ({"code": "made-up"}, "invalid_grant"),
        ({"code": ""}, "invalid_request"),
    ],
)
def test_a_code_is_for_who_asked_for_it(simulator: Simulator, changes: dict, error: str) -> None:
    answer = simulator.redeem(simulator.choose("owner").redirect_parameters["code"], **changes)
    assert (answer.status, answer.json["error"]) == (400, error)


def test_a_code_that_was_tried_with_a_wrong_verifier_is_lost(simulator: Simulator) -> None:
    code = simulator.choose("owner").redirect_parameters["code"]
    simulator.redeem(code, code_verifier="x" * 43)
    assert simulator.redeem(code).json["error"] == "invalid_grant"


def test_a_code_lives_for_a_minute(simulator: Simulator) -> None:
    young, old = (simulator.choose("owner").redirect_parameters["code"] for _ in range(2))
    simulator.clock.ahead += session_store.CODE_SECONDS - 20
    assert simulator.redeem(young).status == 200
    simulator.clock.ahead += 21
    assert simulator.redeem(old).json["error"] == "invalid_grant"


def test_the_token_endpoint_reads_forms_alone(simulator: Simulator) -> None:
    code = simulator.choose("owner").redirect_parameters["code"]
    assert simulator.send("/token", {"code": code}).json["error"] == "invalid_request"


def test_an_access_token_ends_and_an_identity_token_is_none(simulator: Simulator) -> None:
    told = simulator.sign_in("support")
    for token in (told["id_token"], told["access_token"][:-4] + "AAAA", "x", "", "a.b.c", "x" * 8_000):
        assert simulator.send("/userinfo", Authorization=f"Bearer {token}").status == 401
    assert simulator.send("/userinfo").status == 401
    shown = {"Authorization": f"Bearer {told['access_token']}"}
    assert simulator.send("/userinfo", **shown).json["roles"] == ["support"]
    simulator.clock.ahead += 3_601
    assert simulator.send("/userinfo", **shown).status == 401


def test_what_is_remembered_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_store, "CODES_MOST", 3)
    monkeypatch.setattr(session_store, "SESSIONS_MOST", 3)
    kept = session_store.SessionStore(lambda: 0.0)
    wish = session_store.AuthorizationRequest("c", "r", "s", "n", "h", "openid")
    for number in range(10):
        kept.issue_code(wish, f"usr_{number}")
    assert len(kept._codes) == len(kept._sessions) == 3
    assert [session.subject for session in kept._sessions.values()] == ["usr_7", "usr_8", "usr_9"]


def test_a_request_of_another_name_or_without_end_is_refused(simulator: Simulator) -> None:
    for host in ("shop.example", "127.0.0.1.example", "shop.example#127.0.0.1", "127.0.0.1/x"):
        assert simulator.send("/", Host=host).status in (400, 421)
    assert simulator.post_form("/token", {"code": "x" * 70_000}).status == 413
    assert simulator.post_form("/token", {"code": "x" * 20_000}).json["error"] == "invalid_request"


def test_what_discovery_says_is_there(simulator: Simulator) -> None:
    about = simulator.send("/.well-known/openid-configuration").json
    assert about["issuer"] == simulator.url
    assert about["code_challenge_methods_supported"] == ["S256"]
    assert about["backchannel_logout_supported"] and about["backchannel_logout_session_supported"]
    ends = [about[name] for name in about if name.endswith(("_endpoint", "_uri"))]
    assert len(ends) == 5 and all(end.startswith(simulator.url + "/") for end in ends)
    for end in ends:
        assert simulator.send(end.removeprefix(simulator.url)).status != 404
    assert msgspec.json.encode(about)
