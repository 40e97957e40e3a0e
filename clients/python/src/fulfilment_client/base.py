"""Common part of the synchronous and the asynchronous client: construction and copies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import httpx

from .brand import Brand
from .clock import Clock
from .credentials import ApiKey, Scheme, TokenSource
from .hooks import Hooks
from .operation import Operation
from .options import changed, from_environment, settings_of
from .settings import Retries, Settings, Timeouts

if TYPE_CHECKING:
    from typing_extensions import Self

H = TypeVar("H")


class Client(Generic[H]):
    """Calls one fulfilment service; `H` is the client of httpx that carries it.

    Give `key_id` and `secret`, or a `token`, or none of them for the public operations. A token is a string, or a
    function that returns a good one each time. `signing` is the scheme by which a key signs. `timeouts` is a
    `Timeouts`, or the seconds of a whole call; `retries` is a `Retries`, or a number of retries. `http` is an httpx
    client of your own, which this one does not close. Raises ValueError for arguments that do not go together.
    """

    _settings: Settings
    _clock: Clock
    _http: H
    _owns_http: bool

    def __init__(
        self,
        base_url: str,
        *,
        key_id: str | None = None,
        secret: str | None = None,
        token: str | TokenSource | None = None,
        signing: Scheme = "v1",
        brand: str | Brand = "svc",
        on_behalf_of: str | None = None,
        workspace: str | None = None,
        timeouts: Timeouts | float | None = None,
        retries: Retries | int | None = None,
        hooks: Hooks | None = None,
        http: H | None = None,
    ) -> None:
        settings = settings_of(
            base_url,
            key_id=key_id,
            secret=secret,
            token=token,
            signing=signing,
            brand=brand,
            on_behalf_of=on_behalf_of,
            workspace=workspace,
            timeouts=timeouts,
            retries=retries,
            hooks=hooks,
        )
        self._begin(settings, Clock(), self._new_http() if http is None else http, owns=http is None)

    @classmethod
    def from_env(cls, **given: Any) -> Self:
        """A client of FULFILMENT_URL, FULFILMENT_KEY_ID and FULFILMENT_SECRET, all of which must be set."""
        return cls(**{**from_environment(), **given})

    @property
    def base_url(self) -> str:
        return self._settings.base_url

    def with_options(
        self,
        *,
        timeouts: Timeouts | float | None = None,
        retries: Retries | int | None = None,
        hooks: Hooks | None = None,
    ) -> Self:
        """The same client with other settings; it shares the connections, and closing it closes nothing."""
        return self._copy(changed(self._settings, timeouts=timeouts, retries=retries, hooks=hooks))

    def on_behalf_of(self, account_id: str) -> Self:
        """The same client, acting in a merchant's workspace (`acc_…`) that the partner of its key provisioned."""
        return self._copy(changed(self._settings, on_behalf_of=account_id))

    def in_workspace(self, account_id: str) -> Self:
        """The same client, in another of the workspaces (`acc_…`) that its token may work in."""
        return self._copy(changed(self._settings, workspace=account_id))

    def __repr__(self) -> str:
        credential = self._settings.credential
        who = f"key_id={credential.key_id!r}" if isinstance(credential, ApiKey) else "token" if credential else "public"
        return f"<{type(self).__name__} {self.base_url} {who}>"

    def _copy(self, settings: Settings) -> Self:
        copy = type(self).__new__(type(self))
        copy._begin(settings, self._clock, self._http, owns=False)
        return copy

    def _begin(self, settings: Settings, clock: Clock, http: H, *, owns: bool) -> None:
        self._settings = settings
        self._clock = clock
        self._http = http
        self._owns_http = owns

    def _new_http(self) -> H:
        raise NotImplementedError


def unlisted(
    method: str,
    path: str,
    query: Mapping[str, Any] | None,
    body: Mapping[str, Any] | None,
    idempotency_key: str | None,
    timeout: float | None,
) -> tuple[Operation, dict[str, Any]]:
    """A call of an operation that this client does not know by name. Raises ValueError for a path of something else."""
    sent = _as_sent(path)
    if not path.startswith("/api/v1/") or not sent.startswith("/api/v1/") or "#" in path:
        raise ValueError(f"a path begins with /api/v1/ and leads nowhere else, unlike {path!r}")
    operation = Operation("request", method.upper(), sent, takes_key=method.upper() != "GET")
    given = {"query": query, "body": body, "idempotency_key": idempotency_key, "timeout": timeout}
    return operation, given


def _as_sent(path: str) -> str:
    """The path as httpx writes it, which is what is signed."""
    try:
        return httpx.URL("http://localhost" + path).raw_path.decode("ascii")
    except httpx.InvalidURL as problem:
        raise ValueError(f"a path of an address is needed: {problem}") from None
