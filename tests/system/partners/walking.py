"""A partner that tries everything: each route, with each key that it was ever given and each id that it ever saw."""

import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tests.contract.document import Document, Operation
from tests.contract.path_ids import GUARDED_BY_A_SECRET, ids_of
from tests.contract.samples import body_of, id_fields, with_field
from tests.contract.test_tenancy import BODY_IDS, QUERY_IDS
from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client, Service

# A key mints a key mints a key; at each depth one of each workspace is used, and on behalf of so many workspaces.
DEEPEST = 2
WORKSPACES = 3
# The first id of each kind that was seen, and the latest.
OF_A_KIND = 2
_KIND_OF_PREFIX = {
    "prod": "product",
    "var": "variant",
    "wh": "warehouse",
    "addr": "address",
    "ship": "shipment",
    "lic": "license",
    "act": "activation",
    "dlv": "delivery",
    "ord": "order",
    "batch": "batch",
    "evt": "envelope",
    "acc": "workspace",
}
_KIND_OF_FIELD = {"waybillId": "waybill", "key": "license_key"}
_KIND_OF_HOLDER = {
    "apiKey": "api_key",
    "apiKeys": "api_key",
    "ApiKey": "api_key",
    "endpoint": "endpoint",
    "endpoints": "endpoint",
    "WebhookEndpoint": "endpoint",
    "event": "event",
    "events": "event",
    "recovery": "recovery",
    # The tables.
    "api_keys": "api_key",
    "webhook_endpoints": "endpoint",
    "webhook_deliveries": "event",
    "webhook_replays": "recovery",
}
_KINDS_ALIKE = {"other_warehouse": "warehouse", "digital_product": "product", "license_product": "product"}
_QUERY = {"q": ["Senopati"], "courier": ["jne"], "format": ["json", "csv"]}
_LAST = ("DELETE",)

Check = Callable[[str, Answer], None]


class Credential(msgspec.Struct, frozen=True):
    """A key that was obtained, and on whose behalf it is used."""

    client: Client
    depth: int

    @property
    def is_refused(self) -> bool:
        """True if the header alone has everything refused."""
        return self.depth > 0 and self.client.on_behalf_of is not None


class Pool:
    """Ids that were seen, by kind, in the order in which they were seen."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[str, None]] = defaultdict(dict)

    def add(self, kind: str, value: str) -> None:
        self._seen[kind].setdefault(value)

    def some(self, kind: str) -> list[str]:
        seen = list(self._seen[_KINDS_ALIKE.get(kind, kind)])
        return list(dict.fromkeys(seen[:1] + seen[1 - OF_A_KIND :] if len(seen) > 1 else seen))

    def harvest(self, value: Any, holder: str = "") -> None:
        """Remember every id in an answer."""
        if isinstance(value, list):
            for part in value:
                self.harvest(part, holder)
        elif isinstance(value, dict):
            if isinstance(value.get("targetId"), str) and isinstance(value.get("targetType"), str):
                self._collect(value["targetId"], value["targetType"], "id")
            for name, part in value.items():
                if isinstance(part, str):
                    self._collect(part, holder, name)
                else:
                    self.harvest(part, name)

    def _collect(self, text: str, holder: str, name: str) -> None:
        prefix, underscore, _ = text.partition("_")
        if underscore and prefix in _KIND_OF_PREFIX and name not in ("customerId", "checkoutSessionId"):
            self.add(_KIND_OF_PREFIX[prefix], text)
        if name in _KIND_OF_FIELD:
            self.add(_KIND_OF_FIELD[name], text)
        if name == "id" and holder in _KIND_OF_HOLDER:
            self.add(_KIND_OF_HOLDER[holder], text)
        if name == "cursor":
            self.add("cursor", text)
        if "/label-links/" in text:
            self.add("/api/v1/label-links/{token}", urlsplit(text).path)


class Spy(msgspec.Struct):
    """A client of the partner's: whatever it is answered is looked at, and what it shows is used later."""

    walker: "Walker"
    client: Client

    @property
    def service(self) -> Service:
        return self.client.service

    def __call__(self, method: str, target: str, body: Any = None, key: str | None = None) -> Answer:
        return self.walker.call(Credential(self.client, 0), method, target, body, key)


