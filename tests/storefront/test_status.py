"""Status of a workspace's storefront (specification, Integration status)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from fulfilment.partners import service
from tests.harness.database import execute
from tests.harness.service import Service
from tests.harness.workspaces import in_database, open_client, open_partner, provision
from tests.storefront.shop import Shop, event


def get_status(client) -> dict[str, Any]:
    return client("GET", "/api/v1/integrations/status").data["storefront"]


def test_it_follows_what_the_storefront_tells(shop: Shop):
    before = get_status(shop.client)
    assert before == {
        "webhookSecretSet": True,
        "partnerKey": {"configured": False},
        "mirroredProductCount": 0,
        "lastSyncAt": None,
    }
    shop.send_event("product.created", {"ref": "p1", "name": "Kopi"})
    first = get_status(shop.client)
    assert first["mirroredProductCount"] == 1
    assert abs(datetime.now(UTC) - datetime.fromisoformat(first["lastSyncAt"])) < timedelta(minutes=1)
    shop.send_event("variant.created", {"ref": "v1", "productRef": "p1", "name": "Beans"})
    shop.send_event("product.archived", {"ref": "p1"})
    assert get_status(shop.client)["lastSyncAt"] > first["lastSyncAt"]
    assert get_status(shop.client)["mirroredProductCount"] == 1


def test_an_event_that_changed_nothing_or_was_refused_is_no_synchronisation(shop: Shop):
    shop.send_event("product.created", {"ref": "p1", "name": "Kopi", "version": 5})
    before = get_status(shop.client)
    shop.send_event("product.updated", {"ref": "p1", "name": "Old", "version": 4})
    shop.post(event("product.created", {"ref": "p2"}))
    assert get_status(shop.client) == before


def test_a_products_own_count_is_apart_from_what_the_merchant_made(shop: Shop):
    shop.client("POST", "/api/v1/products", {"name": "Mine"})
    shop.send_event("product.created", {"ref": "p1", "name": "Kopi"})
    assert get_status(shop.client)["mirroredProductCount"] == 1


def test_the_partners_key_is_told_of_while_it_works(api: Service):
    partner, merchant = open_partner(api, "Key of a shop"), open_client(api)
    provision(merchant, "Key of a shop")
    assert get_status(merchant) == {
        "webhookSecretSet": False,
        "partnerKey": {"configured": True},
        "mirroredProductCount": 0,
        "lastSyncAt": None,
    }
    acting = msgspec.structs.replace(partner, on_behalf_of=merchant.account_id)
    assert get_status(acting) == get_status(merchant)
    statement = "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE key_id = $1"
    execute(partner, statement, partner.key_id)
    assert get_status(merchant)["partnerKey"] == {"configured": False}


def test_nothing_is_configured_once_the_partner_has_ended(shop: Shop):
    in_database(shop.client.service.database_url, lambda db: service.terminate_partner(db, shop.partner))
    assert (get_status(shop.client)["webhookSecretSet"], get_status(shop.client)["partnerKey"]) == (
        False,
        {"configured": False},
    )
