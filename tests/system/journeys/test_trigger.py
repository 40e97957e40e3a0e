"""`fulfilment trigger` makes each event happen, where couriers are simulated and nowhere else."""

import json
import re
import shlex
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from fulfilment_client import Fulfilment, cli
from fulfilment_client.cli.acts import ACTS

from fulfilment.app import all_events
from fulfilment.cli.demo_walk import service
from tests.harness.service import Client, Service
from tests.system.journeys.conftest import Served
from tests.system.python_client.listening import listening, receiving

PAGE = (Path(__file__).parents[3] / "docs" / "cli-listen.md").read_text(encoding="utf-8")
# Needs 24 hours of failures, which no command can bring about.
SLOW = "webhook_endpoint.disabled"


@pytest.fixture
def shop(served: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fulfilment]:
    """A fresh workspace, its address and key in the environment of this process."""
    opened = service.open_workspace(served.environment)
    monkeypatch.setenv("FULFILMENT_URL", served.base_url)
    monkeypatch.setenv("FULFILMENT_KEY_ID", opened.key_id)
    monkeypatch.setenv("FULFILMENT_SECRET", opened.secret)
    with Fulfilment.from_env() as client:
        yield client


@pytest.fixture
def trigger(served: Served, shop: Fulfilment, capsys: pytest.CaptureFixture[str]) -> Any:
    """Trigger an event; the event."""

    def run(*words: str) -> dict[str, Any]:
        given = ["trigger", *words, "--simulator", served.settings.aggregator_simulator_url, "--json"]
        assert cli.main(given) == 0, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)["event"]

    return run


def test_each_event_is_made_to_happen_and_arrives_at_a_listener(
    served: Served, shop: Fulfilment, trigger: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = shop._settings.credential
    principal = Client(Service(served.settings.port, "", None, None), "", key.key_id, key.secret)
    with receiving() as receiver, listening(principal, "--forward", receiver.url) as listener:
        made = {name: trigger(name) for name in ACTS}
        receiver.await_ids({event["id"] for event in made.values()})
        assert all(taken.event(listener.secret) for taken in receiver.taken)
    named = {event["type"] for event in made.values()}
    assert named == {f"svc.{name}.v1" for name in all_events() if name != SLOW}
    for name in ("allocated", "picking_up", "picked_up", "in_transit", "delivered", "returned"):
        assert made[f"shipment.{name}"]["data"]["status"] == name
    assert made["shipment.rejected"]["data"]["status"] == "cancelled"
    assert made["shipment.on_hold"]["data"]["reportedStatus"] == "on_hold"
    assert shop.webhook_endpoints.list().data == []


def test_a_shipment_of_ones_own_is_booked_and_delivered(shop: Fulfilment, trigger: Any) -> None:
    drafted = trigger("svc.shipment.created.v1")["data"]["id"]
    first = trigger("shipment.delivered", "--shipment", drafted)
    again = trigger("shipment.delivered", "--shipment", drafted)
    assert shop.shipments.get(drafted)["status"] == "delivered"
    assert first["data"]["id"] == again["data"]["id"] == drafted and first["id"] != again["id"]


def test_the_page_names_everything_that_can_be_triggered_and_its_commands_are_commands() -> None:
    rows = re.findall(r"^\| (`[a-z_]+\.[a-z_`, .]+) \|", PAGE.partition("| Event | What happens |")[2], re.M)
    assert sorted(name for row in rows for name in re.findall(r"`([a-z_.]+)`", row)) == sorted(ACTS)
    commands = [line for block in re.findall(r"```console\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
    assert len(commands) == 7
    for line in commands:
        cli.parser().parse_args(shlex.split(line)[1:])


def test_what_can_be_triggered_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["trigger", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(ACTS)


@pytest.fixture
def another() -> Iterator[Any]:
    """A server that answers like a simulator, but is not the service's own; it says what a test sets."""

    class Handler(BaseHTTPRequestHandler):
        says: Any = None

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(self.says).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Handler.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield Handler
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("says", "name", "line"),
    [
        ({"webhook": "{service}/api/v1/x", "searched": ["another"]}, "shipment.delivered", "asks another courier"),
        ({"webhook": "{service}/api/v1/x"}, "shipment.created", "asks another courier"),
        ({"webhook": "http://127.0.0.1:1/api/v1/secret-token"}, "product.created", "it is another service's"),
        ({"webhook": None}, "product.created", "reports to nobody"),
        ([], "product.created", "no courier simulator answers"),
    ],
)
def test_nothing_happens_where_the_simulator_is_not_the_services_courier(
    shop: Fulfilment, another: Any, capsys: pytest.CaptureFixture[str], says: Any, name: str, line: str
) -> None:
    another.says = json.loads(json.dumps(says).replace("{service}", shop.base_url))
    assert cli.main(["trigger", name, "--simulator", another.url]) == 1
    said = capsys.readouterr()
    assert said.out == "" and line in said.err and said.err.count("\n") == 1 and "secret-token" not in said.err
    assert list(shop.events.list()) == []


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["shipment.deliverd"], "did you mean shipment.delivered?"),
        ([], "say which event, such as shipment.delivered"),
        (["product.created", "--shipment", "ship_1"], "--shipment has no part in product.created"),
        (["product.created", "--simulator", "http://127.0.0.1:9"], "no courier simulator answers at"),
    ],
)
def test_what_cannot_be_triggered_is_one_clear_line(
    shop: Fulfilment, capsys: pytest.CaptureFixture[str], words: list[str], line: str
) -> None:
    assert cli.main(["trigger", *words]) == 1
    said = capsys.readouterr()
    assert said.out == "" and line in said.err and said.err.count("\n") == 1


def test_a_shipment_that_is_not_there_is_named(
    served: Served, shop: Fulfilment, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [
        "trigger",
        "shipment.delivered",
        "--shipment",
        "ship_1",
        "--simulator",
        served.settings.aggregator_simulator_url,
    ]
    assert cli.main(given) == 1
    assert "there is no shipment ship_1 in this workspace" in capsys.readouterr().err


def test_the_service_has_the_commands_too_where_the_client_is_installed(
    served: Served, shop: Fulfilment, capsys: pytest.CaptureFixture[str]
) -> None:
    from fulfilment.cli import build_parser

    given = build_parser().parse_args(
        ["trigger", "product.created", "--simulator", served.settings.aggregator_simulator_url]
    )
    assert cli.carry_out(given) == 0
    assert "svc.product.created.v1" in capsys.readouterr().out
