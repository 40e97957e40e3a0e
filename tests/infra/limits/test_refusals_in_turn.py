"""A refusal that is a page is drawn in its party's turn at the event loop, since it may take as long as a screen."""

import time
from types import SimpleNamespace

from fulfilment.infra.api.asgi import PAGES, Application
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Forbidden, ServiceUnavailable
from fulfilment.infra.api.request import Request
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


def _request() -> Request:
    return Request("POST", PAGES + b"/acc_1/print", b"", {}, b"", "203.0.113.7")


async def test_it_counts_as_its_addresss_or_as_its_workspaces(database_url: str) -> None:
    strangers, members = _request(), _request()
    members.principal = Principal("acc_1", "user_1", ())
    async with listening(database_url, "http://127.0.0.1:1") as service:
        server = service._server
        for request, whose in ((strangers, strangers.tenant_key), (members, "acc_1")):
            shown = await server.render_error(Forbidden(), request, "FORBIDDEN", _Slow())
            assert (shown.status, shown.content) == (403, b"FORBIDDEN")
            turn = await server._loop_admission.acquire(whose, ("refusal", "POST", "FORBIDDEN", 0))
            server._loop_admission.release(turn)
            assert turn.expected >= HELD_SECONDS > FAST_PATH_SECONDS


async def test_where_nobody_gets_to_draw_it_the_answer_says_when_to_come_again() -> None:
    async def show(*_given: object) -> Document:
        raise ServiceUnavailable(retry_after_seconds=5)

    application = Application.__new__(Application)
    application._server = SimpleNamespace(error_pages=_Slow(), render_error=show)
    answer = await application._refused(Forbidden(), _request(), None)
    assert (answer.status, answer.headers) == (503, {"Retry-After": "5"})
    assert b'"code":"SERVICE_UNAVAILABLE"' in answer.body
