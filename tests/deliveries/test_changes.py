"""Extending and revoking deliveries (specification, States, Delivery; decisions, sections 7 and 8)."""

import json
from datetime import datetime, timedelta

import pytest

from tests.deliveries.selling import (
    act,
    act_successfully,
    audited,
    digital,
    grant,
    list_event_names,
    pass_time,
    read,
    sweep,
)
from tests.harness.database import events
from tests.harness.service import Client

EXTENSION = timedelta(days=30)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_an_active_delivery_is_extended_from_its_expiry(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    act_successfully(merchant, delivery, "download")
    for times in (1, 2):
        extended = act_successfully(merchant, delivery, "extend")
        assert moment(extended["expiresAt"]) - moment(delivery["expiresAt"]) == times * EXTENSION
        assert (extended["status"], extended["downloadCount"]) == ("active", 1)


def test_an_expired_delivery_is_extended_from_now_and_lives_again(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    pass_time(merchant, delivery, days=100)
    assert read(merchant, delivery)["status"] == "expired"
    extended = act_successfully(merchant, delivery, "extend")
    assert extended["status"] == "active"
    assert moment(extended["expiresAt"]) - moment(extended["updatedAt"]) == EXTENSION
    assert act(merchant, delivery, "download").status == 200


def test_revoking_ends_a_delivery_at_once(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    revoked = act_successfully(merchant, delivery, "revoke")
    now = revoked["revokedAt"]
    assert revoked == delivery | {"status": "revoked", "revokedAt": now, "expiresAt": now, "updatedAt": now}
    assert read(merchant, delivery) == revoked
    assert act(merchant, delivery, "download").error == (410, "EXPIRED")


def test_revoking_what_has_expired_leaves_the_expiry_where_it_was(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    pass_time(merchant, delivery, days=15)
    expired = read(merchant, delivery)
    revoked = act_successfully(merchant, delivery, "revoke")
    assert (revoked["status"], revoked["expiresAt"]) == ("revoked", expired["expiresAt"])


def test_revoking_again_changes_and_tells_nothing(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    revoked = act_successfully(merchant, delivery, "revoke")
    assert act_successfully(merchant, delivery, "revoke") == revoked
    assert list_event_names(merchant, delivery) == ["created", "updated revoke"]
    assert len(audited(merchant, delivery)) == 2


def test_extending_revives_a_revoked_delivery_from_now(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=1)
    act_successfully(merchant, delivery, "revoke")
    extended = act_successfully(merchant, delivery, "extend")
    assert (extended["status"], extended["revokedAt"]) == ("active", None)
    assert moment(extended["expiresAt"]) - moment(extended["updatedAt"]) == EXTENSION
    assert act_successfully(merchant, delivery, "download")["downloadCount"] == 1


@pytest.mark.parametrize("action", ["extend", "revoke"])
def test_a_change_is_told_as_the_api_shows_it_and_its_fields_are_audited(merchant: Client, action: str):
    delivery = grant(merchant, digital(merchant))
    changed = act_successfully(merchant, delivery, action)
    (event,) = events(merchant, "delivery.updated")
    assert event.data == changed | {"deliveryId": delivery["id"], "action": action}
    entry = audited(merchant, delivery)[1]
    assert (entry["action"], entry["target_type"]) == (f"delivery.{action}", "Delivery")
    told = {name for name in changed if changed[name] != delivery[name]} - {"updatedAt"}
    assert told == {"extend": {"expiresAt"}, "revoke": {"status", "revokedAt", "expiresAt"}}[action]
    before, after = ({name: of[name] for name in told} for of in (delivery, changed))
    assert (json.loads(entry["before"]), json.loads(entry["after"])) == (before, after)


@pytest.mark.parametrize("action", ["extend", "revoke", "reset-downloads"])
def test_an_expiry_that_has_come_is_told_before_what_changes_it(merchant: Client, action: str):
    delivery = grant(merchant, digital(merchant))
    act_successfully(merchant, delivery, "download")
    pass_time(merchant, delivery, days=15)
    act_successfully(merchant, delivery, action)
    sweep(merchant.service.database_url)
    assert list_event_names(merchant, delivery) == ["created", "downloaded", "expired", f"updated {action}"]
