"""`serve` brings everything up, says how to get in once, and takes everything down however it ends."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from fulfilment import settings
from fulfilment.cli import startup_checks
from fulfilment.cli.demo_walk.service import free_ports
from fulfilment.infra.database.embedded import postmaster
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from fulfilment_simulators.identity import people as people_of_the_simulator
from tests.harness.descendants import descendants
from tests.harness.service import MASTER_KEYS
from tests.harness.waiting import eventually
from tests.harness.workspaces import as_operator

WITHIN_SECONDS = 60
ONE_API_PROCESS = {"FULFILMENT_API_PROCESSES": "1"}


def get(url: str) -> dict:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.load(answer)


def get_once_up(service: Any, url: str) -> dict:
    """The answer of a simulator, which may begin to listen after the API does."""
    deadline = time.monotonic() + WITHIN_SECONDS
    while True:
        try:
            return get(url)
        except urllib.error.URLError:
            assert service.process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)


def listens(port: str) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(port))) == 0


def database_runs(folder: Path) -> bool:
    return postmaster.running(folder / "data" / "postgres") is not None


def test_the_first_start_prints_a_key_and_later_ones_keep_everything_and_print_none(
    serve, fulfilment, environment, folder
):
    service = serve()
    banner = service.await_banner()
    assert service.fact("Base address") == f"http://127.0.0.1:{environment['FULFILMENT_PORT']}"
    assert service.fact("Console") == service.fact("Base address") + "/console"
    assert service.fact("Courier simulator").endswith(environment["FULFILMENT_AGGREGATOR_SIMULATOR_PORT"])
    assert service.fact("Identity simulator").endswith(environment["FULFILMENT_IDENTITY_SIMULATOR_PORT"])
    assert service.fact("Payment simulator").endswith(environment["FULFILMENT_PAYMENT_SIMULATOR_PORT"])
    assert service.fact("Secret").startswith("svcsk_")
    assert banner.count("svcsk_") == 1
    assert "DEVELOPMENT MODE" in banner and "Brand" not in banner
    account = service.fact("Workspace")
    assert get(service.fact("Base address") + "/api/v1/health")["data"]["service"] == "fulfilment"

    told = service.fact("Courier simulator") + "/_control/health"
    while (receiver := get_once_up(service, told)["webhook"]) is None:
        assert service.process.poll() is None
    assert receiver.startswith(service.fact("Base address") + "/api/v1/inbound/aggregator/")

    payments = service.fact("Payment simulator") + "/_control/health"
    while (receiver := get_once_up(service, payments)["webhook"]) is None:
        assert service.process.poll() is None
    assert receiver == service.fact("Base address") + "/api/v1/inbound/payments"

    people = service.fact("Identity simulator") + "/_control/health"
    while "accountId" not in (said := get_once_up(service, people)["people"])["owner"]:
        assert service.process.poll() is None
    assert said["owner"]["accountId"] == account and "accountId" not in said["nobody"]
    assert get(people)["logoutReceivers"] == [service.fact("Base address") + "/console/back-channel-logout"]

    made = fulfilment("key", "create", "--workspace", account, "--json")
    assert json.loads(made.stdout)["accountId"] == account
    assert database_runs(folder)

    family = service.family()
    service.process.send_signal(signal.SIGINT)
    assert service.process.wait(WITHIN_SECONDS) == 0
    # The adopting process reaps the processes that draw, in its own time.
    assert not psutil.wait_procs(family, timeout=WITHIN_SECONDS)[1]
    assert not database_runs(folder)
    said = (folder / "serve.log").read_text()
    simulators = '"courier simulator", "identity simulator", "payment simulator"'
    assert f'"waiting_for": ["api", "worker", {simulators}]' in said
    assert said.index('"event": "stopping"') < said.index('"event": "embedded_server_stopping"')

    again = serve()
    assert "svcsk_" not in again.await_banner()
    with embedded_server.start(folder / "data") as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT id FROM accounts").fetchall() == [(account,)]
        assert connection.execute("SELECT count(*) FROM api_keys").fetchone() == (2,)
    again.process.terminate()
    assert again.process.wait(WITHIN_SECONDS) == 0
    assert "svcsk_" not in (folder / "serve.log").read_text()


def _api(service):
    return [each.process for each in descendants(service.process.pid) if each.serves]


def _serving(service):
    """Those that stay."""
    return [each for each in descendants(service.process.pid) if not each.is_database and not each.draws]


def test_a_killed_supervisor_leaves_no_process_and_the_next_adopts_and_stops_the_database(serve, environment, folder):
    service = serve()
    service.await_banner()
    # The API's main process with two that serve and Python's resource tracker, the worker, the three simulators.
    eventually(lambda: len(_serving(service)) == 8)
    family = service.family()
    service.process.kill()
    assert not psutil.wait_procs(family, timeout=WITHIN_SECONDS)[1]
    assert not listens(environment["FULFILMENT_PORT"])
    assert database_runs(folder)

    again = serve()
    again.await_banner()
    again.process.send_signal(signal.SIGINT)
    assert again.process.wait(WITHIN_SECONDS) == 0
    assert not database_runs(folder)


def test_a_running_service_needs_nothing(lasting):
    # The banner waits for one of the API's processes only.
    while True:
        done = lasting.run("status", "--json")
        told = json.loads(done.stdout)
        if told["standing"]["processes"] == {"api": 2, "worker": 1}:
            break
    assert (done.returncode, told["needs"]) == (0, [])
    assert told["isAnswering"] and told["database"] is None and re.match(r"\d{4}\.", told["schema"])
    assert told["pending"] == []
    assert set(told["standing"]["waitingSeconds"]) == {"events", "webhooks", "courierOperations", "trackingSyncs"}
    assert 0 < told["diskFreeBytes"] < told["diskBytes"] and told["standing"]["databaseBytes"] > 0
    said = lasting.run("status").stdout
    port = lasting.environment["FULFILMENT_PORT"]
    assert f"127.0.0.1:{port} answers" in said and "2 api, 1 worker" in said


def test_in_development_a_token_without_a_browser_opens_the_first_workspace(lasting):
    address = lasting.service.fact("Base address") + "/api/v1/products"
    asked = [("simulate", "token"), ("simulate", "token", "--person", "packer", "--account", "acc_elsewhere")]
    for arguments in asked:
        while (done := lasting.run(*arguments)).returncode:
            assert "No workspace was opened yet" in done.stderr
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {done.stdout.strip()}"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert json.load(answer)["data"]["products"] == []
    shown = json.loads(lasting.run("simulate", "token", "--json").stdout)
    assert shown["token"].count(".") == 2 and shown["expiresIn"] == 3_600
    with psycopg.connect(_database_of(lasting.environment)) as connection:
        found = connection.execute("SELECT id, origin, plan FROM accounts ORDER BY origin").fetchall()
    assert found == [(lasting.service.fact("Workspace"), "operator", None), ("acc_elsewhere", "session", "free")]


def _database_of(environment) -> str:
    folder = Path(environment["FULFILMENT_DATA_DIR"]) / "postgres"
    _, sockets = postmaster.running(folder)
    return f"postgresql://postgres@/{embedded_server.DATABASE}?host={sockets}"


def test_a_killed_api_comes_back_with_all_of_its_processes(lasting):
    service = lasting.service
    before = _api(service)
    (main,) = {process.parent() for process in before}
    below = [process for each in before for process in each.children()]
    main.kill()
    assert not psutil.wait_procs([main, *before, *below], timeout=WITHIN_SECONDS)[1]
    eventually(lambda: listens(lasting.environment["FULFILMENT_PORT"]), patience_seconds=WITHIN_SECONDS)
    eventually(lambda: len(_api(service)) == len(before) == 2)
    assert get(service.fact("Base address") + "/api/v1/health")["data"]["status"] == "ok"
    assert '"how": "SIGKILL"' in (lasting.folder / "serve.log").read_text()


def test_a_port_in_use_is_one_clear_line(fulfilment, environment):
    with socket.create_server(("127.0.0.1", int(environment["FULFILMENT_PORT"]))):
        done = fulfilment("serve")
    assert done.returncode == 1
    port = environment["FULFILMENT_PORT"]
    expected = f"Port {port} on 127.0.0.1 is in use; stop what listens there or set FULFILMENT_PORT."
    assert done.stderr == f"fulfilment: {expected}\n"


def test_a_data_folder_that_cannot_be_written_is_one_clear_line(fulfilment, folder):
    (folder / "file").write_text("")
    done = fulfilment("serve", FULFILMENT_DATA_DIR=str(folder / "file"))
    assert done.returncode == 1
    assert done.stderr.startswith("fulfilment: The data folder ") and done.stderr.count("\n") == 1


def test_a_database_that_cannot_be_reached_is_one_clear_line(fulfilment):
    done = fulfilment("serve", FULFILMENT_DATABASE_URL="postgresql://someone:hunter2@127.0.0.1:1/orders")
    assert done.returncode == 1
    assert done.stderr.startswith("fulfilment: The database at 127.0.0.1:1/orders cannot be reached: ")
    assert done.stderr.count("\n") == 1 and "hunter2" not in done.stderr


def test_production_without_master_keys_is_one_clear_line(fulfilment):
    done = fulfilment("serve", FULFILMENT_MODE="production")
    assert done.returncode == 1
    assert done.stderr.startswith("fulfilment: FULFILMENT_MASTER_KEYS is required in production")
    assert "openssl rand" in done.stderr and "make serve, which sets FULFILMENT_MODE=development" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_client_that_keeps_its_connection_does_not_keep_a_service_on_an_external_database(
    serve, environment, empty_database_url, folder
):
    service = serve(FULFILMENT_DATABASE_URL=empty_database_url, FULFILMENT_BRAND="acme", **ONE_API_PROCESS)
    assert "acmesk_" in service.await_banner()
    assert service.fact("Brand") == "acme"
    assert not (folder / "data" / "postgres").exists()
    with socket.create_connection(("127.0.0.1", int(environment["FULFILMENT_PORT"]))) as connection:
        connection.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        service.process.send_signal(signal.SIGINT)
        assert service.process.wait(WITHIN_SECONDS) == 0
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (1,)


def test_nodes_that_start_together_on_an_empty_database_open_one_workspace(
    serve, empty_database_url, environment, folder
):
    shared = {
        "FULFILMENT_DATABASE_URL": empty_database_url,
        "FULFILMENT_MASTER_KEYS": MASTER_KEYS,
        **ONE_API_PROCESS,
    }
    one = serve(**shared)
    names = [
        f"FULFILMENT_{name}PORT" for name in ("", "AGGREGATOR_SIMULATOR_", "IDENTITY_SIMULATOR_", "PAYMENT_SIMULATOR_")
    ]
    ports = dict(zip(names, map(str, free_ports()), strict=True))
    other = serve(**shared, FULFILMENT_DATA_DIR=str(folder / "other"), **ports)
    banners = [one.await_banner(), other.await_banner()]
    assert sorted("svcsk_" in banner for banner in banners) == [False, True]


def test_production_writes_no_secret_into_a_log_and_names_the_command_that_prints_one(
    serve, fulfilment, empty_database_url
):
    production = {
        "FULFILMENT_MODE": "production",
        "FULFILMENT_MASTER_KEYS": MASTER_KEYS,
        "FULFILMENT_DATABASE_URL": empty_database_url,
    }
    service = serve(**production, **ONE_API_PROCESS, FULFILMENT_SHUTDOWN_DRAIN_SECONDS="0")
    banner = service.await_banner()
    assert "svcsk_" not in banner and "fulfilment workspace create --name 'My shop'" in banner
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (0,)
    made = json.loads(fulfilment("workspace", "create", "--name", "My shop", "--json", **production).stdout)
    assert made["secret"].startswith("svcsk_")
    # A second start prints this.
    later = startup_checks.build_greeting(settings.load(production), False)
    assert later is not None and "workspace create --name 'My shop'" not in later
    service.process.send_signal(signal.SIGINT)
    assert service.process.wait(WITHIN_SECONDS) == 0


@pytest.mark.parametrize(("mode", "is_terminal"), [("production", True), ("development", False)])
def test_the_first_secret_is_shown_on_a_terminal_and_in_development(
    empty_database_url: str, tmp_path: Path, mode: str, is_terminal: bool
) -> None:
    migrate.migrate(empty_database_url)
    own = {"MODE": mode, "DATABASE_URL": empty_database_url, "DATA_DIR": str(tmp_path), "MASTER_KEYS": MASTER_KEYS}
    given = settings.load({f"FULFILMENT_{name}": value for name, value in own.items()})
    with as_operator():
        assert "svcsk_" in (startup_checks.build_greeting(given, is_terminal) or "")


def test_simulators_take_the_next_free_ports_and_people_see_every_workspace_of_the_operator(
    serve, fulfilment, environment
):
    earlier = json.loads(fulfilment("workspace", "create", "--name", "Earlier", "--json").stdout)["accountId"]
    later = json.loads(fulfilment("workspace", "create", "--name", "Later", "--json").stdout)["accountId"]
    names = [f"FULFILMENT_{name}_PORT" for name in ("AGGREGATOR_SIMULATOR", "IDENTITY_SIMULATOR", "PAYMENT_SIMULATOR")]
    with contextlib.ExitStack() as stack:
        for name in names:
            stack.enter_context(socket.create_server(("127.0.0.1", int(environment[name]))))
        service = serve(FULFILMENT_OUTBOUND="off", **ONE_API_PROCESS)
        service.await_banner()
        facts = ("Courier simulator", "Identity simulator", "Payment simulator")
        ports = [service.fact(fact).rpartition(":")[2] for fact in facts]
        assert len({*ports, *(environment[name] for name in names)}) == 6
        people = service.fact("Identity simulator") + "/_control/health"
        eventually(lambda: get_once_up(service, people)["people"]["owner"].get("accountIds") == [earlier, later])
        # A command with the same environment finds the simulators where they are.
        made = fulfilment("workspace", "create", "--name", "Beside", "--json")
        beside = json.loads(made.stdout)["accountId"]
        assert get(people)["people"]["owner"]["accountIds"] == [earlier, later, beside]
        # So does a command that knows only the data folder.
        for name in ("FULFILMENT_PORT", *names):
            del environment[name]
        assert json.loads(fulfilment("status", "--json").stdout)["outbound"] == "off"
        made = fulfilment("workspace", "create", "--name", "Newest", "--json")
        newest = json.loads(made.stdout)["accountId"]
        said = get(people)["people"]
        assert said["owner"]["accountIds"] == said["packer"]["accountIds"] == [earlier, later, beside, newest]
        assert said["owner"]["accountId"] == earlier and "accountId" not in said["nobody"]
        assert set(said["both"]["accountIds"]) == {
            earlier,
            later,
            beside,
            newest,
            people_of_the_simulator.SECOND_WORKSPACE,
        }


def test_an_interrupted_start_stops_the_database_too(serve, folder):
    service = serve(**ONE_API_PROCESS)
    while not database_runs(folder):
        assert service.process.poll() is None
    os.kill(service.process.pid, signal.SIGTERM)
    try:
        assert service.process.wait(30) in (0, 130)
    except subprocess.TimeoutExpired:
        raise AssertionError((folder / "serve.log").read_text()) from None
    assert not database_runs(folder)


# `serve`, where the greeting asks the database for nothing until a file says so.
LATE_GREETING = """
import os, pathlib, sys, time
from fulfilment import cli
from fulfilment.cli import startup_checks

