"""Signed requests that are sent while a stage is set, one at a time."""

import json
import urllib.error
import urllib.request
from typing import Any

from benchmarks.processes import CannotMeasure
from benchmarks.workload import Workspace


def call(port: int, workspace: Workspace, path: str, body: dict[str, Any], method: str = "POST") -> Any:
    """A request of the workspace's; the answer's data. Raises CannotMeasure."""
    head, _, content = workspace.request(method, path, json.dumps(body).encode()).partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[2:])
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", content, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as problem:
        raise CannotMeasure(f"{path} was answered {problem.code}: {problem.read()[:500]!r}") from None
