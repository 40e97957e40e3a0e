"""`fulfilment listen` posts every event of a workspace once, signed, whatever becomes of service and receiver."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from fulfilment_client import AsyncFulfilment, Fulfilment, Retries, cli
from fulfilment_client.cli import following

from fulfilment.infra import clock, ids
from tests.harness import goods
from tests.harness.database import execute, rows
from tests.harness.service import Client
from tests.harness.workspaces import open_client
from tests.system.faults.house import Api, serving
from tests.system.python_client.listening import PATIENCE_SECONDS, environment_of, listening, receiving

PRODUCTS = 90
UNUSED = "http://127.0.0.1:9/hook"


@pytest.fixture(scope="module")
def api(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with serving(module_database_url, tmp_path_factory.mktemp("listen"), api_processes=1) as running:
        yield running


@pytest.fixture
def shop(api: Api) -> Client:
    return open_client(api.service)


@pytest.fixture
def exported(shop: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The workspace whose address and key this process has in its environment."""
    for name, value in environment_of(shop).items():
        if name.startswith("FULFILMENT_"):
            monkeypatch.setenv(name, value)
    return shop


def client_of(shop: Client) -> dict[str, str]:
    return {"base_url": f"http://127.0.0.1:{shop.service.port}", "key_id": shop.key_id, "secret": shop.secret}


def stored(shop: Client) -> set[str]:
    return {row["id"] for row in rows(shop, "SELECT id FROM events WHERE account_id = $1")}


def late_event(shop: Client, seconds_ago: float) -> str:
    """An event that has happened some time ago, and is committed only now."""
    moment = clock.now() - timedelta(seconds=seconds_ago)
    id = ids.lower_bound("evt", moment)
    statement = """
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        VALUES ($1, $2, 'svc.stock.adjusted.v1', 'late', 1, '{}', $3)
    """
    execute(shop, statement, shop.account_id, id, moment)
    return id


def test_every_event_arrives_once_and_verified_through_a_kill_of_the_api(api: Api, shop: Client) -> None:
    goods.new_product(shop)
    before = stored(shop)
    half, done = threading.Event(), threading.Event()

    def sell() -> None:
        patient = Retries(most=1_000, first_wait_seconds=0.02, longest_wait_seconds=0.2)
        with Fulfilment(**client_of(shop), retries=patient) as client:
            for number in range(PRODUCTS):
                client.products.create(name=f"Cup {number}")
                if number == PRODUCTS // 3:
                    half.set()
        done.set()

    with receiving() as receiver, listening(shop, "--forward", receiver.url) as listener:
        seller = threading.Thread(target=sell, daemon=True)
        seller.start()
        assert half.wait(60)
        api.kill()
        listener.await_notice("does not answer, and is asked again")
        api.start()
        assert done.wait(60)
        expected = stored(shop) - before
        receiver.await_ids(expected)
        listener.await_notice("answers again after")
        last = goods.new_warehouse(shop)["id"]
        listener.await_event("svc.warehouse.created.v1")
        assert listener.stop() == 0
    assert len(expected) == PRODUCTS
    assert set(Counter(receiver.ids()).values()) == {1} and len(receiver.ids()) == PRODUCTS + 1
    events = [taken.event(listener.secret) for taken in receiver.taken]
    assert events[-1]["data"]["id"] == last
    assert [event["id"] for event in events] == sorted(event["id"] for event in events)
    assert listener.notices[-1].startswith(f"fulfilment: {PRODUCTS + 1} events, {PRODUCTS + 1} taken. --since ")


def test_a_request_is_what_the_service_itself_would_post(shop: Client) -> None:
    goods.new_product(shop, name='Kopi ☕ "Gayo" \\ 250\u2028g', description="Ünïcödé\n\ttab")
    with (
        receiving() as receiver,
        listening(
            shop, "--forward", receiver.url, "--since", "5m", "--secret", "whsec_new", "--secret", "whsec_old"
        ) as listener,
    ):
        id = listener.await_event("svc.product.created.v1")["event"]["id"]
        assert listener.said[0]["ready"]["secret"] is None
    (taken,) = receiver.taken
    for secret in ("whsec_new", "whsec_old"):
        assert taken.event(secret)["id"] == id
    assert taken.body in shop("GET", f"/api/v1/events/{id}").raw
    named = {
        name: value for name, value in taken.headers.items() if name.startswith(("Svc-", "User-Agent", "Content-T"))
    }
    delivery_id, signature = named.pop("Svc-Delivery-Id"), named.pop("Svc-Signature")
    assert len(delivery_id) == 24 and signature.count("v1=") == 2
    assert named == {
        "Content-Type": "application/json",
        "User-Agent": "Svc-Webhooks/1.0",
        "Svc-Event-Id": id,
        "Svc-Event-Type": "svc.product.created.v1",
        "Svc-Delivery-Attempt": "1",
    }


