"""HTTP routes of the documentation: the OpenAPI document, and its pages for people and machines."""

from fulfilment.docs_site import pages
from fulfilment.docs_site.site import DocsSite
from fulfilment.infra.api import static_files
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.routing import PREFIX, Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.openapi.document import ApiDocument

DOCUMENT_PATH = f"{PREFIX}/openapi.json"
PAGE_PATH = "/docs"

route = Routes("Documentation", "The description of this API itself.", prefix="")


@route.get("/", media_type="text/html")
async def redirect_to_docs(public: Public) -> Document:
    """Redirect the bare address to the documentation."""
    return Document(b"", "text/html", status=302, headers={"Location": PAGE_PATH})


@route.get(DOCUMENT_PATH, sdk_method="documentation.get_openapi_document")
async def get_open_api_document(public: Public, document: ApiDocument) -> Document:
    """This API as an OpenAPI 3.1 document.

    Compressed where `Accept-Encoding` takes gzip; 304 where `If-None-Match` has its `ETag`.
    """
    return static_files.conditional_response(await document.load(), public.request, {"Cache-Control": "no-cache"})


@route.get(PAGE_PATH, media_type="text/html")
async def show_docs(public: Public, site: DocsSite) -> Document:
    """The first page of the documentation."""
    return await site.page("", public.request)


@route.get(PAGE_PATH + "/{page}", media_type="text/html")
async def show_guide(public: Public, site: DocsSite, page: str) -> Document:
    """A guide, to read; with `.md` after its address, as Markdown."""
    return await site.page(page, public.request)


@route.get(PAGE_PATH + "/{folder}/{page}", media_type="text/html")
async def show_inner_page(public: Public, site: DocsSite, folder: str, page: str) -> Document:
    """A page of a folder: of the reference, of the decisions."""
    return await site.page(f"{folder}/{page}", public.request)


@route.get(PAGE_PATH + "/assets/{edition}/{name}", media_type="application/octet-stream")
async def get_asset(public: Public, edition: str, name: str) -> Document:
    """One file of the pages."""
    return pages.ASSETS.file(edition, name, public.request)


@route.get("/llms.txt", media_type="text/plain")
async def show_llms_txt(public: Public, site: DocsSite) -> Document:
    """List of all pages for machines."""
    return await site.page("llms.txt", public.request)
