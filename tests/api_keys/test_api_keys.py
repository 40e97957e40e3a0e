"""API keys over a real socket (specification, API key; decisions, section 3)."""

import re
import time
from typing import Any

import msgspec
import pytest

from tests.harness.database import events, rows
from tests.harness.goods import fresh_key
from tests.harness.service import Client

KEYS = "/api/v1/api-keys"
_USE_NOTED_WITHIN_SECONDS = 15


def mint(client: Client, **fields: Any) -> dict[str, Any]:
    answer = client("POST", KEYS, {"name": "Shop", **fields})
    assert answer.status == 201, answer.raw
    return answer.data


def listed(client: Client) -> list[dict[str, Any]]:
    return client("GET", KEYS).data["apiKeys"]


def with_key(client: Client, minted: dict[str, Any]) -> Client:
    """The same workspace through another key."""
    return msgspec.structs.replace(client, key_id=minted["apiKey"]["keyId"], secret=minted["secret"])


def test_a_key_is_shown_with_its_secret_once(merchant: Client):
    data = mint(merchant)
    key = data["apiKey"]
    assert set(data) == {"apiKey", "secret"}
    assert key == {
        "id": key["id"],
        "name": "Shop",
        "keyId": key["keyId"],
        "scopes": ["read", "write"],
        "expiresAt": None,
        "networks": None,
        "createdAt": key["createdAt"],
    }
    assert re.fullmatch(r"svc_key_[0-9a-f]{16}", key["keyId"])
    assert re.fullmatch(r"svcsk_[A-Za-z0-9_-]{40,50}", data["secret"])
    shown = listed(merchant)[0]
    assert shown == key | {
        "secretPreview": f"{data['secret'][:8]}…{data['secret'][-4:]}",
        "lastUsedAt": None,
        "revokedAt": None,
        "createdBy": merchant.account_id,
        "madeByPartner": None,
    }
    assert data["secret"] not in merchant("GET", KEYS).raw.decode()


def test_a_new_key_works_at_once(merchant: Client):
    other = with_key(merchant, mint(merchant))
    assert other("POST", "/api/v1/products", {"name": "Coffee"}).data["product"]["accountId"] == merchant.account_id


@pytest.mark.parametrize(
    ("scopes", "kept"),
    [
        (None, ["read", "write"]),
        (["read"], ["read"]),
        (["admin", "read", "admin"], ["admin", "read"]),
        (["read", "write", "admin"], ["read", "write", "admin"]),
    ],
)
def test_scopes_are_kept_and_not_enforced(merchant: Client, scopes: Any, kept: list[str]):
    minted = mint(merchant, scopes=scopes)
    assert minted["apiKey"]["scopes"] == kept
    other = with_key(merchant, minted)
    assert other("POST", "/api/v1/products", {"name": "Coffee"}).status == 201
    assert other("GET", KEYS).status == 200


@pytest.mark.parametrize(
    ("field", "value", "at"),
    [
        ("name", None, "name"),
        ("name", "", "name"),
        ("name", "x" * 121, "name"),
        ("scopes", ["read", "root"], "scopes.1"),
        ("scopes", ["svc:platform:admin"], "scopes.0"),
        ("scopes", [], "scopes"),
        ("scopes", "read", "scopes"),
    ],
)
def test_a_field_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any, at: str):
    answer = merchant("POST", KEYS, {"name": "Shop", field: value})
    assert answer.error == (400, "VALIDATION")
    assert answer.field in (at, field)
    assert len(listed(merchant)) == 1


def test_keys_are_listed_newest_first_the_revoked_too(merchant: Client):
    made = [mint(merchant, name=f"K{n}")["apiKey"]["id"] for n in range(3)]
    merchant("POST", f"{KEYS}/{made[1]}/revoke")
    keys = listed(merchant)
    assert [key["id"] for key in keys[:3]] == made[::-1]
    assert [key["revokedAt"] is not None for key in keys] == [False, True, False, False]


def test_a_revoked_key_is_refused_from_the_answer_on_by_every_process(merchant: Client):
    minted = mint(merchant)
    other = with_key(merchant, minted)
    for _ in range(10):
        assert other("GET", KEYS).status == 200
    answer = merchant("POST", f"{KEYS}/{minted['apiKey']['id']}/revoke")
    assert answer.status == 200
    assert set(answer.data["apiKey"]) == {"id", "revokedAt"}
    assert answer.data["apiKey"]["id"] == minted["apiKey"]["id"]
    for _ in range(10):
        assert other("GET", KEYS).error == (401, "REVOKED_KEY")
    assert listed(merchant)[0]["revokedAt"] == answer.data["apiKey"]["revokedAt"]


