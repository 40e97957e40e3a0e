"""The console's forms as they come back: with what was typed, whatever that is, drawn as the browser gets it.

The API refuses all that these forms ask of it, so each shows its whole form again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from fulfilment import settings
from fulfilment.catalog import routes as catalog
from fulfilment.console.credit import routes as credit
from fulfilment.console.drafting import routes as drafting
from fulfilment.console.frame.refusals import Faces
from fulfilment.console.products import routes as products
from fulfilment.console.settings import routes as of_settings
from fulfilment.credits import routes as credits
from fulfilment.http.bearer import Sessions
from fulfilment.http.caller import Caller
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.form import MEDIA_TYPE, Form
from fulfilment.http.page import Answer, Page, SignInNeeded
from fulfilment.http.request import Request
from fulfilment.http.session import ConsoleSession
from fulfilment.shipping import routes as shipping
from fulfilment.sign_in.provider import Provider
from fulfilment.stock import routes as stock
from fulfilment.workspace import routes as workspace
from tests.linear.search import Grammar, Run, plain

_SETTINGS = settings.load({"FULFILMENT_MODE": "development"})
_SESSION = ConsoleSession(
    *(b"", "user_1", "https://id.example", None, "Budi", ("owner",), "acc_1", ("acc_1",)),
    signed_in_at=datetime(2026, 11, 22, tzinfo=UTC),
    is_fresh=True,
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


class _Page(Page):
    """A page whose API knows little and refuses to do anything."""

    async def ask(self, operation: Any, _query: Any = None, **_path: str) -> Answer:
        return Answer(_ASKED[operation], {"hasMore": False, "cursor": None}, 200)

    async def tell(self, *_given: Any, **_more: Any) -> Answer:
        raise Validation("This is refused.", field="items.0")

    def require_fresh(self) -> None:
        """Whoever sits there has just signed in."""


def _request(text: str) -> Request:
    headers = {"content-type": [MEDIA_TYPE.encode()], "accept-encoding": [b"gzip"]}
    return Request("POST", b"/console/acc_1/x", b"", headers, text.encode(), None)


def run_of(screen: Callable[[Page, Form], Awaitable[Any]]) -> Run:
    """What a screen answers to a form."""
    resources = {Provider: Provider(_SETTINGS), Sessions: Sessions(None, _SETTINGS)}

    def run(text: str) -> None:
        request = _request(text)
        with contextlib.suppress(ApiError):
            form = Form.of(request)
            caller = Caller("acc_1", "user_1", (), roles=("owner",))
            page = _Page(request, _SESSION, caller, {}, resources, None)
            assert isinstance(asyncio.run(screen(page, form)), Document)

    return run


def send_again(text: str) -> None:
    """The form of somebody whose sign-in is over."""
    assert isinstance(Faces().refusal(SignInNeeded(), _request(text), "AUTH_REQUIRED"), Document)


SCREENS = {
    "new parcel": drafting.work_on_draft,
    "new product": products.create_product,
    "origin": of_settings.save_origin,
    "couriers": of_settings.choose_couriers,
    "warehouse": of_settings.open_warehouse,
    "workspace": partial(of_settings.change_workspace, settings=_SETTINGS),
    "top-up": credit.top_up,
}
