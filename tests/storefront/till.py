"""A partner's storefront with buyers in a merchant's workspace: it signs and sends their events."""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import aiohttp
import asyncpg
import msgspec

from fulfilment.infra import ids
from fulfilment.storefront import signature_auth
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import DESTINATION, ORIGIN
from tests.harness.service import Answer, Client, Service
from tests.harness.workspaces import as_operator, in_database

PARTNER = "shopfront"
INBOUND = "/api/v1/inbound/storefront"
ORDERS = "/api/v1/storefront/orders"
SHIPPING = {"courierCode": "jne", "courierServiceCode": "reg", "courierType": "standard", "price": 50_000}
CUSTOMER = {"id": "cus_81", "email": "siti@example.com", "name": "Siti Rahma", "phone": "0811000002"}
_TIMEOUT_SECONDS = 120

_numbers = count(1)


class StorefrontSender(msgspec.Struct, frozen=True):
    """One storefront, by the secret that it signs with."""

    service: Service
    merchant: Client
    storefront_id: str
    secret: str

    @property
    def target(self) -> str:
        return f"{INBOUND}?storefront={self.storefront_id}"

    def __call__(self, type: str, data: dict[str, Any], *, id: str | None = None, at: datetime | None = None) -> Answer:
        """Tell of one event."""
        body = event(type, data, id=id, at=at)
        return self.service.send("POST", self.target, self.sign_headers(body), body)

    def sign_headers(self, body: bytes) -> list[tuple[str, str]]:
        """The headers: the specification's signature of webhooks, written down here once more."""
        now = int(time.time())
        proof = hmac.new(self.secret.encode(), f"{now}.".encode() + body, hashlib.sha256).hexdigest()
        return [("Svc-Signature", f"t={now},v1={proof}"), ("Content-Type", "application/json")]

    def created(self, session: str, *lines: dict[str, Any], **how: Any) -> Answer:
        return self("checkout.created", {"checkoutSessionId": session, "lines": list(lines)}, **how)

    def paid(self, session: str, *lines: dict[str, Any], **fields: Any) -> Answer:
        return self("checkout.paid", payment(session, *lines, **fields))

    def expired(self, session: str, **how: Any) -> Answer:
        return self("checkout.expired", {"checkoutSessionId": session}, **how)

    def send_concurrently(self, events: Sequence[tuple[str, dict[str, Any]]]) -> list[Answer]:
        """Many events at once, each on a connection of its own, so that every process gets some."""
        return asyncio.run(self._send_all([event(type, data) for type, data in events]))

    async def _send_all(self, bodies: Sequence[bytes]) -> list[Answer]:
        connector = aiohttp.TCPConnector(limit=0, force_close=True)
        timeout = aiohttp.ClientTimeout(total=_TIMEOUT_SECONDS)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
            return await asyncio.gather(*(self._send(session, body) for body in bodies))

    async def _send(self, session: aiohttp.ClientSession, body: bytes) -> Answer:
        url = f"http://127.0.0.1:{self.service.port}{self.target}"
        async with session.post(url, data=body, headers=dict(self.sign_headers(body))) as answer:
            names = {name.lower(): value for name, value in answer.headers.items()}
            return Answer(answer.status, names, await answer.read())


class StorefrontShop(msgspec.Struct, frozen=True):
    """A merchant's workspace with something of every kind, and the storefront that sells it."""

    merchant: Client
    till: StorefrontSender
    warehouse: str
    coffee: str
    variant: str
    ebook: str
    editor: str

    def order(self, answer: Answer) -> dict[str, Any]:
        """The order in an answer to an event, as the merchant sees it."""
        assert answer.status == 200, answer.raw
        return self.read(answer.data["order"]["id"])

    def read(self, order_id: str) -> dict[str, Any]:
        answer = self.merchant("GET", f"{ORDERS}/{order_id}")
        assert answer.status == 200, answer.raw
        return answer.data["order"]

    def retry(self, order: dict[str, Any], body: Any = None, key: str | None = None) -> Answer:
        return self.merchant("POST", f"{ORDERS}/{order['id']}/retry", body, key)

    def physical(self, quantity: int = 1, **fields: Any) -> dict[str, Any]:
        return line(**{"productId": self.coffee, "quantity": quantity, **fields})

    def digital(self, **fields: Any) -> dict[str, Any]:
        return line(**{"productId": self.ebook, **fields})

    def license(self, quantity: int = 1, **fields: Any) -> dict[str, Any]:
        return line(**{"productId": self.editor, "quantity": quantity, **fields})


