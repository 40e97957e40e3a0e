"""Downloads and grants from several API processes at once (specification, States, Delivery; decisions, section 7)."""

from tests.deliveries.selling import (
    DELIVERIES,
    act,
    act_successfully,
    ahead,
    digital,
    grant,
    list_event_names,
    pass_time,
    read,
    sale,
    sweep,
)
from tests.harness.database import events
from tests.harness.parallel import Call, send_together
from tests.harness.service import Answer, Client

ASKING = 50
LIMIT = (409, "DOWNLOAD_LIMIT")


def asked(client: Client, delivery: dict, *actions: str) -> list[Answer]:
    """The answers to all of the actions at once."""
    return send_together([Call(client, "POST", f"{DELIVERIES}/{delivery['id']}/{action}") for action in actions])


def test_of_fifty_downloads_of_the_last_one_a_single_one_succeeds(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=3)
    for _ in range(2):
        act_successfully(merchant, delivery, "download")

    answers = asked(merchant, delivery, *["download"] * ASKING)

    assert [answer.status for answer in answers if answer.status != LIMIT[0]] == [200]
    assert {answer.error for answer in answers if answer.status != 200} == {LIMIT}
    assert read(merchant, delivery)["downloadCount"] == 3
    counted = [event.data["downloadCount"] for event in events(merchant, "delivery.downloaded")]
    assert counted == [1, 2, 3]


def test_downloads_among_resets_never_exceed_what_was_given(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=5)

    answers = asked(merchant, delivery, *(["download"] * 8 + ["reset-downloads"]) * 4)

    assert {answer.status for answer in answers} <= {200, 409}
    used = 0
    for event in events(merchant, "delivery.", delivery["id"])[1:]:
        used = 0 if event.data.get("action") else used + 1
        assert event.data["downloadCount"] == used <= 5
    succeeded = [answer for answer in answers[:8] if answer.status == 200]
    assert read(merchant, delivery)["downloadCount"] == used and succeeded


def test_no_download_is_counted_after_a_revocation_has_answered(merchant: Client):
    delivery = grant(merchant, digital(merchant), maxDownloads=100)

    answers = asked(merchant, delivery, *["download"] * 20, "revoke", *["download"] * 20)

    assert {answer.status for answer in answers} <= {200, 410}
    counted = sum(answer.status == 200 for answer in answers) - 1
    assert list_event_names(merchant, delivery) == ["created", *["downloaded"] * counted, "updated revoke"]
    assert read(merchant, delivery)["downloadCount"] == counted


def test_fifty_grants_of_one_checkout_make_one_delivery(merchant: Client):
    body = sale(digital(merchant))

    answers = send_together([Call(merchant, "POST", DELIVERIES, body)] * ASKING)

    assert [answer.status for answer in answers if answer.status != 409] == [201]
    assert {answer.error for answer in answers if answer.status != 201} == {(409, "DUPLICATE")}
    assert len(events(merchant, "delivery.")) == 1
    assert len(merchant("GET", DELIVERIES).data["deliveries"]) == 1


def test_an_expiry_is_told_of_once_among_sweeps_and_extensions(merchant: Client):
    product = digital(merchant)
    deliveries = [grant(merchant, product, f"cs_{number}", expiresAt=ahead(hours=-1)) for number in range(20)]
    calls = [Call(merchant, "POST", f"{DELIVERIES}/{delivery['id']}/extend") for delivery in deliveries]

    assert {answer.status for answer in send_together(calls * 2)} == {200}
    sweep(merchant.service.database_url)

    for delivery in deliveries:
        assert list_event_names(merchant, delivery) == ["created", "expired", "updated extend", "updated extend"]
        pass_time(merchant, delivery, days=61)
        assert act(merchant, delivery, "download").error == (410, "EXPIRED")
