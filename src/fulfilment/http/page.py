"""What the screens of the console work with: a person who is signed in, the workspace of the path, and the API itself.

A screen has no SQL and no write path of its own. It asks and tells the same operations as every other client does, each
named by its handler, with the person as actor: rights, limits, idempotency, audit and events are those of the API.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from fulfilment import roles
from fulfilment.http.caller import Caller
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.mutation import Answered
from fulfilment.http.request import Request
from fulfilment.http.route import Handler, Route
from fulfilment.http.session import ConsoleSession

Held = TypeVar("Held")

# A form of five hundred parcels, with the longest ids there are, has some 30 KB.
MAX_FORM_BYTES = 262_144
# What asks for a piece of a page, and puts no whole page there.
PIECE_HEADER = "hx-request"
SAFE_METHODS = ("GET", "HEAD")

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class SignInNeeded(ApiError):
    """Nobody is signed in, or what is asked for needs a sign-in of less than fifteen minutes ago."""

    status, code, message = 401, "AUTH_REQUIRED", "Sign in to go on."

    def __init__(self, message: str | None = None, *, again: bool = False):
        super().__init__(message)
        self.again = again


class ForeignForm(ApiError):
    """A form that another site's page has sent, or that does not say where it comes from."""

    status, code, message = 403, "FORBIDDEN", "This was not sent from a page of the console."


class Answer(msgspec.Struct, frozen=True):
    """What an operation answered: its `data`, as JSON has it, and its `meta`."""

    data: Any
    meta: dict[str, Any]
    status: int


class Faces(Protocol):
    """How refusals look on a page. The console has one; http knows none."""

    def refusal(self, refusal: ApiError, request: Request, code: str) -> Document | Answered: ...


# Runs an operation as the caller, given the rest of what a request has.
Inward = Callable[[Route, Request, Mapping[str, str], Caller], Awaitable[Answered | Document]]


class Page:
    """One request of a signed-in person; `caller` is who they are in the workspace that the path names."""

    def __init__(
        self,
        request: Request,
        session: ConsoleSession,
        caller: Caller,
        operations: Mapping[Handler, Route],
        resources: Mapping[type, Any],
        run: Inward,
    ):
        self.request = request
        self.session = session
        self.caller = caller
        self._operations = operations
        self._resources = resources
        self._run = run

    @property
    def account_id(self) -> str:
        return self.caller.account_id

    @property
    def address(self) -> str:
        """Where the workspace's pages begin."""
        return f"/console/{quote(self.account_id)}"

    def resource(self, kind: type[Held]) -> Held:
        """What the process holds of a type."""
        return self._resources[kind]

    def may(self, right: str) -> bool:
        """Whether one of the person's roles has the right."""
        return roles.may(self.caller.roles or (), right)

    def require_fresh(self) -> None:
        """Refuse what needs a recent proof of who sits there: keys, secrets and money. Raises SignInNeeded."""
        if not self.session.is_fresh:
            raise SignInNeeded("This needs a sign-in of less than fifteen minutes ago.", again=True)

    async def ask(self, operation: Handler, query: Mapping[str, Any] | None = None, **path: str) -> Answer:
        """What a GET of the API answers. What is None or empty in `query` is left out; of a list each value is said.

        Raises ApiError.
        """
        answer = await self._call(operation, query, None, None, path)
        assert isinstance(answer, Answered)
        return _opened(answer)

    async def fetch(self, operation: Handler, query: Mapping[str, Any] | None = None, **path: str) -> Document:
        """A document that a GET of the API answers. Raises ApiError."""
        answer = await self._call(operation, query, None, None, path)
        assert isinstance(answer, Document)
        return answer

    async def tell(self, operation: Handler, body: Any = None, *, key: str | None, **path: str) -> Answer:
        """Have the API do something, once for the `key`, which the form was made with. Raises ApiError."""
        answer = await self._call(operation, None, body, key, path)
        assert isinstance(answer, Answered)
        return _opened(answer)

    async def draw(self, operation: Handler, body: Any = None, **path: str) -> Document:
        """A document that an operation other than a GET makes. Raises ApiError."""
        answer = await self._call(operation, None, body, None, path)
        assert isinstance(answer, Document)
        return answer

    async def _call(
        self, operation: Handler, query: Mapping[str, Any] | None, body: Any, key: str | None, path: dict[str, str]
    ) -> Answered | Document:
        route = self._operations[operation]
        values = {name: quote(value, safe="") for name, value in path.items()}
        said = {name: value for name, value in (query or {}).items() if value not in (None, "")}
        headers: dict[str, list[bytes]] = {}
        if body is not None:
            headers["content-type"] = [b"application/json"]
        if key is not None:
            headers["idempotency-key"] = [key.encode("utf-8", "replace")]
        if self.request.user_agent is not None:
            headers["user-agent"] = [self.request.user_agent.encode("utf-8", "replace")]
        inner = Request(
            route.method,
            route.path.format(**values).encode(),
            urlencode(said, doseq=True).encode(),
            headers,
            b"" if body is None else _encode(body),
            self.request.client_ip,
        )
        inner.id, inner.turn, inner.caller = self.request.id, self.request.turn, self.caller
        inner.span, inner.trace_id = self.request.span, self.request.trace_id
        return await self._run(route, inner, values, self.caller)


def _opened(answer: Answered) -> Answer:
    envelope = _decode(answer.body)
    return Answer(envelope["data"], envelope["meta"], answer.status)


def require_own_site(request: Request) -> None:
    """Refuse a form that a page of another site has sent. Raises ForeignForm."""
    if not is_of_own_page(request):
        raise ForeignForm


def is_of_own_page(request: Request) -> bool:
    """Whether a page of ours sent the form: browsers say where one comes from."""
    site = request.only_text("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin, host = request.only_text("origin"), request.only_text("host")
    return bool(origin and host) and (origin or "").partition("://")[2].lower() == (host or "").lower()
