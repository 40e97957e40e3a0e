"""Every kind of caller that the table knows, made once for the whole table."""

import secrets
import uuid
from collections.abc import Callable
from typing import Any

import msgspec

from fulfilment.workspaces import administration
from tests.harness.goods import fresh_key
from tests.harness.provider import Provider
from tests.harness.service import Answer, Client, Service
from tests.harness.workspaces import in_database, open_client, open_partner, provision
from tests.infra.auth.second_scheme import second

KEYS = "/api/v1/api-keys"

# Asks a route by its method and path, with a body or nothing in it.
Ask = Callable[[str, str, bytes], Answer]
_JSON = ("Content-Type", "application/json")


class House(msgspec.Struct):
    """The default service, another that enforces scopes, on one database, and the provider of their people."""

    service: Service
    enforcing: Service
    provider: Provider


MAKERS: dict[str, Callable[[House], Ask]] = {}


def _made(name: str) -> Callable:
    def register(maker: Callable[[House], Ask]) -> Callable:
        MAKERS[name] = maker
        return maker

    return register


def _by(client: Client) -> Ask:
    """Signed, with an idempotency key of its own."""
    return lambda method, path, body: client(method, path, body, fresh_key())


def _minted(owner: Client, *scopes: str, **fields: Any) -> Client:
    answer = owner("POST", KEYS, {"name": "Made", "scopes": list(scopes or ("read", "write", "admin")), **fields})
    assert answer.status == 201, answer.raw
    made = msgspec.structs.replace(owner, key_id=answer.data["apiKey"]["keyId"], secret=answer.data["secret"])
    return msgspec.structs.replace(made, on_behalf_of=None)


def _partner_and_merchant(house: House) -> tuple[Client, Client]:
    name = f"partner-{uuid.uuid4()}"
    partner, merchant = open_partner(house.service, name), open_client(house.service)
    provision(merchant, name)
    return msgspec.structs.replace(partner, on_behalf_of=merchant.account_id), merchant


@_made("nobody")
def _nobody(house: House) -> Ask:
    return lambda method, path, body: house.service.send(method, path, [_JSON], body)


@_made("unknown key")
def _unknown(house: House) -> Ask:
    key_id = f"svc_key_{secrets.token_hex(8)}"
    return _by(msgspec.structs.replace(open_client(house.service), key_id=key_id))


@_made("wrong secret")
def _wrong(house: House) -> Ask:
    return _by(msgspec.structs.replace(open_client(house.service), secret="svcsk_wrong"))


@_made("plain key")
def _plain(house: House) -> Ask:
    # Scopes are recorded, and not enforced by default.
    return _by(_minted(open_client(house.service), "read"))


@_made("plain key by the second scheme")
def _second(house: House) -> Ask:
    return _by(second(open_client(house.service)))


@_made("request of the second scheme, sent again")
def _replayed(house: House) -> Ask:
    client = second(open_client(house.service))

    def ask(method: str, path: str, body: bytes) -> Answer:
        sent = [*client.headers(method, path, body, fresh_key()), _JSON]
        house.service.send(method, path, sent, body)
        return house.service.send(method, path, sent, body)

    return ask


@_made("revoked key")
def _revoked(house: House) -> Ask:
    owner = open_client(house.service)
    made = _minted(owner)
    (id,) = [key["id"] for key in owner("GET", KEYS).data["apiKeys"] if key["keyId"] == made.key_id]
    assert owner("POST", f"{KEYS}/{id}/revoke").status == 200
    return _by(made)


def _enforced(*scopes: str) -> Callable[[House], Ask]:
    return lambda house: _by(_minted(open_client(house.enforcing), *scopes))


MAKERS["read key, enforced"] = _enforced("read")
MAKERS["write key, enforced"] = _enforced("write")
MAKERS["read and write key, enforced"] = _enforced("read", "write")
MAKERS["admin key, enforced"] = _enforced("admin")
MAKERS["key with every scope, enforced"] = _enforced("read", "write", "admin")


@_made("key with the platform scope alone, enforced")
def _platform_alone(house: House) -> Ask:
    partner = open_partner(house.enforcing, f"partner-{uuid.uuid4()}")
    statement = "UPDATE api_keys SET scopes = '{svc:platform:admin}' WHERE key_id = $1"
    in_database(house.service.database_url, lambda db: db.execute(statement, partner.key_id))
    return _by(partner)


