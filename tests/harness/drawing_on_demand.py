"""The application, whose drawing processes begin with the first document that each of them is asked for.

Few services of the tests draw anything, and each such process draws a specimen before it is asked for anything.
`fulfilment.app:create` begins them at once (tests/shipments/shipping_documents/test_queue_limit.py).
"""

from collections.abc import Callable

from fulfilment import app
from fulfilment.infra.pdf import RenderPool


async def _start_nothing(self: RenderPool) -> None:
    """A drawing process starts at its first job."""


def create() -> Callable:
    """As Granian loads it."""
    RenderPool.start = _start_nothing
    return app.create()
