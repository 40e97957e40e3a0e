"""Every outbound connection goes through the code that checks if it is allowed (infra/outbound_http.py)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import fulfilment

SOURCE = Path(fulfilment.__file__).parent
# Code that opens a connection by itself: a module whose use alone does, or a name of a module.
_MODULES = {"httpx", "requests", "urllib3", "urllib.request", "http.client", "smtplib", "ftplib", "xmlrpc.client"}
_NAMES = {
    "aiohttp": {"TCPConnector", "UnixConnector", "request"},
    "asyncio": {"open_connection", "open_unix_connection"},
    "socket": {"create_connection"},
}
_METHODS = {"create_connection", "sock_connect"}

_OWN = "speaks to the service on this machine"
ALLOWED = {
    "infra/outbound_http.py: aiohttp.TCPConnector": "is the way out",
    "infra/auth/jwks_session.py: aiohttp.TCPConnector": "asks the identity provider, so that people can sign in",
    "infra/observability/tracing/exporter.py: aiohttp.TCPConnector": "sends traces to the operator's collector",
    "infra/observability/tracing/exporter.py: requests": "gives that connector to OpenTelemetry's exporter",
    "cli/http_probe.py: urllib.request": _OWN,
    "cli/demo.py: httpx": _OWN,
    "cli/simulate_token.py: aiohttp.ClientSession": "asks the identity simulator on this machine",
}
_DEMONSTRATION = "cli/demo_walk/"


def _ways(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in _MODULES)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if module in _MODULES:
                yield module
            yield from (f"{module}.{each.name}" for each in node.names if each.name in _NAMES.get(module, ()))
        elif isinstance(node, ast.Attribute):
            holder = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in _NAMES.get(holder, ()) or (holder not in _NAMES and node.attr in _METHODS):
                yield f"{holder}.{node.attr}"
        elif isinstance(node, ast.Call) and _is_session_of_its_own(node):
            yield "aiohttp.ClientSession"


def _is_session_of_its_own(call: ast.Call) -> bool:
    """A session that is given no connector makes one by itself."""
    is_session = isinstance(call.func, ast.Attribute) and call.func.attr == "ClientSession"
    return is_session and not any(given.arg == "connector" for given in call.keywords)


def test_every_way_out_of_the_process_asks_whether_anything_may_leave() -> None:
    found = {
        f"{path.relative_to(SOURCE).as_posix()}: {way}"
        for path in SOURCE.rglob("*.py")
        if not path.relative_to(SOURCE).as_posix().startswith(_DEMONSTRATION)
        for way in _ways(ast.parse(path.read_text()))
    }
    assert found == set(ALLOWED)
