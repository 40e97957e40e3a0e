"""Promises of the last release to its clients: `docs/releases/openapi-<version>.json`, without words and examples.

`python -m tests.document.releases` writes that of the present version, as a release does
(docs/decisions/0017-openapi.md).
"""

import json
from pathlib import Path
from typing import Any

from fulfilment import __version__
from tests.document import committed

FOLDER = committed.PATH.parent / "releases"
_WORDS = ("description", "summary", "example", "title")


def promised(part: Any, *, are_names: bool = False) -> Any:
    """The document without what no client depends on. Where keys are names, a name may be any word."""
    if isinstance(part, dict):
        kept = {name: value for name, value in part.items() if are_names or name not in _WORDS}
        return {name: promised(value, are_names=name in ("properties", "schemas")) for name, value in kept.items()}
    return [promised(each) for each in part] if isinstance(part, list) else part


def last() -> Path:
    """The file of the newest release."""
    return max(FOLDER.glob("openapi-*.json"), key=lambda path: [int(n) for n in path.stem.split("-")[1].split(".")])


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"openapi-{__version__}.json"
    path.write_text(
        json.dumps(promised(committed.made()), separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
