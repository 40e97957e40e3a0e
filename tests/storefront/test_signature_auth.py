"""The secret that signed an event decides its workspace (decisions, section 9)."""

import base64
import json
import time
from typing import Any

import psycopg
import pytest

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import request_signing
from fulfilment.infra.database.statements import Statement
from fulfilment.partners import service
from fulfilment.storefront import signature_auth
from fulfilment.webhooks.http import signature
from fulfilment.workspaces import administration
from tests.harness.database import execute, rows
from tests.harness.service import Service, serving
from tests.harness.workspaces import as_operator, in_database
from tests.storefront.shop import INBOUND, Shop, ensure_secret, event, open_shop, sign

CREATED = {"ref": "p1", "name": "Kopi"}


def created(**options: Any) -> dict[str, Any]:
    return event("product.created", CREATED | options)


def count(shop: Shop) -> int:
    return len(shop.products())


def test_what_our_own_webhooks_sign_with_proves_it_too(shop: Shop):
    body = json.dumps(created()).encode()
    header = signature.sign([shop.secret], int(time.time()), body)
    answer = shop.client.service.send("POST", shop.target, [("Svc-Signature", header)], body)
    assert (answer.status, answer.data, count(shop)) == (200, {"applied": True}, 1)


def test_the_on_behalf_of_header_says_whose_secret_it_is_as_well(shop: Shop):
    named = [("X-Svc-On-Behalf-Of", shop.client.account_id)]
    assert shop.post(created(), target=INBOUND, headers=named).data == {"applied": True}
    assert count(shop) == 1


def test_the_address_and_the_header_prove_nothing_and_the_body_least_of_all(shop: Shop, other: Shop):
    body = created(accountId=other.client.account_id) | {"accountId": other.client.account_id}
    assert shop.post(body, target=other.target).error == (401, "BAD_SIGNATURE")
    named = [("X-Svc-On-Behalf-Of", other.client.account_id)]
    assert shop.post(body, target=INBOUND, headers=named).error == (401, "BAD_SIGNATURE")
    assert (count(shop), count(other)) == (0, 0)
    assert shop.post(body, headers=named).data == {"applied": True}
    assert (count(shop), count(other)) == (1, 0)


def test_one_partners_workspaces_and_two_partners_do_not_touch_one_another(api: Service, shop: Shop, other: Shop):
    sibling = open_shop(api, shop.partner)
    told = [created(), event("product.archived", {"ref": "p1"})]
    for each in (shop, sibling, other):
        assert each.post(told[0]).data == {"applied": True}
    assert sibling.post(told[1]).data == {"applied": True}
    assert [each.product("p1")["archived"] for each in (shop, sibling, other)] == [False, True, False]
    assert sibling.secret != shop.secret
    assert sibling.post(created(), secret=shop.secret).error == (401, "BAD_SIGNATURE")


@pytest.mark.parametrize(
    ("header", "error"),
    [
        (None, "AUTH_REQUIRED"),
        ("", "AUTH_REQUIRED"),
        ("nonsense", "AUTH_REQUIRED"),
        ("t=1,t=2,v1=" + "0" * 64, "AUTH_REQUIRED"),
        ("v1=" + "0" * 64, "AUTH_REQUIRED"),
        ("t={now},v1=short", "AUTH_REQUIRED"),
        ("t={now},v0={right}", "AUTH_REQUIRED"),
        ("x=t=1,t=999999999999999,v1=" + "0" * 64, "CLOCK_SKEW"),
        ("t={now},v1=" + "0" * 64, "BAD_SIGNATURE"),
        ("t={now},v1=" + "0" * 64 + ",v1={right}", None),
        ("v1={right},t={now},v2=later", None),
    ],
)
def test_a_signature_is_read_as_receivers_of_our_webhooks_read_ours(shop: Shop, header: str | None, error: str | None):
    body = json.dumps(created()).encode()
    _, right = sign(shop.secret, body)
    moment, _, digest = right.partition(",v1=")
    said = None if header is None else header.format(now=moment.removeprefix("t="), right=digest)
    answer = shop.client.service.send("POST", shop.target, [] if said is None else [("Svc-Signature", said)], body)
    assert (answer.status, error) == (200, None) or answer.error == (401, error), answer.raw
    assert count(shop) == (error is None)


def test_a_repeated_header_proves_nothing(shop: Shop):
    body = json.dumps(created()).encode()
    twice = [sign(shop.secret, body)] * 2
    assert shop.client.service.send("POST", shop.target, twice, body).error == (401, "AUTH_REQUIRED")


@pytest.mark.parametrize(("seconds", "status"), [(-310, 401), (-290, 200), (290, 200), (310, 401)])
def test_a_signature_holds_for_300_seconds_either_way(shop: Shop, seconds: int, status: int):
    answer = shop.post(created(), at=time.time() + seconds)
    assert answer.status == status
    assert status == 200 or answer.json["error"]["code"] == "CLOCK_SKEW"


def test_a_changed_body_is_not_read(shop: Shop):
    body = json.dumps(created()).encode()
    headers = [sign(shop.secret, body)]
    for changed in (b"not json", body.replace(b"Kopi", b"Copy"), b"", body + b" "):
        assert shop.client.service.send("POST", shop.target, headers, changed).error == (401, "BAD_SIGNATURE")


@pytest.mark.parametrize("name", ["sf_nobody", "", "x" * 3_000, "a%00b", "%ff", "%ed%a0%80", "acc_1", "%F0%9F%8F%AC"])
def test_a_storefront_that_there_is_not_is_answered_as_a_wrong_secret_is(shop: Shop, name: str):
    unknown = shop.post(created(), target=f"{INBOUND}?storefront={name}")
    wrong = shop.post(created(), secret="whsec_wrong")
    assert unknown.error == wrong.error == (401, "BAD_SIGNATURE")
    assert unknown.json["error"]["message"] == wrong.json["error"]["message"]