def test_only_some_types_are_posted_by_their_full_or_short_name(shop: Client) -> None:
    only = ("--only", "svc.product.*", "--only", "variant.cr*")
    with receiving() as receiver, listening(shop, "--forward", receiver.url, *only) as listener:
        product = goods.new_product(shop)
        goods.new_warehouse(shop)
        goods.new_variant(shop, product)
        listener.await_event("svc.variant.created.v1")
    types = [taken.headers["Svc-Event-Type"] for taken in receiver.taken]
    assert types == ["svc.product.created.v1", "svc.variant.created.v1"]


def test_a_receiver_that_fails_or_hangs_is_told_of_and_stops_nothing(shop: Client) -> None:
    says = {"product.created": 500, "variant.created": 302, "warehouse.created": 0, "stock.adjusted": -1}
    with receiving() as receiver, listening(shop, "--forward", receiver.url, "--timeout", "0.3") as listener:
        receiver.answer = lambda kind, before: says.get(kind.removeprefix("svc.").removesuffix(".v1"), 204)
        product = goods.new_product(shop)
        variant = goods.new_variant(shop, product)["id"]
        place = goods.new_warehouse(shop)["id"]
        goods.adjust(shop, variant, place, 5)
        shop("DELETE", f"/api/v1/products/{product['id']}")
        listener.await_event("svc.product.archived.v1")
        outcomes = {name: listener.await_event(f"svc.{name}.v1")["outcome"] for name in (*says, "product.archived")}
        assert listener.stop() == 0
    told = {name: (outcome["status"], outcome["problem"], outcome["taken"]) for name, outcome in outcomes.items()}
    assert told["product.created"] == (500, "said[2J so", False)
    assert told["variant.created"] == (302, "a redirect, which is not followed", False)
    assert told["warehouse.created"] == (None, "no answer within 0.3 s", False)
    assert told["stock.adjusted"][0] is None and told["stock.adjusted"][1].startswith("no answer: ")
    assert told["product.archived"] == (204, None, True)
    assert len(receiver.taken) == 5
    assert "5 events, 1 taken" in listener.notices[-1]


def test_an_event_is_tried_again_under_its_delivery_where_that_is_asked_for(shop: Client) -> None:
    with receiving() as receiver, listening(shop, "--forward", receiver.url, "--retry", "1") as listener:
        receiver.answer = lambda kind, before: 204 if before else 503
        goods.new_product(shop)
        outcome = listener.await_event("svc.product.created.v1")["outcome"]
    assert (outcome["status"], outcome["attempts"]) == (204, 2)
    assert [taken.headers["Svc-Delivery-Attempt"] for taken in receiver.taken] == ["1", "2"]
    assert len({taken.headers["Svc-Delivery-Id"] for taken in receiver.taken}) == 1
    assert all(taken.event(listener.secret) for taken in receiver.taken)


