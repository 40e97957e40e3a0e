"""License files of the service are accepted by the published verifiers."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import msgspec
import pytest

from fulfilment.infra.clock import to_iso
from fulfilment.infra.encryption import key_rotation
from fulfilment.infra.encryption import keyring as encryption_keyring
from tests.harness.service import MASTER_KEYS, Answer, Client, serving
from tests.harness.workspaces import in_database, open_client
from tests.licenses import verifiers
from tests.licenses.verifiers import Verifier, case

INSTANCE = "machine-7f3a"
PATH = "/api/v1/licenses"
NEW_MASTER_KEY = "new:" + "bmV3" * 10 + "bmV="

both = pytest.mark.parametrize("verifier", [verifiers.python, verifiers.javascript])


class LicenseWorkspace:
    """A workspace with a license product."""

    def __init__(self, client: Client):
        self.client = client
        self.product = self.post("/api/v1/products", {"name": "Editor", "type": "license"})["product"]["id"]

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.client("POST", path, body)
        assert answer.status < 300, answer.raw
        return answer.data

    def license(self, instance: str = INSTANCE, **more: Any) -> dict[str, Any]:
        """A license on which the instance is active."""
        given = {"productId": self.product, "customerId": "cus_1", "maxActivations": 3, **more}
        license = self.post(PATH, given)["license"]
        self.post(f"{PATH}/activate", {"key": license["key"], "instanceId": instance})
        return license

    def request_file(self, license: dict[str, Any], **more: Any) -> Answer:
        return self.client("POST", f"{PATH}/{license['id']}/file", {"instanceId": INSTANCE, **more})

    def file(self, license: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = self.request_file(license, **more)
        assert answer.status == 200, answer.raw
        return answer.data["licenseFile"]

    @property
    def public_key(self) -> dict[str, str]:
        return self.client("GET", f"{PATH}/signing-key").data["signingKey"]["publicKey"]

    def asked(self, content: str, **more: Any) -> dict[str, Any]:
        """The input of a verifier in the software of this shop."""
        return {**case(content, self.public_key, INSTANCE, self.product, time.time()), **more}


@pytest.fixture
def shop(merchant: Client) -> LicenseWorkspace:
    return LicenseWorkspace(merchant)


@pytest.fixture
def other_shop(stranger: Client) -> LicenseWorkspace:
    return LicenseWorkspace(stranger)


def moment(**later: float) -> str:
    return to_iso(datetime.now(UTC) + timedelta(**later))


def parsed(text: str) -> datetime:
    return datetime.fromisoformat(text)


@both
def test_a_file_says_what_the_license_allows_and_for_how_long(shop: LicenseWorkspace, verifier: Verifier) -> None:
    license = shop.license(expiresAt=moment(days=400))
    file = shop.file(license)
    (claims,) = verifier([shop.asked(file["content"])])
    assert claims == {
        "iss": shop.client.account_id,
        "sub": license["id"],
        "iat": int(parsed(file["issuedAt"]).timestamp()),
        "exp": int(parsed(file["expiresAt"]).timestamp()),
        "instanceId": INSTANCE,
        "productId": shop.product,
        "productName": "Editor",
        "customerId": "cus_1",
        "maxActivations": 3,
        "licenseExpiresAt": license["expiresAt"],
    }
    assert parsed(file["expiresAt"]) - parsed(file["issuedAt"]) == timedelta(days=30)
    assert (file["licenseId"], file["instanceId"]) == (license["id"], INSTANCE)
    assert file["keyId"] == shop.public_key["kid"]


@both
def test_a_file_is_good_for_nothing_else(
    shop: LicenseWorkspace, other_shop: LicenseWorkspace, verifier: Verifier
) -> None:
    content = shop.file(shop.license())["content"]
    head, body, signature = content.split(".")
    outcomes = verifier(
        [
            shop.asked(content, publicKey=other_shop.public_key),
            shop.asked(content, publicKey={**other_shop.public_key, "kid": shop.public_key["kid"]}),
            shop.asked(content, instanceId="machine-8"),
            shop.asked(content, productId=other_shop.product),
            shop.asked(content, now=time.time() + 31 * 86_400),
            shop.asked(f"{head}.{body}.{signature[:-4]}AAAA"),
        ]
    )
    assert outcomes == ["WRONG_KEY", "BAD_SIGNATURE", "WRONG_INSTANCE", "WRONG_PRODUCT", "EXPIRED", "BAD_SIGNATURE"]


def test_a_file_ends_when_it_is_asked_to(shop: LicenseWorkspace) -> None:
    end = datetime.now(UTC).replace(microsecond=0) + timedelta(days=200)
    assert parsed(shop.file(shop.license(), expiresAt=end.isoformat())["expiresAt"]) == end


@pytest.mark.parametrize("asked", [{}, {"expiresAt": moment(days=300)}])
def test_a_file_never_outlives_its_license(shop: LicenseWorkspace, asked: dict[str, str]) -> None:
    end = (datetime.now(UTC) + timedelta(days=3)).replace(microsecond=0)
    assert parsed(shop.file(shop.license(expiresAt=to_iso(end)), **asked)["expiresAt"]) == end


@pytest.mark.parametrize("later", [{"days": -1}, {"seconds": -5}, {"days": 367}])
def test_a_file_that_has_ended_or_would_end_after_more_than_a_year_is_refused(
    shop: LicenseWorkspace, later: dict[str, float]
) -> None:
    answer = shop.request_file(shop.license(), expiresAt=moment(**later))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "expiresAt")


@pytest.mark.parametrize("end", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "x", 7])
def test_the_end_of_a_file_is_a_time_within_reach(shop: LicenseWorkspace, end: Any) -> None:
    answer = shop.request_file(shop.license(), expiresAt=end)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "expiresAt")


@pytest.mark.parametrize("body", [None, {}, {"instanceId": ""}, {"instanceId": None}, {"instanceId": "x" * 256}])
def test_a_file_is_for_an_instance(shop: LicenseWorkspace, body: Any) -> None:
    answer = shop.client("POST", f"{PATH}/{shop.license()['id']}/file", body)
    assert answer.error == (400, "VALIDATION")


def test_an_instance_that_is_not_active_gets_no_file(shop: LicenseWorkspace) -> None:
    license = shop.license(instance="another")
    answer = shop.request_file(license)
    assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "instanceId")


def test_an_instance_that_was_deactivated_gets_no_file(shop: LicenseWorkspace) -> None:
    license = shop.license()
    shop.post(f"{PATH}/deactivate", {"key": license["key"], "instanceId": INSTANCE})
    assert shop.request_file(license).error == (404, "NOT_FOUND")


def test_an_instance_of_another_license_gets_no_file(shop: LicenseWorkspace) -> None:
    shop.license()
    assert shop.request_file(shop.license(instance="another")).error == (404, "NOT_FOUND")


def test_a_revoked_license_is_certified_no_more(shop: LicenseWorkspace) -> None:
    license = shop.license()
    shop.post(f"{PATH}/{license['id']}/revoke")
    assert shop.request_file(license).error == (409, "LICENSE_REVOKED")


def test_a_suspended_license_is_certified_again_once_it_is_reinstated(shop: LicenseWorkspace) -> None:
    license = shop.license()
    shop.post(f"{PATH}/{license['id']}/suspend")
    assert shop.request_file(license).error == (403, "LICENSE_SUSPENDED")
    shop.post(f"{PATH}/{license['id']}/reinstate")
    assert shop.request_file(license).status == 200


def test_an_expired_license_is_certified_no_more(shop: LicenseWorkspace) -> None:
    license = shop.license()
    changed = shop.client("PATCH", f"{PATH}/{license['id']}", {"expiresAt": moment(seconds=-1)})
    assert changed.status == 200
    assert shop.request_file(license).error == (403, "EXPIRED")


def test_the_license_of_another_workspace_is_unknown(shop: LicenseWorkspace, other_shop: LicenseWorkspace) -> None:
    license = shop.license()
    answer = other_shop.request_file(license)
    assert (answer.error, answer.field) == ((404, "NOT_FOUND"), None)


def test_a_file_tells_no_key_and_neither_does_its_audit_entry(shop: LicenseWorkspace) -> None:
    license = shop.license()
    answer = shop.request_file(license)
    assert license["key"].encode() not in answer.raw
    entry = shop.client("GET", "/api/v1/audit-log?action=license.file_issued").data["entries"][0]
    assert (entry["targetType"], entry["targetId"]) == ("License", license["id"])
    assert entry["after"] == {name: answer.data["licenseFile"][name] for name in ("instanceId", "expiresAt", "keyId")}


def test_the_same_request_under_its_key_gives_the_same_file(shop: LicenseWorkspace) -> None:
    license = shop.license()
    answers = [
        shop.client("POST", f"{PATH}/{license['id']}/file", {"instanceId": INSTANCE}, "file-1") for _ in range(2)
    ]
    assert answers[0].raw == answers[1].raw
    assert answers[1].headers["idempotency-replayed"] == "true"


def test_each_workspace_has_one_key_of_its_own_that_stays(shop: LicenseWorkspace, other_shop: LicenseWorkspace) -> None:
    first = shop.client("GET", f"{PATH}/signing-key").data
    assert first == shop.client("GET", f"{PATH}/signing-key").data
    assert first["signingKey"]["keyId"] == shop.file(shop.license())["keyId"]
    assert other_shop.public_key["x"] != shop.public_key["x"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", first["signingKey"]["publicKey"]["x"])
    assert "d" not in first["signingKey"]["publicKey"]


def test_all_who_need_the_key_first_at_once_get_the_same(shop: LicenseWorkspace) -> None:
    license = shop.license()

    def ask(number: int) -> str:
        return shop.file(license)["keyId"] if number % 2 else shop.public_key["kid"]

    with ThreadPoolExecutor(16) as threads:
        assert len(set(threads.map(ask, range(32)))) == 1


def test_the_private_key_is_nowhere_in_clear(shop: LicenseWorkspace) -> None:
    public_key = shop.public_key

    async def read(db: asyncpg.Connection) -> bytes:
        select = "SELECT private_key FROM license_signing_keys WHERE account_id = $1"
        return await db.fetchval(select, shop.client.account_id)

    sealed = in_database(shop.client.service.database_url, read)
    keyring = encryption_keyring.parse_keyring(MASTER_KEYS)
    secret = keyring.decrypt(sealed, f"license_signing_key:{shop.client.account_id}")
    assert secret not in sealed
    assert len(secret) == 43 and secret.decode() != public_key["x"]
    with pytest.raises(encryption_keyring.DecryptionFailed):
        keyring.decrypt(sealed, "license_signing_key:acc_another")


def test_a_signing_key_outlives_the_master_key_it_was_sealed_with(database_url: str) -> None:
    with serving(database_url) as service:
        shop = LicenseWorkspace(open_client(service))
        license = shop.license()
        before = shop.file(license)

    async def rotate(db: asyncpg.Connection) -> dict[str, int]:
        return await key_rotation.reencrypt(db, encryption_keyring.parse_keyring(f"{NEW_MASTER_KEY},{MASTER_KEYS}"))

    assert in_database(database_url, rotate)["license signing keys"] == 1
    with serving(database_url, master_keys=NEW_MASTER_KEY) as service:
        shop.client = msgspec.structs.replace(shop.client, service=service)
        after = shop.file(license)
        claims = verifiers.python([shop.asked(before["content"]), shop.asked(after["content"])])
    assert after["keyId"] == before["keyId"]
    assert [claim["sub"] for claim in claims] == [license["id"]] * 2