@_made("plain key on behalf of another")
def _plain_on_behalf(house: House) -> Ask:
    _, merchant = _partner_and_merchant(house)
    return _by(msgspec.structs.replace(open_client(house.service), on_behalf_of=merchant.account_id))


@_made("platform key")
def _platform(house: House) -> Ask:
    return _by(open_partner(house.service, f"partner-{uuid.uuid4()}"))


@_made("partner on behalf of its merchant")
def _partner(house: House) -> Ask:
    return _by(_partner_and_merchant(house)[0])


@_made("partner on behalf of another's merchant")
def _trespasser(house: House) -> Ask:
    (partner, _), (_, merchant) = _partner_and_merchant(house), _partner_and_merchant(house)
    return _by(msgspec.structs.replace(partner, on_behalf_of=merchant.account_id))


@_made("key that a partner made")
def _made_by_partner(house: House) -> Ask:
    partner, merchant = _partner_and_merchant(house)
    made = msgspec.structs.replace(_minted(partner), account_id=merchant.account_id)
    return _by(_minted(made))


def _session(house: House, headers: tuple[tuple[str, str], ...] = (), **claims: Any) -> Ask:
    # Persons have allowances, and workspaces that the operator opened have none.
    given = {"accountId": open_client(house.service).account_id, "sub": f"usr_{uuid.uuid4()}"} | claims
    token = house.provider.token(house.provider.claims(**given))

    def ask(method: str, path: str, body: bytes) -> Answer:
        own = [("Authorization", f"Bearer {token}"), ("Idempotency-Key", fresh_key()), _JSON, *headers]
        return house.service.send(method, path, own, body)

    return ask


MAKERS["session of the owner"] = lambda house: _session(house, roles=["owner"])
MAKERS["session without roles"] = lambda house: _session(house)
MAKERS["session without a workspace"] = lambda house: _session(house, accountId=None)
MAKERS["session that has expired"] = lambda house: _session(house, exp=1_700_000_000)


@_made("session on behalf of another")
def _session_on_behalf(house: House) -> Ask:
    _, merchant = _partner_and_merchant(house)
    return _session(house, (("X-Svc-On-Behalf-Of", merchant.account_id),))


@_made("expired key")
def _expired(house: House) -> Ask:
    made = _minted(open_client(house.service))
    statement = "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE key_id = $1"
    in_database(house.service.database_url, lambda db: db.execute(statement, made.key_id))
    return _by(made)


@_made("key from another network")
def _from_elsewhere(house: House) -> Ask:
    return _by(_minted(open_client(house.service), networks=["203.0.113.0/24"]))


def _suspend(client: Client) -> None:
    in_database(client.service.database_url, lambda db: administration.suspend_workspace(db, client.account_id))


@_made("key of a suspended workspace")
def _suspended(house: House) -> Ask:
    owner = open_client(house.service)
    _suspend(owner)
    return _by(owner)


@_made("session in a suspended workspace")
def _suspended_session(house: House) -> Ask:
    owner = open_client(house.service)
    _suspend(owner)
    return _session(house, accountId=owner.account_id)


@_made("partner on behalf of a suspended merchant")
def _partner_of_suspended(house: House) -> Ask:
    partner, merchant = _partner_and_merchant(house)
    _suspend(merchant)
    return _by(partner)


MAKERS["session with an empty list of roles"] = lambda house: _session(house, roles=[])
MAKERS["session with a role that nobody knows"] = lambda house: _session(house, roles=["Owner", "admin"])
MAKERS["session of a packer"] = lambda house: _session(house, roles=["packer"])
MAKERS["session of a support agent"] = lambda house: _session(house, roles=["support"])
MAKERS["session of a developer"] = lambda house: _session(house, roles=["developer"])
MAKERS["session of a packer and support agent"] = lambda house: _session(house, roles=["packer", "support"])


@_made("session in another workspace of its person's")
def _in_another(house: House) -> Ask:
    other = open_client(house.service).account_id
    return _session(house, (("Svc-Workspace", other),), accountIds=[other])


@_made("session in a workspace that is not its person's")
def _in_strangers(house: House) -> Ask:
    return _session(house, (("Svc-Workspace", open_client(house.service).account_id),))


@_made("suspended partner on behalf of its merchant")
def _suspended_partner(house: House) -> Ask:
    partner, _ = _partner_and_merchant(house)
    _suspend(partner)
    return _by(partner)
