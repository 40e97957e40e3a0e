"""A refusal that is a page is rendered in its tenant's turn, since it may take as long as a screen."""

import time
from types import SimpleNamespace

import msgspec

from fulfilment.infra.api import error_encoding
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.error_encoding import PAGES
from fulfilment.infra.api.errors import ApiError, Forbidden, ServiceUnavailable
from fulfilment.infra.api.request import Request, RequestContext
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.limits.loop_admission import FAST_PATH_SECONDS
from tests.harness.round_trips import listening

HELD_SECONDS = 0.01


class _Slow:
    """Takes as long to draw as a long form does."""

    def render(self, error: ApiError, request: Request, code: str) -> Document:
        until = time.perf_counter() + HELD_SECONDS
        while time.perf_counter() < until:
            pass
        return Document(code.encode(), "text/html", status=error.status)


def _request(services: object, principal: Principal | None = None) -> Request:
    context = RequestContext()
    context.services, context.principal = services, principal
    return Request("POST", PAGES + b"/acc_1/print", b"", {}, b"", "203.0.113.7", context=context)


async def test_it_counts_as_its_addresss_or_as_its_workspaces(database_url: str) -> None:
    async with listening(database_url, "http://127.0.0.1:1") as service:
        services = msgspec.structs.replace(service.services, error_pages=_Slow())
        strangers, members = _request(services), _request(services, Principal("acc_1", "user_1", ()))
        for request, whose in ((strangers, strangers.tenant_key), (members, "acc_1")):
            shown = await error_encoding.encode_refusal(Forbidden(), request)
            assert (shown.status, shown.content) == (403, b"FORBIDDEN")
            turn = await services.loop_admission.acquire(whose, ("refusal", "POST", "FORBIDDEN", 0))
            services.loop_admission.release(turn)
            assert turn.expected >= HELD_SECONDS > FAST_PATH_SECONDS


async def test_where_nobody_gets_to_draw_it_the_answer_says_when_to_come_again() -> None:
    async def refuse(*_given: object) -> None:
        raise ServiceUnavailable(retry_after_seconds=5)

    services = SimpleNamespace(error_pages=_Slow(), loop_admission=SimpleNamespace(acquire=refuse))
    answer = await error_encoding.encode_refusal(Forbidden(), _request(services))
    assert (answer.status, answer.headers) == (503, {"Retry-After": "5"})
    assert b'"code":"SERVICE_UNAVAILABLE"' in answer.body
