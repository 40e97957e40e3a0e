"""The code on the page of the second signing scheme works when it is pasted."""

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from fulfilment.cli.demo_walk import service
from tests.system.journeys.conftest import Served
from tests.system.journeys.test_readme import pasted

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "signing.md").read_text(encoding="utf-8")
VECTORS = json.loads((ROOT / "tests" / "vectors" / "signing-v2.json").read_text(encoding="utf-8"))


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.S | re.M)


@pytest.fixture(scope="module")
def variables(served: Served) -> Mapping[str, str]:
    """The environment of a newcomer who has exported what the README says, and nothing else."""
    credential = service.open_workspace(served.environment)
    kept = {name: served.environment[name] for name in ("PATH", "HOME", "LANG") if name in served.environment}
    return kept | {"BASE": served.base_url, "KEY_ID": credential.key_id, "SECRET": credential.secret}


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_the_pasted_examples_create_a_product_and_list_it(variables: Mapping[str, str], shell: str) -> None:
    (in_shell,), (in_python,) = blocks("sh"), blocks("python")
    answer = json.loads(pasted([shell, "-c", in_shell], variables))
    assert answer["error"] is None
    listed = pasted([sys.executable, "-I", "-c", in_python], variables)
    assert f"{answer['data']['product']['id']} Kopi Gayo 250 g" in listed.splitlines()


def test_the_pasted_examples_with_another_secret_are_refused(variables: Mapping[str, str]) -> None:
    (in_shell,) = blocks("sh")
    answer = json.loads(pasted(["sh", "-c", in_shell], {**variables, "SECRET": "svcsk_another"}))
    assert answer["error"]["code"] == "BAD_SIGNATURE"


def test_the_vector_on_the_page_is_what_the_lines_come_to() -> None:
    _, lines, signature = blocks("text")
    secret = re.search(r"the secret `(\w+)`", PAGE)[1]
    body = re.search(r"the body\s+`(.+?)`", PAGE)[1]
    assert hashlib.sha256(body.encode()).hexdigest() in lines
    assert hmac.new(secret.encode(), lines.rstrip("\n").encode(), hashlib.sha256).hexdigest() == signature.strip()
    shown = {(case["stringToSign"], case["signature"]) for case in VECTORS["cases"]}
    assert (lines.rstrip("\n"), signature.strip()) in shown
