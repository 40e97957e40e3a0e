"""The page about offline licenses: its programs run as they are, and its tables agree with the code."""

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import OKPKey

from fulfilment.infra import clock
from fulfilment.licenses import file
from tests.harness.node import NODE
from tests.licenses.verifiers import FOLDER

PAGE = FOLDER.with_suffix(".md").read_text("utf-8")
KEY = OKPKey.generate_key("Ed25519")
PUBLIC = {**KEY.as_dict(private=False), "kid": KEY.thumbprint()}
PROGRAMS = {"python": ("example.py", sys.executable), "javascript": ("example.mjs", NODE)}

both = pytest.mark.parametrize("language", list(PROGRAMS))


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.S | re.M)
    return found


def content(**more: Any) -> str:
    now = int(time.time())
    claims = {"instanceId": "pc-1", "productId": "prod_1", "customerId": "Siti", "iat": now, "exp": now + 60, **more}
    header = {"alg": file.ALGORITHM, "typ": file.TYPE, "kid": PUBLIC["kid"]}
    return jwt.encode(header, claims, KEY, algorithms=[file.ALGORITHM])


def run(language: str, folder: Path, given: str) -> subprocess.CompletedProcess[str]:
    """The page's program beside a copy of the verifier, as a reader has it."""
    name, program = PROGRAMS[language]
    for verifier in FOLDER.iterdir():
        if verifier.is_file():
            shutil.copy(verifier, folder)
    (folder / name).write_text(block(language), "utf-8")
    command = [program, folder / name, json.dumps(PUBLIC), "pc-1", "prod_1"]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=60)


@both
def test_the_program_of_the_page_accepts_a_genuine_file(language: str, tmp_path: Path) -> None:
    done = run(language, tmp_path, content() + "\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "licensed to Siti\n", "")


@both
def test_the_program_of_the_page_refuses_any_other(language: str, tmp_path: Path) -> None:
    done = run(language, tmp_path, content(instanceId="pc-2"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("WRONG_INSTANCE: ")


@pytest.mark.parametrize("name", ["license_file.py", "license-file.mjs"])
def test_the_table_of_codes_is_what_the_verifiers_say(name: str) -> None:
    codes = set(re.findall(r"LicenseFileError\(\"([A-Z_]+)\"", (FOLDER / name).read_text("utf-8")))
    section = PAGE[PAGE.index("| `code` |") :].split("\n\n")[0]
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", section, re.M)) == codes


def test_the_table_of_claims_is_what_a_file_holds() -> None:
    said = ("account_id", "id", "product_id", "product_name", "customer_id", "max_activations", "expires_at")
    now = clock.now()
    claims = file._claims({**dict.fromkeys(said), "expires_at": now}, "pc-1", now, now)
    section = PAGE[PAGE.index("| Claim |") :].split("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", section)) == set(claims)


def test_the_bounds_on_the_page_are_those_of_the_code() -> None:
    assert f"ends after {file.DEFAULT_VALIDITY_DAYS} days; {file.MAX_VALIDITY_DAYS} are the most" in PAGE
