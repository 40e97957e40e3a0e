"""The requests that the README and the page of authentication show work when pasted; the map has every folder."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from fulfilment.cli.demo_walk import service
from tests.system.journeys.conftest import Served

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
AUTHENTICATION = (ROOT / "docs" / "authentication.md").read_text(encoding="utf-8")
PACKAGES = (ROOT / "src" / "fulfilment", ROOT / "src" / "fulfilment_simulators")
MAX_MAP_LINES = 25
# Folders that a run or an installation makes.
MADE = {"var", "build", "dist", "__pycache__"}


def block(language: str, holding: str = "", page: str = README) -> str:
    """The one fenced block in this language."""
    found = [text for text in re.findall(rf"^```{language}\n(.*?)^```$", page, re.S | re.M) if holding in text]
    assert len(found) == 1
    return found[0]


@pytest.fixture(scope="module")
def variables(served: Served) -> Mapping[str, str]:
    """The environment of a newcomer who has exported what the README says, and nothing else."""
    credential = service.open_workspace(served.environment)
    exported = {"BASE": served.base_url, "KEY_ID": credential.key_id, "SECRET": credential.secret}
    assert re.findall(r"^export (\w+)=", block("text", "export BASE"), re.M) == list(exported)
    kept = {name: served.environment[name] for name in ("PATH", "HOME", "LANG") if name in served.environment}
    return kept | exported


def pasted(command: list[str], variables: Mapping[str, str]) -> str:
    """Standard output of the pasted text."""
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_the_pasted_curl_request_creates_a_product(variables: Mapping[str, str], shell: str) -> None:
    answer = json.loads(pasted([shell, "-c", block("sh")], variables))
    assert answer["error"] is None
    assert answer["data"]["product"]["sku"] == "KOPI-GAYO-250"


def test_the_pasted_python_lists_what_curl_created(variables: Mapping[str, str]) -> None:
    answer = json.loads(pasted(["sh", "-c", block("sh")], variables))
    listed = pasted([sys.executable, "-I", "-c", block("python", page=AUTHENTICATION)], variables)
    assert f"{answer['data']['product']['id']} Kopi Gayo 250 g" in listed.splitlines()


def test_the_pasted_curl_request_with_another_secret_is_refused(variables: Mapping[str, str]) -> None:
    answer = json.loads(pasted(["sh", "-c", block("sh")], {**variables, "SECRET": "svcsk_another"}))
    assert answer["error"]["code"] == "BAD_SIGNATURE"


def test_the_map_shows_every_folder_once_on_few_lines() -> None:
    lines = block("text", "src/fulfilment/").splitlines()
    shown, parent = [], ""
    for line in lines:
        folders = re.match(r" *(?:[\w./]+/(?: |$))+", line)[0].split()
        if line.startswith(" "):
            shown += [parent + folder for folder in folders]
        else:
            shown += folders
            parent = folders[0]
    top = {path.name for path in ROOT.iterdir() if path.is_dir()} - MADE
    kept = {f"{name}/" for name in top if not name.startswith(".") or name == ".ci"} - {"src/"}
    packages = {f"{path.parent.relative_to(ROOT)}/" for package in PACKAGES for path in package.rglob("__init__.py")}
    assert len(lines) <= MAX_MAP_LINES
    assert sorted(shown) == sorted(kept | {package for package in packages if package.count("/") <= 3})


def test_every_link_of_the_documentation_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"} <= {page.name for page in pages}
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert broken == []
