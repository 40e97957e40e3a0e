"""The service of the demo: the running service, or a temporary service that the demo starts."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

import msgspec

from fulfilment import settings
from fulfilment.cli.demo_walk.walk import DemoFailed
from fulfilment.settings import PREFIX, Settings

READY_WITHIN_SECONDS = 90.0
STOPPED_WITHIN_SECONDS = 30.0
CALL_TIMEOUT_SECONDS = 3.0
COMMAND_TIMEOUT_SECONDS = 60.0
POLL_SECONDS = 0.1
# Settings that the temporary service takes from the environment; the demo sets all others.
_INHERITED = ("BRAND", "LOG_LEVEL")

# Requests to this machine must not use a proxy of the environment.
_direct = build_opener(ProxyHandler({}))


class Credential(msgspec.Struct, frozen=True, rename="camel"):
    """An API key, as `workspace create --json` prints it. `account_id` is empty for a key from the command line."""

    key_id: str
    secret: str
    account_id: str = ""


def build_base_url(configured: Settings) -> str:
    """The base URL of the API on this machine, also if the API listens on all addresses."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(configured.host, configured.host)  # noqa: S104
    return f"http://[{host}]:{configured.port}" if ":" in host else f"http://{host}:{configured.port}"


def is_running(configured: Settings) -> bool:
    """True if the API answers at the address of the settings."""
    health = _fetch_json(build_base_url(configured) + "/api/v1/health") or {}
    return isinstance(health.get("data"), dict) and "version" in health["data"]


def require_simulator(configured: Settings) -> None:
    """Raise DemoFailed unless couriers are simulated, because a demo must not call a real courier."""
    state = None if configured.aggregator_url else _fetch_json(configured.aggregator_simulator_url + "/_control/health")
    if state is None:
        raise DemoFailed(
            f"a service runs at {build_base_url(configured)}, but no courier simulator does at "
            f"{configured.aggregator_simulator_url}; "
            "the demo needs development mode"
        )


def detect_brand(configured: Settings) -> str:
    """The brand of the running service, from its answer to a request without a key. Raises DemoFailed."""
    try:
        with _direct.open(build_base_url(configured) + "/api/v1/products", timeout=CALL_TIMEOUT_SECONDS):
            challenge = ""
    except HTTPError as refused:
        challenge = refused.headers.get("WWW-Authenticate") or ""
    except (URLError, OSError) as problem:
        raise DemoFailed(f"the service at {build_base_url(configured)} does not answer: {problem}") from None
    title, found, _ = challenge.partition("-HMAC-SHA256")
    if not found:
        raise DemoFailed(f"the server at {build_base_url(configured)} is not this service")
    return title.lower()


@contextlib.contextmanager
def start_service() -> Iterator[tuple[Settings, Mapping[str, str]]]:
    """Start a development service in a temporary folder on free ports; its settings and environment.

    Raises DemoFailed.
    """
    with tempfile.TemporaryDirectory(prefix="fulfilment-") as folder, contextlib.ExitStack() as stack:
        environment = _own_environment(Path(folder))
        configured = settings.load(environment)
        log_path = Path(folder) / "serve.log"
        with log_path.open("wb") as log:
            # In a session of its own, so that Ctrl-C reaches only the demo, which then stops the service gracefully.
            process = subprocess.Popen(  # noqa: S603
                _command("serve"), env=environment, stdout=log, stderr=log, start_new_session=True
            )
        stack.callback(_stop, process)
        _await_ready(configured, process, log_path)
        yield configured, environment


def open_workspace(environment: Mapping[str, str]) -> Credential:
    """Create a workspace by the operator's command; its key. Raises DemoFailed."""
    command = [*_command("workspace"), "create", "--name", "Demo", "--json"]
    done = subprocess.run(  # noqa: S603
        command, env=environment, capture_output=True, text=True, timeout=COMMAND_TIMEOUT_SECONDS, check=False
    )
    if done.returncode:
        raise DemoFailed(f"no workspace could be created: {_last_line(done.stderr)}")
    return msgspec.json.decode(done.stdout, type=Credential)


def _own_environment(folder: Path) -> dict[str, str]:
    outside = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    inherited = {PREFIX + name: os.environ[PREFIX + name] for name in _INHERITED if PREFIX + name in os.environ}
    port, aggregator_simulator_port, identity_simulator_port, payment_simulator_port = free_ports()
    own = {
        "MODE": "development",
        "DATA_DIR": str(folder),
        "PORT": str(port),
        "AGGREGATOR_SIMULATOR_PORT": str(aggregator_simulator_port),
        "IDENTITY_SIMULATOR_PORT": str(identity_simulator_port),
        "PAYMENT_SIMULATOR_PORT": str(payment_simulator_port),
        "API_PROCESSES": "1",
    }
    return outside | inherited | {PREFIX + name: value for name, value in own.items()}


def free_ports() -> tuple[int, int, int, int]:
    """Free ports of this machine, for the API and for each simulator."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(4)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        api, couriers, people, payments = (each.getsockname()[1] for each in sockets)
        return api, couriers, people, payments


def _command(name: str) -> list[str]:
    return [sys.executable, "-m", "fulfilment.cli", name]


def _await_ready(configured: Settings, process: subprocess.Popen, log_path: Path) -> None:
    """Wait until the API answers and the courier simulator has its webhook URL. Raises DemoFailed."""
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        simulator = _fetch_json(configured.aggregator_simulator_url + "/_control/health")
        if simulator and simulator.get("webhook") and is_running(configured):
            return
        time.sleep(POLL_SECONDS)
    last_line = _last_line(log_path.read_text(errors="replace"))
    raise DemoFailed(f"the demo's own service did not start: {last_line}")


def _stop(process: subprocess.Popen) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOPPED_WITHIN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _fetch_json(url: str) -> dict | None:
    """The JSON object at a URL; None without such an answer."""
    try:
        with _direct.open(url, timeout=CALL_TIMEOUT_SECONDS) as answer:
            found = json.loads(answer.read())
    except (URLError, OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("fulfilment: ") if lines else "it printed nothing"
