"""Start page at `/`, which explains the simulator and its uses."""

from pathlib import Path

from aiohttp import web

routes = web.RouteTableDef()
_PAGE = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")


@routes.get("/")
async def show_page(_: web.Request) -> web.Response:
    return web.Response(text=_PAGE, content_type="text/html")
