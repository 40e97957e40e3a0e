"""What stands on the first page."""

from typing import Any

from fulfilment.console.frame.frame import Frame
from fulfilment.http.page import Page


async def compose(page: Page, shown: Frame) -> dict[str, Any]:
    """The queues with something in them, and what is still to be set up."""
    return {}
