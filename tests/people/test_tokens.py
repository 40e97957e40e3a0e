"""Unusual tokens and claims, and the person that the audit log names."""

import base64
import json
import time

import pytest
from joserfc import jws
from joserfc.jwk import ECKey, RSAKey

from fulfilment.infra.api.request import MAX_HEAD_BYTES
from fulfilment.infra.auth import token_claims as person_claims
from tests.harness.provider import AUDIENCE, Provider, providing
from tests.harness.service import Service, serving
from tests.people.conftest import Send


def test_the_audit_log_names_the_person_and_their_keys_bear_their_name(send: Send) -> None:
    person = {"sub": "auth0|7c9", "email": "dimas@example.com", "roles": ["developer"]}
    made = send("POST", "/api/v1/api-keys", {"name": "Till"}, **person)
    assert made.status == 201
    (shown,) = send("GET", "/api/v1/api-keys", **person).data["apiKeys"]
    assert shown["createdBy"] == "auth0|7c9"
    (entry,) = send("GET", "/api/v1/audit-log?action=api_key.created", **person).data["entries"]
    assert (entry["actorType"], entry["actorId"], entry["actorEmail"]) == ("user", "auth0|7c9", "dimas@example.com")
    assert entry["targetId"] == shown["id"] and made.data["secret"] not in json.dumps(entry)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ({"email_verified": True}, "owner@example.com"),
        ({"email_verified": False}, None),
        ({"email_verified": "false"}, None),
        ({"email": "x" * 300}, None),
        ({"email": ["owner@example.com"]}, None),
    ],
)
def test_an_address_that_may_be_anybodys_is_not_the_persons(
    send: Send, account: str, said: dict, shown: str | None
) -> None:
    assert send("POST", "/api/v1/products", {"name": "Kopi"}, **said).status == 201
    (entry,) = send("GET", "/api/v1/audit-log?action=product").data["entries"]
    assert entry["actorEmail"] == shown and entry["actorId"] == f"usr_{account}"


@pytest.mark.parametrize("verified", [True, "true", "True", 1, "1"])
def test_an_address_is_verified_where_the_claim_says_so_in_any_spelling(verified: object) -> None:
    said = {"sub": "usr_1", "email": "owner@example.com", "email_verified": verified}
    assert person_claims.parse(said).email == "owner@example.com"


@pytest.mark.parametrize("verified", [False, "false", "False", "0", 0, None, "", "no", 1.0, 2, -1, [True], {"a": 1}])
def test_an_address_is_verified_by_nothing_else(verified: object) -> None:
    said = {"sub": "usr_1", "email": "owner@example.com", "email_verified": verified}
    assert person_claims.parse(said).email is None


@pytest.mark.parametrize("claim", ["iat", "nbf"])
def test_a_token_of_the_future_is_invalid(send: Send, claim: str) -> None:
    assert send(**{claim: int(time.time()) + 3_600}).error == (401, "INVALID_TOKEN")
    assert send(**{claim: int(time.time()) + 5}).status == 200


@pytest.mark.parametrize("claim", ["iat", "nbf", "exp"])
@pytest.mark.parametrize("value", [True, "1", [], {}, 1e999, -1, 10**400])
def test_a_time_that_is_none_is_never_a_fault(send: Send, claim: str, value: object) -> None:
    assert send(**{claim: value}).status in (200, 401)


def test_what_tells_of_a_logout_opens_nothing(send: Send, provider: Provider, account: str) -> None:
    event = {"http://schemas.openid.net/event/backchannel-logout": {}}
    claims = provider.claims(accountId=account)
    for token in (provider.token(claims, typ="logout+jwt"), provider.token(claims, typ="Logout+JWT")):
        assert send(token=token).error == (401, "INVALID_TOKEN")
    assert send(events=event).error == (401, "INVALID_TOKEN")
    for kind in ("JWT", "at+jwt", "application/at+jwt"):
        assert send(token=provider.token(claims, typ=kind)).status == 200


