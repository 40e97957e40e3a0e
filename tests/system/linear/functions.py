"""Every function of the service that takes text apart, found in its source by the calls that do so."""

import ast
from collections.abc import Iterator
from pathlib import Path

import fulfilment

_ROOT = Path(fulfilment.__file__).parent
_READING = frozenset(
    [
        "split",
        "rsplit",
        "partition",
        "rpartition",
        "splitlines",
        "loads",
        "fromisoformat",
        "ip_address",
        "ip_network",
        "URL",
        "urlsplit",
        "urlparse",
        "parse_qsl",
        "unquote",
        "unquote_to_bytes",
        "b64decode",
        "urlsafe_b64decode",
        "reader",
        "import_key_set",
        "translate",
        "render",
        "convert",
        "fromhex",
        "strptime",
        "with_host",
        "casefold",
        "normalize",
        "from_string",
        "fromstring",
        "feed",
        "unpackb",
    ]
)


def all_readers() -> Iterator[str]:
    """Their names, by module: `http.paging._opened`."""
    for path in sorted(_ROOT.rglob("*.py")):
        module = ".".join(path.relative_to(_ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _reads(node):
                yield f"{module}.{node.name}"


def _reads(function: ast.AST) -> bool:
    return any(isinstance(node, ast.Call) and _takes_apart(node) for node in ast.walk(function))


def _takes_apart(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name(id="layout"), attr="render"):
            # A page of the console is drawn from its own template.
            return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "decode":
        # Bytes are decoded as what a constant says, or nothing; a decoder is given what it decodes.
        return bool(call.args) and not isinstance(call.args[0], ast.Constant)
    return name in _READING