async def test_a_storefront_that_no_id_can_name_is_not_looked_for():
    asked: list[object] = []

    async def find(_statement: Statement, *values: object) -> list:
        asked.extend(values)
        return []

    for name in ("x" * 255, "x" * 256, "x" * 30_000):
        header = signature.sign(["whsec_a"], int(time.time()), b"{}").encode()
        given = {"svc-signature": [header]}
        request = Request("POST", INBOUND.encode(), f"storefront={name}".encode(), given, b"{}", None)
        with pytest.raises(request_signing.BadSignature):
            await signature_auth.authenticate(request, find)
    assert asked == ["x" * 255]


def test_without_a_hint_all_secrets_are_tried_while_there_are_few(shop: Shop, database_url: str):
    with serving(database_url) as alone:
        shops = [open_shop(alone) for _ in range(3)]
        for each in shops:
            assert each.post(created(), target=INBOUND).data == {"applied": True}
            assert count(each) == 1
        unhinted = shops[0].post(created(), secret="whsec_wrong", target=INBOUND)
        assert unhinted.error == (401, "BAD_SIGNATURE")
        assert "storefront secret" in unhinted.json["error"]["message"]
        large = created(padding="x" * 70_000)
        assert shops[0].post(large, target=INBOUND).error == (401, "BAD_SIGNATURE")
        assert shops[0].post(large).data == {"applied": True}
        _plant_others(database_url, 62)
        assert shops[0].post(created(ref="p2"), target=INBOUND).error == (401, "BAD_SIGNATURE")
        assert shops[0].post(created(ref="p2")).data == {"applied": True}
        assert alone.faults() == []


def _plant_others(database_url: str, number: int) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(
            """
            INSERT INTO accounts (id, name, origin, created_at)
            SELECT 'acc_' || n, 'Other', 'partner', now() FROM generate_series(1, %s) n
            """,
            (number,),
        )
        connection.execute(
            """
            INSERT INTO storefronts (account_id, id, partner, secret)
            SELECT a.id, 'sf_' || a.id, s.partner, s.secret
              FROM accounts a CROSS JOIN (SELECT * FROM storefronts LIMIT 1) s WHERE a.name = 'Other'
            """
        )


def test_while_a_secret_is_rotated_the_former_one_proves_as_much(shop: Shop):
    rotated = ensure_secret(shop.client.service, shop.partner, rotates=True)
    assert rotated.secret != shop.secret
    for number, secret in enumerate((shop.secret, rotated.secret)):
        assert shop.post(created(ref=f"p{number}"), secret=secret).data == {"applied": True}
    again = ensure_secret(shop.client.service, shop.partner, rotates=True)
    assert shop.post(created()).error == (401, "BAD_SIGNATURE")
    execute(shop.client, "UPDATE storefronts SET previous_until = now() WHERE account_id = $1", shop.client.account_id)
    assert shop.post(created(), secret=rotated.secret).error == (401, "BAD_SIGNATURE")
    assert shop.post(created(ref="p9"), secret=again.secret).data == {"applied": True}


def test_a_suspended_workspace_takes_nothing_and_only_who_proves_it_learns_so(shop: Shop):
    in_database(
        shop.client.service.database_url,
        lambda db: administration.suspend_workspace(db, shop.client.account_id, "for a test"),
    )
    assert shop.post(created()).error == (403, "WORKSPACE_SUSPENDED")
    assert shop.post(created(), secret="whsec_wrong").error == (401, "BAD_SIGNATURE")
    assert count(shop) == 0
    in_database(
        shop.client.service.database_url, lambda db: administration.unsuspend_workspace(db, shop.client.account_id)
    )
    assert shop.post(created()).data == {"applied": True}


def test_the_secrets_end_with_their_partner(shop: Shop):
    assert shop.post(created()).data == {"applied": True}
    in_database(shop.client.service.database_url, lambda db: service.terminate_partner(db, shop.partner))
    assert shop.post(created()).error == (401, "REVOKED_KEY")
    assert shop.post(created(), secret="whsec_wrong").error == (401, "BAD_SIGNATURE")


def test_what_fails_its_signature_counts_against_its_address_and_what_is_right_never_waits(database_url: str):
    with serving(database_url, failed_auth_requests_per_minute="5") as strict:
        shop = open_shop(strict)
        codes = [shop.post(created(), secret="whsec_wrong").error for _ in range(8)]
        assert codes[0] == (401, "BAD_SIGNATURE") and codes[-1] == (429, "RATE_LIMITED")
        unsigned = shop.client.service.send("POST", shop.target, [], b"{}")
        assert unsigned.error == (429, "RATE_LIMITED")
        assert shop.post(created()).data == {"applied": True}


def test_no_secret_is_stored_in_clear_or_logged(shop: Shop):
    shop.post(created())
    shop.post(created(), secret="whsec_wrong")
    (row,) = rows(shop.client, "SELECT secret FROM storefronts WHERE account_id = $1")
    assert shop.secret.encode() not in bytes(row["secret"])
    assert shop.secret not in shop.client.service.log.read_text()
    with as_operator():
        assert ensure_secret(shop.client.service, shop.partner).secret == shop.secret


def test_a_secret_is_text_and_not_decoded(shop: Shop):
    body = json.dumps(created()).encode()
    decoded = base64.urlsafe_b64decode(shop.secret.removeprefix("whsec_") + "==").decode("latin-1")
    assert shop.post(body, secret=decoded).error == (401, "BAD_SIGNATURE")
