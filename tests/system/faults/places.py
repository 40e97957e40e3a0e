"""The receivers of a soak, and the endpoints that are registered for them."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from tests.harness.service import Client
from tests.system.faults.stands import Manner, Stand, dripping, failing, halfway, hanging, moody, standing, well
from tests.webhooks.working import register

# Long enough for a receiver that hangs to be known as slow, short enough for the lease of a dead worker to end soon.
TIMEOUT_SECONDS = 1.2
TIMED_OUT = f"timed out after {round(TIMEOUT_SECONDS * 1_000)}ms"
WORKSPACES = 3


class Place(msgspec.Struct, frozen=True):
    """A receiver and its workspace. `errors` are what its attempts fail with; `is_good` if it takes all the same."""

    workspace: int
    manner: Manner
    errors: tuple[str, ...] = ()
    is_good: bool = False
    type: str = "*"
    is_listening: bool = True


PLACES = (
    Place(0, well, is_good=True),
    Place(0, hanging, (TIMED_OUT,)),
    Place(0, failing, ("HTTP 500",)),
    Place(1, well, is_good=True, type="svc.product.created.v1"),
    Place(1, dripping, (TIMED_OUT,)),
    Place(1, well, ("connection refused",), is_listening=False),
    Place(2, moody, ("HTTP 500", "connection reset by peer"), is_good=True),
    Place(2, halfway, ("connection closed before a response came",)),
)


class Endpoint(msgspec.Struct):
    """An endpoint with its receiver, and the client of its workspace."""

    place: Place
    stand: Stand
    client: Client
    id: str

    def heal(self) -> None:
        """The receiver is well from now on, and where it is looked for."""
        self.stand.manner = well
        if not self.place.is_listening:
            answer = self.client("PATCH", f"/api/v1/webhooks/endpoints/{self.id}", {"url": self.stand.url})
            assert answer.status == 200, answer.raw

    def recover(self, since: str) -> None:
        """Have everything delivered again that it failed to take."""
        answer = self.client("POST", f"/api/v1/webhooks/endpoints/{self.id}/recover", {"since": since})
        assert answer.status == 202, answer.raw


@contextmanager
def registered(clients: list[Client]) -> Iterator[list[Endpoint]]:
    """All places, receiving and registered in the clients' workspaces, while the context lasts."""
    stands = [Stand(place.manner) for place in PLACES]
    with socket.socket() as closed, standing(stands):
        # Bound, but not listened to: every connection is refused.
        closed.bind(("127.0.0.1", 0))
        refusing = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        endpoints = []
        for place, stand in zip(PLACES, stands, strict=True):
            client = clients[place.workspace]
            hook = register(client, stand.url if place.is_listening else refusing, place.type)
            stand.secret = hook.secret
            endpoints.append(Endpoint(place, stand, client, hook.id))
        yield endpoints
