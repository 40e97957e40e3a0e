"""The Python client as a package: strictly typed, built, installed in a clean place and used."""

import json
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CLIENT = ROOT / "clients" / "python"
_USE = """
import sys
from pathlib import Path
import fulfilment_client
from fulfilment_client import Fulfilment, errors, types, webhooks
assert Path(fulfilment_client.__file__).is_relative_to(sys.prefix), fulfilment_client.__file__
assert (Path(fulfilment_client.__file__).parent / "py.typed").is_file()
assert types.Product.__required_keys__
body = b'{"id": "evt_1", "type": "svc.product.created.v1"}'
headers = {"Svc-Signature": webhooks.sign(body, "whsec_1")}
assert webhooks.read_event(headers, body, "whsec_1")["id"] == "evt_1"
with Fulfilment("http://127.0.0.1:9", key_id="k", secret="s", retries=0) as client:
    try:
        client.products.list()
    except errors.ConnectionFailed as failed:
        print("tried", failed)
"""


def run(*command: object, folder: Path = ROOT) -> str:
    """A program's output; its failure fails the test with all of it."""
    ran = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("version", ["3.10", "3.13"])
def test_the_package_its_examples_and_its_readme_are_strictly_typed(version: str, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (CLIENT / "README.md").read_text(), re.DOTALL)
    (tmp_path / "readme.py").write_text("\n".join(blocks))
    settings = {
        "include": [str(CLIENT / "src"), str(CLIENT / "examples"), str(tmp_path)],
        "extraPaths": [str(CLIENT / "src")],
        "typeCheckingMode": "strict",
        "pythonVersion": version,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    pyright = Path(sys.executable).parent / "pyright"
    said = run(pyright, "--pythonpath", sys.executable, folder=tmp_path)
    assert "0 errors, 0 warnings" in said


def test_the_wheel_is_built_installed_in_a_clean_place_and_used(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path / "dist", folder=CLIENT)
    assert sorted(path.suffix for path in (tmp_path / "dist").iterdir()) == [".gz", ".whl"]
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / "bin" / "python"
    pins = ROOT / "requirements-dev.txt"
    # The versions that were tested; without their hashes, since they stand beside a file of our own.
    names = ("httpx", "httpcore", "anyio", "h11", "certifi", "idna", "sniffio", "typing-extensions")
    pinned = [line.split()[0] for line in pins.read_text().splitlines() if line.partition("==")[0] in names]
    run(python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", wheel, *pinned)
    assert "tried" in run(python, "-c", _USE, folder=tmp_path)
    assert "usage: fulfilment" in run(tmp_path / "clean" / "bin" / "fulfilment", "--help", folder=tmp_path)
    assert "shipment.delivered" in run(tmp_path / "clean" / "bin" / "fulfilment", "trigger", "--list", folder=tmp_path)
    listed = run(python, "-m", "pip", "list", "--format=freeze", folder=tmp_path)
    assert not any(name in listed for name in ("pydantic", "msgspec", "requests"))
