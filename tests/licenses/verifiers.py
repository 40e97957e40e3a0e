"""The two published verifiers of license files, each loaded from its one file as buyers' software would have it."""

import importlib.util
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.harness.node import NODE

FOLDER = Path(__file__).parents[2] / "docs" / "licenses-offline"
_SPEC = importlib.util.spec_from_file_location("license_file", FOLDER / "license_file.py")
helper = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(helper)

Verifier = Callable[[list[dict[str, Any]]], list[Any]]


def python(cases: list[dict[str, Any]]) -> list[Any]:
    """The claims that each case is found to carry, or the code of the error."""
    return [_outcome(**case) for case in cases]


def javascript(cases: list[dict[str, Any]]) -> list[Any]:
    """The same, said by Node."""
    program = Path(__file__).parent / "verifying.mjs"
    done = subprocess.run([NODE, program], input=json.dumps(cases), capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def case(content: str, public_key: dict[str, str], instance: str, product: str, now: float) -> dict[str, Any]:
    """The input of both verifiers."""
    return {
        "content": content,
        "publicKey": public_key,
        "instanceId": instance,
        "productId": product,
        "now": now,
    }


def _outcome(content: str, publicKey: dict[str, str], instanceId: str, productId: str, now: float) -> Any:
    try:
        return helper.verify(content, publicKey, instance_id=instanceId, product_id=productId, now=now)
    except helper.LicenseFileError as refused:
        return refused.code
