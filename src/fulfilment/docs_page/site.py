"""The documentation as a site: which pages there are, each made when it is first asked for, and kept compressed."""

import asyncio
from collections.abc import Callable

from fulfilment.docs_page.contents import HTML, Contents
from fulfilment.http import kept
from fulfilment.http.assets import CAUTIOUS
from fulfilment.http.envelope import Document
from fulfilment.http.kept import Kept
from fulfilment.http.openapi import ApiDocument
from fulfilment.http.request import Request

# Everything comes from this service and nothing leaves it; scripts may not make HTML out of text.
_OF_PAGES = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
}


_MISSING = "404"


class Site:
    """The pages of one process. Their number is fixed, so what is kept is bounded.

    One page at a time is made, in a thread, so that neither a reader nor all of them hold up the API.
    """

    def __init__(self, document: ApiDocument):
        self._document = document
        self._contents: Contents | None = None
        self._made: dict[str, Kept] = {}
        self._one_at_a_time = asyncio.Lock()

    async def page(self, address: str, request: Request) -> Document:
        """The page at this address below /docs, `` for the first; a page that says so where there is none."""
        if self._contents is None:
            await self._in_a_thread(self._read, (await self._document.kept()).content)
        if address == _MISSING or not self._contents.has(address):
            return _answer(await self._page(_MISSING), request, 404)
        return _answer(await self._page(address), request)

    async def _page(self, address: str) -> Kept:
        if address not in self._made:
            await self._in_a_thread(self._make, address)
        return self._made[address]

    async def _in_a_thread(self, work: Callable[..., None], *args: str | bytes) -> None:
        async with self._one_at_a_time:
            await asyncio.to_thread(work, *args)

    def _read(self, document: bytes) -> None:
        if self._contents is None:
            self._contents = Contents(document)

    def _make(self, address: str) -> None:
        if address not in self._made:
            text, media_type = self._contents.page(address)
            self._made[address] = Kept.of(text.encode(), media_type, in_both_forms=False)


def _answer(made: Kept, request: Request, status: int = 200) -> Document:
    """The page, or that it is still what the reader has."""
    headers = {"Cache-Control": "no-cache", **CAUTIOUS, **(_OF_PAGES if made.media_type == HTML else {})}
    return kept.answer(made, request, headers, status=status)
