"""Routing: the declaration of routes by decorators, and the table that finds a route by its path.

The type of a handler's first parameter is the kind of the route:

- `Read`: a query.
- `Tx`: a mutation in one transaction, which the framework commits.
- `ExternalOperation`: short transactions around a call to an external service.
- `Public`: no credential.

Other parameters are path parameters (`str`), `query` (a record of query parameters) and one record for the body.
Resources of the process, and the `Request` itself, are injected by type.

Group commit: mutations of one workspace and route may share a transaction (infra/operations/group_commit.py). A route
opts in with `batch_key=`: a function of any of the handler's arguments, by their names, and of the `principal`. It
returns the request's position in the lock order of the rows, or None if the request runs alone. The order prevents
deadlocks between groups. A route with an external operation batches only the mutation at its end.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from types import MappingProxyType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from fulfilment.infra.api.body_reader import MAX_BODY_BYTES
from fulfilment.infra.api.envelope import JSON_TYPE, Reply, Stream
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.pagination import PageLimits
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.limits.request_limits import ONE, RequestCost
from fulfilment.infra.models import RequestModel
from fulfilment.infra.operations.command import EncodedResponse

PREFIX = "/api/v1"

_DOTS = (".", "..")

Handler = Callable[..., Awaitable[Any]]
Served = TypeVar("Served")


class Route(msgspec.Struct):
    """One route of the API: its handler, its policies and its documentation.

    - `max_body_bytes`: a longer body is not read.
    - `pre_check`: the resource whose `admit(request)` may refuse a request before its body is read.
    - `verifier`: the resource whose `await expect(request)` does so on a public route with a credential of its own.
      The handler verifies that credential.
    - `cancel_on_disconnect`: the handler is cancelled when the client disconnects.
    - `is_probe`: the request bypasses admission control, and is not logged.
    - `is_cross_origin`: scripts of every origin may read the answers (cors.py).
    - `right`: the right that a person's roles must include; None on public routes.
    - `scope`: the scope that an API key needs, where scopes are enforced.
    - `cost`: the cost of a request against its rate limit.
    - `raises`: the errors of the handler beyond those of the pipeline; a class stands for its subclasses.

    Three fields serve the documentation alone. `sdk_method` is the name in the client libraries, or None if the route
    is not part of the API. `page` has the bounds of a list's page. `repeat_status` is the status if the resource exists
    already.
    """

    method: str
    path: str
    handler: Handler
    tag: str
    kind: type
    body: type | None
    body_name: str | None
    body_optional: bool
    query: type | None
    path_names: tuple[str, ...]
    resources: dict[str, type]
    returns: Any
    scope: str
    right: str | None
    tag_description: str
    path_descriptions: dict[str, str]
    decoder: Any
    sdk_method: str | None = None
    status: int = 200
    repeat_status: int | None = None
    is_idempotency_required: bool = False
    validation_code: str = "VALIDATION"
    batch_key: Callable[[Mapping[str, Any]], tuple | None] | None = None
    media_type: str = JSON_TYPE
    other_media_types: tuple[str, ...] = ()
    max_body_bytes: int = MAX_BODY_BYTES
    pre_check: type | None = None
    verifier: type | None = None
    cancel_on_disconnect: bool = False
    cost: RequestCost = ONE
    page: PageLimits | None = None
    may_redirect: bool = False
    is_probe: bool = False
    is_cross_origin: bool = False
    raises: tuple[type[ApiError], ...] = ()

    @property
    def summary(self) -> str:
        return (inspect.getdoc(self.handler) or self.handler.__name__).split("\n")[0]

    @property
    def is_public(self) -> bool:
        return self.kind is Public


class Routes:
    """Registry of a domain's routes, filled by decorators: `@route.post("/stock/adjust")`.

    Rights are named after the tag: `stock.read` for GET and `stock.change` for the rest, unless a route names another.

    For the documentation, `description` is a sentence about the tag; only one domain of a tag gives it.
    `id_descriptions` has a sentence on each path parameter. Its key is the parameter after the path segment before it:
    `{"products/{id}": "The product's id (`prod_…`)."}`.
    """

    def __init__(
        self,
        tag: str,
        description: str = "",
        id_descriptions: Mapping[str, str] = MappingProxyType({}),
        *,
        scope: str | None = None,
        prefix: str = PREFIX,
    ) -> None:
        self.tag = tag
        self.prefix = prefix
        self._description = description
        self._id_descriptions = id_descriptions
        self._scope = scope
        self.all: list[Route] = []

    def get(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("GET", path, **options)

    def post(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("POST", path, **options)

    def patch(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("PATCH", path, **options)

    def put(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("PUT", path, **options)

    def delete(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("DELETE", path, **options)

    def _add(
        self,
        method: str,
        path: str,
        *,
        scope: str | None = None,
        right: str | None = None,
        batch_key: Callable[..., tuple | None] | None = None,
        **options: Any,
    ) -> Callable[[Handler], Handler]:
        """The decorator that registers a handler. `options` are fields of its Route."""

        def register(handler: Handler) -> Handler:
            parts = _Parts.of(handler, path)
            self.all.append(
                Route(
                    method=method,
                    path=self.prefix + path,
                    handler=handler,
                    batch_key=batch_key and _by_names(batch_key),
                    scope=scope or self._scope or ("read" if method == "GET" else "write"),
                    right=None if parts.kind is Public else right or self._right_of(method),
                    tag=self.tag,
                    tag_description=self._description,
                    path_descriptions={name: self._description_of(path, name) for name in parts.path_names},
                    decoder=msgspec.json.Decoder(parts.body) if parts.body else None,
                    **msgspec.structs.asdict(parts),
                    **options,
                )
            )
            return handler

        return register

    def _description_of(self, path: str, name: str) -> str:
        """The description of a path parameter; empty for routes outside of the API, which are not documented."""
        before = path[: path.index("{" + name + "}")].rstrip("/").rpartition("/")[2]
        return self._id_descriptions.get(f"{before}/{{{name}}}", "")

    def _right_of(self, method: str) -> str:
        return f"{self.tag.lower().replace(' ', '_')}.{'read' if method == 'GET' else 'change'}"


def _by_names(batch_key: Callable[..., tuple | None]) -> Callable[[Mapping[str, Any]], tuple | None]:
    """The batch key as a function of all arguments of the handler; `batch_key` itself takes some of them."""
    names = tuple(inspect.signature(batch_key).parameters)
    return lambda arguments: batch_key(*(arguments[name] for name in names))


class _Parts(msgspec.Struct):
    """The fields of a Route that follow from the signature of its handler."""

    kind: type
    body: type | None
    body_name: str | None
    body_optional: bool
    query: type | None
    path_names: tuple[str, ...]
    resources: dict[str, type]
    returns: Any

    @classmethod
    def of(cls, handler: Handler, path: str) -> "_Parts":
        hints = get_type_hints(handler)
        returns = _shown(hints.pop("return", None))
        names = list(inspect.signature(handler).parameters)
        parts = cls(hints[names[0]], None, None, False, None, (), {}, returns)
        for name in names[1:]:
            hint = hints[name]
            inner = _inner_record(hint)
            if "{" + name + "}" in path:
                parts.path_names += (name,)
            elif name == "query":
                parts.query = hint
            elif inner is not None:
                parts.body, parts.body_name, parts.body_optional = inner, name, inner is not hint
            else:
                parts.resources[name] = hint
        return parts


def _shown(hint: object) -> object:
    """The documented type of an answer: `Product` for `Product`, `Reply[Product]`, and a union of both.

    A Stream in a union is left out; the route's `other_media_types` document it.
    """
    if get_origin(hint) in (Reply, EncodedResponse):
        return get_args(hint)[0]
    if get_origin(hint) not in (Union, UnionType):
        return hint
    shown = list(dict.fromkeys(_shown(part) for part in get_args(hint) if part is not Stream))
    return shown[0] if len(shown) == 1 else hint


def _inner_record(hint: object) -> type | None:
    """The record type in `Record` or `Record | None`."""
    candidates = [part for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
    if len(candidates) != 1:
        return None
    record = candidates[0]
    return record if inspect.isclass(record) and issubclass(record, RequestModel) else None


class Paths(Generic[Served]):
    """Path table: maps patterns such as `/api/v1/products/{id}` to the values served there."""

    def __init__(self) -> None:
        self._exact: dict[str, Served] = {}
        self._root: _Node[Served] = _Node()
        self._most_segments = 0

    def __iter__(self) -> Iterator[Served]:
        yield from self._exact.values()
        yield from self._root.everything()

    def add(self, pattern: str, served: Served) -> None:
        """Register `served` under the pattern; its parameters are the segments in braces."""
        segments = pattern.split("/")[1:]
        names = tuple(segment[1:-1] for segment in segments if segment.startswith("{"))
        if not names:
            assert pattern not in self._exact, f"{pattern} is served twice"
            self._exact[pattern] = served
            return
        node = self._root
        for segment in segments:
            key = None if segment.startswith("{") else segment
            node = node.children.setdefault(key, _Node())
        assert node.served is None, f"{pattern} is served twice, or under two names for its parameters"
        node.served, node.names = served, names
        self._most_segments = max(self._most_segments, len(segments))

    def find(self, path: str) -> tuple[Served, dict[str, str]] | None:
        """The value served at the path, with the values of its parameters; None if no pattern matches."""
        exact = self._exact.get(path)
        if exact is not None:
            return exact, {}
        segments = path.split("/", self._most_segments + 1)[1:]
        node = self._root
        values: list[str] = []
        for segment in segments:
            # A literal segment precedes a parameter, without backtracking: one walk for every path.
            inner = node.children.get(segment)
            if inner is None and segment and segment not in _DOTS:
                inner = node.children.get(None)
                values.append(segment)
            if inner is None:
                return None
            node = inner
        return None if node.served is None else (node.served, dict(zip(node.names, values, strict=True)))


class _Node(Generic[Served]):
    """Node of the prefix tree, one segment of a pattern. The child under None is a parameter."""

    __slots__ = ("children", "names", "served")

    def __init__(self) -> None:
        self.children: dict[str | None, _Node[Served]] = {}
        self.names: tuple[str, ...] = ()
        self.served: Served | None = None

    def everything(self) -> Iterator[Served]:
        if self.served is not None:
            yield self.served
        for child in self.children.values():
            yield from child.everything()
