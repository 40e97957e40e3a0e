"""The programs of docs/signing-languages.md sign and verify as the vectors say, and are understood by the service."""

import base64
import json
import os
import queue
import shutil
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError, URLError

import msgspec
import pytest

from fulfilment.cli.demo_walk import service
from tests.harness.service import Client, Service, _free_port
from tests.journeys import pages
from tests.system.clients_heavy.conftest import Served
from tests.system.clients_heavy.languages import LANGUAGES, PATIENCE_SECONDS, Language, answers, ran

DRIVERS = Path(__file__).parent / "drivers"
VECTORS = pages.ROOT / "tests" / "vectors"
BLOCKS = [block for block in pages.blocks("docs/signing-languages.md") if "file" in block.options]


@pytest.fixture(scope="module", params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    """An installed language: `make test-clients` is run where all of them are (.ci/run)."""
    missing = [program for program in request.param.needs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"{request.param.name} is not installed")
    return request.param


@pytest.fixture(scope="module")
def folder(language: Language, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every file of the language, as a reader has copied it, and what was made of them."""
    here = tmp_path_factory.mktemp(language.name)
    for block in BLOCKS:
        if block.language == language.name:
            (here / block.options["file"]).write_text(block.text, "utf-8")
    shutil.copy(DRIVERS / language.driver, here)
    for command in (language.make_main, language.make_driver):
        if command:
            ran(command, here, {})
    return here


def cases(file: str) -> list[dict]:
    return json.loads((VECTORS / file).read_text("utf-8"))["cases"]


def test_it_signs_as_the_vectors_say(language: Language, folder: Path) -> None:
    secret = json.loads((VECTORS / "signing.json").read_text("utf-8"))["secret"]
    asked = [
        [
            *("sign", secret, case["method"], case["target"], case["timestamp"]),
            base64.b64decode(case["bodyBase64"]),
            case["idempotencyKey"],
        ]
        for case in cases("signing.json")
    ]
    assert answers(language, folder, *asked) == [case["signature"] for case in cases("signing.json")]


def test_it_verifies_what_the_vectors_say_is_signed_and_refuses_the_rest(language: Language, folder: Path) -> None:
    published = [
        {**case, "secrets": [secret], "now": case["t"], "outcome": "ACCEPTED"}
        for case in cases("webhooks.json")
        for secret in case["secrets"]
    ]
    all_cases = published + cases("receivers.json")
    asked = [
        ["verify", case["header"], base64.b64decode(case["bodyBase64"]), str(case["now"]), *case["secrets"]]
        for case in all_cases
    ]
    said = answers(language, folder, *asked)
    # A signed body that is no event passes the signature; its parser refuses it.
    wanted = ["true" if case["outcome"] in ("ACCEPTED", "NOT_AN_EVENT") else "false" for case in all_cases]
    assert {"true", "false"} == set(wanted)
    assert [case["name"] for case, *both in zip(all_cases, said, wanted, strict=True) if both[0] != both[1]] == []


@pytest.fixture(scope="module")
def variables(served: Served) -> Mapping[str, str]:
    credential = service.open_workspace(served.environment)
    return {"BASE": served.base_url, "KEY_ID": credential.key_id, "SECRET": credential.secret}


def test_its_program_creates_a_product_and_lists_it(
    language: Language, folder: Path, variables: Mapping[str, str]
) -> None:
    printed = ran(language.run_main, folder, variables)
    assert "prod_" in printed and "Kopi Gayo 250 g" in printed


class Delivered(msgspec.Struct, frozen=True):
    """A webhook as it came, and the secrets of before and after a rotation."""

    header: str
    body: bytes
    secrets: tuple[str, str]


@pytest.fixture(scope="module")
def delivered(served: Served) -> Iterator[Delivered]:
    """A test event that the service really sent while a secret was being rotated, so with two signatures."""
    arrived: queue.Queue[tuple[str, bytes]] = queue.Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(204)
            self.end_headers()
            arrived.put((self.headers["Svc-Signature"], body))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    credential = service.open_workspace(served.environment)
    port = served.settings.port
    principal = Client(Service(port, "", None, Path()), credential.account_id, credential.key_id, credential.secret)
    made = principal("POST", "/api/v1/webhooks/endpoints", {"url": f"http://127.0.0.1:{server.server_port}/"}).data
    path = f"/api/v1/webhooks/endpoints/{made['endpoint']['id']}"
    rotated = principal("POST", f"{path}/rotate-secret", {}).data
    assert principal("POST", f"{path}/test").status == 202
    header, body = arrived.get(timeout=30)
    yield Delivered(header, body, (made["secret"], rotated["secret"]))
    server.shutdown()


def test_it_verifies_a_delivery_of_the_service_with_either_secret_of_a_rotation(
    language: Language, folder: Path, delivered: Delivered
) -> None:
    sent_at = delivered.header.partition("t=")[2].partition(",")[0]
    former, latter = delivered.secrets
    each = [[former], [latter], [former, latter], ["whsec_another", former], ["whsec_another"]]
    asked = [["verify", delivered.header, delivered.body, sent_at, *secrets] for secrets in each]
    asked.append(["verify", delivered.header, delivered.body + b" ", sent_at, former, latter])
    assert answers(language, folder, *asked) == ["true", "true", "true", "true", "false", "false"]


@pytest.mark.skipif(shutil.which("php") is None, reason="php is not installed")
def test_the_script_that_receives_takes_what_is_signed_and_refuses_what_is_not(
    delivered: Delivered, tmp_path: Path
) -> None:
    """In PHP's own server; the other languages show a line of their frameworks."""
    for block in BLOCKS:
        if block.language == "php":
            (tmp_path / block.options["file"]).write_text(block.text, "utf-8")
    port = _free_port()
    environment = {**os.environ, "WEBHOOK_SECRETS": ",".join(delivered.secrets)}
    process = subprocess.Popen(
        ["php", "-S", f"127.0.0.1:{port}", "receive.php"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert posted(port, delivered.header, delivered.body) == 204
        assert posted(port, delivered.header, delivered.body + b" ") == 400
        assert posted(port, None, delivered.body) == 400
    finally:
        process.kill()
        process.wait()


def posted(port: int, header: str | None, body: bytes) -> int:
    """The status, once the server answers at all."""
    headers = {"Content-Type": "application/json"} | ({"Svc-Signature": header} if header else {})
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", data=body, headers=headers)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return answer.status
        except HTTPError as refused:
            return refused.code
        except URLError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_every_file_of_the_page_is_used() -> None:
    known = {"fulfilment", "main", "receive"}
    assert {block.options["file"].partition(".")[0].lower() for block in BLOCKS} == known
    assert {block.language for block in BLOCKS} == {language.name for language in LANGUAGES}
