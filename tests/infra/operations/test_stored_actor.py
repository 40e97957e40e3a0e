"""Actors of work that is finished later: stored with all of their fields, and read as 0.3.0 wrote them."""

from typing import Any, cast

import msgspec
import pytest

from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.operations.external_operation import StoredActor, decode_actor, encode_actor

PARTNER = Principal(
    account_id="acc_1",
    actor_id="acc_1",
    key_id="key_1",
    partner="shopfront",
    is_on_behalf_of=True,
    ip="192.0.2.1",
    user_agent="curl",
)


def stored(actor: Any) -> str:
    return encode_actor(Tx(cast("Any", None), actor))


def test_a_partner_is_audited_alike_when_its_work_is_finished_later() -> None:
    actor = decode_actor("acc_1", stored(PARTNER))
    assert (actor.account_id, actor.actor_id, actor.ip, actor.user_agent) == ("acc_1", "acc_1", "192.0.2.1", "curl")
    assert actor.audit_metadata == PARTNER.audit_metadata == {"partner": "shopfront", "keyId": "key_1"}


def test_a_batch_acts_as_the_principal_that_ordered_it() -> None:
    assert msgspec.json.decode(stored(PARTNER), type=Principal) == PARTNER


def test_a_stored_actor_can_be_stored_again() -> None:
    actor = decode_actor("acc_1", stored(PARTNER))
    assert decode_actor("acc_1", stored(actor)) == actor


def test_where_none_is_stored_it_is_the_service_itself() -> None:
    assert decode_actor("acc_1", None) == decode_actor("acc_1", stored(System("acc_1"))) == StoredActor("acc_1", None)


@pytest.mark.parametrize(
    "written",
    [
        '{"account_id":"acc_1","actor_id":"usr_1","ip":"192.0.2.1","trace":"AAEC"}',
        '{"account_id":"acc_1","actor_id":"usr_1","actor_email":null,"ip":"192.0.2.1","user_agent":null}',
        '{"account_id":"acc_1","actor_id":"usr_1","ip":"192.0.2.1","audit_metadata":{"partner":"shopfront"}}',
        '{"account_id":"acc_1","actor_id":"usr_1","key_id":"key_1","ip":"192.0.2.1"}',
    ],
    ids=["courier call", "checkout", "subscription", "batch"],
)
def test_actors_that_a_node_of_0_3_0_stored_are_read(written: str) -> None:
    actor = decode_actor("acc_1", written)
    assert (actor.account_id, actor.actor_id, actor.ip) == ("acc_1", "usr_1", "192.0.2.1")
