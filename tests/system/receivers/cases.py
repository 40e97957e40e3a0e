"""Cases for the helpers: the published vectors, and vectors that must be refused."""

import base64
import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parents[2] / "vectors"
SECRET = "whsec_bmV2ZXItYS1yZWFsLXNlY3JldC1laXRoZXI"
NOW = 1_763_650_800
EVENT = b'{"id":"evt_1","type":"svc.product.created.v1","data":{"name":"Caf\xc3\xa9"}}'


def of(header: Any, body: bytes = EVENT, secrets: tuple[str, ...] = (SECRET,), now: float = NOW) -> dict[str, Any]:
    """A case as the vectors write it."""
    encoded = base64.b64encode(body).decode()
    return {"header": header, "bodyBase64": encoded, "secrets": list(secrets), "now": now}


def frozen() -> list[dict[str, Any]]:
    """Each with its `outcome`: `ACCEPTED`, or the code of the error."""
    return json.loads((_FOLDER / "receivers.json").read_text("utf-8"))["cases"]


def published() -> list[dict[str, Any]]:
    """Every published vector once with each one of its secrets; all are genuine at their time."""
    vectors = json.loads((_FOLDER / "webhooks.json").read_text("utf-8"))["cases"]
    return [{**case, "secrets": [secret], "now": case["t"]} for case in vectors for secret in case["secrets"]]


def tampered() -> list[dict[str, Any]]:
    """Every published vector with one thing changed; none is genuine."""
    changed = []
    for case in published():
        longer = base64.b64encode(base64.b64decode(case["bodyBase64"]) + b" ").decode()
        later = case["header"].replace(f"t={case['t']}", f"t={case['t'] + 1}")
        changed += [{**case, "bodyBase64": longer}, {**case, "header": later}, {**case, "secrets": ["whsec_other"]}]
    return changed
