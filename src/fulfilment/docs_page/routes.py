"""The HTTP edge of the documentation: the OpenAPI document, and a page to read and try it."""

from fulfilment.docs_page import pages
from fulfilment.http.envelope import Document
from fulfilment.http.openapi import ApiDocument
from fulfilment.http.public import Public
from fulfilment.http.route import Routes

route = Routes("Documentation", "The description of this API itself.", prefix="")


@route.get("/", media_type="text/html")
async def front_door(public: Public) -> Document:
    """Whoever opens the bare address is led to the documentation."""
    return Document(b"", "text/html", status=302, headers={"Location": pages.PAGE_PATH})


@route.get(pages.DOCUMENT_PATH, client="documentation.get_openapi_document")
async def get_open_api_document(public: Public, document: ApiDocument) -> Document:
    """This API as an OpenAPI 3.1 document."""
    return Document(document.content, "application/json", headers={"Cache-Control": "no-cache"})


@route.get(pages.PAGE_PATH, media_type="text/html")
async def docs_page(public: Public) -> Document:
    """The documentation, to read and to try."""
    return pages.page()


@route.get(pages.PAGE_PATH + "/{edition}/{name}", media_type="application/octet-stream")
async def docs_asset(public: Public, edition: str, name: str) -> Document:
    """One file of the documentation page."""
    return pages.asset(edition, name, public.request)
