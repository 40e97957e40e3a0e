"""One worked request and answer of each operation, and one envelope of each event: shown in the OpenAPI document.

They are the record of a story that the tests play on the real service (tests/document/story.py), kept in
`examples.json` in the words of the default brand; `make openapi` records it anew.
"""

from pathlib import Path
from typing import Any

import msgspec

from fulfilment.infra import branding

PATH = Path(__file__).with_name("examples.json")
_SVC = "svc"


class Example(msgspec.Struct, rename="camel", omit_defaults=True):
    """An exchange as it took place. What is no JSON is text; of a PDF there is no `answer`."""

    status: int
    media_type: str
    parameters: dict[str, str] = {}
    body: Any = msgspec.UNSET
    answer: Any = msgspec.UNSET


class Examples(msgspec.Struct):
    """By the operationId, and by the name of the event without brand and version."""

    operations: dict[str, Example]
    events: dict[str, Any]


def read() -> Examples:
    """The examples in the words of the brand; none of what has none."""
    text = PATH.read_text(encoding="utf-8")
    for told, instead in _words_of(branding.build(_SVC), branding.current()):
        text = text.replace(told, instead)
    return msgspec.json.decode(text, type=Examples)


def _words_of(told: branding.Brand, spoken: branding.Brand) -> list[tuple[str, str]]:
    """What the other brand calls that the examples name."""
    return [
        (f'"{told.name}.', f'"{spoken.name}.'),
        (told.secret_prefix, spoken.secret_prefix),
        (told.key_id_prefix, spoken.key_id_prefix),
        (f'"{told.title} ', f'"{spoken.title} '),
    ]


def show_exchange(operation: dict[str, Any], example: Example) -> None:
    """Add the exchange to the description of its operation."""
    for parameter in operation["parameters"]:
        if parameter["name"] in example.parameters:
            value = example.parameters[parameter["name"]]
            parameter["example"] = int(value) if parameter["schema"].get("type") == "integer" else value
    if example.body is not msgspec.UNSET and "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        content["example"] = example.body
    if example.answer is not msgspec.UNSET:
        operation["responses"][str(example.status)]["content"][example.media_type]["example"] = example.answer