def test_a_key_may_revoke_itself(merchant: Client):
    minted = mint(merchant)
    other = with_key(merchant, minted)
    assert other("POST", f"{KEYS}/{minted['apiKey']['id']}/revoke").status == 200
    assert other("GET", KEYS).error == (401, "REVOKED_KEY")


def test_revoking_again_is_refused(merchant: Client):
    key = mint(merchant)["apiKey"]["id"]
    first = merchant("POST", f"{KEYS}/{key}/revoke").data["apiKey"]["revokedAt"]
    assert merchant("POST", f"{KEYS}/{key}/revoke").error == (409, "ALREADY_REVOKED")
    assert listed(merchant)[0]["revokedAt"] == first


def test_a_foreign_key_cannot_be_revoked_nor_told_from_none(merchant: Client, stranger: Client):
    key = mint(merchant)["apiKey"]["id"]
    answer, never = (stranger("POST", f"{KEYS}/{id}/revoke") for id in (key, "nobody"))
    assert answer.error == never.error == (404, "NOT_FOUND")
    assert listed(merchant)[0]["revokedAt"] is None


@pytest.mark.parametrize("method", ["DELETE", "GET", "PATCH"])
def test_a_key_is_neither_deleted_nor_shown_by_itself(merchant: Client, method: str):
    key = mint(merchant)["apiKey"]["id"]
    assert merchant(method, f"{KEYS}/{key}").status in (404, 405)
    assert listed(merchant)[0]["id"] == key


def test_last_used_follows_within_seconds(merchant: Client):
    minted = mint(merchant)
    with_key(merchant, minted)("GET", "/api/v1/products")
    deadline = time.monotonic() + _USE_NOTED_WITHIN_SECONDS
    while (used := listed(merchant)[0]["lastUsedAt"]) is None and time.monotonic() < deadline:
        time.sleep(0.2)
    assert used is not None and used >= minted["apiKey"]["createdAt"]


def test_the_secret_is_nowhere_in_clear(merchant: Client):
    key = fresh_key()
    first = merchant("POST", KEYS, {"name": "Shop"}, key=key)
    again = merchant("POST", KEYS, {"name": "Shop"}, key=key)
    assert again.raw == first.raw
    secret = first.data["secret"]
    kept = rows(
        merchant,
        """
        SELECT convert_to(k::text, 'UTF8') FROM api_keys k WHERE account_id = $1
         UNION ALL SELECT secret FROM api_keys WHERE account_id = $1
         UNION ALL SELECT response FROM idempotency_keys WHERE account_id = $1
         UNION ALL SELECT convert_to(a::text, 'UTF8') FROM audit_entries a WHERE account_id = $1
        """,
    )
    assert len(kept) >= 4
    assert all(secret.encode() not in bytes(row[0]) for row in kept)
    assert secret not in merchant.service.log.read_text()


def test_minting_and_revoking_are_audited_and_emit_nothing(merchant: Client):
    key = mint(merchant)["apiKey"]
    revoked = merchant("POST", f"{KEYS}/{key['id']}/revoke").data["apiKey"]
    entries = merchant("GET", "/api/v1/audit-log?target_type=ApiKey").data["entries"][:2]
    assert [entry["action"] for entry in entries] == ["api_key.revoked", "api_key.created"]
    assert [entry["targetId"] for entry in entries] == [key["id"]] * 2
    assert (entries[1]["before"], entries[1]["after"]) == (None, key)
    assert entries[0]["after"]["revokedAt"] == revoked["revokedAt"]
    assert events(merchant) == []


def test_without_a_limit_the_list_is_whole(merchant: Client):
    rows(
        merchant,
        """
        INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, created_at, revoked_at)
        SELECT $1, 'old' || n, 'Old', 'svc_key_' || $1 || n, '', '', '{read}', now() - interval '1 day', now()
          FROM generate_series(1, 501) n RETURNING id
        """,
    )
    answer = merchant("GET", KEYS)
    assert len(answer.data["apiKeys"]) == 502 and answer.json["meta"]["hasMore"] is False
