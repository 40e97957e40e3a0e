"""In-process API client of the console's screens, and the check that a form comes from the same origin.

A screen has no SQL and no write path of its own. It calls the operations of the API, each named by its handler, with
the signed-in person as actor. Rights, limits, idempotency, audit and events are therefore those of the API.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Handler
from fulfilment.infra.auth import roles
from fulfilment.infra.operations.command import EncodedResponse

Resource = TypeVar("Resource")

# A form of 500 parcels with the longest possible ids has about 30 KB.
MAX_FORM_BYTES = 262_144
# htmx sends this header if it asks for a part of a page.
PARTIAL_HEADER = "hx-request"
SAFE_METHODS = ("GET", "HEAD")

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class SignInRequired(ApiError):
    """The request has no session, or needs a sign-in less than fifteen minutes old (`again`)."""

    status, code, message = 401, "AUTH_REQUIRED", "Sign in to go on."

    def __init__(self, message: str | None = None, *, again: bool = False) -> None:
        super().__init__(message)
        self.again = again


class CrossSiteForm(ApiError):
    """The form comes from a page of another site, or does not name its origin."""

    status, code, message = 403, "FORBIDDEN", "This was not sent from a page of the console."


class ApiResponse(msgspec.Struct, frozen=True):
    """The answer of an operation: its `data` as decoded JSON, its `meta` and its HTTP status."""

    data: Any
    meta: dict[str, Any]
    status: int


# Runs the operation of a request; the request's context has the route and the principal.
InternalCall = Callable[[Request], Awaitable[EncodedResponse | Document]]


class ConsolePage:
    """One request of a signed-in person. `principal` is the person in the workspace of the path."""

    def __init__(self, request: Request, run: InternalCall) -> None:
        assert request.context.session is not None
        self.request = request
        self.session = request.context.session
        self.principal = request.context.caller
        self._services = request.context.services
        self._run = run

    @property
    def account_id(self) -> str:
        return self.principal.account_id

    @property
    def address(self) -> str:
        """The path that all pages of the workspace begin with."""
        return f"/console/{quote(self.account_id)}"

    def resource(self, kind: type[Resource]) -> Resource:
        """The resource of the process by its type."""
        return self._services.resources[kind]

    def may(self, right: str) -> bool:
        """True if one of the person's roles has the right."""
        return roles.may(self.principal.roles or (), right)

    def require_recent_sign_in(self) -> None:
        """Require a recent sign-in, as keys, secrets and money do. Raises SignInRequired."""
        if not self.session.is_recently_authenticated:
            raise SignInRequired("This needs a sign-in of less than fifteen minutes ago.", again=True)

    async def get(self, operation: Handler, query: Mapping[str, Any] | None = None, **path: str) -> ApiResponse:
        """Call a GET of the API. Values of `query` that are None or empty are left out; a list repeats its parameter.

        Raises ApiError.
        """
        answer = await self._call(operation, query, None, None, path)
        assert isinstance(answer, EncodedResponse)
        return _decoded(answer)

    async def download(self, operation: Handler, query: Mapping[str, Any] | None = None, **path: str) -> Document:
        """Call a GET of the API that answers with a document. Raises ApiError."""
        answer = await self._call(operation, query, None, None, path)
        assert isinstance(answer, Document)
        return answer

    async def mutate(self, operation: Handler, body: object = None, *, key: str | None, **path: str) -> ApiResponse:
        """Call a mutation of the API. `key` is the idempotency key that the form was rendered with. Raises ApiError."""
        answer = await self._call(operation, None, body, key, path)
        assert isinstance(answer, EncodedResponse)
        return _decoded(answer)

    async def render(self, operation: Handler, body: object = None, **path: str) -> Document:
        """Call an operation, other than a GET, that answers with a document. Raises ApiError."""
        answer = await self._call(operation, None, body, None, path)
        assert isinstance(answer, Document)
        return answer

    async def _call(
        self, operation: Handler, query: Mapping[str, Any] | None, body: object, key: str | None, path: dict[str, str]
    ) -> EncodedResponse | Document:
        route = self._services.operations[operation]
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
            id=self.request.id,
            context=self.request.context.for_operation(route, values),
        )
        return await self._run(inner)


def _decoded(answer: EncodedResponse) -> ApiResponse:
    envelope = _decode(answer.body)
    return ApiResponse(envelope["data"], envelope["meta"], answer.status)


def require_same_origin(request: Request) -> None:
    """Refuse a form from a page of another site (CSRF). Raises CrossSiteForm."""
    if not is_same_origin(request):
        raise CrossSiteForm


def is_same_origin(request: Request) -> bool:
    """True if a page of this service sent the form, by Sec-Fetch-Site, else by Origin and Host."""
    site = request.single_value("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin, host = request.single_value("origin"), request.single_value("host")
    return bool(origin and host) and (origin or "").partition("://")[2].lower() == (host or "").lower()
