"""What ops/ tells the service is what the service understands; `make package` holds it against what reads it."""

import re

import pytest
import yaml

from fulfilment import app, cli, settings
from tests.ops import manifests
from tests.ops.manifests import COMPOSE, OPS, Node

SECRET_FILES = {"FULFILMENT_MASTER_KEYS_FILE"} | {f"FULFILMENT_{name.upper()}_FILE" for name in settings.SECRETS}
NODES = pytest.mark.parametrize("node", manifests.ALL, ids=lambda node: node.where)
STAYING = pytest.mark.parametrize(
    "node", [node for node in manifests.ALL if node.command in ("api", "worker")], ids=lambda node: node.where
)


def test_each_way_to_run_it_has_its_nodes_and_its_migration() -> None:
    ways = {way: {node.command for node in manifests.ALL if node.where.startswith(way)} for way in ("compose", "kubernetes")}
    ways["systemd"] = {node.command for node in manifests.ALL if node.where.endswith(".service")}
    assert ways == dict.fromkeys(("compose", "kubernetes", "systemd"), {"api", "worker", "migrate"})


@NODES
def test_a_node_is_told_only_what_is_a_setting_and_can_be_used(node: Node) -> None:
    told = settings.load(node.settings)
    assert told.mode == "production"
    assert {name for name in node.environment if name.endswith("_FILE")} <= SECRET_FILES


@NODES
def test_a_nodes_command_exists(node: Node) -> None:
    cli.parser().parse_args(node.arguments)


@NODES
def test_no_secret_stands_in_an_environment(node: Node) -> None:
    told = settings.load(node.settings)
    assert not [name for name in (*settings.SECRETS, "master_keys") if getattr(told, name)]
    assert {"FULFILMENT_MASTER_KEYS_FILE", "FULFILMENT_DATABASE_URL_FILE"} <= set(node.environment)


@STAYING
def test_a_node_is_given_longer_to_stop_than_it_takes(node: Node) -> None:
    told = settings.load(node.settings)
    assert node.stop_seconds > told.drains_seconds + told.stops_within_seconds


@STAYING
def test_a_nodes_probes_ask_routes_that_exist_on_the_port_that_answers_them(node: Node) -> None:
    told = settings.load(node.settings)
    port = told.port if node.command == "api" else told.probe_port
    assert {asked for _, asked, _ in node.probes} <= {port}
    assert {path for _, _, path in node.probes} <= {"/livez", "/readyz"} <= app_paths()
    assert node.probes or not node.where.startswith("kubernetes")


def app_paths() -> set[str]:
    return {route.path for route in app.routes()}
