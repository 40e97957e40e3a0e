"""The documentation as a site: which pages there are, each made when it is first asked for, and kept compressed."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fulfilment.docs_site.contents import HTML, SiteContents
from fulfilment.infra.api import cached_response
from fulfilment.infra.api.cached_response import CachedResponse
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.static_files import SECURITY_HEADERS
from fulfilment.infra.openapi.document import ApiDocument

# Everything comes from this service and nothing leaves it; scripts may not make HTML out of text.
_PAGE_HEADERS = {
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

Given = ParamSpec("Given")
Made = TypeVar("Made")


class DocsSite:
    """The pages of one process. Their number is fixed, so what is kept is bounded.

    One page at a time is made, in a thread, so that neither a reader nor all of them hold up the API.
    """

    def __init__(self, document: ApiDocument) -> None:
        self._document = document
        self._contents: SiteContents | None = None
        self._cached_pages: dict[str, CachedResponse] = {}
        self._render_lock = asyncio.Lock()

    async def page(self, address: str, request: Request) -> Document:
        """The page at this address below /docs, `` for the first; a page that says so where there is none."""
        contents = self._contents
        if contents is None:
            contents = await self._run_in_thread(self._load_contents, (await self._document.load()).content)
        if address == _MISSING or not contents.has_page(address):
            return _build_response(await self._cached_page(contents, _MISSING), request, 404)
        return _build_response(await self._cached_page(contents, address), request)

    async def _cached_page(self, contents: SiteContents, address: str) -> CachedResponse:
        if address not in self._cached_pages:
            await self._run_in_thread(self._render_page, contents, address)
        return self._cached_pages[address]

    async def _run_in_thread(self, work: Callable[Given, Made], *args: Given.args, **named: Given.kwargs) -> Made:
        async with self._render_lock:
            return await asyncio.to_thread(work, *args, **named)

    def _load_contents(self, document: bytes) -> SiteContents:
        if self._contents is None:
            self._contents = SiteContents(document)
        return self._contents

    def _render_page(self, contents: SiteContents, address: str) -> None:
        if address not in self._cached_pages:
            made = contents.render_page(address)
            assert made is not None
            text, media_type = made
            content = text.encode() if isinstance(text, str) else text
            self._cached_pages[address] = CachedResponse.build(content, media_type, in_both_forms=False)


def _build_response(page: CachedResponse, request: Request, status: int = 200) -> Document:
    """The page, or that it is still what the reader has."""
    headers = {"Cache-Control": "no-cache", **SECURITY_HEADERS, **(_PAGE_HEADERS if page.media_type == HTML else {})}
    return cached_response.conditional_response(page, request, headers, status=status)
