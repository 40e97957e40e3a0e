"""A request as the service sees it: the raw target and body, since both are signed as they were sent."""

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

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class RequestContext:
    """Set by the steps alone (pipeline.py). A field is None until its step has run.

    `methods` are the routes of the path by their methods, and `matched` is that of the request. `path_values` are the
    parameters of the path, still escaped. `record` is the stored answer of the idempotency key at the arrival of the
    request. `error_code` is the code of the error that the request was answered with.
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
        """The principal, for what runs on routes that need a credential."""
        assert self.principal is not None
        return self.principal

    def for_operation(self, route: "Route", path_values: Mapping[str, str]) -> "RequestContext":
        """The context of a request that a screen of the console makes of the API, within its own turn and trace."""
        inner = RequestContext()
        inner.services, inner.matched, inner.path_values = self.services, route, path_values
        inner.principal, inner.slot, inner.span, inner.trace_id = self.principal, self.slot, self.span, self.trace_id
        return inner


if TYPE_CHECKING:
    from fulfilment.infra.auth.principal import Principal
    from fulfilment.infra.limits.loop_admission import Slot

# The target and all headers: a query and a credential as long as they may be, and as much again as either.
MAX_HEAD_BYTES = 65_536
MAX_QUERY_BYTES = 32_768
MAX_KEY_LENGTH = 255
# HTTP/1.0 knows no Host.
_HTTP_WITH_HOST = "1.1"
# The characters of a host and its port (RFC 3986, section 3.2). No user information, path or query belongs to it.
_HOST = re.compile(rb"[A-Za-z0-9._~%!$&'()*+,;=:\[\]-]*")
_USER_AGENT_CHARACTERS = 500
# No browser says more of what it takes.
_ACCEPT_CHARACTERS = 1_000

Result = TypeVar("Result")
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Request:
    """One HTTP request. `headers` maps lower-case names to the values in the order received.

    A request that is still on its way has its `incoming` body; `receive_body` reads it into `body`. Nothing but the
    `context` changes otherwise, and only the steps of the pipeline change that.
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
        # What is said beside the answer, whatever that will be, and never remembered with it.
        self.answer_headers: dict[str, str] = {}
        self.id = ids.new("req") if id is None else id
        self.context = RequestContext() if context is None else context

    @property
    def principal(self) -> "Principal | None":
        """The proven caller; None before that is known."""
        return self.context.principal

    @property
    def slot(self) -> "Slot | None":
        """Its turn at the event loop (infra/limits/loop_admission.py), while it has one."""
        return self.context.slot

    @cached_property
    def target(self) -> bytes:
        """The request target exactly as sent; a lone `?` counts as none."""
        return self.raw_path + b"?" + self.query if self.query else self.raw_path

    @cached_property
    def cookies(self) -> dict[str, str]:
        """The values of its cookies by their names."""
        return cookies.parse(self.headers.get("cookie", ()))

    def require_short_head(self) -> None:
        """Refuse a head that is longer than anything honest, before anything looks into it. Raises Validation."""
        size = len(self.raw_path) + len(self.query)
        for name, values in self.headers.items():
            size += len(name) * len(values) + sum(map(len, values))
        if size > MAX_HEAD_BYTES:
            raise Validation(f"The target and the headers of a request may have {MAX_HEAD_BYTES} bytes at most.")

    def require_one_host(self) -> None:
        """Refuse two Host headers, none although the protocol demands one, and no host (RFC 9112, section 3.2).

        A proxy and we might choose different ones. Raises Validation.
        """
        hosts = self.headers.get("host", ())
        # Granian writes an empty Host where there is none. The scheme http allows no empty one either.
        if len(hosts) > 1 or (not any(hosts) and self.http_version == _HTTP_WITH_HOST):
            raise Validation("A request has exactly one Host header.")
        # Some proxies join two headers with a comma and a space.
        if not all(_HOST.fullmatch(host) for host in hosts):
            raise Validation("The Host header is not a host with its port.")

    def require_one_length(self) -> None:
        """Refuse two ways to tell where a body ends, by which requests are smuggled (decisions, section 11).

        Granian removes Content-Length beside Transfer-Encoding, reads the chunks alone, and ends the connection after
        its answer (RFC 9112, section 6.3). So nothing can be smuggled. A server that hands both headers on is refused
        here. Raises Validation.
        """
        if "transfer-encoding" in self.headers and "content-length" in self.headers:
            raise Validation("A request has Content-Length or Transfer-Encoding, never both.")

    async def receive_body(self, most_bytes: int) -> None:
        """Read the body, where there is one. Raises PayloadTooLarge, Validation, ServiceUnavailable."""
        if self.incoming is not None:
            self.body = await self.incoming.read(most_bytes)

    @property
    def has_large_body(self) -> bool:
        return self.incoming is not None and self.incoming.is_large

    async def cancel_on_disconnect(self, work: Awaitable[Result]) -> Result:
        """What `work` comes to; it is cancelled when the caller hangs up. Raises ClientDisconnected."""
        return await (work if self.incoming is None else self.incoming.cancel_on_disconnect(work))

    def accepts(self, media_type: str) -> bool:
        """Whether the Accept header names the type itself; a wildcard asks for nothing in particular."""
        choices = (self.header("accept") or "")[:_ACCEPT_CHARACTERS].lower().split(",")
        return media_type in [choice.partition(";")[0].strip() for choice in choices]

    @cached_property
    def body_hash(self) -> str:
        """Lower-case hex SHA-256 of the raw body."""
        return (hashlib.sha256(self.body) if self.incoming is None else self.incoming.body_hash).hexdigest()

    @cached_property
    def tenant_key(self) -> str:
        """Whose share is taken before a credential has proven a workspace: that of the line of the client's address."""
        return address_tenant(self.client_ip)

    @property
    def current_tenant(self) -> str:
        """Whose share is taken: that of the proven workspace, else that of the client's address."""
        principal = self.context.principal
        return self.tenant_key if principal is None else principal.account_id

    def header(self, name: str) -> str | None:
        """The first value of a header, decoded leniently."""
        values = self.headers.get(name)
        return values[0].decode("utf-8", "replace") if values else None

    def single_value(self, name: str) -> str | None:
        """The value of a header that says one thing; a repeated one says none that there is. None without it."""
        values = self.headers.get(name.lower())
        return None if values is None else b",".join(values).decode("latin-1")

    @property
    def user_agent(self) -> str | None:
        """What the caller says it is, as far as the audit log keeps it."""
        said = self.header("user-agent")
        return None if said is None else said[:_USER_AGENT_CHARACTERS]

    @cached_property
    def raw_idempotency_key(self) -> bytes | None:
        """The key as sent, empty included; None without the header."""
        values = self.headers.get("idempotency-key")
        return b",".join(values) if values else None

    @cached_property
    def usable_idempotency_key(self) -> str | None:
        """The key where it is one; `require_sound_idempotency_key` says why not."""
        key = self.raw_idempotency_key
        sound = key is not None and 0 < len(key) <= MAX_KEY_LENGTH and all(0x21 <= byte <= 0x7E for byte in key)
        return key.decode("ascii") if key and sound and len(self.headers["idempotency-key"]) == 1 else None

    def require_sound_idempotency_key(self) -> None:
        """Refuse a key that is empty, too long, repeated or not visible ASCII (decisions, section 4)."""
        if self.raw_idempotency_key is not None and self.usable_idempotency_key is None:
            raise Validation("Idempotency-Key must be 1 to 255 visible ASCII characters.", field="Idempotency-Key")

    def query_values(self, any_texts: Container[str] = ()) -> dict[str, str]:
        """The decoded query parameters; the last of a repeated one counts. Raises Validation.

        Those named in `any_texts` take whatever bytes come; the ones that are no text are lone surrogates then.
        """
        return dict(self.query_pairs(any_texts))

    def query_pairs(self, any_texts: Container[str] = ()) -> list[tuple[str, str]]:
        """The same one by one, for who reads what is repeated. Raises Validation."""
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
