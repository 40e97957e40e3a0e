"""An application that says which process it is and whether somebody else asked; run as a program, it is served."""

import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from fulfilment import settings
from fulfilment.cli import api
from fulfilment.infra.database import contention_flag


def create() -> Callable[..., Awaitable[None]]:
    """A request for /NAME is one of the party of that name."""
    # Longer than a test waits for the other process to answer.
    contention_flag.THERE_SECONDS = 600.0

    async def answer(scope: dict[str, Any], _receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        who = scope["path"].strip("/")
        said = msgspec.json.encode([os.getpid(), contention_flag.current.has_other(who)])
        contention_flag.current.note(who)
        headers = [(b"content-length", str(len(said)).encode()), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": said})

    return answer


if __name__ == "__main__":
    api.serve(settings.current(), "tests.system.cli.asker:create", [sys.executable, "-m", "tests.system.cli.asker"])
