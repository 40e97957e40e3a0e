"""Integration status of a workspace (specification, Integration status)."""

import pytest

from tests.harness.parcels import ORIGIN
from tests.harness.service import Client, Service
from tests.harness.workspaces import open_partner, provision

STATUS = "/api/v1/integrations/status"
CONFIG = "/api/v1/shipping/config"
OWN_KEY = "biteship_test.own-key-of-the-merchant"
NOT_CONFIGURED = {"configured": False}


def status(client: Client) -> dict:
    answer = client("GET", STATUS)
    assert answer.status == 200, answer.raw
    return answer.data


def test_a_new_workspace_is_connected_to_nothing_but_who_it_is(merchant: Client):
    assert status(merchant) == {
        "identity": {"connected": True},
        "aggregator": None,
        "payments": {
            # In development the simulator stands in.
            "webhookSecretSet": True,
            "partnerKey": {"configured": True},
            "lastEventAt": None,
            "eventCount30d": 0,
        },
        "storefront": {
            "webhookSecretSet": False,
            "partnerKey": NOT_CONFIGURED,
            "mirroredProductCount": 0,
            "lastSyncAt": None,
        },
    }


def test_the_aggregator_is_told_of_as_it_is_at_every_call(merchant: Client):
    assert merchant("PUT", CONFIG, {"enabledCouriers": ["jne", "sicepat"]}).status == 200
    assert status(merchant)["aggregator"] == {
        "apiKeyConfigured": False,
        "active": True,
        "enabledCouriers": ["jne", "sicepat"],
    }
    assert merchant("PUT", CONFIG, {"apiKey": OWN_KEY, "active": False, "enabledCouriers": []}).status == 200
    assert status(merchant)["aggregator"] == {"apiKeyConfigured": True, "active": False, "enabledCouriers": []}
    assert merchant("PUT", CONFIG, {"apiKey": None}).status == 200
    assert status(merchant)["aggregator"]["apiKeyConfigured"] is False


def test_an_origin_is_a_configuration_too(merchant: Client):
    origin = {name: value for name, value in ORIGIN.items() if name != "postalCode"}
    assert merchant("PATCH", "/api/v1/shipping/origin", origin).status == 200
    assert status(merchant)["aggregator"] == {"apiKeyConfigured": False, "active": True, "enabledCouriers": []}


def test_a_partner_sees_the_merchants_status_and_nothing_of_its_key(api: Service, merchant: Client):
    partner = open_partner(api, "Status")
    provision(merchant, "Status")
    assert merchant("PUT", CONFIG, {"apiKey": OWN_KEY}).status == 200
    acting = Client(api, merchant.account_id, partner.key_id, partner.secret, on_behalf_of=merchant.account_id)
    answer = acting("GET", STATUS)
    assert answer.data["aggregator"]["apiKeyConfigured"] is True
    assert OWN_KEY[-4:] not in answer.raw.decode()
    assert status(partner)["aggregator"] is None


def test_a_partner_sees_no_status_of_another_partners_merchant(api: Service, merchant: Client):
    partner = open_partner(api, "Strange")
    provision(merchant, "Another")
    acting = Client(api, merchant.account_id, partner.key_id, partner.secret, on_behalf_of=merchant.account_id)
    assert acting("GET", STATUS).error == (404, "NOT_FOUND")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_it_can_only_be_read(merchant: Client, method: str):
    assert merchant(method, STATUS).error == (405, "METHOD_NOT_ALLOWED")
