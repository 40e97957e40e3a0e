"""Reads the worked answers of the document given with the models of `openapi_client`, which stands beside this file.

Prints how many were read, and what went wrong with which, as JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

import openapi_client


def worked(document: dict[str, Any]) -> list[tuple[str, Any]]:
    """The class of each JSON answer with an example. Answers of one form share the class of the first of them."""
    found = []
    for methods in document["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {}).get("application/json", {})
                if status.startswith("2") and "example" in content:
                    name = operation["operationId"]
                    found.append((f"{name[0].upper()}{name[1:]}{status}Response", content["example"]))
    return found


read, problems = 0, []
for name, example in worked(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))):
    model = getattr(openapi_client, name, None)
    if model is None:
        continue
    try:
        answer = model.from_json(json.dumps(example))
        assert answer.error is None and answer.data is not None, "it lacks its data, or has an error"
        read += 1
    except Exception as problem:
        problems.append(f"{name}: {problem}")
print(json.dumps({"read": read, "problems": problems}))
