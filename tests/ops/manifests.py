"""Settings that ops/ gives the service: container, compose, systemd, Kubernetes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

OPS = Path(__file__).resolve().parents[2] / "ops"
COMPOSE = yaml.safe_load((OPS / "compose" / "compose.yaml").read_text("utf-8"))
# The units that run a command of the service.
UNITS = [
    unit
    for unit in sorted((OPS / "systemd").glob("*.service"))
    if "ExecStart=/opt/fulfilment/bin/fulfilment " in unit.read_text("utf-8")
]


class Node(msgspec.Struct, frozen=True):
    """One process of a deployment: its command, its settings and the time it has to stop."""

    where: str
    arguments: tuple[str, ...]
    environment: dict[str, str]
    """Its FULFILMENT_ variables as strings; secrets by the paths of their files."""
    shutdown_timeout_seconds: float | None = None
    probes: tuple[tuple[int, str], ...] = ()
    """Port and path of each."""

    @property
    def command(self) -> str:
        return self.arguments[0]

    @property
    def settings(self) -> dict[str, str]:
        """Its settings without those by file, since the files are not here."""
        return {name: value for name, value in self.environment.items() if not name.endswith("_FILE")}


def container_environment() -> dict[str, str]:
    text = (OPS / "container" / "Containerfile").read_text("utf-8")
    return dict(re.findall(r"(FULFILMENT_\w+)=(\S+)", text.partition("\nUSER ")[0]))


def documents(folder: str) -> Iterator[dict[str, Any]]:
    """Every Kubernetes object of a folder, as it is written."""
    for path in sorted((OPS / "kubernetes" / folder).glob("*.yaml")):
        yield from yaml.safe_load_all(path.read_text("utf-8"))


def of_compose() -> Iterator[Node]:
    for name, service in COMPOSE["services"].items():
        if "FULFILMENT_MODE" not in service.get("environment", {}):
            continue
        given = {name: re.sub(r"\$\{.*?\}", "example.com", value) for name, value in service["environment"].items()}
        test = " ".join(service.get("healthcheck", {}).get("test", []))
        probes = tuple((int(port), path) for port, path in re.findall(r"http://127\.0\.0\.1:(\d+)(/\w+)", test))
        stops = service.get("stop_grace_period")
        yield Node(
            f"compose {name}",
            tuple(service["command"]),
            container_environment() | given,
            float(stops.rstrip("s")) if stops else None,
            probes,
        )


def of_systemd() -> Iterator[Node]:
    shared = dict(re.findall(r"^(FULFILMENT_\w+)=(.*)$", (OPS / "systemd" / "fulfilment.env").read_text("utf-8"), re.M))
    for unit in UNITS:
        text = unit.read_text("utf-8")
        own = dict(re.findall(r"^Environment=(FULFILMENT_\w+)=(.*)$", text, re.M))
        stops = re.search(r"^TimeoutStopSec=(\d+)$", text, re.M)
        command = re.search(r"^ExecStart=/opt/fulfilment/bin/fulfilment (.*)$", text, re.M)[1]
        yield Node(unit.name, tuple(command.split()), shared | own, float(stops[1]) if stops else None)


def of_kubernetes() -> Iterator[Node]:
    maps = [each for folder in ("base", "example") for each in documents(folder) if each["kind"] == "ConfigMap"]
    config = {name: value for each in maps for name, value in each["data"].items()}
    for found in (each for folder in ("base", "expand", "contract") for each in documents(folder)):
        if found["kind"] in ("Deployment", "Job"):
            pod = found["spec"]["template"]["spec"]
            (container,) = pod["containers"]
            own = {each["name"]: each["value"] for each in container.get("env", [])}
            ports = {each["name"]: each["containerPort"] for each in container.get("ports", [])}
            asked = [container[kind]["httpGet"] for kind in container if kind.endswith("Probe")]
            yield Node(
                f"kubernetes {found['metadata']['name']}",
                tuple(container["args"]),
                container_environment() | config | own,
                pod.get("terminationGracePeriodSeconds"),
                tuple((ports[each["port"]], each["path"]) for each in asked),
            )


ALL = [*of_compose(), *of_systemd(), *of_kubernetes()]
