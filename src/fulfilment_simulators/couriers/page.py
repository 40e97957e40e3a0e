"""The page at `/`: what this is, and what can be done with it."""

from pathlib import Path

from aiohttp import web

routes = web.RouteTableDef()
_PAGE = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")


@routes.get("/")
async def show_page(_: web.Request) -> web.Response:
    return web.Response(text=_PAGE, content_type="text/html")
