"""The service understands the settings of ops/; `make package` checks the files with the programs that read them."""

import re

import pytest

from fulfilment import __version__, app, cli, settings
from fulfilment.infra.api.body_reader import MAX_BODY_BYTES
from tests.ops import manifests
from tests.ops.manifests import COMPOSE, OPS, Node

SECRET_FILES = {"FULFILMENT_MASTER_KEYS_FILE"} | {f"FULFILMENT_{name.upper()}_FILE" for name in settings.SECRETS}
PROBES = {"/livez", "/readyz"}
# Longest time of a stop apart from draining and finishing (docs/operating.md, Stopping).
CLOSING_SECONDS = 15
NODES = pytest.mark.parametrize("node", manifests.ALL, ids=lambda node: node.where)
STAYING = pytest.mark.parametrize(
    "node", [node for node in manifests.ALL if node.command in ("api", "worker")], ids=lambda node: node.where
)


def test_each_way_to_run_it_has_its_nodes_and_its_migration() -> None:
    ways = {
        way: {node.command for node in manifests.ALL if node.where.startswith(way)} for way in ("compose", "kubernetes")
    }
    ways["systemd"] = {node.command for node in manifests.ALL if node.where.endswith(".service")}
    assert list(ways.values()) == 3 * [{"api", "worker", "migrate"}]


@NODES
def test_a_node_is_told_only_what_is_a_setting_and_can_be_used(node: Node) -> None:
    told = settings.load(node.settings)
    assert told.mode == "production"
    assert {name for name in node.environment if name.endswith("_FILE")} <= SECRET_FILES


@NODES
def test_a_nodes_command_exists(node: Node) -> None:
    cli.build_parser().parse_args(node.arguments)


@NODES
def test_no_secret_stands_in_an_environment(node: Node) -> None:
    told = settings.load(node.settings)
    assert not [name for name in (*settings.SECRETS, "master_keys") if getattr(told, name)]
    assert {"FULFILMENT_MASTER_KEYS_FILE", "FULFILMENT_DATABASE_URL_FILE"} <= set(node.environment)


@STAYING
def test_a_node_is_given_longer_to_stop_than_it_takes(node: Node) -> None:
    told = settings.load(node.settings)
    assert node.shutdown_timeout_seconds > told.drains_seconds + told.stops_within_seconds + CLOSING_SECONDS


def test_the_job_that_contracts_tries_for_longer_than_an_old_pod_may_take_to_end() -> None:
    """A rollout is done when the new pods are ready; old ones may still drain, and a contraction waits for them."""
    (job,) = (each for each in manifests.documents("contract") if each["kind"] == "Job")
    # Kubernetes waits 10 s before the second try, and each time twice as long.
    tries_for = sum(10 * 2**number for number in range(job["spec"]["backoffLimit"]))
    assert tries_for > max(
        node.shutdown_timeout_seconds or 0 for node in manifests.ALL if node.where.startswith("kubernetes")
    )


@STAYING
def test_a_nodes_probes_ask_routes_that_exist_on_the_port_that_answers_them(node: Node) -> None:
    told = settings.load(node.settings)
    port = told.port if node.command == "api" else told.probe_port
    assert {asked for asked, _ in node.probes} <= {port}
    assert {path for _, path in node.probes} <= PROBES <= {route.path for route in app.all_routes()}
    assert {path for _, path in node.probes} >= (PROBES if node.where.startswith("kubernetes") else set())


def test_the_timer_of_systemd_asks_each_service_where_it_answers() -> None:
    text = (OPS / "systemd" / "fulfilment-livez.service").read_text("utf-8")
    asked = re.findall(r"http://127\.0\.0\.1:(\S+?)(/\w+);.*SIGKILL (fulfilment-\w+)", text)
    units = {node.where.removesuffix(".service"): settings.load(node.settings) for node in manifests.of_systemd()}
    port, probe_port = units["fulfilment-api"].port, units["fulfilment-worker"].probe_port
    assert asked == [
        (f"$${{FULFILMENT_PORT:-{port}}}", "/livez", "fulfilment-api"),
        (f"{probe_port}", "/livez", "fulfilment-worker"),
    ]


@pytest.mark.parametrize("name", ["fulfilment-api", "fulfilment-worker"])
def test_prometheus_finds_the_port_of_the_metrics_that_a_pod_is_told_to_open(name: str) -> None:
    found = {
        (each["kind"], each["metadata"]["name"]): each for each in manifests.documents("base") if "metadata" in each
    }
    told = int(found["ConfigMap", "fulfilment"]["data"]["FULFILMENT_METRICS_PORT"])
    (container,) = found["Deployment", name]["spec"]["template"]["spec"]["containers"]
    assert {"name": "metrics", "containerPort": told} in container["ports"]
    (let_in,) = found["NetworkPolicy", "fulfilment-metrics"]["spec"]["ingress"]
    assert let_in["ports"] == [{"protocol": "TCP", "port": told}]


