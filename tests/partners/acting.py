"""Partners, their workspaces, and the keys that they make."""

from typing import Any

import msgspec

from tests.harness.database import execute
from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client

WORKSPACES = "/api/v1/admin/workspaces"
USAGE = "/api/v1/admin/partner/usage"
KEYS = "/api/v1/api-keys"
CONFIG = "/api/v1/shipping/config"
AUDIT = "/api/v1/audit-log"


def provision(partner: Client, **fields: Any) -> Answer:
    return partner("POST", WORKSPACES, {"name": "Toko Kopi", **fields}, fresh_key())


def without_limits(client: Client, account_id: str) -> str:
    """The workspace, whose plan limits nothing from now on."""
    execute(client, "UPDATE accounts SET plan = NULL WHERE id = $1", account_id)
    return account_id


def acting_for(partner: Client, account_id: str) -> Client:
    """The platform key, on behalf of the workspace."""
    return msgspec.structs.replace(partner, on_behalf_of=account_id)


def mint(client: Client, **fields: Any) -> dict[str, Any]:
    answer = client("POST", KEYS, {"name": "Key", **fields}, fresh_key())
    assert answer.status == 201, answer.raw
    return answer.data


def with_key(client: Client, minted: dict[str, Any], account_id: str | None = None) -> Client:
    """Through the minted key, in whose workspace it works."""
    account_id = account_id or client.on_behalf_of or client.account_id
    return Client(client.service, account_id, minted["apiKey"]["keyId"], minted["secret"])


def listed(client: Client) -> set[str]:
    """The key ids that the client sees."""
    return {key["keyId"] for key in client("GET", KEYS).data["apiKeys"]}


def share_identity_provider(partner: Client, name: str) -> None:
    execute(partner, "UPDATE partners SET shares_identity_provider = true WHERE name = $1", name)
