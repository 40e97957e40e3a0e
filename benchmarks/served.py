"""The API as it is served, and beside it a handler that does nothing: what server and route layer cost alone."""

from collections.abc import Callable
from types import SimpleNamespace

from fulfilment import app, settings
from fulfilment.cli import api
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.models import ApiModel

route = Routes("Bench")


class Nothing(ApiModel):
    """An empty object."""


@route.get("/bench/empty")
async def answer_nothing(public: Public) -> Nothing:
    """Answer an empty object without asking the database."""
    return Nothing()


def create() -> Callable:
    """The ASGI application of the service with the empty route among its own."""
    app.DOMAINS = (*app.DOMAINS, SimpleNamespace(route=route))
    return app.create()


if __name__ == "__main__":
    api.serve(settings.current(), "benchmarks.served:create")