def test_the_image_runs_as_nobody_in_particular_and_asks_the_port_that_it_serves() -> None:
    text = (OPS / "container" / "Containerfile").read_text("utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (.*)$", last, re.M) == ["10001:10001"]
    told = settings.load(manifests.container_environment())
    assert re.findall(r"^EXPOSE (.*)$", last, re.M) == [str(told.port)]
    assert told.host == "0.0.0.0"
    assert re.findall(r"^VOLUME (.*)$", last, re.M) == [f'["{told.data_dir}"]']
    assert "/livez" in re.search(r"^HEALTHCHECK (?:.*\\\n)*.*", last, re.M)[0]


def test_what_runs_in_compose_and_kubernetes_cannot_write_its_image_nor_gain_rights() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["read_only"] and service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["deploy"]["resources"]["limits"]["memory"], name
    for found in (each for folder in ("base", "expand", "contract") for each in manifests.documents(folder)):
        if found["kind"] in ("Deployment", "Job"):
            pod = found["spec"]["template"]["spec"]
            assert pod["securityContext"]["runAsNonRoot"] and not pod["automountServiceAccountToken"]
            (container,) = pod["containers"]
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert set(container["resources"]["limits"]) == {"cpu", "memory", "ephemeral-storage"}


def test_what_selects_the_pods_of_kubernetes_selects_them() -> None:
    found = list(manifests.documents("base"))
    pods = [each["spec"]["template"]["metadata"]["labels"].items() for each in found if each["kind"] == "Deployment"]
    selectors = [
        spec.get("selector", {}).get("matchLabels")
        or spec.get("podSelector", {}).get("matchLabels")
        or spec["selector"]
        for each in found
        if each["kind"] in ("Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy")
        for spec in (each["spec"],)
    ]
    assert len(selectors) == 8
    for selector in selectors:
        assert any(selector.items() <= labels for labels in pods), selector


def test_every_secret_that_a_node_is_told_of_is_given_to_it() -> None:
    files = set(COMPOSE["secrets"])
    for node in manifests.ALL:
        named = {value.rpartition("/")[2] for name, value in node.environment.items() if name.endswith("_FILE")}
        if node.where.startswith("compose"):
            given = set(COMPOSE["services"][node.where.removeprefix("compose ")]["secrets"])
            assert named == given <= files, node.where
        elif node.where.endswith(".service"):
            unit = (OPS / "systemd" / node.where).read_text("utf-8")
            assert named == set(re.findall(r"^LoadCredential=(\w+):", unit, re.M)), node.where


@pytest.mark.parametrize("file", ["nginx.conf", "Caddyfile"])
def test_a_proxy_lets_go_of_connections_before_the_service_does_and_waits_for_longer_than_it(file: str) -> None:
    text = (OPS / "proxy" / file).read_text("utf-8")
    kept = int(re.search(r"keepalive(?:_timeout)? (\d+)s", text)[1])
    waits = int(re.search(r"(?:proxy_read_timeout|response_header_timeout) (\d+)s", text)[1])
    assert kept < settings.load({}).keeps_alive_seconds
    assert waits > settings.load({}).stops_within_seconds
    assert f":{settings.load({}).port}" in text


def test_a_proxy_takes_what_the_service_takes_and_shows_no_probes() -> None:
    nginx = (OPS / "proxy" / "nginx.conf").read_text("utf-8")
    caddy = (OPS / "proxy" / "Caddyfile").read_text("utf-8")
    assert int(re.search(r"client_max_body_size (\d+)m", nginx)[1]) * 1_048_576 > MAX_BODY_BYTES
    assert int(re.search(r"max_size (\d+)MB", caddy)[1]) * 1_000_000 > MAX_BODY_BYTES
    assert "~ ^/(livez|readyz|metrics)$" in nginx
    assert "@probes path /livez /readyz /metrics" in caddy


def test_the_image_that_is_run_is_of_this_release_or_of_the_one_to_come() -> None:
    written = [
        COMPOSE["services"][name]["image"].rpartition("-")[2].rstrip("}") for name in ("api", "worker", "migrate")
    ]
    (release,) = manifests.documents("example/release")
    written += [f"fulfilment:{image['newTag']}" for image in release["images"]]
    for path in (OPS / "container" / "Containerfile", OPS.parent / "docs" / "deploying.md"):
        written += re.findall(r"fulfilment:\d[\w.]*", path.read_text("utf-8"))
    assert len(written) > 5
    assert set(written) == {f"fulfilment:{__version__.partition('.dev')[0]}"}
