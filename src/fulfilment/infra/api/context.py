"""The typed context of one request: what the steps of the pipeline have found out about it, each in its turn."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

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
