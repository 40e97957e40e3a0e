"""The helper for Python, loaded from its one file as a receiver would have it."""

import base64
import importlib.util
from typing import Any

from tests.system.receivers.node import RECEIVERS

_FILE = RECEIVERS / "python" / "fulfilment_webhooks.py"
_SPEC = importlib.util.spec_from_file_location("fulfilment_webhooks", _FILE)
helper = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(helper)


def outcome(way: str, case: dict[str, Any]) -> str:
    """The helper's result for the case: `ACCEPTED`, or the code of its error."""
    body = base64.b64decode(case["bodyBase64"])
    try:
        if way == "verify":
            helper.verify(case["header"], body, case["secrets"], now=case["now"])
        else:
            headers = {} if case["header"] is None else {"SVC-SIGNATURE": case["header"]}
            helper.read_event(headers, body, case["secrets"], now=case["now"])
    except helper.VerificationError as refused:
        return refused.code
    return "ACCEPTED"
