"""Documentation as a site: each page is made at its first request and kept compressed."""

import asyncio
import re
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from fulfilment import settings
from fulfilment.docs_site.code_samples import BASE_ADDRESS
from fulfilment.docs_site.contents import HTML, SiteContents
from fulfilment.infra.api import static_files
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.static_files import SECURITY_HEADERS, CachedResponse
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

_HOST = re.compile(r"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_PLACEHOLDER = BASE_ADDRESS.encode()
_MISSING = "404"
# Base addresses, in addition to the public address, whose pages are kept. Pages of others are made for each request.
MAX_KEPT_BASES = 4

Given = ParamSpec("Given")
Made = TypeVar("Made")


class DocsSite:
    """Cache of the pages of one process: a fixed number of pages for a fixed number of base addresses.

    One page at a time is made, in a thread, so that neither a reader nor all of them hold up the API.
    """

    def __init__(self, document: ApiDocument) -> None:
        self._document = document
        self._contents: SiteContents | None = None
        self._contents_by_address: dict[str, tuple[bytes, str]] = {}
        # Pages without the address of the service, and pages by address and base.
        self._cached_pages: dict[str, CachedResponse] = {}
        self._pages_by_base: dict[str, dict[str, CachedResponse]] = {settings.current().base_url: {}}
        self._render_lock = asyncio.Lock()

    async def page(self, address: str, request: Request) -> Document:
        """Page at this address below /docs, `` for the first; the page of status 404 for an unknown address.

        Samples have the base address of the request.
        """
        contents = self._contents
        if contents is None:
            contents = await self._run_in_thread(self._load_contents, (await self._document.load()).content)
        base = find_base(request)
        if address == _MISSING or not contents.has_page(address):
            return _build_response(await self._cached_page(contents, _MISSING, base), request, 404)
        return _build_response(await self._cached_page(contents, address, base), request)

    async def _cached_page(self, contents: SiteContents, address: str, base: str) -> CachedResponse:
        kept = self._find_kept(address, base)
        return kept or await self._run_in_thread(self._render_page, contents, address, base)

    def _find_kept(self, address: str, base: str) -> CachedResponse | None:
        return self._cached_pages.get(address) or self._pages_by_base.get(base, {}).get(address)

    async def _run_in_thread(self, work: Callable[Given, Made], *args: Given.args, **named: Given.kwargs) -> Made:
        async with self._render_lock:
            return await asyncio.to_thread(work, *args, **named)

    def _load_contents(self, document: bytes) -> SiteContents:
        if self._contents is None:
            self._contents = SiteContents(document)
        return self._contents

    def _render_page(self, contents: SiteContents, address: str, base: str) -> CachedResponse:
        if kept := self._find_kept(address, base):
            return kept
        if address not in self._contents_by_address:
            made = contents.render_page(address)
            assert made is not None
            text, media_type = made
            self._contents_by_address[address] = text.encode() if isinstance(text, str) else text, media_type
        content, media_type = self._contents_by_address[address]
        page = CachedResponse.build(content.replace(_PLACEHOLDER, base.encode()), media_type, in_both_forms=False)
        if _PLACEHOLDER not in content:
            del self._contents_by_address[address]
            self._cached_pages[address] = page
        elif base in self._pages_by_base or len(self._pages_by_base) <= MAX_KEPT_BASES:
            self._pages_by_base.setdefault(base, {})[address] = page
        return page


def find_base(request: Request) -> str:
    """Base address by which the request reached the service; the public address where the request names no plain host.

    A host with a port is reached over http, unless it is that of the public address. Other hosts have its scheme.
    """
    public = settings.current().base_url
    host = request.header("host") or ""
    if host == urlsplit(public).netloc or not _HOST.fullmatch(host):
        return public
    return f"{'http' if ':' in host else urlsplit(public).scheme}://{host}"


def _build_response(page: CachedResponse, request: Request, status: int = 200) -> Document:
    """Response with the page, or 304 where the reader has it."""
    headers = {"Cache-Control": "no-cache", **SECURITY_HEADERS, **(_PAGE_HEADERS if page.media_type == HTML else {})}
    return static_files.conditional_response(page, request, headers, status=status)
