"""The page about events, and the example of each type that it shows."""

import json
import re
from typing import Any

from tests.journeys.pages import ROOT

PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")


def documented() -> dict[str, Any]:
    """The example envelope of each type on the page."""
    found = re.findall(r"^## (svc\.\S+)$.*?^```json[^\n]*\n(.*?)^```$", PAGE, re.S | re.M)
    return {kind: json.loads(example) for kind, example in found}
