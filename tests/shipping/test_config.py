"""The aggregator config over HTTP (specification, Aggregator config; decisions, sections 3 and 6)."""

import asyncpg
import msgspec
import pytest

from tests.harness.service import Client, Service
from tests.harness.workspaces import in_database, open_client, open_partner, provision
from tests.shipping.requests import ORIGIN, SPOT, parcel

PATH = "/api/v1/shipping/config"
KEY = "biteship_test.a-key-of-our-own-wxyz"


@pytest.fixture
def on_behalf(service: Service, client: Client) -> Client:
    """A partner's key that acts for the client's workspace."""
    provision(client, "sandal")
    return msgspec.structs.replace(open_partner(service, "sandal"), on_behalf_of=client.account_id)


def test_a_workspace_without_a_config_shows_its_defaults(client: Client) -> None:
    shown = client("GET", PATH).data

    assert shown["config"] == {
        "accountId": client.account_id,
        "apiKeyConfigured": False,
        "apiKeyPreview": None,
        "defaultOriginId": None,
        "enabledCouriers": [],
        "defaultCourier": None,
        "active": True,
        "reportUrl": None,
    }
    assert {"jne", "gojek"} <= set(shown["couriers"])


def test_a_change_answers_as_the_config_is_then_shown(client: Client) -> None:
    change = {"defaultOriginId": "loc_1", "enabledCouriers": ["tiki", "jne"], "defaultCourier": "jne", "active": False}

    answer = client("PUT", PATH, change)

    assert answer.status == 200
    assert answer.data == client("GET", PATH).data
    assert answer.data["config"].items() >= change.items()


def test_what_a_change_leaves_out_stays(client: Client) -> None:
    client("PUT", PATH, {"apiKey": KEY, "defaultOriginId": "loc_1", "defaultCourier": "jne", "active": False})

    config = client("PUT", PATH, {"defaultCourier": None}).data["config"]

    assert config["apiKeyPreview"] == "…wxyz"
    assert (config["defaultOriginId"], config["defaultCourier"], config["active"]) == ("loc_1", None, False)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"enabledCouriers": ["jne", "pigeon"]}, "enabledCouriers.1"),
        ({"enabledCouriers": None}, "enabledCouriers"),
        ({"enabledCouriers": ["gojek"]}, "lat"),
        ({"defaultCourier": "pigeon"}, "defaultCourier"),
        ({"apiKey": ""}, "apiKey"),
        ({"apiKey": "abc"}, "apiKey"),
        ({"apiKey": "abcdefg"}, "apiKey"),
        ({"apiKey": "two words"}, "apiKey"),
        ({"active": None}, "active"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(client: Client, change: dict, field: str) -> None:
    answer = client("PUT", PATH, change)

    assert answer.error == (400, "VALIDATION")
    assert answer.field == field


def test_an_instant_courier_is_enabled_where_the_origin_has_coordinates(client: Client) -> None:
    client("PATCH", "/api/v1/shipping/origin", ORIGIN | SPOT)

    assert client("PUT", PATH, {"enabledCouriers": ["gojek"]}).status == 200


def test_the_own_key_is_never_shown_again_and_stored_sealed(client: Client) -> None:
    answers = [client("PUT", PATH, {"apiKey": KEY}, "k1"), client("GET", PATH), client("GET", "/api/v1/audit-log")]
    stored = in_database(client.service.database_url, _everything)

    assert answers[0].data["config"]["apiKeyConfigured"] is True
    assert not any(KEY.encode() in answer.raw for answer in answers)
    assert KEY.encode() not in stored
    assert answers[0].data["config"]["reportUrl"].rsplit("/", 1)[1].encode() not in stored


def test_a_preview_shows_half_of_the_key_at_most(client: Client) -> None:
    assert client("PUT", PATH, {"apiKey": "abcdefgh"}).data["config"]["apiKeyPreview"] == "…efgh"


async def _everything(db: asyncpg.Connection) -> bytes:
    """Every row that a change of the config leaves, bytes in clear."""
    tables = ("aggregator_configs", "audit_entries", "idempotency_keys")
    rows = [row for table in tables for row in await db.fetch(f"SELECT * FROM {table}")]
    cells = [cell for row in rows for cell in row.values()]
    return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in cells)


