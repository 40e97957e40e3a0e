"""The example receivers, run as they are, believe what the service really sends and nothing else."""

import asyncio
import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from fulfilment.webhooks.http import signature
from tests.system.receivers import cases, node
from tests.webhooks.sending import SECRETS, send, sender

COMMANDS = {
    "python": [sys.executable, node.RECEIVERS / "python" / "example.py"],
    "javascript": [node.NODE, node.RECEIVERS / "javascript" / "example.mjs"],
}
SENT = cases.EVENT


class Example:
    """A running example; `url` is where it listens."""

    def __init__(self, process: subprocess.Popen):
        self._process = process
        self.url = process.stdout.readline().removeprefix("listening on ").strip()

    def told(self) -> str:
        """The next line it prints."""
        return self._process.stdout.readline().strip()

    def post(self, header: str, body: bytes) -> tuple[int, str]:
        address = urlsplit(self.url)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
        try:
            connection.request("POST", "/", body, {"Svc-Signature": header})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


@pytest.fixture(params=COMMANDS)
def example(request: pytest.FixtureRequest) -> Iterator[Example]:
    environment = {**os.environ, "SECRET": SECRETS[1], "PORT": "0"}
    with subprocess.Popen(COMMANDS[request.param], env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Example(process)
        finally:
            process.terminate()


async def deliver(url: str, times: int) -> list[int | None]:
    async with sender() as using:
        return [(await send(using, url, SENT, number + 1)).response_code for number in range(times)]


def test_what_the_service_sends_is_taken_once_however_often_it_comes(example: Example) -> None:
    assert asyncio.run(deliver(example.url, 2)) == [200, 200]
    assert example.told() == "svc.product.created.v1 evt_1"
    now = int(time.time())
    other = SENT.replace(b"evt_1", b"evt_2")
    assert example.post(signature.sign([SECRETS[1]], now, other), other) == (200, "thanks")
    assert example.told() == "svc.product.created.v1 evt_2"


def test_what_is_not_signed_with_the_secret_is_refused(example: Example) -> None:
    now = int(time.time())
    forged = signature.sign([cases.SECRET], now, SENT)
    assert example.post(forged, SENT) == (400, "the signature does not match")
    assert example.post("", SENT) == (400, "the request has no signature header")
    assert example.post(signature.sign([SECRETS[1]], now - 400, SENT), SENT)[0] == 400