def open_storefront(merchant: Client, partner: str = PARTNER) -> StorefrontSender:
    """Have the merchant's workspace belong to the partner, with a secret for its storefront."""
    storefront_id = ids.new(signature_auth.ID_PREFIX)
    new_secret = signature_auth.generate_secret()
    with as_operator():
        encrypted = signature_auth.encrypt_secret(new_secret, storefront_id)

    async def work(db: asyncpg.Connection) -> None:
        await db.execute("INSERT INTO partners (name) VALUES ($1) ON CONFLICT DO NOTHING", partner)
        provisioned = "UPDATE accounts SET partner = $2, origin = 'partner' WHERE id = $1"
        await db.execute(provisioned, merchant.account_id, partner)
        made = "INSERT INTO storefronts (account_id, id, partner, secret) VALUES ($1, $2, $3, $4)"
        await db.execute(made, merchant.account_id, storefront_id, partner, encrypted)

    in_database(merchant.service.database_url, work)
    return StorefrontSender(merchant.service, merchant, storefront_id, new_secret)


def open_shop(merchant: Client, *, quantity: int = 10) -> StorefrontShop:
    """With an origin, and so many pieces of coffee on the shelf."""
    origin = {name: value for name, value in ORIGIN.items() if name != "postalCode"} | {"postal": "12110"}
    assert merchant("PATCH", "/api/v1/shipping/origin", origin).status == 200
    coffee = new_product(merchant, name="Coffee", weight=800)
    warehouse = new_warehouse(merchant)["id"]
    if quantity:
        stock(merchant, default_variant(coffee), warehouse, quantity)
    ebook = new_product(merchant, name="E-book", type="digital")["id"]
    editor = new_product(merchant, name="Editor", type="license", maxActivations=2)["id"]
    return StorefrontShop(
        merchant, open_storefront(merchant), warehouse, coffee["id"], default_variant(coffee), ebook, editor
    )


def event(type: str, data: dict[str, Any], *, id: str | None = None, at: datetime | None = None) -> bytes:
    """An event on the wire, under an id of its own."""
    occurred_at = at or datetime.now(UTC)
    body = {"id": id or f"sfe_{next(_numbers)}", "type": type, "occurredAt": occurred_at.isoformat(), "data": data}
    return json.dumps(body).encode()


def line(**fields: Any) -> dict[str, Any]:
    return {"ref": f"line_{next(_numbers)}", "quantity": 1, **fields}


def payment(session: str, *lines: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The data of `checkout.paid`; a field that is None is left out."""
    data = {
        "checkoutSessionId": session,
        "externalRef": f"INV-{session}",
        "customer": CUSTOMER,
        "lines": list(lines),
        "destination": DESTINATION,
        "shipping": SHIPPING,
        **fields,
    }
    return {name: value for name, value in data.items() if value is not None}


def statuses(order: dict[str, Any]) -> tuple[str, ...]:
    """The order's own, then each line's."""
    return order["status"], *(line["status"] for line in order["lines"])


def errors(order: dict[str, Any]) -> list[tuple[str, str | None] | None]:
    """The code and the field of what each line was refused with."""
    return [line["error"] and (line["error"]["code"], line["error"]["field"]) for line in order["lines"]]


def ago(**time_gone: float) -> datetime:
    return datetime.now(UTC) - timedelta(**time_gone)
