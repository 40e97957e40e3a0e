"""The code of the Python client's README runs as it stands there, from top to bottom."""

import re
from pathlib import Path

import pytest

from fulfilment.cli.demo_walk import service
from tests.system.journeys.conftest import Served

CLIENT = Path(__file__).resolve().parents[3] / "clients" / "python"


def test_the_readme_and_the_examples_run(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = service.open_workspace(served.environment)
    monkeypatch.setenv("FULFILMENT_URL", served.base_url)
    monkeypatch.setenv("FULFILMENT_KEY_ID", own.key_id)
    monkeypatch.setenv("FULFILMENT_SECRET", own.secret)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (CLIENT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) > 8
    names: dict[str, object] = {"__name__": "readme"}
    for block in blocks:
        exec(block, names)
    assert "NEGATIVE_STOCK" in capsys.readouterr().out
    assert (tmp_path / "audit.ndjson").stat().st_size > 0
    for example in sorted((CLIENT / "examples").glob("*.py")):
        exec(compile(example.read_text(), example, "exec"), {"__name__": "__main__"})
    said = capsys.readouterr().out
    assert "delivered to" in said and "of 3 parcels" in said, said
