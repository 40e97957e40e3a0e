"""Instances that ask for a license's slots from several API processes at once (specification, States, License)."""

import pytest

from tests.harness.database import events
from tests.harness.goods import new_product
from tests.harness.parallel import Call, send_together
from tests.harness.service import Answer, Client

LICENSES = "/api/v1/licenses"
CAP = 3
FULL = (409, "MAX_ACTIVATIONS")


@pytest.fixture
def license(merchant: Client) -> dict:
    product = new_product(merchant, type="license", maxActivations=CAP)["id"]
    return merchant("POST", LICENSES, {"productId": product, "customerId": "cus_1"}).data["license"]


def asked(client: Client, license: dict, *asked: tuple[str, int]) -> list[Answer]:
    """The answers to everything at once: what to do, and the number of the instance."""
    return send_together(
        [
            Call(client, "POST", f"{LICENSES}/{action}", {"key": license["key"], "instanceId": f"instance_{number}"})
            for action, number in asked
        ]
    )


def require_counted(client: Client, license: dict) -> int:
    """The count, which agrees with the slots that are held, and with what was told."""
    shown = client("GET", f"{LICENSES}/{license['id']}").data["license"]
    held = client("GET", f"{LICENSES}/{license['id']}/activations?active=true").data["activations"]
    assert shown["activations"] == len(held) == len({row["instanceId"] for row in held}) <= CAP
    count = 0
    for event in events(client, "license.", license["id"])[1:]:
        count += 1 if event.type.split(".")[2] == "activated" else -1
        assert event.data["activations"] == count <= CAP
    assert count == len(held)
    return count


def test_of_two_hundred_instances_at_once_as_many_as_the_cap_are_activated(merchant: Client, license: dict):
    answers = asked(merchant, license, *[("activate", number) for number in range(200)])

    assert sum(answer.status == 200 for answer in answers) == CAP
    assert {answer.error for answer in answers if answer.status != 200} == {FULL}
    assert require_counted(merchant, license) == CAP


def test_one_instance_that_asks_fifty_times_at_once_takes_one_slot(merchant: Client, license: dict):
    answers = asked(merchant, license, *[("activate", 1)] * 50)

    assert {answer.status for answer in answers} == {200}
    assert sum(not answer.data["alreadyActive"] for answer in answers) == 1
    assert len({answer.data["activation"]["id"] for answer in answers}) == 1
    assert require_counted(merchant, license) == 1


def test_the_cap_holds_in_storms_of_activations_and_deactivations(merchant: Client, license: dict):
    for _ in range(4):
        answers = asked(
            merchant,
            license,
            *[(action, number) for number in range(12) for action in ("activate", "deactivate", "activate")],
        )
        assert {answer.status for answer in answers} <= {200, 409}
        assert {answer.error for answer in answers if answer.status == 409} <= {FULL}
        require_counted(merchant, license)


def test_one_instance_that_comes_and_goes_all_at_once_has_one_slot_or_none(merchant: Client, license: dict):
    for _ in range(3):
        answers = asked(merchant, license, *[("activate", 1), ("deactivate", 1)] * 40)
        assert {answer.status for answer in answers} == {200}
        assert require_counted(merchant, license) <= 1


def test_what_many_licenses_are_asked_at_once_is_answered_to_each_as_if_it_were_alone(merchant: Client, license: dict):
    """Requests of one group commit: some are refused, others were active before, and one key is unknown."""
    given = {"productId": license["productId"], "customerId": "cus_1"}
    issued = [merchant("POST", LICENSES, given).data["license"] for _ in range(8)]
    issued[0] = issued[0] | {"key": "no-such-key-at-all"}
    calls = [
        Call(merchant, "POST", f"{LICENSES}/activate", {"key": one["key"], "instanceId": f"instance_{number % 5}"})
        for number in range(15)
        for one in issued
    ]
    answers = send_together(calls)
    of_each = [answers[nth :: len(issued)] for nth in range(len(issued))]

    assert {answer.error for answer in of_each[0]} == {(404, "INVALID_KEY")}
    for one, answered in zip(issued[1:], of_each[1:], strict=True):
        assert require_counted(merchant, one) == CAP
        active = {answer.data["activation"]["instanceId"] for answer in answered if answer.status == 200}
        assert len(active) == CAP
        assert sum(answer.status == 200 and not answer.data["alreadyActive"] for answer in answered) == CAP
        assert {answer.error for answer in answered if answer.status != 200} == {FULL}


def test_of_many_issues_with_one_key_a_single_one_makes_a_license(merchant: Client, stranger: Client, license: dict):
    foreign = new_product(stranger, type="license")["id"]
    key = f"chosen-{license['id']}"
    calls = [
        Call(client, "POST", LICENSES, {"productId": product, "customerId": "cus_1", "key": key})
        for client, product in ((merchant, license["productId"]), (stranger, foreign))
        for _ in range(20)
    ]
    answers = send_together(calls)

    assert [answer.status for answer in answers].count(201) == 1
    assert {answer.status for answer in answers} == {200, 201, 409}
    assert {answer.error for answer in answers if answer.status == 409} == {(409, "KEY_TAKEN")}
    made = [answer.data["license"]["id"] for answer in answers if answer.status in (200, 201)]
    assert len(made) == 20 and len(set(made)) == 1
