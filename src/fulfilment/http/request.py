"""A request as the service sees it: the raw target and body, since both are signed as they were sent."""

import hashlib
from collections.abc import Awaitable, Callable, Container
from typing import Any, Generic, TypeVar, overload
from urllib.parse import parse_qsl

from fulfilment import ids
from fulfilment.fields import is_storable
from fulfilment.http import cookies
from fulfilment.http.client_address import party_of
from fulfilment.http.errors import Validation
from fulfilment.http.incoming import Incoming
from fulfilment.traces.recording import Span

# The target and all headers: a query and a credential as long as they may be, and as much again as either.
MAX_HEAD_BYTES = 65_536
MAX_QUERY_BYTES = 32_768
MAX_KEY_LENGTH = 255
_USER_AGENT_CHARACTERS = 500
# No browser says more of what it takes.
_ACCEPT_CHARACTERS = 1_000

Result = TypeVar("Result")


class _once(Generic[Result]):
    """`functools.cached_property` without its lock, which costs more than what is remembered. For one thread."""

    def __init__(self, make: Callable[[Any], Result]):
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, request: None, owner: type) -> "_once[Result]": ...
    @overload
    def __get__(self, request: object, owner: type) -> Result: ...
    def __get__(self, request: Any, owner: type) -> Any:
        if request is None:
            return self
        # Found there from now on, before this is asked.
        value = request.__dict__[self._name] = self._make(request)
        return value


class Request:
    """One HTTP request. `headers` maps lower-case names to the values in the order received.

    What is still `incoming` stands in `body` once `receive_body` has read it.
    """

    def __init__(
        self,
        method: str,
        raw_path: bytes,
        query: bytes,
        headers: dict[str, list[bytes]],
        body: bytes,
        client_ip: str | None,
        incoming: Incoming | None = None,
    ):
        self.method = method
        self.raw_path = raw_path
        self.query = query
        self.headers = headers
        self.body = body
        self.client_ip = client_ip
        self.incoming = incoming
        # What is said beside the answer, whatever that will be, and never remembered with it.
        self.answer_headers: dict[str, str] = {}
        self.id = ids.new("req")
        # What the log says of it: the key id that it claims, whom that proved, and what it was refused as.
        self.claimed_key_id: str | None = None
        self.caller: Any = None
        self.refused_as: str | None = None
        # What is recorded of it, if anything is, and the id of the trace that it belongs to.
        self.span: Span | None = None
        self.trace_id: str | None = None
        # Its turn at the event loop (turns.py), while it has one.
        self.turn: Any = None

    @_once
    def target(self) -> bytes:
        """The request target exactly as sent; a lone `?` counts as none."""
        return self.raw_path + b"?" + self.query if self.query else self.raw_path

    @_once
    def cookies(self) -> dict[str, str]:
        """The values of its cookies by their names."""
        return cookies.read(self.headers.get("cookie", ()))

    def require_short_head(self) -> None:
        """Refuse a head that is longer than anything honest, before anything looks into it. Raises Validation."""
        size = len(self.raw_path) + len(self.query)
        for name, values in self.headers.items():
            size += len(name) * len(values) + sum(map(len, values))
        if size > MAX_HEAD_BYTES:
            raise Validation(f"The target and the headers of a request may have {MAX_HEAD_BYTES} bytes at most.")

    async def receive_body(self, most_bytes: int) -> None:
        """Read the body, where there is one. Raises PayloadTooLarge, Validation, ServiceUnavailable."""
        if self.incoming is not None:
            self.body = await self.incoming.read(most_bytes)

    @property
    def has_large_body(self) -> bool:
        return self.incoming is not None and self.incoming.is_large

    async def unless_gone(self, work: Awaitable[Result]) -> Result:
        """What `work` comes to; it is cancelled when the caller hangs up. Raises CallerGone."""
        return await (work if self.incoming is None else self.incoming.unless_gone(work))

    def accepts(self, media_type: str) -> bool:
        """Whether the Accept header names the type itself; a wildcard asks for nothing in particular."""
        choices = (self.header("accept") or "")[:_ACCEPT_CHARACTERS].lower().split(",")
        return media_type in [choice.partition(";")[0].strip() for choice in choices]

    @_once
    def body_hash(self) -> str:
        """Lower-case hex SHA-256 of the raw body."""
        return (hashlib.sha256(self.body) if self.incoming is None else self.incoming.body_hash).hexdigest()

    @_once
    def sender(self) -> str:
        """Whose share is taken before a credential has proven a workspace: that of the line of the client's address."""
        return party_of(self.client_ip)

    def header(self, name: str) -> str | None:
        """The first value of a header, decoded leniently."""
        values = self.headers.get(name)
        return values[0].decode("utf-8", "replace") if values else None

    def only_text(self, name: str) -> str | None:
        """The value of a header that says one thing; a repeated one says none that there is. None without it."""
        values = self.headers.get(name.lower())
        return None if values is None else b",".join(values).decode("latin-1")

    @property
    def user_agent(self) -> str | None:
        """What the caller says it is, as far as the audit log keeps it."""
        said = self.header("user-agent")
        return None if said is None else said[:_USER_AGENT_CHARACTERS]

    @_once
    def raw_idempotency_key(self) -> bytes | None:
        """The key as sent, empty included; None without the header."""
        values = self.headers.get("idempotency-key")
        return b",".join(values) if values else None

    @_once
    def usable_idempotency_key(self) -> str | None:
        """The key where it is one; `require_sound_idempotency_key` says why not."""
        key = self.raw_idempotency_key
        sound = key is not None and 0 < len(key) <= MAX_KEY_LENGTH and all(0x21 <= byte <= 0x7E for byte in key)
        return key.decode("ascii") if sound and len(self.headers["idempotency-key"]) == 1 else None

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
