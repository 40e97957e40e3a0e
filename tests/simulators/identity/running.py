"""The identity simulator on a loopback port, with a clock of the test's own, and a client that signs in."""

import asyncio
import base64
import hashlib
import json
import secrets
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from aiohttp import web

from fulfilment_simulators.identity import server
from tests.harness.provider import AUDIENCE

BACK = "http://127.0.0.1:9/back"
FORM = "application/x-www-form-urlencoded"


class Clock:
    """The real time, and what a test adds to it."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


class Answer(msgspec.Struct):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def redirect_parameters(self) -> dict[str, str]:
        """The parameters that the redirect gives the client."""
        assert self.status == 303, self.text
        address = self.headers["location"]
        assert address.split("?")[0] == BACK
        return dict(parse_qsl(urlsplit(address).query, strict_parsing=True))


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_Stay)


class Simulator:
    """A running simulator."""

    def __init__(self, url: str, clock: Clock):
        self.url = url
        self.clock = clock
        self.verifier = secrets.token_urlsafe(48)

    def send(self, path: str, body: Any = None, **headers: str) -> Answer:
        """GET, or POST where there is a body: JSON of a dictionary, else as it is."""
        raw = json.dumps(body).encode() if isinstance(body, dict) else body
        own_headers = {"Content-Type": "application/json"} if isinstance(body, dict) else {}
        own_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.url + path, data=raw, headers=own_headers)
        try:
            with _OPENER.open(request, timeout=20) as answer:
                return _read(answer)
        except HTTPError as problem:
            return _read(problem)

    def post_form(self, path: str, fields: Any, **headers: str) -> Answer:
        return self.send(path, urlencode(fields).encode(), **({"Content_Type": FORM} | headers))

    def authorization_parameters(self, **changes: str | None) -> dict[str, str]:
        """A sound authorization request; None takes a parameter away."""
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        parameters = {
            "response_type": "code",
            "client_id": AUDIENCE,
            "redirect_uri": BACK,
            "scope": "openid profile",
            "state": "a state",
            "nonce": "a nonce",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return {name: value for name, value in (parameters | changes).items() if value is not None}

    def open_sign_in_page(self, **changes: str | None) -> Answer:
        return self.send("/authorize?" + urlencode(self.authorization_parameters(**changes)))

    def choose(self, person: str, **changes: str | None) -> Answer:
        return self.post_form("/authorize", self.authorization_parameters(**changes) | {"person": person})

    def redeem(self, code: str, /, **changes: str | None) -> Answer:
        parameters = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": BACK,
            "client_id": AUDIENCE,
            "code_verifier": self.verifier,
        }
        fields = {name: value for name, value in (parameters | changes).items() if value is not None}
        return self.post_form("/token", fields)

    def sign_in(self, person: str) -> dict[str, Any]:
        """The tokens of a person."""
        answer = self.redeem(self.choose(person).redirect_parameters["code"])
        assert answer.status == 200, answer.text
        return answer.json


def _read(answer: HTTPResponse | HTTPError) -> Answer:
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return Answer(answer.status or 0, headers, answer.read())


@contextmanager
def simulating(workspace: str | None = "acc_first") -> Iterator[Simulator]:
    """A simulator whose people work in `workspace`."""
    loop, clock = asyncio.new_event_loop(), Clock()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def start() -> tuple[web.AppRunner, str]:
        # The issuer has the port in its name, and so the port must be known first.
        listening = await loop.create_server(lambda: asyncio.Protocol(), "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        listening.close()
        url = f"http://127.0.0.1:{port}"
        runner = server.runner(server.build(url, AUDIENCE, clock))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        return runner, url

    runner, url = asyncio.run_coroutine_threadsafe(start(), loop).result(20)
    try:
        simulator = Simulator(url, clock)
        if workspace:
            assert simulator.send("/_control/workspaces", {"first": workspace}).status == 200
        yield simulator
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)
        loop.close()