def test_null_falls_back_to_the_platforms_key(client: Client) -> None:
    client("PUT", PATH, {"apiKey": KEY})

    config = client("PUT", PATH, {"apiKey": None}).data["config"]

    assert (config["apiKeyConfigured"], config["apiKeyPreview"], config["reportUrl"]) == (False, None, None)


def test_each_key_has_an_address_for_reports_of_its_own(client: Client) -> None:
    first = client("PUT", PATH, {"apiKey": KEY}).data["config"]["reportUrl"]
    same = client("PUT", PATH, {"apiKey": KEY}).data["config"]["reportUrl"]
    other = client("PUT", PATH, {"apiKey": KEY + "2"}).data["config"]["reportUrl"]

    assert "/api/v1/inbound/aggregator/" in first
    assert same == first
    assert other != first


def test_a_partner_sees_only_whether_there_is_a_key(client: Client, on_behalf: Client) -> None:
    client("PUT", PATH, {"apiKey": KEY})

    config = on_behalf("GET", PATH).data["config"]

    assert (config["apiKeyConfigured"], config["apiKeyPreview"], config["reportUrl"]) == (True, None, None)
    assert b"wxyz" not in on_behalf("GET", "/api/v1/audit-log").raw


@pytest.mark.parametrize("key", [KEY, None])
def test_a_partner_cannot_set_or_remove_the_key(client: Client, on_behalf: Client, key: str | None) -> None:
    client("PUT", PATH, {"apiKey": KEY})

    assert on_behalf("PUT", PATH, {"apiKey": key, "active": False}).error == (403, "FORBIDDEN_ONBEHALF")
    assert client("GET", PATH).data["config"]["active"] is True
    assert client("GET", PATH).data["config"]["apiKeyConfigured"] is True


def test_a_partner_may_change_the_rest(client: Client, on_behalf: Client) -> None:
    assert on_behalf("PUT", PATH, {"active": False}).status == 200
    assert client("GET", PATH).data["config"]["active"] is False


def test_a_change_is_audited(client: Client) -> None:
    client("PUT", PATH, {"active": False})
    client("PUT", PATH, {"apiKey": KEY})

    latest, first = client("GET", "/api/v1/audit-log?action=shipping.config_updated").data["entries"]

    assert latest["targetType"] == "BiteshipConfig"
    assert first["before"] is None
    assert latest["before"] == {"apiKeyConfigured": False}
    assert latest["after"] == {"apiKeyConfigured": True, "apiKeyChanged": True}


def test_quotes_are_asked_under_the_own_key(client: Client) -> None:
    client("PATCH", "/api/v1/shipping/origin", ORIGIN)
    client("PUT", PATH, {"apiKey": "invalid-key"})

    assert client("POST", "/api/v1/shipping/rates", parcel()).error == (502, "INTEGRATION_ERROR")
    assert client("GET", "/api/v1/shipping/couriers").status == 200

    client("PUT", PATH, {"apiKey": None})
    assert client("POST", "/api/v1/shipping/rates", parcel()).status == 200


def test_switched_off_nothing_is_quoted_but_everything_is_shown(client: Client) -> None:
    client("PATCH", "/api/v1/shipping/origin", ORIGIN)
    client("PUT", PATH, {"active": False})

    assert client("POST", "/api/v1/shipping/rates", parcel()).error == (400, "NOT_CONFIGURED")
    assert client("GET", "/api/v1/shipping/couriers").status == 200
    assert client("GET", "/api/v1/shipping/areas?q=menteng").status == 200


def test_one_workspace_does_not_see_the_config_of_another(client: Client) -> None:
    client("PUT", PATH, {"apiKey": KEY})

    assert open_client(client.service)("GET", PATH).data["config"]["apiKeyConfigured"] is False