folder, build = pathlib.Path(os.environ["FULFILMENT_DATA_DIR"]), startup_checks.build_greeting

def build_late(settings, is_terminal):
    (folder / "asking").touch()
    while not (folder / "away").exists() and not (folder / "asked").exists():
        time.sleep(0.01)
    (folder / "asked").touch()
    return build(settings, is_terminal)

startup_checks.build_greeting = build_late
sys.exit(cli.main(["serve"]))
"""


def test_who_serves_does_not_end_because_the_database_is_away_before_the_banner(serve, folder):
    data, away = folder / "data" / "postgres", folder / "data" / "away"
    service = serve(program=("-c", LATE_GREETING), **ONE_API_PROCESS)
    while not (folder / "data" / "asking").exists():
        assert service.process.poll() is None
    pid, _ = postmaster.running(data)
    data.rename(away)
    psutil.Process(pid).kill()
    eventually(lambda: "greeting_deferred" in (folder / "serve.log").read_text())
    away.rename(data)
    assert "svcsk_" in service.await_banner()
    service.process.terminate()
    assert service.process.wait(30) == 0
    assert not database_runs(folder)


def test_production_simulates_nobody(fulfilment):
    production = {"FULFILMENT_MODE": "production", "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    for command in (("simulate", "identity"), ("simulate", "token")):
        done = fulfilment(*command, **production)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("fulfilment: Identities are simulated in development only")


def test_beside_a_real_issuer_nobody_is_simulated(fulfilment):
    real = {"FULFILMENT_OIDC_ISSUER": "https://id.example", "FULFILMENT_OIDC_AUDIENCE": "shop"}
    for command in (("simulate", "identity"), ("simulate", "token")):
        done = fulfilment(*command, **real)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "fulfilment: Tokens come from https://id.example, which FULFILMENT_OIDC_ISSUER names.\n"


def test_production_sells_nothing_of_the_simulators(fulfilment):
    done = fulfilment("simulate", "payments", FULFILMENT_MODE="production", FULFILMENT_MASTER_KEYS=MASTER_KEYS)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("fulfilment: Payments are simulated in development only")


def test_production_books_nothing_with_the_simulator(fulfilment):
    done = fulfilment("simulate", "couriers", FULFILMENT_MODE="production", FULFILMENT_MASTER_KEYS=MASTER_KEYS)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("fulfilment: Couriers are simulated in development only")


def test_beside_a_real_payment_provider_none_is_simulated(fulfilment):
    done = fulfilment("simulate", "payments", FULFILMENT_PAYMENTS_KEY="sk_test_of_an_account")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "fulfilment: Payments go to the provider that FULFILMENT_PAYMENTS_KEY belongs to.\n"


def test_a_token_where_nothing_runs_is_one_clear_line(fulfilment):
    done = fulfilment("simulate", "token")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "The identity simulator does not answer at http://127.0.0.1:" in done.stderr


def test_two_programs_on_one_port_are_one_clear_line(fulfilment, environment):
    done = fulfilment("serve", FULFILMENT_IDENTITY_SIMULATOR_PORT=environment["FULFILMENT_AGGREGATOR_SIMULATOR_PORT"])
    assert done.returncode == 1
    assert (
        done.stderr == "fulfilment: FULFILMENT_AGGREGATOR_SIMULATOR_PORT and FULFILMENT_IDENTITY_SIMULATOR_PORT "
        "must not be the same.\n"
    )
