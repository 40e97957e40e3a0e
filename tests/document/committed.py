"""The document as it is committed, for generators: `docs/openapi.json`, of the default brand and settings."""

import json
from pathlib import Path
from typing import Any

import msgspec

from fulfilment.app import all_events, all_routes
from fulfilment.infra.openapi.document import ApiDocument

PATH = Path(__file__).parents[2] / "docs" / "openapi.json"


def made() -> dict[str, Any]:
    """The document as the service makes it now."""
    return msgspec.json.decode(ApiDocument(all_routes, all_events).content)


def text(document: dict[str, Any]) -> str:
    """A document as it is committed: a line for each value, in the order that it is served in."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