class Walker:
    """Goes from the first key to all that it leads to, breadth first; `check` looks at every answer."""

    def __init__(self, document: Document, first: Client, check: Check, pool: Pool | None = None):
        """With a `pool` it knows that alone, and learns nothing."""
        self.document = document
        self.pool = pool or Pool()
        self._learns = pool is None
        self.reached: set[str] = set()
        self.used: list[Credential] = []
        self.calls = 0
        self._check = check
        self._found: deque[Credential] = deque([Credential(first, 0)])
        self._on_behalf: set[tuple[str, str]] = set()
        self._operations = sorted(document.operations(), key=lambda each: each.method in _LAST)

    def walk(self) -> None:
        """Until no key and no workspace is new."""
        while self._found:
            credential = self._found.popleft()
            self.used.append(credential)
            for operation in self._operations:
                for target, body, key in self._requests(operation, is_brief=credential.is_refused):
                    self.call(credential, operation.method, target, body, key)
            self._find_workspaces(credential)

    def call(self, credential: Credential, method: str, target: str, body: Any, key: str | None) -> Answer:
        answer = credential.client(method, target, body, key)
        self.calls += 1
        payload = answer.json if answer.headers.get("content-type", "").startswith("application/json") else None
        self._check(f"{method} {target} {json.dumps(body)} by {credential}", answer)
        if answer.status < 400:
            self.reached.add(self.document.operation_of(method, target).id)
        if self._learns and answer.status < 400 and isinstance(payload, dict) and "data" in payload:
            self.pool.harvest(payload)
            self._find_key(credential, payload["data"])
        return answer

    def _find_key(self, credential: Credential, data: Any) -> None:
        """A secret that was shown is a key from now on."""
        is_key = isinstance(data, dict) and "secret" in data and "apiKey" in data
        if not is_key or credential.depth >= DEEPEST:
            return
        account_id = credential.client.on_behalf_of or credential.client.account_id
        client = Client(credential.client.service, account_id, data["apiKey"]["keyId"], data["secret"])
        known = {(each.depth, each.client.account_id) for each in (*self.used, *self._found)}
        if (credential.depth + 1, account_id) not in known:
            self._found.append(Credential(client, credential.depth + 1))

    def _find_workspaces(self, credential: Credential) -> None:
        """Each key is tried on behalf of each workspace that was seen."""
        if credential.client.on_behalf_of is not None:
            return
        # A key that is no platform key may act for none, whichever it names.
        most = WORKSPACES if credential.depth == 0 else 1
        for account_id in self.pool.some("workspace"):
            pair = (credential.client.key_id, account_id)
            if pair not in self._on_behalf and sum(key == pair[0] for key, _ in self._on_behalf) < most:
                self._on_behalf.add(pair)
                acting = msgspec.structs.replace(credential.client, on_behalf_of=account_id)
                self._found.append(Credential(acting, credential.depth))

    def _requests(self, operation: Operation, *, is_brief: bool = False) -> Iterator[tuple[str, Any, str | None]]:
        """The operation with each id that may stand in its path, each body, and each idempotency key that is known."""
        for path in self._paths(operation)[: 1 if is_brief else None]:
            if operation.method == "GET":
                for query in list(self._queries(operation))[: 1 if is_brief else None]:
                    yield path + query, None, None
                continue
            bodies = list(self._bodies(operation))
            for body in bodies[: 1 if is_brief else None]:
                # The merchant has used this one for the same request.
                yield path, body, shared_key(operation, body)
            if not is_brief:
                yield path, bodies[-1], fresh_key()

    def _paths(self, operation: Operation) -> list[str]:
        """The path with the first ids of all that it takes, and with the latest."""
        if operation.path in GUARDED_BY_A_SECRET:
            return self.pool.some(operation.path)
        paths = [operation.path] * OF_A_KIND
        for name, kind in ids_of(operation.path):
            assert kind is not None, f"{operation.path}: say in PATH_IDS what {{{name}}} is"
            ids = self.pool.some(kind)
            if not ids:
                return []
            paths = [path.replace("{" + name + "}", ids[min(n, len(ids) - 1)]) for n, path in enumerate(paths)]
        return list(dict.fromkeys(paths))

    def _queries(self, operation: Operation) -> Iterator[str]:
        parameters = {p["name"]: p["required"] for p in operation.said["parameters"] if p["in"] == "query"}
        needed = "".join(
            f"&{name}={(_QUERY.get(name) or self.pool.some('license_key') or ['unknown'])[0]}"
            for name, is_required in parameters.items()
            if is_required
        )
        yield needed.replace("&", "?", 1)
        if "cursor" in parameters:
            yield f"?limit=1{needed}"
            yield from (f"?cursor={cursor}{needed}" for cursor in self.pool.some("cursor"))
        for name in parameters:
            for value in _QUERY.get(name, []) + self._ids_in_query(name):
                yield f"?{name}={value}{needed}"

    def _ids_in_query(self, name: str) -> list[str]:
        kind = QUERY_IDS.get(name)
        return self.pool.some(kind) if kind else []

    def _bodies(self, operation: Operation) -> Iterator[Any]:
        body = body_of(self.document, operation)
        yield body
        if body is None:
            return
        with_ids = body
        for field in id_fields(self.document, operation):
            name = next(part for part in reversed(field.split(".")) if not part.isdigit())
            kind, top = BODY_IDS.get(name), field.partition(".")[0]
            ids = self.pool.some(kind) if kind else []
            if ids and (field in (top, f"{top}.0") or top in body) and _has_room(with_ids, field):
                with_ids = with_field(with_ids, field, ids[-1])
        if with_ids != body:
            yield with_ids
        yield from EXTRA_BODIES.get(operation.id, ())


# Bodies that would give the merchant's key away, or take it over, and bodies that a plain example lacks.
EXTRA_BODIES: dict[str, list[dict[str, Any]]] = {
    "createBatch": [{"kind": "cancel", "filter": {}}],
    "updateShippingConfig": [
        {"apiKey": "biteship_live.another"},
        {"apiKey": None},
        {"defaultCourier": "jne"},
        {"active": True},
    ],
    "createApiKey": [{"name": "All", "scopes": ["read", "write", "admin"]}],
    "createWebhookEndpoint": [{"url": "http://127.0.0.1:9/other"}],
    # An API key has no e-mail of its own.
    "createPlanCheckout": [{"plan": "STARTER", "email": "siti@example.com"}],
    "createCreditCheckout": [{"amount": 10_000, "email": "siti@example.com"}],
}


def shared_key(operation: Operation, body: Any) -> str:
    """The idempotency key that all clients use for this request."""
    return hashlib.sha256(f"{operation.id} {json.dumps(body, sort_keys=True)}".encode()).hexdigest()


def _has_room(body: Any, field: str) -> bool:
    """True if every list on the way to the field has the place."""
    *way, _ = field.split(".")
    for name in way:
        if isinstance(body, list):
            if not name.isdigit() or int(name) >= len(body):
                return False
            body = body[int(name)]
        else:
            body = body.get(name) if isinstance(body, dict) else None
            if body is None:
                return False
    return not isinstance(body, list) or len(body) > 0
