"""HTTP request and the context that the pipeline adds to it.

Target and body stay raw, because clients sign both as they sent them.
"""

import hashlib
import re
from collections.abc import Awaitable, Callable, Container, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl

from fulfilment.infra import ids
from fulfilment.infra.api.body_reader import BodyReader
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.auth import cookies
from fulfilment.infra.auth.client_address import address_tenant
from fulfilment.infra.models import is_storable

if TYPE_CHECKING:
    from fulfilment.infra.api.routing import Route
    from fulfilment.infra.api.services import Services
    from fulfilment.infra.auth.console_sessions import ConsoleSession
    from fulfilment.infra.auth.principal import Principal
    from fulfilment.infra.limits.loop_admission import Slot
    from fulfilment.infra.observability.tracing.recording import Span
    from fulfilment.infra.operations.idempotency import IdempotencyRecord, Key

# Bytes of the target and all headers: the longest query, the longest credential, and room for the rest.
MAX_HEAD_BYTES = 65_536
MAX_QUERY_BYTES = 32_768
MAX_KEY_LENGTH = 255
# HTTP/1.0 has no Host header.
_HTTP_WITH_HOST = "1.1"
# The characters of a host and its port (RFC 3986, section 3.2), without user information, path and query.
_HOST = re.compile(rb"[A-Za-z0-9._~%!$&'()*+,;=:\[\]-]*")
_USER_AGENT_CHARACTERS = 500
# No browser sends a longer Accept header.
_ACCEPT_CHARACTERS = 1_000
_NOTHING: Mapping[str, Any] = MappingProxyType({})

Result = TypeVar("Result")
Send = Callable[[dict[str, Any]], Awaitable[None]]


class RequestContext:
    """Context of one request, set by the steps of the pipeline alone. A field is None until its step has run.

    `methods` are the routes of the path by method, and `matched` is the route of the request. `path_values` are the
    parameters of the path, still percent-encoded. `record` is the idempotency record at the arrival of the request.
    `error_code` is the code of the error that the request was answered with.
    """

    services: "Services"
    methods: "Mapping[str, Route]" = _NOTHING
    matched: "Route | None" = None
    path_values: Mapping[str, str] = _NOTHING
    span: "Span | None" = None
    trace_id: str | None = None
    principal: "Principal | None" = None
    session: "ConsoleSession | None" = None
    record: "IdempotencyRecord | None" = None
    slot: "Slot | None" = None
    key: "Key | None" = None
    arguments: Mapping[str, Any] = _NOTHING
    error_code: str | None = None

    @property
    def route(self) -> "Route":
        """The route, for the steps after `require_route`."""
        assert self.matched is not None
        return self.matched

    @property
    def caller(self) -> "Principal":
        """The principal, for code of routes that need a credential."""
        assert self.principal is not None
        return self.principal

    def for_operation(self, route: "Route", path_values: Mapping[str, str]) -> "RequestContext":
        """The context of an internal call from a screen of the console, in the screen's admission slot and trace."""
        inner = RequestContext()
        inner.services, inner.matched, inner.path_values = self.services, route, path_values
        inner.principal, inner.slot, inner.span, inner.trace_id = self.principal, self.slot, self.span, self.trace_id
        return inner


