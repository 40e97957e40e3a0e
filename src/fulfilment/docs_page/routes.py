"""The HTTP edge of the documentation: the OpenAPI document, and pages to read and try it, for people and machines."""

from fulfilment.docs_page import files
from fulfilment.docs_page.site import Site
from fulfilment.http import kept
from fulfilment.http.envelope import Document
from fulfilment.http.openapi import ApiDocument
from fulfilment.http.public import Public
from fulfilment.http.route import PREFIX, Routes

DOCUMENT_PATH = f"{PREFIX}/openapi.json"
PAGE_PATH = "/docs"

route = Routes("Documentation", "The description of this API itself.", prefix="")


@route.get("/", media_type="text/html")
async def front_door(public: Public) -> Document:
    """Whoever opens the bare address is led to the documentation."""
    return Document(b"", "text/html", status=302, headers={"Location": PAGE_PATH})


@route.get(DOCUMENT_PATH, client="documentation.get_openapi_document")
async def get_open_api_document(public: Public, document: ApiDocument) -> Document:
    """This API as an OpenAPI 3.1 document.

    Compressed where `Accept-Encoding` takes gzip; 304 where `If-None-Match` has its `ETag`.
    """
    return kept.answer(await document.kept(), public.request, {"Cache-Control": "no-cache"})


@route.get(PAGE_PATH, media_type="text/html")
async def docs_page(public: Public, site: Site) -> Document:
    """The first page of the documentation."""
    return await site.page("", public.request)


@route.get(PAGE_PATH + "/{page}", media_type="text/html")
async def docs_guide(public: Public, site: Site, page: str) -> Document:
    """A guide, to read; with `.md` after its address, as Markdown."""
    return await site.page(page, public.request)


@route.get(PAGE_PATH + "/{folder}/{page}", media_type="text/html")
async def docs_inner_page(public: Public, site: Site, folder: str, page: str) -> Document:
    """A page of a folder: of the reference, of the decisions."""
    return await site.page(f"{folder}/{page}", public.request)


@route.get(PAGE_PATH + "/assets/{edition}/{name}", media_type="application/octet-stream")
async def docs_asset(public: Public, edition: str, name: str) -> Document:
    """One file of the pages."""
    return files.ASSETS.file(edition, name, public.request)


@route.get("/llms.txt", media_type="text/plain")
async def llms(public: Public, site: Site) -> Document:
    """What the documentation has, for machines."""
    return await site.page("llms.txt", public.request)
