"""Who is not who they say, where no key or session of theirs is looked up: at the sign-in and its back channel."""

from fulfilment.http.client_address import network_of
from fulfilment.http.refused import Refused
from fulfilment.http.request import Request
from fulfilment.http.request_limits import RequestLimits


class Suspects:
    """What becomes of them in one process."""

    def __init__(self, refused: Refused, limits: RequestLimits):
        self._refused = refused
        self._limits = limits

    async def note(self, code: str, request: Request) -> None:
        """Count it for the operator, and against the client's address. Raises RateLimited beyond its allowance."""
        request.refused_as = code
        self._refused.count(code, network_of(request.client_ip), "")
        await self._limits.note_stranger(request)
