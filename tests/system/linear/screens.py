"""The console's forms as they come back: stored with what was typed, whatever that is, and drawn as a browser gets it.

The API refuses all that these forms ask of it, so each shows its whole form again.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

from fulfilment import settings
from fulfilment.catalog import routes as catalog
from fulfilment.console.credit import routes as credit
from fulfilment.console.credit.view import AmountQuery
from fulfilment.console.layout.error_pages import ConsoleErrorPages
from fulfilment.console.new_shipment import routes as drafting
from fulfilment.console.products import routes as products
from fulfilment.console.settings import routes as of_settings
from fulfilment.console.settings.sections import SectionQuery
from fulfilment.credits import routes as credits
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import MEDIA_TYPE, Form
from fulfilment.infra.api.internal_client import ApiResponse, ConsolePage, SignInRequired
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.console_sessions import ConsoleSession
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.pool import Database
from fulfilment.shipping import routes as shipping
from fulfilment.sign_in.provider import IdentityProvider
from fulfilment.stock import routes as stock
from fulfilment.workspaces import routes as workspace
from tests.system.linear.search import Grammar, Run, plain

_SETTINGS = settings.load({"FULFILMENT_MODE": "development"})
_SESSION = ConsoleSession(
    *(b"", "user_1", "https://id.example", None, "Budi", ("owner",), "acc_1", ("acc_1",)),
    signed_in_at=datetime(2026, 11, 22, tzinfo=UTC),
    is_recently_authenticated=True,
)
_SERVICE = {
    "courier_name": "Courier",
    "courier_service_code": "reg",
    "courier_service_name": "Regular",
    "service_type": "standard",
    "tier": None,
}
_ASKED = {
    workspace.get_own_workspace: {
        "accountId": "acc_1",
        "name": "Toko",
        "currency": "IDR",
        "timeZone": "Asia/Jakarta",
        "labelSize": "a4",
        "plan": "free",
        "isSuspended": False,
        "language": "id",
    },
    catalog.list_products: {"products": []},
    shipping.search_areas: [],
    shipping.get_shipping_origin: {"configured": False, "contactName": None, "lat": None}
    | dict.fromkeys(("district", "city", "province", "postal", "village")),
    stock.list_warehouses: {"warehouses": []},
    shipping.list_couriers: [_SERVICE | {"courier_code": f"courier-{n}"} for n in range(60)],
    shipping.get_shipping_config: {
        "config": {
            "enabledCouriers": [],
            "active": True,
            "apiKeyConfigured": False,
            "reportUrl": "https://ship.example",
        }
    },
    credits.get_shipping_credits: {"balance": 0, "held": 0, "available": 0, "owed": 0, "currency": "IDR"},
}
# The fields that a form's text begins with, of each screen; more are made of the pumps.
_FIELDS = [
    "name=",
    "what-0=a&weight-0=",
    "what-0=",
    "address=",
    "area=",
    "price=",
    "minor=",
    "apiKey=",
    "courier=",
    "a=b&",
]
FORMS = Grammar(
    plain("a", "%22", "%3C", "%0A", "%26", "+", "%C3%A9", "1", ".", "a=b&", "=&", "courier=a&"),
    ["", *_FIELDS],
    ["", "&key=a"],
)


class _Page(ConsolePage):
    """A page whose API knows little and refuses to do anything."""

    async def get(self, operation: Any, _query: Any = None, **_path: str) -> ApiResponse:
        return ApiResponse(_ASKED[operation], {"hasMore": False, "cursor": None}, 200)

    async def mutate(self, *_given: Any, **_more: Any) -> ApiResponse:
        raise Validation("This is refused.", field="items.0")

    def require_recent_sign_in(self) -> None:
        """The person has just signed in."""


class _Stored:
    """A database that holds one form."""

    content = ""

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator["_Stored"]:
        yield self

    async def execute(self, _statement: str, *values: Any) -> None:
        self.content = values[-1]

    async def fetchrow(self, *_asked: Any) -> dict[str, Any]:
        return {"content": self.content, "created_at": datetime(2026, 11, 22, tzinfo=UTC), "has_acted": False}


def _request(text: str) -> Request:
    headers = {"content-type": [MEDIA_TYPE.encode()], "accept-encoding": [b"gzip"]}
    return Request("POST", b"/console/acc_1/x", b"", headers, text.encode(), None)


def run_of(heed: Callable[[ConsolePage, Form], Awaitable[Any]], show: Callable[[ConsolePage], Awaitable[Any]]) -> Run:
    """A screen's answer to a form, and the page that it shows after it."""
    resources = {
        IdentityProvider: IdentityProvider(_SETTINGS),
        TokenAuthenticator: TokenAuthenticator(None, _SETTINGS),
        Database: _Stored(),
    }

    def page_of(request: Request) -> ConsolePage:
        context = request.context
        context.services, context.session = SimpleNamespace(resources=resources, operations={}), _SESSION
        context.principal = Principal("acc_1", "user_1", (), roles=("owner",))
        return _Page(request, None)

    def run(text: str) -> None:
        request = _request(text)
        with contextlib.suppress(ApiError):
            answer = asyncio.run(heed(page_of(request), Form.parse(request)))
            path, _, query = answer.headers["Location"].partition("?")
            there = Request("GET", path.encode(), query.encode(), {"accept-encoding": [b"gzip"]}, b"", None)
            assert isinstance(asyncio.run(show(page_of(there))), Document)

    return run


def send_again(text: str) -> None:
    """The form of a person whose session has ended."""
    assert isinstance(ConsoleErrorPages().render(SignInRequired(), _request(text), "AUTH_REQUIRED"), Document)


SCREENS = {
    "new parcel": (drafting.submit_new_shipment, drafting.show_new_shipment),
    "new product": (products.create_product, products.show_new_product),
    "origin": (of_settings.save_origin, partial(of_settings.show_origin, query=of_settings.OriginQuery())),
    "couriers": (of_settings.save_couriers, partial(of_settings.show_couriers, query=SectionQuery())),
    "warehouse": (of_settings.create_warehouse, of_settings.show_new_warehouse),
    "workspace": (
        of_settings.update_workspace,
        partial(of_settings.show_workspace, query=SectionQuery(), settings=_SETTINGS),
    ),
    "top-up": (credit.top_up, partial(credit.show_top_up, query=AmountQuery())),
}
