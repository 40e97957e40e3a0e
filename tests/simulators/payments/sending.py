"""Plain HTTP requests to the simulator, without a client library."""

import json
import urllib.request
from typing import Any
from urllib.error import HTTPError

import msgspec

from tests.harness.payment_simulator import KEY


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


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_Stay, urllib.request.ProxyHandler({}))


def send(url: str, body: bytes | None = None, **headers: str | None) -> Answer:
    """GET, or POST of a form where there is a body; redirects are not followed. None takes a header away."""
    given = {"Authorization": f"Bearer {KEY}"} | headers
    sent = {name: value for name, value in given.items() if value is not None}
    if body is not None:
        sent = {"Content-Type": "application/x-www-form-urlencoded"} | sent
    request = urllib.request.Request(url, data=body, headers=sent)
    try:
        with _OPENER.open(request, timeout=20) as answer:
            return _read(answer)
    except HTTPError as problem:
        return _read(problem)


def _read(answer: Any) -> Answer:
    return Answer(answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read())
