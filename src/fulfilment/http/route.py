"""Routes: how a domain's handlers meet HTTP.

A handler says by its first parameter what it is: `Read` (queries), `Tx` (a mutation, committed for it), `Saga` (short
transactions around a call out) or `Public` (no credential). Its other parameters are path parameters (`str`), `query`
(a record of query parameters), one record for the body, and resources found by their type: those of the process, and
the `Request` itself.

Travelling. Mutations of one workspace that came by one route may share a transaction, and so its commit (db/convoy.py).
A route of a `Tx` says so by `convoy=`: a function of any of the handler's arguments, by their names, that answers this
request's place among the others, or None where it is to go alone. Sagas and public routes say it to `finish` and
`mutate`, by `order=`. A handler that travels
  - locks rows that others may lock in one statement only, asked by `tx.only` or `tx.each`, and the order sorts its
    members as everybody else locks such rows: so no two trips, and no trip and nobody alone, wait for each other;
  - asks by `tx.only` whatever always answers one row: that is one round trip for all members, and anything else one for
    each of them;
  - has no `tx.attempt`, and calls `tx.leave_convoy` before it decides by what other members may be changing unseen.
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, get_type_hints

import msgspec

from fulfilment.fields import Body
from fulfilment.http.cost import ONE, Cost
from fulfilment.http.envelope import JSON_TYPE
from fulfilment.http.incoming import MAX_BODY_BYTES
from fulfilment.http.paging import Limits
from fulfilment.http.public import Public

PREFIX = "/api/v1"

Handler = Callable[..., Awaitable[Any]]


class Route(msgspec.Struct):
    """One route of the API: what is documented, and how it is run.

    A body of more than `most_body_bytes` is not read. `gate` is the resource whose `admit(request)` refuses a request
    before its body is read. `proof` is the one whose `await expect(request)` does so where a public route has a
    credential of its own, which its handler proves. A handler that `ends_with_caller` is cancelled when the caller
    hangs up. What `is_probe` is answered out of turn and not told in the log. `right` is what a person's roles must
    have (roles.py); None where the route is public. `scope` is what a key needs where scopes are enforced: what the
    route says, else what its domain says, else by its method. `cost` is what a request takes of its allowance.

    For the documentation alone: `client` is what the client libraries call it (`shipments.confirm_pickup`; None where
    it is no part of the API), `page` is how many rows a page of the list has, `repeat_status` is answered where the
    resource exists already, and one of `other_media_types` in place of JSON where the caller asks for it. `path_words`
    says what each path parameter is.
    """

    method: str
    path: str
    handler: Handler
    client: str | None
    kind: type
    status: int
    repeat_status: int | None
    body: type | None
    body_name: str | None
    body_optional: bool
    query: type | None
    path_names: tuple[str, ...]
    resources: dict[str, type]
    returns: Any
    needs_key: bool
    scope: str
    right: str | None
    validation_code: str
    convoy: Callable[[dict[str, Any]], tuple | None] | None
    tag: str
    tag_words: str
    path_words: dict[str, str]
    media_type: str
    other_media_types: tuple[str, ...]
    most_body_bytes: int
    gate: type | None
    proof: type | None
    ends_with_caller: bool
    cost: Cost
    page: Limits | None
    may_redirect: bool
    is_probe: bool
    decoder: Any = None

    @property
    def summary(self) -> str:
        return (inspect.getdoc(self.handler) or self.handler.__name__).split("\n")[0]

    @property
    def is_public(self) -> bool:
        return self.kind is Public


class Routes:
    """A domain's routes, gathered by decorators: `@route.post("/stock/adjust")`.

    Their rights are called after the tag, `stock.read` for GET and `stock.change` for the rest, unless a route names
    another one.

    For the documentation, `about` is a sentence on the tag, which one of its domains says, and `ids` has one on each
    path parameter, by itself and the part of the path before it: `{"products/{id}": "The product's id (`prod_…`)."}`.
    """

    def __init__(
        self,
        tag: str,
        about: str = "",
        ids: Mapping[str, str] = MappingProxyType({}),
        *,
        scope: str | None = None,
        prefix: str = PREFIX,
    ):
        self.tag = tag
        self.prefix = prefix
        self._about = about
        self._ids = ids
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
        client: str | None = None,
        scope: str | None = None,
        status: int = 200,
        repeat_status: int | None = None,
        needs_key: bool = False,
        right: str | None = None,
        validation_code: str = "VALIDATION",
        convoy: Callable[..., tuple | None] | None = None,
        media_type: str = JSON_TYPE,
        other_media_types: tuple[str, ...] = (),
        most_body_bytes: int = MAX_BODY_BYTES,
        gate: type | None = None,
        proof: type | None = None,
        ends_with_caller: bool = False,
        cost: Cost = ONE,
        page: Limits | None = None,
        may_redirect: bool = False,
        is_probe: bool = False,
    ) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            parts = _Parts.of(handler, path)
            self.all.append(
                Route(
                    method=method,
                    path=self.prefix + path,
                    handler=handler,
                    client=client,
                    status=status,
                    repeat_status=repeat_status,
                    needs_key=needs_key,
                    validation_code=validation_code,
                    convoy=convoy and _by_names(convoy),
                    scope=scope or self._scope or ("read" if method == "GET" else "write"),
                    right=None if parts.kind is Public else right or self._right_of(method),
                    tag=self.tag,
                    tag_words=self._about,
                    path_words={name: self._words_of(path, name) for name in parts.path_names},
                    media_type=media_type,
                    other_media_types=other_media_types,
                    most_body_bytes=most_body_bytes,
                    gate=gate,
                    proof=proof,
                    ends_with_caller=ends_with_caller,
                    cost=cost,
                    page=page,
                    may_redirect=may_redirect,
                    is_probe=is_probe,
                    decoder=msgspec.json.Decoder(parts.body) if parts.body else None,
                    **msgspec.structs.asdict(parts),
                )
            )
            return handler

        return register

    def _words_of(self, path: str, name: str) -> str:
        """What is said of a path parameter; nothing outside of the API, which is not described."""
        before = path[: path.index("{" + name + "}")].rstrip("/").rpartition("/")[2]
        return self._ids.get(f"{before}/{{{name}}}", "")

    def _right_of(self, method: str) -> str:
        return f"{self.tag.lower().replace(' ', '_')}.{'read' if method == 'GET' else 'change'}"


def _by_names(convoy: Callable[..., tuple | None]) -> Callable[[dict[str, Any]], tuple | None]:
    """The place in a convoy by all of a handler's arguments, of which `convoy` has some."""
    names = tuple(inspect.signature(convoy).parameters)
    return lambda arguments: convoy(*(arguments[name] for name in names))


class _Parts(msgspec.Struct):
    """What a handler's signature says about its route."""

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
        returns = hints.pop("return", None)
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


def _inner_record(hint: Any) -> type | None:
    """The record type in `Record` or `Record | None`."""
    candidates = [part for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
    is_record = len(candidates) == 1 and inspect.isclass(candidates[0]) and issubclass(candidates[0], Body)
    return candidates[0] if is_record else None