def test_an_event_that_commits_behind_later_ones_is_found_once(shop: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_EVERY_SECONDS", 0.05)
    monkeypatch.setattr(following, "PAGE", 2)
    goods.new_product(shop)
    long_gone = late_event(shop, 100)

    async def follow() -> list[str]:
        found: list[str] = []
        async with AsyncFulfilment(**client_of(shop)) as client:
            follower = following.Follower(client)
            await follower.begin()

            async def read(wanted: set[str]) -> None:
                async with asyncio.timeout(30):
                    while not wanted <= set(found):
                        found.extend(event["id"] for event in await follower.next())
                        await asyncio.sleep(0.02)

            for _ in range(3):
                await asyncio.to_thread(goods.new_product, shop)
            await read(await asyncio.to_thread(stored, shop) - first)
            await read({await asyncio.to_thread(late_event, shop, seconds) for seconds in (1, 20, 90)})
            await asyncio.to_thread(goods.new_product, shop)
            await read(await asyncio.to_thread(stored, shop) - first)
        return found

    first = stored(shop)
    found = asyncio.run(follow())
    assert long_gone in first
    assert Counter(found) == Counter(stored(shop) - first)


@pytest.mark.parametrize(("plan", "pause"), [("free", 4.0), ("growth", 0.12), (None, 0.0)])
def test_a_quarter_of_what_the_plan_allows_a_minute_is_asked(api: Api, plan: str | None, pause: float) -> None:
    shop = open_client(api.service, plan=plan)

    async def begin() -> float:
        async with AsyncFulfilment(**client_of(shop)) as client:
            follower = following.Follower(client)
            await follower.begin()
            return follower.pause_seconds

    assert asyncio.run(begin()) == pytest.approx(pause)


def test_an_event_can_be_posted_again(exported: Client, capsys: pytest.CaptureFixture[str]) -> None:
    goods.new_product(exported)
    (id,) = stored(exported)
    with receiving() as receiver:
        given = ["listen", "--forward", receiver.url, "--replay", id]
        assert cli.main([*given, "--secret", "whsec_1"]) == 0
        assert cli.main(given) == 0
        receiver.answer = lambda kind, before: 410
        assert cli.main(given) == 1
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert [line.split()[1:5] for line in lines] == [
        ["svc.product.created.v1", id, *words] for words in (["ok", "204"], ["ok", "204"], ["FAILED", "410"])
    ]
    made = said.err.splitlines()[0].removeprefix("fulfilment: signed with ")
    assert [receiver.taken[0].event("whsec_1")["id"], receiver.taken[1].event(made)["id"]] == [id, id]


def test_a_key_that_is_revoked_meanwhile_ends_it_with_a_clear_line(shop: Client) -> None:
    with listening(shop) as listener:
        (key,) = shop("GET", "/api/v1/api-keys").data["apiKeys"]
        assert shop("POST", f"/api/v1/api-keys/{key['id']}/revoke", {}).status == 200
        listener.await_notice("401 REVOKED_KEY")
        assert listener.process.wait(PATIENCE_SECONDS) == 1
    assert [line.split()[1] for line in listener.notices] == ["0", "401"]


def test_without_an_address_events_are_shown(shop: Client) -> None:
    with listening(shop) as listener:
        goods.new_product(shop, name="Cup")
        told = listener.await_event("svc.product.created.v1")
        assert (told["event"]["data"]["name"], told["outcome"]) == ("Cup", None)
        assert listener.said[0]["ready"]["forward"] is None and listener.secret is None


@pytest.mark.parametrize(
    ("options", "changed", "line"),
    [
        ([], {"FULFILMENT_SECRET": ""}, "there is no API key: set FULFILMENT_KEY_ID and FULFILMENT_SECRET"),
        ([], {"FULFILMENT_SECRET": "svcsk_wrong"}, "401 "),
        ([], {"FULFILMENT_URL": "http://127.0.0.1:9"}, "no service answers at http://127.0.0.1:9"),
        (["--url", "127.0.0.1:8080"], {}, "--url: base_url must begin with"),
        (["--forward", "localhost:3000"], {}, "--forward takes an address such as"),
        (["--replay", "evt_1"], {}, "--replay needs --forward"),
        (["--replay", "evt_1", "--forward", UNUSED], {}, "there is no event evt_1 in this workspace"),
        (["--secret", ""], {}, "--secret must not be empty"),
        (["--on-behalf-of", "acc_1"], {}, "403 "),
    ],
)
def test_what_cannot_be_listened_to_is_one_clear_line(
    exported: Client,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    changed: dict[str, str],
    line: str,
) -> None:
    for name, value in changed.items():
        monkeypatch.setenv(name, value)
    assert cli.main(["listen", *options]) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(f"fulfilment: {line}") and said.err.count("\n") == 1
    assert exported.secret not in said.err


def test_what_answers_without_being_the_service_is_told_so(
    exported: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    with receiving() as other:
        assert cli.main(["listen", "--url", other.url.removesuffix("/hook")]) == 1
    assert "is not a fulfilment service" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [["--since", "yesterday"], ["--since", "2026-11-22T10:00:00"], ["--every", "0"], ["--retry", "-1"]]
)
def test_an_option_that_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["listen", *options])
    assert ended.value.code == 2
    assert f"argument {options[0]}" in capsys.readouterr().err


def test_the_secret_of_the_key_is_never_shown(shop: Client, tmp_path: Path) -> None:
    with receiving() as receiver, listening(shop, "--forward", receiver.url) as listener:
        goods.new_product(shop)
        listener.await_event("svc.product.created.v1")
        listener.stop()
    assert listener.secret.startswith("whsec_")
    assert shop.secret not in json.dumps([*listener.said, *listener.notices])
