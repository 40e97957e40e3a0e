"""What the screens may be refused: the kinds of refusal, and the texts that the service says them with."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import fulfilment
from fulfilment import app
from fulfilment.aggregators.port import AggregatorError
from fulfilment.http import errors, idempotency, page, rate_limit, refusals
from fulfilment.http.caller import ForbiddenOnBehalf, WorkspaceSuspended
from fulfilment.http.errors import ApiError
from fulfilment.payments.port import PaymentsError

# What stands before and around every operation, whatever it does.
_OF_THE_EDGE = {
    errors.Internal,
    errors.NotFound,
    errors.MethodNotAllowed,
    errors.PayloadTooLarge,
    errors.ServiceUnavailable,
    errors.UnsupportedMediaType,
    errors.Validation,
    idempotency.InProgress,
    idempotency.KeyReused,
    page.ForeignForm,
    rate_limit.RateLimited,
    WorkspaceSuspended,
}
# Where the operations of the screens are, with what they call.
_PACKAGES = (
    "aggregators.biteship",
    "batches",
    "billing",
    "catalog",
    "credits",
    "http",
    "payments",
    "shipments",
    "shipping",
    "stock",
    "usage",
    "workspace",
)
_SOURCES = Path(fulfilment.__file__).parent
# Where a text goes on in the next line.
_JOINT = re.compile(r'"\s+f?"')
_SLOT = "\0"
_NAMED_SLOT = re.compile(r"%\(\w+\)s")


def kinds() -> set[type[ApiError]]:
    """Every kind of refusal that a person at a screen may get."""
    found = {kind for route in app.all_pages() for kind in refusals.raised_by(route.handler)}
    # A partner's key is none of a person's.
    return (found | _OF_THE_EDGE) - {ForbiddenOnBehalf, ApiError}


def texts() -> dict[str, str]:
    """What is said beside the texts of kinds, with where it stands; what is put into it is a NUL."""
    found: dict[str, str] = {}
    for package in _PACKAGES:
        for module in _modules(f"fulfilment.{package}"):
            tree = ast.parse(inspect.getsource(module))
            known = _assigned(tree) | vars(module)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and node.args and _is_refusal(node.func, known):
                    found |= dict.fromkeys(_said(node.args[0], known), module.__name__)
    return found


def sources() -> str:
    """The code of the service, each text in one piece, without the console's."""
    code = "".join(path.read_text() for path in _SOURCES.rglob("*.py") if "console" not in path.parts)
    return _JOINT.sub("", code)


def covers(saying: str, text: str) -> bool:
    """Whether a text that is known, with named slots, is this one, or one of those that it may become."""
    pattern = ".+".join(re.escape(piece) for piece in text.split(_SLOT))
    return re.fullmatch(pattern, _NAMED_SLOT.sub("7", saying), re.DOTALL) is not None


def _modules(package: str) -> Iterator[ModuleType]:
    home = importlib.import_module(package)
    for found in pkgutil.walk_packages(home.__path__, f"{package}."):
        if ".simulator" not in found.name and not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _assigned(tree: ast.Module) -> dict[str, Any]:
    """Texts that are put together before they are said, by the name that they are given."""
    return {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def _is_refusal(function: ast.expr, known: dict[str, Any]) -> bool:
    named = None
    if isinstance(function, ast.Name):
        named = known.get(function.id)
    elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        named = getattr(known.get(function.value.id), function.attr, None)
    return inspect.isclass(named) and issubclass(named, ApiError | AggregatorError | PaymentsError)


def _said(given: ast.expr, known: dict[str, Any]) -> list[str]:
    """The text of an argument: as it stands there, or in a constant or a table of the module."""
    if isinstance(given, ast.Constant):
        return [given.value] if isinstance(given.value, str) else []
    if isinstance(given, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else _SLOT for part in given.values)]
    if isinstance(given, ast.Name):
        named = known.get(given.id)
        return [named] if isinstance(named, str) else _said(named, {}) if isinstance(named, ast.JoinedStr) else []
    if isinstance(given, ast.Subscript) and isinstance(given.value, ast.Name):
        table = known.get(given.value.id)
        return [value for value in table.values() if isinstance(value, str)] if isinstance(table, dict) else []
    return []