class Request:
    """One HTTP request. `headers` maps lower-case names to the values in the order received.

    `incoming` is the reader of a body that is still to be received; `receive_body` reads it into `body`. Apart from
    that, only the `context` changes, and only the steps of the pipeline change it.
    """

    def __init__(
        self,
        method: str,
        raw_path: bytes,
        query: bytes,
        headers: dict[str, list[bytes]],
        body: bytes,
        client_ip: str | None,
        *,
        incoming: BodyReader | None = None,
        send: Send | None = None,
        peer: tuple[str, int] | None = None,
        http_version: str = _HTTP_WITH_HOST,
        id: str | None = None,
        context: RequestContext | None = None,
    ) -> None:
        self.method = method
        self.raw_path = raw_path
        self.query = query
        self.headers = headers
        self.body = body
        self.client_ip = client_ip
        self.incoming = incoming
        self.send = send
        self.peer = peer
        self.http_version = http_version
        # Headers of every answer to this request, not stored with an idempotency record.
        self.answer_headers: dict[str, str] = {}
        self.id = ids.new("req") if id is None else id
        self.context = RequestContext() if context is None else context

    @property
    def principal(self) -> "Principal | None":
        """The authenticated principal; None before authentication, and on public routes."""
        return self.context.principal

    @property
    def slot(self) -> "Slot | None":
        """The admission slot of the request (infra/limits/loop_admission.py); None without one."""
        return self.context.slot

    @cached_property
    def target(self) -> bytes:
        """The request target exactly as sent, except that the `?` of an empty query is left out."""
        return self.raw_path + b"?" + self.query if self.query else self.raw_path

    @cached_property
    def cookies(self) -> dict[str, str]:
        """The values of the cookies by their names."""
        return cookies.parse(self.headers.get("cookie", ()))

    def require_short_head(self) -> None:
        """Refuse a head of more than MAX_HEAD_BYTES, before any header is parsed. Raises Validation."""
        size = len(self.raw_path) + len(self.query)
        for name, values in self.headers.items():
            size += len(name) * len(values) + sum(map(len, values))
        if size > MAX_HEAD_BYTES:
            raise Validation(f"The target and the headers of a request may have {MAX_HEAD_BYTES} bytes at most.")

    def require_one_host(self) -> None:
        """Refuse a repeated, missing or malformed Host header (RFC 9112, section 3.2). HTTP/1.0 may omit it.

        A proxy and this service might choose different hosts. Raises Validation.
        """
        hosts = self.headers.get("host", ())
        # Granian adds an empty Host if there is none. The scheme http does not allow an empty host either.
        if len(hosts) > 1 or (not any(hosts) and self.http_version == _HTTP_WITH_HOST):
            raise Validation("A request has exactly one Host header.")
        # Some proxies join two headers with a comma and a space.
        if not all(_HOST.fullmatch(host) for host in hosts):
            raise Validation("The Host header is not a host with its port.")

    def require_one_length(self) -> None:
        """Refuse both Content-Length and Transfer-Encoding, which allow request smuggling (decisions, section 11).

        Granian drops Content-Length if Transfer-Encoding is present, reads the chunks alone, and closes the connection
        after its answer (RFC 9112, section 6.3). So nothing can be smuggled. This check covers servers that pass on
        both headers. Raises Validation.
        """
        if "transfer-encoding" in self.headers and "content-length" in self.headers:
            raise Validation("A request has Content-Length or Transfer-Encoding, never both.")

    async def receive_body(self, most_bytes: int) -> None:
        """Read the body, if there is one. Raises PayloadTooLarge, Validation, ServiceUnavailable."""
        if self.incoming is not None:
            self.body = await self.incoming.read(most_bytes)

    @property
    def has_large_body(self) -> bool:
        return self.incoming is not None and self.incoming.is_large

    async def cancel_on_disconnect(self, work: Awaitable[Result]) -> Result:
        """The result of `work`, which is cancelled when the client disconnects. Raises ClientDisconnected."""
        return await (work if self.incoming is None else self.incoming.cancel_on_disconnect(work))

    def accepts(self, media_type: str) -> bool:
        """True if the Accept header names the media type itself. Wildcards do not count."""
        choices = (self.header("accept") or "")[:_ACCEPT_CHARACTERS].lower().split(",")
        return media_type in [choice.partition(";")[0].strip() for choice in choices]

    @cached_property
    def body_hash(self) -> str:
        """Lower-case hex SHA-256 of the raw body."""
        return (hashlib.sha256(self.body) if self.incoming is None else self.incoming.body_hash).hexdigest()

    @cached_property
    def tenant_key(self) -> str:
        """The tenant key before authentication: the subnet of the client's address."""
        return address_tenant(self.client_ip)

    @property
    def current_tenant(self) -> str:
        """The tenant key of the request: the authenticated workspace, else the subnet of the client's address."""
        principal = self.context.principal
        return self.tenant_key if principal is None else principal.account_id

    def header(self, name: str) -> str | None:
        """The first value of a header as UTF-8, with replacement characters for invalid bytes."""
        values = self.headers.get(name)
        return values[0].decode("utf-8", "replace") if values else None

    def single_value(self, name: str) -> str | None:
        """The value of a header that may occur once. Repeated values are joined, so they match no valid value.

        None without the header.
        """
        values = self.headers.get(name.lower())
        return None if values is None else b",".join(values).decode("latin-1")

    @property
    def user_agent(self) -> str | None:
        """The User-Agent header, truncated for the audit log."""
        said = self.header("user-agent")
        return None if said is None else said[:_USER_AGENT_CHARACTERS]

    @cached_property
    def raw_idempotency_key(self) -> bytes | None:
        """The Idempotency-Key header as sent, also if it is empty; None without the header."""
        values = self.headers.get("idempotency-key")
        return b",".join(values) if values else None

    @cached_property
    def usable_idempotency_key(self) -> str | None:
        """The idempotency key if it is valid, else None; `require_sound_idempotency_key` raises the error."""
        key = self.raw_idempotency_key
        sound = key is not None and 0 < len(key) <= MAX_KEY_LENGTH and all(0x21 <= byte <= 0x7E for byte in key)
        return key.decode("ascii") if key and sound and len(self.headers["idempotency-key"]) == 1 else None

    def require_sound_idempotency_key(self) -> None:
        """Refuse a key that is empty, too long, repeated or not visible ASCII (decisions, section 4).

        Raises Validation.
        """
        if self.raw_idempotency_key is not None and self.usable_idempotency_key is None:
            raise Validation("Idempotency-Key must be 1 to 255 visible ASCII characters.", field="Idempotency-Key")

    def query_values(self, any_texts: Container[str] = ()) -> dict[str, str]:
        """The decoded query parameters by name, with the last value of a repeated parameter. Raises Validation.

        Parameters in `any_texts` accept any bytes; bytes that are not UTF-8 become lone surrogates.
        """
        return dict(self.query_pairs(any_texts))

    def query_pairs(self, any_texts: Container[str] = ()) -> list[tuple[str, str]]:
        """The decoded query parameters in order, repeated parameters included. Raises Validation."""
        if not self.query:
            return []
        if len(self.query) > MAX_QUERY_BYTES:
            raise Validation(f"The query string may have {MAX_QUERY_BYTES} bytes at most.")
        try:
            pairs = parse_qsl(
                self.query.decode("ascii", "surrogateescape"),
                keep_blank_values=True,
                errors="surrogateescape",
                max_num_fields=100,
            )
        except ValueError:
            raise Validation("The query string is malformed.") from None
        for name, value in pairs:
            if is_storable(name) and (name in any_texts or is_storable(value)):
                continue
            if "\0" in name or "\0" in value:
                raise Validation("NUL characters are not allowed.", field="".join(filter(is_storable, name)))
            raise Validation("The query string is malformed.")
        return pairs
