"""Errors that a screen can get: their classes, and the texts that the service gives them."""

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
from fulfilment.infra.api import errors, internal_client
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.auth.principal import ForbiddenOnBehalf, WorkspaceSuspended
from fulfilment.infra.limits import rate_limiter
from fulfilment.infra.operations import idempotency
from fulfilment.payments.port import PaymentsError

# Errors of the layers before and around every operation.
_EDGE_ERRORS = {
    errors.Internal,
    errors.NotFound,
    errors.MethodNotAllowed,
    errors.PayloadTooLarge,
    errors.ServiceUnavailable,
    errors.UnsupportedMediaType,
    errors.Validation,
    idempotency.InProgress,
    idempotency.KeyReused,
    internal_client.CrossSiteForm,
    rate_limiter.RateLimited,
    WorkspaceSuspended,
}
# Where the operations of the screens are, with what they call.
_PACKAGES = (
    "aggregators.biteship",
    "bulk_jobs",
    "billing",
    "catalog",
    "credits",
    "infra.api",
    "infra.auth",
    "infra.limits",
    "infra.operations",
    "payments",
    "shipments",
    "shipping",
    "stock",
    "quotas",
    "workspaces",
)
_SOURCES = Path(fulfilment.__file__).parent
# Where a text goes on in the next line.
_JOINT = re.compile(r'"\s+f?"')
_SLOT = "\0"
_NAMED_SLOT = re.compile(r"%\(\w+\)s")


def list_error_classes() -> set[type[ApiError]]:
    """Every kind of refusal that a person at a screen may get: those that a screen, or an operation of it, names."""
    routes = {inspect.unwrap(route.handler): route for route in app.all_routes()}
    error_classes: set[type[ApiError]] = set()
    for module in _import_modules("fulfilment.console"):
        for named in _named_objects(module):
            if inspect.isclass(named) and issubclass(named, ApiError):
                error_classes.add(named)
            elif inspect.isfunction(named) and named in routes:
                error_classes.update(routes[named].raises)
    error_classes |= _EDGE_ERRORS
    every = {inner for kind in error_classes - {ApiError} for inner in (kind, *kind.__subclasses__())}
    # A partner's key is none of a person's, and a sign-in is a page of its own.
    return every - {ForbiddenOnBehalf, internal_client.SignInRequired}


def _named_objects(module: ModuleType) -> Iterator[Any]:
    """Whatever a module calls by a name of its own, or by an attribute of one."""
    known = vars(module)
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Name):
            yield known.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield getattr(known.get(node.value.id), node.attr, None)


def list_error_texts() -> dict[str, str]:
    """Error texts apart from those of the classes, each with its module; a NUL stands for an inserted value."""
    modules_by_text: dict[str, str] = {}
    for package in _PACKAGES:
        for module in _import_modules(f"fulfilment.{package}"):
            tree = ast.parse(inspect.getsource(module))
            known = _assigned_texts(tree) | vars(module)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and node.args and _is_error_class(node.func, known):
                    modules_by_text |= dict.fromkeys(_literal_texts(node.args[0], known), module.__name__)
    return modules_by_text


def read_sources() -> str:
    """The code of the service, each text in one piece, without the console's."""
    code = "".join(path.read_text() for path in _SOURCES.rglob("*.py") if "console" not in path.parts)
    return _JOINT.sub("", code)


def is_covered(known: str, text: str) -> bool:
    """True if a known text with named slots matches this text or a text that it may become."""
    pattern = ".+".join(re.escape(piece) for piece in text.split(_SLOT))
    return re.fullmatch(pattern, _NAMED_SLOT.sub("7", known), re.DOTALL) is not None


def _import_modules(package: str) -> Iterator[ModuleType]:
    home = importlib.import_module(package)
    for found in pkgutil.walk_packages(home.__path__, f"{package}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _assigned_texts(tree: ast.Module) -> dict[str, Any]:
    """Texts that are put together before they are said, by the name that they are given."""
    return {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def _is_error_class(function: ast.expr, known: dict[str, Any]) -> bool:
    named = None
    if isinstance(function, ast.Name):
        named = known.get(function.id)
    elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        named = getattr(known.get(function.value.id), function.attr, None)
    return inspect.isclass(named) and issubclass(named, ApiError | AggregatorError | PaymentsError)


def _literal_texts(argument: ast.expr, known: dict[str, Any]) -> list[str]:
    """The text of an argument: as it stands there, or in a constant or a table of the module."""
    if isinstance(argument, ast.Constant):
        return [argument.value] if isinstance(argument.value, str) else []
    if isinstance(argument, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else _SLOT for part in argument.values)]
    if isinstance(argument, ast.Name):
        named = known.get(argument.id)
        return (
            [named] if isinstance(named, str) else _literal_texts(named, {}) if isinstance(named, ast.JoinedStr) else []
        )
    if isinstance(argument, ast.Subscript) and isinstance(argument.value, ast.Name):
        table = known.get(argument.value.id)
        return [value for value in table.values() if isinstance(value, str)] if isinstance(table, dict) else []
    return []
