"""Ends of sessions: the end-session endpoint, the controls, and the logout of clients (Back-Channel Logout 1.0)."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from fulfilment_simulators.identity import logout
from tests.harness.provider import AUDIENCE
from tests.simulators.identity.running import BACK, Simulator


class Receiver:
    """A client's back channel; it answers with `status`, or only when it may."""

    def __init__(self) -> None:
        self.received: list[tuple[str, dict[str, str]]] = []
        self.status = 200
        self.may_answer = threading.Event()
        self.may_answer.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.received.append((self.headers["Content-Type"], dict(parse_qsl(body.decode()))))
                receiver.may_answer.wait()
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1:9/")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Nothing to say."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.uri = f"http://127.0.0.1:{self._server.server_port}/backchannel"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self) -> None:
        self.may_answer.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def receiver(simulator: Simulator) -> Iterator[Receiver]:
    running = Receiver()
    assert simulator.send("/_control/logout-receivers", {"uri": running.uri}).status == 200
    yield running
    running.close()


def _told(simulator: Simulator, receiver: Receiver) -> jwt.Token:
    ((kind, form),) = receiver.received
    assert kind == "application/x-www-form-urlencoded" and form.keys() == {"logout_token"}
    return jwt.decode(form["logout_token"], KeySet.import_key_set(simulator.send("/keys").json), algorithms=["RS256"])


def _is_open(simulator: Simulator, tokens: dict[str, Any]) -> bool:
    return simulator.send("/userinfo", Authorization=f"Bearer {tokens['access_token']}").status == 200


def _end(simulator: Simulator, **parameters: str) -> Any:
    return simulator.send("/end-session?" + urlencode(parameters))


def test_the_end_of_a_session_is_told_to_its_client_in_a_logout_token(simulator: Simulator, receiver: Receiver) -> None:
    tokens, others = simulator.sign_in("owner"), simulator.sign_in("owner")
    answer = _end(simulator, id_token_hint=tokens["id_token"], post_logout_redirect_uri=BACK, state="s")
    assert answer.redirect_parameters == {"state": "s"}
    token = _told(simulator, receiver)
    identity = jwt.decode(tokens["id_token"], KeySet.import_key_set(simulator.send("/keys").json), algorithms=["RS256"])
    assert token.header["typ"] == "logout+jwt"
    said = token.claims
    assert (said["iss"], said["aud"], said["sub"]) == (simulator.url, AUDIENCE, "usr_owner")
    assert said["sid"] == identity.claims["sid"] and said["jti"] and "nonce" not in said
    assert said["events"] == {"http://schemas.openid.net/event/backchannel-logout": {}}
    assert said["iat"] < said["exp"] <= said["iat"] + 120
    assert not _is_open(simulator, tokens) and _is_open(simulator, others)


def test_all_sessions_of_somebody_can_be_ended(simulator: Simulator, receiver: Receiver) -> None:
    theirs, another = [simulator.sign_in("packer") for _ in range(2)], simulator.sign_in("owner")
    answer = simulator.send("/_control/logout", {"person": "packer"}).json
    assert answer == {"ended": 2, "told": [{"uri": receiver.uri, "status": 200}] * 2}
    assert not any(_is_open(simulator, tokens) for tokens in theirs) and _is_open(simulator, another)
    assert len(receiver.received) == 2


def test_a_session_ends_though_its_client_fails_or_is_gone_or_leads_elsewhere(
    simulator: Simulator, receiver: Receiver
) -> None:
    gone = "http://127.0.0.1:9/backchannel"
    simulator.send("/_control/logout-receivers", {"uri": gone})
    for status in (500, 302):
        receiver.status = status
        tokens = simulator.sign_in("owner")
        told = simulator.send("/_control/logout", {"person": "owner"}).json["told"]
        assert told[0] == {"uri": receiver.uri, "status": status}
        assert told[1]["uri"] == gone and "problem" in told[1]
        assert not _is_open(simulator, tokens)


def test_a_client_that_hangs_holds_nobody_for_ever(
    simulator: Simulator, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logout, "NOTIFY_TIMEOUT_SECONDS", 0.2)
    receiver.may_answer.clear()
    tokens = simulator.sign_in("owner")
    assert _end(simulator, id_token_hint=tokens["id_token"]).status == 200
    assert not _is_open(simulator, tokens)


def test_a_hint_that_has_expired_still_ends_its_session(simulator: Simulator, receiver: Receiver) -> None:
    tokens = simulator.sign_in("owner")
    simulator.clock.ahead += 3_000
    simulator.send("/_control/rotate", {})
    simulator.clock.ahead += 700
    assert _end(simulator, id_token_hint=tokens["id_token"]).status == 200
    assert len(receiver.received) == 1


@pytest.mark.parametrize("hint", ["", "x", "a.b.c", "x" * 20_000])
def test_without_a_sound_hint_no_session_ends(simulator: Simulator, receiver: Receiver, hint: str) -> None:
    tokens = simulator.sign_in("owner")
    _end(simulator, id_token_hint=hint)
    _end(simulator, id_token_hint=tokens["access_token"])
    assert receiver.received == [] and _is_open(simulator, tokens)


def test_nobody_is_led_off_this_machine_nor_told_there(simulator: Simulator) -> None:
    tokens = simulator.sign_in("owner")
    for address in ("https://shop.example/", "//shop.example", "javascript:alert(1)"):
        answer = _end(simulator, id_token_hint=tokens["id_token"], post_logout_redirect_uri=address)
        assert answer.status == 400 and "location" not in answer.headers
        assert simulator.send("/_control/logout-receivers", {"uri": address}).status == 400
    assert _end(simulator, client_id="another").status == 400
    assert _is_open(simulator, tokens)


def test_there_are_only_so_many_receivers(simulator: Simulator) -> None:
    for port in range(1, 40):
        answer = simulator.send("/_control/logout-receivers", {"uri": f"http://127.0.0.1:{port}/"})
    receivers = answer.json["logoutReceivers"]
    assert len(receivers) == 20 and receivers[-1] == "http://127.0.0.1:39/"
