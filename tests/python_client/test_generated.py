"""The generated code of the Python client is up to date with the OpenAPI document."""

import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parents[2] / "clients" / "python"
PACKAGE = CLIENT / "src" / "fulfilment_client"
GENERATED_FILES = 7


def test_what_is_committed_is_what_the_document_of_today_makes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, CLIENT / "scripts" / "generate.py", "--into", tmp_path], check=True)
    made = {path.relative_to(tmp_path): path.read_text() for path in tmp_path.rglob("*.py")}
    assert len(made) == GENERATED_FILES
    differing = [str(name) for name, text in made.items() if (PACKAGE / name).read_text() != text]
    assert differing == [], "make clients writes them anew"
