"""Instances that ask for a license's slots from several API processes at once (specification, States, License)."""

import pytest

from tests.harness.database import events
from tests.harness.goods import new_product
from tests.harness.parallel import Call, send_together
from tests.http.service import Answer, Client

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


def test_of_fifty_instances_at_once_as_many_as_the_cap_are_activated(merchant: Client, license: dict):
    answers = asked(merchant, license, *[("activate", number) for number in range(50)])

    assert sum(answer.status == 200 for answer in answers) == CAP
    assert {answer.refusal for answer in answers if answer.status != 200} == {FULL}
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
        assert {answer.refusal for answer in answers if answer.status == 409} <= {FULL}
        require_counted(merchant, license)


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
    assert {answer.refusal for answer in answers if answer.status == 409} == {(409, "KEY_TAKEN")}
    made = [answer.data["license"]["id"] for answer in answers if answer.status in (200, 201)]
    assert len(made) == 20 and len(set(made)) == 1
