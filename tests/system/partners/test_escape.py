"""Whatever a partner can reach through any chain of calls is what it may have.

A partner begins with its platform key and goes, breadth first, through every route with every key that it obtains. A
second partner's merchant has something recognisable in every table, and its own merchant has keys of its own. After
every call: nothing of them was shown, and no row of theirs has changed.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import msgspec
import pytest

from fulfilment.api_keys.service import create_key_for_operator
from tests.contract import world
from tests.contract.document import CheckedClient, Document, the_document
from tests.contract.path_ids import PATH_IDS, ids_of
from tests.contract.samples import body_of
from tests.harness.database import execute
from tests.harness.payment_simulator import Payments, simulating
from tests.harness.service import Answer, Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import as_operator, in_database, open_partner
from tests.partners.acting import CONFIG, KEYS, acting_for, mint, provision, with_key
from tests.system.partners.planting import MARK, RowWatch, fill_empty_tables, plant
from tests.system.partners.walking import DEEPEST, EXTRA_BODIES, Pool, Spy, Walker, shared_key

FORMER_KEY = "biteship_live.former-and-never-shown-7qXw"
OWN_KEY = "biteship_live.own-and-never-shown-9kZv"

# The operations that let no partner in, and why.
CLOSED = {
    "receiveCourierReport": "the token in its path is hidden from partners",
    "receivePaymentEvent": "it takes the signature of the payment provider",
    "retryBatch": "nothing has failed where no worker runs",
    "receiveStorefrontEvent": "it takes the signature of a storefront, whose secret the operator alone is shown",
}


class Stage(msgspec.Struct):
    """All participants."""

    service: Service
    document: Document
    attacker: Client
    on_behalf: Client
    merchant: Client
    victims: list[Client]
    watch: RowWatch
    secrets: set[str]


def _lift_limits(client: Client) -> None:
    """No plan is to stand between the partner and what it tries, in no workspace that is there or comes."""
    execute(client, "UPDATE accounts SET plan = NULL")
    function = "BEGIN NEW.plan := NULL; RETURN NEW; END"
    execute(client, f"CREATE FUNCTION lift_limits() RETURNS trigger LANGUAGE plpgsql AS '{function}'")
    execute(client, "CREATE TRIGGER lifted BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION lift_limits()")


def _own_key(acting: Client) -> Client:
    """A key of the merchant's own, which no partner made."""
    with as_operator():
        account_id = acting.on_behalf_of
        opened = in_database(acting.service.database_url, lambda db: create_key_for_operator(db, account_id))
    return Client(acting.service, opened.account_id, opened.key_id, opened.secret)


def _use_own_aggregator_key(merchant: Client) -> str:
    """Book with an aggregator key that is then replaced; the report address of the present key."""
    assert merchant("PUT", CONFIG, {"apiKey": FORMER_KEY}).status == 200
    assert merchant("PATCH", "/api/v1/shipping/origin", world.ORIGIN).status == 200
    made = merchant("POST", "/api/v1/shipments", world.SHIPMENT, "booked-with-former").data["shipment"]
    assert merchant("POST", f"/api/v1/shipments/{made['id']}/confirm-pickup", None, "booked").status == 200
    config = merchant("PUT", CONFIG, {"apiKey": OWN_KEY}).data["config"]
    assert config["apiKeyPreview"] == "…9kZv"
    return config["reportUrl"]


def _remember_everything(merchant: Client, document: Document) -> set[str]:
    """Use every route that has no id in its path under the shared idempotency keys; the secrets that this showed."""
    secrets = set()
    for operation in document.operations():
        if operation.method == "GET" or "{" in operation.path or operation.is_public or "/admin/" in operation.path:
            continue
        for body in (body_of(document, operation), *EXTRA_BODIES.get(operation.id, ())):
            if body is not None and "apiKey" in body:
                continue
            answer = merchant(operation.method, operation.path, body, shared_key(operation, body))
            secrets |= set(re.findall(r'"secret":"([^"]+)"', answer.raw.decode("utf-8", "replace")))
    assert len(secrets) >= 2
    return secrets