def test_a_header_that_must_be_understood_and_is_not_makes_an_invalid_token(send: Send, provider: Provider) -> None:
    payload = json.dumps(provider.claims()).encode()
    header = base64.urlsafe_b64encode(
        json.dumps({"alg": "RS256", "kid": "rsa-1", "crit": ["cape"], "cape": 1}).encode()
    )
    signed = header.rstrip(b"=") + b"." + base64.urlsafe_b64encode(payload).rstrip(b"=")
    signature = jws.JWSRegistry().get_alg("RS256").sign(signed, provider.rsa)
    token = signed + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")
    assert send(token=token.decode()).error == (401, "INVALID_TOKEN")


def test_a_token_that_is_too_long_is_refused_unread(send: Send, provider: Provider, account: str) -> None:
    long = provider.token(provider.claims(accountId=account, extra="x" * 45_000))
    assert 60_000 < len(long) < MAX_HEAD_BYTES - 1_000
    assert send(token=long).error == (401, "INVALID_TOKEN")
    endless = provider.token(provider.claims(accountId=account, extra="x" * 75_000))
    assert len(endless) > 100_000
    assert send(token=endless).error == (400, "VALIDATION")


def test_thousands_of_roles_are_looked_through_once(send: Send) -> None:
    many = [f"r{number}" for number in range(1_500)]
    assert send(roles=[*many, "packer"]).status == 200
    assert send(roles=many).error == (403, "FORBIDDEN")
    assert send(roles=["owner"] * 1_200).status == 200
    assert send(roles=[f"role_{number}" for number in range(3_000)]).error == (401, "INVALID_TOKEN")


def test_another_issuers_key_of_the_same_name_signs_nothing_here(
    send: Send, service: Service, provider: Provider, account: str
) -> None:
    with providing() as other:
        assert other.rsa.kid == provider.rsa.kid
        theirs = other.token(other.claims(accountId=account))
        forged = other.token(provider.claims(accountId=account))
        assert send(token=theirs).error == (401, "INVALID_TOKEN")
        assert send(token=forged).error == (401, "INVALID_TOKEN")
        # The provider that a token names is not asked either.
        assert other.asked == []
    assert send().status == 200


def test_two_keys_of_one_name_in_one_set_both_sign(module_database_url: str, provider: Provider, account: str) -> None:

    with providing() as twin:
        first = RSAKey.generate_key(2048, {"kid": "same", "use": "sig"})
        second = ECKey.generate_key("P-256", {"kid": "same", "use": "sig"})
        twin.show(first, second)
        with serving(module_database_url, oidc_issuer=twin.issuer, oidc_audience=AUDIENCE) as service:
            for key in (first, second):
                shown = f"Bearer {twin.token(twin.claims(accountId=account), key=key)}"
                assert service.send("GET", "/api/v1/warehouses", [("Authorization", shown)]).status == 200


def test_with_a_prefix_claims_count_under_their_full_names_alone(
    module_database_url: str, provider: Provider, account: str
) -> None:
    prefix = "https://shop.example/"
    named = {"oidc_issuer": provider.issuer, "oidc_audience": AUDIENCE, "oidc_claim_prefix": prefix}
    with serving(module_database_url, **named) as service:

        def ask(method: str = "GET", workspace: str | None = None, **said: object) -> tuple[int, str | None]:
            claims = provider.claims(accountId=None, **said)
            headers = [("Authorization", f"Bearer {provider.token(claims)}")]
            if workspace:
                headers.append(("Svc-Workspace", workspace))
            answer = service.send(method, "/api/v1/warehouses", headers)
            return answer.status, (answer.json["error"] or {}).get("code")

        mine = {prefix + "accountId": account, prefix + "roles": ["packer"]}
        assert ask(**mine) == (200, None)
        assert ask("POST", **mine) == (403, "FORBIDDEN")
        assert ask("POST", **mine, roles=["owner"]) == (403, "FORBIDDEN")
        assert ask(workspace=f"{account}_b", **mine, **{prefix + "accountIds": [f"{account}_b"]}) == (200, None)
        assert ask(workspace=f"{account}_b", **mine, accountIds=[f"{account}_b"]) == (404, "NOT_FOUND")
        assert ask(**mine | {prefix + "roles": None}) == (200, None)
        assert ask(**mine | {prefix + "roles": "owner"}) == (401, "INVALID_TOKEN")
        assert ask(roles=["owner"], accountIds=[account]) == (403, "NO_ACCOUNT")
