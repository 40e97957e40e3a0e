"""Counting downloads (specification, States, Delivery; decisions, section 7)."""

import json

from tests.deliveries.selling import (
    act,
    act_successfully,
    ahead,
    audited,
    digital,
    grant,
    list_event_names,
    pass_time,
    read,
)
from tests.harness.database import events
from tests.harness.goods import fresh_key
from tests.harness.service import Client

DOWNLOAD_LIMIT = (409, "DOWNLOAD_LIMIT")
EXPIRED = (410, "EXPIRED")


def test_downloads_are_counted_until_every_one_is_used(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=2)
    for count in (1, 2):
        counted = act_successfully(merchant, delivery, "download")
        moment = counted["lastDownloadedAt"]
        assert moment >= delivery["createdAt"]
        expected = {"downloadCount": count, "lastDownloadedAt": moment, "updatedAt": moment}
        assert counted == delivery | expected == read(merchant, delivery)
    assert act(merchant, delivery, "download").error == DOWNLOAD_LIMIT
    assert read(merchant, delivery) == counted


def test_a_download_is_told_but_not_audited(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=1)
    counted = act_successfully(merchant, delivery, "download")
    act(merchant, delivery, "download")
    (event,) = events(merchant, "delivery.downloaded")
    assert event.data == counted | {"deliveryId": delivery["id"]}
    assert list_event_names(merchant, delivery) == ["created", "downloaded"]
    assert [entry["action"] for entry in audited(merchant, delivery)] == ["delivery.created"]


def test_a_download_that_is_repeated_under_its_key_counts_once(merchant: Client):
    delivery, key = grant(merchant, digital(merchant), maxDownloads=1), fresh_key()
    first, second = (act(merchant, delivery, "download", key) for _ in range(2))
    assert (first.status, first.raw) == (200, second.raw)
    assert read(merchant, delivery)["downloadCount"] == 1


def test_a_refused_download_can_be_tried_again_under_its_key(merchant: Client):
    delivery, key = grant(merchant, digital(merchant), expiresAt=ahead(hours=-1)), fresh_key()
    assert act(merchant, delivery, "download", key).error == EXPIRED
    act_successfully(merchant, delivery, "extend")
    assert act(merchant, delivery, "download", key).status == 200


def test_unknown_comes_before_expired_and_expired_before_the_limit(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=1)
    act_successfully(merchant, delivery, "download")
    assert act(merchant, {"id": "dlv_unknown"}, "download").error == (404, "NOT_FOUND")
    assert act(merchant, delivery, "download").error == DOWNLOAD_LIMIT
    pass_time(merchant, delivery, days=14)
    assert act(merchant, delivery, "download").error == EXPIRED
    act_successfully(merchant, delivery, "extend")
    assert act(merchant, delivery, "download").error == DOWNLOAD_LIMIT
    act_successfully(merchant, delivery, "revoke")
    assert act(merchant, delivery, "download").error == EXPIRED


def test_resetting_gives_every_download_back_and_is_told_and_audited(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=1)
    used = act_successfully(merchant, delivery, "download")
    reset = act_successfully(merchant, delivery, "reset-downloads")
    assert reset == used | {"downloadCount": 0, "updatedAt": reset["updatedAt"]}
    assert act_successfully(merchant, delivery, "download")["downloadCount"] == 1
    assert list_event_names(merchant, delivery) == ["created", "downloaded", "updated reset-downloads", "downloaded"]
    (event,) = events(merchant, "delivery.updated")
    assert event.data == reset | {"deliveryId": delivery["id"], "action": "reset-downloads"}
    entry = audited(merchant, delivery)[1]
    assert (entry["action"], entry["target_type"]) == ("delivery.reset-downloads", "Delivery")
    assert (json.loads(entry["before"]), json.loads(entry["after"])) == ({"downloadCount": 1}, {"downloadCount": 0})


def test_resetting_a_count_of_nothing_changes_and_tells_nothing(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    assert act_successfully(merchant, delivery, "reset-downloads") == delivery
    assert list_event_names(merchant, delivery) == ["created"]
    assert len(audited(merchant, delivery)) == 1


def test_resetting_brings_no_ended_delivery_back(merchant: Client):
    product = digital(merchant)
    expired, revoked = grant(merchant, product), grant(merchant, product, "cs_2")
    for delivery in (expired, revoked):
        act_successfully(merchant, delivery, "download")
    pass_time(merchant, expired, days=15)
    act_successfully(merchant, revoked, "revoke")
    for delivery, status in ((expired, "expired"), (revoked, "revoked")):
        reset = act_successfully(merchant, delivery, "reset-downloads")
        assert (reset["downloadCount"], reset["status"]) == (0, status)
        assert act(merchant, delivery, "download").error == EXPIRED


def test_a_refusal_says_how_many_were_used_or_when_it_was_over(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=2)
    for _ in range(2):
        act_successfully(merchant, delivery, "download")
    assert "2 of 2 downloads (maxDownloads)" in act(merchant, delivery, "download").json["error"]["message"]
    pass_time(merchant, delivery, days=14)
    expired_at = read(merchant, delivery)["expiresAt"]
    assert f"expired at {expired_at}" in act(merchant, delivery, "download").json["error"]["message"]
    revoked_at = act_successfully(merchant, delivery, "revoke")["revokedAt"]
    assert f"was revoked at {revoked_at}" in act(merchant, delivery, "download").json["error"]["message"]