@pytest.fixture(scope="module")
def payments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payments]:
    with simulating(tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture(scope="module")
def stage(module_database_url: str, courier: Courier, payments: Payments) -> Iterator[Stage]:
    access = {
        "aggregator_url": courier.url,
        "aggregator_key": "simulator",
        "payment_simulator_port": payments.url.rpartition(":")[2],
    }
    with serving(module_database_url, workers=2, **access) as service:
        document = the_document()
        attacker, other = open_partner(service, "attacker"), open_partner(service, f"other {MARK}")
        on_behalf = acting_for(attacker, provision(attacker, externalRef="own").data["accountId"])
        made = provision(other, externalRef=f"theirs {MARK}", brandName=f"Brand {MARK}", name=f"Shop {MARK}").data
        victim = _own_key(acting_for(other, made["accountId"]))
        merchant = _own_key(on_behalf)
        _lift_limits(attacker)
        plant(other, document, of_partner=True)
        plant(victim, document, of_partner=False)
        secrets = {merchant.secret, victim.secret, other.secret, FORMER_KEY, OWN_KEY, "…9kZv", "…7qXw"}
        secrets |= {_use_own_aggregator_key(each).rpartition("/")[2] for each in (merchant, victim)}
        secrets |= _remember_everything(merchant, document)
        named = mint(merchant, name="Named by the merchant alone")
        secrets |= {part for key in merchant("GET", KEYS).data["apiKeys"] for part in (key["id"], key["keyId"])}
        secrets |= {"Named by the merchant alone", named["secret"]}
        fill_empty_tables(module_database_url, victim.account_id)
        # The partner's world fans events out, as a worker would, and is to find none of the others'.
        world.fan_out(module_database_url)
        watch = RowWatch(
            module_database_url, [other.account_id, victim.account_id], "attacker", [on_behalf.on_behalf_of]
        )
        yield Stage(service, document, attacker, on_behalf, merchant, [other, victim], watch, secrets)
        watch.close()
        assert service.faults() == []


def _check(stage: Stage, hidden: set[str]):
    """Fail on an answer that shows what is hidden, or after which a protected row is another."""

    def check(what: str, answer: Answer) -> None:
        told = answer.raw.decode("utf-8", "replace") + str(answer.headers)
        assert not [part for part in hidden if part in told], f"{what}: {told[:2_000]}"
        if answer.status < 400 and not what.startswith("GET"):
            stage.watch.unchanged(what)

    return check


def _take_what_needs_more(spy: Spy, owned: dict[str, str]) -> None:
    """The routes that need a state which no walk comes upon."""
    client, key = spy.client, "needs-more"
    link = spy("GET", f"/api/v1/shipping/shipments/{owned['shipment']}/label").data["url"]
    assert spy("GET", urlsplit(link).path).status == 200
    execute(client, "UPDATE shipments SET status = 'returned' WHERE id = $1", owned["shipment"])
    execute(client, "UPDATE webhook_deliveries SET status = 'failed' WHERE id = $1", owned["event"])
    execute(client, "DELETE FROM webhook_queue WHERE delivery_id = $1", owned["event"])
    warehouses = {"fromWarehouseId": owned["warehouse"], "toWarehouseId": owned["other_warehouse"]}
    level = {"variantId": owned["variant"], "quantity": 1}
    for path, body in {
        f"/licenses/{owned['license']}/file": {"instanceId": "instance_1"},
        "/stock/transfer": level | warehouses,
        f"/webhooks/events/{owned['event']}/retry": None,
        f"/shipments/{owned['shipment']}/restock": None,
        f"/shipping/shipments/{owned['draft']}/cancel": None,
    }.items():
        answer = spy("POST", f"/api/v1{path}", body, f"{key}-{path}".replace("/", "-"))
        assert answer.status < 300, (path, answer.raw)


@pytest.fixture(scope="module")
def walked(stage: Stage) -> Walker:
    """After everything that the partner can do was done."""
    hidden = stage.secrets | stage.watch.markers()
    walker = Walker(stage.document, stage.attacker, _check(stage, hidden))
    spy = Spy(walker, stage.on_behalf)
    _take_what_needs_more(spy, world.build(CheckedClient(spy, stage.document), of_partner=False))
    walker.walk()
    stage.watch.unchanged("all of it")
    return walker


def test_the_victims_have_something_in_every_table(stage: Stage):
    assert stage.watch.empty_tables() <= {"outbox"}
    markers = stage.watch.markers()
    assert len(markers) > 100 and sum(MARK in marker for marker in markers) > 20


def test_no_chain_of_calls_leads_beyond_what_a_partner_may_have(stage: Stage, walked: Walker):
    """It went everywhere: by keys made of keys, on behalf, and without a way in that is not in the list above."""
    every = {operation.id for operation in stage.document.operations()}
    assert every - walked.reached == set(CLOSED)
    assert {standing.depth for standing in walked.used} == set(range(DEEPEST + 1))
    kinds = {(standing.depth, standing.client.on_behalf_of is not None) for standing in walked.used}
    assert {(0, True), (0, False), (1, False)} <= kinds
    assert walked.calls > 1_000


def test_with_every_id_of_others_it_comes_no_farther(stage: Stage, walked: Walker):
    """As if their ids had leaked: it is told of nothing that it did not say itself."""
    markers = stage.watch.markers()
    check = _check(stage, stage.secrets | {marker for marker in markers if MARK in marker})
    leaked = Pool()
    for table, row in stage.watch.rows_of_accounts():
        # Marks that were planted in other tables are no waybills.
        leaked.harvest({table: row, "waybillId": row.get("waybill_id") if table == "shipments" else None})
    kinds = {kind for each in stage.document.operations() for _, kind in ids_of(each.path) if kind in PATH_IDS.values()}
    assert [kind for kind in kinds if not leaked.some(kind)] == []
    guesser = Walker(stage.document, stage.attacker, check, leaked)
    for standing in walked.used:
        for operation in stage.document.operations():
            # To the public routes whatever they take is a credential.
            if not operation.is_public and ("{" in operation.path or operation.method == "GET"):
                for target, body, key in guesser._requests(operation):
                    answer = guesser.call(standing, operation.method, target, body, key)
                    # With its merchant's own aggregator key it is told what the aggregator tells of any waybill
                    # (docs/decisions/0008-courier-reports.md), and nothing of whose it is.
                    if "{" in operation.path and operation.id != "trackWaybill":
                        # A shared idempotency key may have been used for another request.
                        assert answer.status in (401, 403, 404, 422), (operation.id, target, answer.raw[:300])
    for victim in stage.victims:
        acting = acting_for(stage.attacker, victim.account_id)
        for operation in stage.document.operations():
            if not operation.is_public:
                path = operation.path.replace("{", "x").replace("}", "x")
                assert acting(operation.method, path, None, "beyond").error == (404, "NOT_FOUND")


def test_a_route_that_showed_too_much_would_be_noticed(stage: Stage):
    """The walk's markers are found in the victim's own answers, and in the merchant's."""
    hidden = stage.secrets | stage.watch.markers()
    check = _check(stage, hidden)
    for client in (*stage.victims, stage.merchant):
        for path in (KEYS, "/api/v1/audit-log?target_type=ApiKey", CONFIG):
            if client is not stage.victims[0] or path != CONFIG:
                with pytest.raises(AssertionError):
                    check(f"GET {path}", client("GET", path))
    child = with_key(stage.merchant, mint(stage.merchant))
    with pytest.raises(AssertionError):
        stage.watch.unchanged(child.key_id)
