"""A refusal that is a page is drawn in its party's turn at the event loop, since it may take as long as a screen."""

import time
from types import SimpleNamespace

from fulfilment.http.asgi import PAGES, Application
from fulfilment.http.caller import Caller
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Forbidden, ServiceUnavailable
from fulfilment.http.request import Request
from fulfilment.http.turns import CHEAP_SECONDS
from tests.harness.round_trips import listening

HELD_SECONDS = 0.01


class _Slow:
    """Takes as long to draw as a long form does."""

    def refusal(self, refusal: ApiError, request: Request, code: str) -> Document:
        until = time.perf_counter() + HELD_SECONDS
        while time.perf_counter() < until:
            pass
        return Document(code.encode(), "text/html", status=refusal.status)


def _request() -> Request:
    return Request("POST", PAGES + b"/acc_1/print", b"", {}, b"", "203.0.113.7")


async def test_it_counts_as_its_addresss_or_as_its_workspaces(database_url: str) -> None:
    strangers, members = _request(), _request()
    members.caller = Caller("acc_1", "user_1", ())
    async with listening(database_url, "http://127.0.0.1:1") as service:
        server = service._server
        for request, whose in ((strangers, strangers.sender), (members, "acc_1")):
            shown = await server.show(Forbidden(), request, "FORBIDDEN", _Slow())
            assert (shown.status, shown.content) == (403, b"FORBIDDEN")
            turn = await server._turns.take(whose, ("refusal", "POST", "FORBIDDEN", 0))
            server._turns.end(turn)
            assert turn.expected >= HELD_SECONDS > CHEAP_SECONDS


async def test_where_nobody_gets_to_draw_it_the_answer_says_when_to_come_again() -> None:
    async def show(*_given: object) -> Document:
        raise ServiceUnavailable(retry_after_seconds=5)

    application = Application.__new__(Application)
    application._server = SimpleNamespace(faces=_Slow(), show=show)
    answer = await application._refused(Forbidden(), _request(), None)
    assert (answer.status, answer.headers) == (503, {"Retry-After": "5"})
    assert b'"code":"SERVICE_UNAVAILABLE"' in answer.body
