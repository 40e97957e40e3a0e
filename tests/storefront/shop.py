"""A storefront of a partner's merchant: it signs by the specification, and sends over a real socket."""

import hashlib
import hmac
import itertools
import json
import time
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fulfilment.storefront import secrets_admin
from tests.harness.service import Answer, Client, Service
from tests.harness.workspaces import as_operator, in_database, open_client, provision

INBOUND = "/api/v1/inbound/storefront"
_BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
_numbers = itertools.count(1)


def sign(secret: str, body: bytes, at: float | None = None) -> tuple[str, str]:
    """The header, written down here a second time on purpose."""
    moment = int(time.time() if at is None else at)
    digest = hmac.new(secret.encode(), b"%d.%b" % (moment, body), hashlib.sha256).hexdigest()
    return "Svc-Signature", f"t={moment},v1={digest}"


def event(type: str, data: Any, *, id: str | None = None, at: float | str | None = None) -> dict[str, Any]:
    """An event; `at` counts seconds from a day in the past, or is the moment as it goes out."""
    number = next(_numbers)
    moment = at if isinstance(at, str) else (_BEGAN + timedelta(seconds=number if at is None else at)).isoformat()
    return {"id": id or f"sfe_{uuid.uuid4()}", "type": type, "occurredAt": moment, "data": data}


class Shop(msgspec.Struct, frozen=True):
    """One workspace's storefront; `client` has a key of the workspace."""

    client: Client
    partner: str
    target: str
    secret: str

    @property
    def id(self) -> str:
        return self.target.partition("storefront=")[2]

    def post(self, body: Any, *, secret: str | None = None, target: str | None = None, **options: Any) -> Answer:
        """A signed event. `at` is when it was signed, `headers` are further ones."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = [sign(secret or self.secret, raw, options.get("at")), ("Content-Type", "application/json")]
        return self.client.service.send("POST", target or self.target, headers + options.get("headers", []), raw)

    def send_event(self, type: str, data: Any, **options: Any) -> bool:
        """Send an event that must be taken; whether it changed anything."""
        answer = self.post(event(type, data, **options))
        assert answer.status == 200, answer.raw
        return answer.data["applied"]

    def products(self) -> list[dict[str, Any]]:
        """The products of the catalog, archived ones too, by their references."""
        found = self.client("GET", "/api/v1/products?archived=true").data["products"]
        return sorted(found, key=lambda product: product["externalRef"] or "")

    def product(self, ref: str) -> dict[str, Any]:
        (found,) = [product for product in self.products() if product["externalRef"] == ref]
        return found


def open_shop(service: Service, partner: str | None = None, *, plan: str | None = None) -> Shop:
    """A fresh merchant of a partner, which may be known already, with the secret that the operator is shown."""
    name = partner or f"partner-{uuid.uuid4()}"
    client = open_client(service, "Toko Kopi", plan=plan)
    provision(client, name)
    statement = "INSERT INTO partners (name) VALUES ($1) ON CONFLICT DO NOTHING"
    in_database(service.database_url, lambda db: db.execute(statement, name))
    found = ensure_secret(service, name, client.account_id)
    parts = urlsplit(found.url)
    return Shop(client, name, f"{parts.path}?{parts.query}", found.secret)


def ensure_secret(
    service: Service, partner: str, account_id: str | None = None, *, rotates: bool = False
) -> secrets_admin.StorefrontCredentials:
    """Create or rotate the storefront's secrets as the operator's command does; the first storefront's credentials."""
    with as_operator():
        work = in_database(
            service.database_url,
            lambda db: secrets_admin.ensure_secrets(db, "http://127.0.0.1", partner, account_id, is_rotation=rotates),
        )
    return work[0]
