"""`serve` brings everything up, says how to get in once, and takes everything down however it ends."""

import json
import os
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

import psutil
import psycopg

from fulfilment.db import embedded, postmaster
from fulfilment.demo.service import free_ports
from tests.harness.descendants import children, descendants
from tests.harness.waiting import eventually
from tests.http.service import MASTER_KEYS

WITHIN_SECONDS = 60


def get(url: str) -> dict:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.load(answer)


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
    assert service.fact("Courier simulator").endswith(environment["FULFILMENT_SIMULATOR_PORT"])
    assert service.fact("Identity simulator").endswith(environment["FULFILMENT_IDENTITY_PORT"])
    assert service.fact("Payment simulator").endswith(environment["FULFILMENT_PAYMENTS_PORT"])
    assert service.fact("Secret").startswith("svcsk_")
    assert banner.count("svcsk_") == 1
    assert "DEVELOPMENT MODE" in banner and "Brand" not in banner
    account = service.fact("Workspace")
    assert get(service.fact("Base address") + "/api/v1/health")["data"]["service"] == "fulfilment"

    told = service.fact("Courier simulator") + "/_control/health"
    while (receiver := get(told)["webhook"]) is None:
        assert service.process.poll() is None
    assert receiver.startswith(service.fact("Base address") + "/api/v1/inbound/aggregator/")

    payments = service.fact("Payment simulator") + "/_control/health"
    while (receiver := get(payments)["webhook"]) is None:
        assert service.process.poll() is None
    assert receiver == service.fact("Base address") + "/api/v1/inbound/payments"

    people = service.fact("Identity simulator") + "/_control/health"
    while "accountId" not in (said := get(people)["people"])["owner"]:
        assert service.process.poll() is None
    assert said["owner"]["accountId"] == account and "accountId" not in said["nobody"]
    assert get(people)["logoutReceivers"] == [service.fact("Base address") + "/console/back-channel-logout"]

    made = fulfilment("key", "create", "--workspace", account, "--json")
    assert json.loads(made.stdout)["accountId"] == account
    assert database_runs(folder)

    family = service.family()
    service.process.send_signal(signal.SIGINT)
    assert service.process.wait(WITHIN_SECONDS) == 0
    # Those that draw are reaped by whoever adopts them, in its own time.
    assert not psutil.wait_procs(family, timeout=WITHIN_SECONDS)[1]
    assert not database_runs(folder)
    said = (folder / "serve.log").read_text()
    assert '"waiting_for": ["api 1", "api 2", "worker", "simulator", "identity", "payments"]' in said
    assert said.index('"event": "stopping"') < said.index('"event": "leaving the embedded PostgreSQL"')

    again = serve()
    assert "svcsk_" not in again.await_banner()
    with embedded.start(folder / "data") as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT id FROM accounts").fetchall() == [(account,)]
        assert connection.execute("SELECT count(*) FROM api_keys").fetchone() == (2,)
    again.process.terminate()
    assert again.process.wait(WITHIN_SECONDS) == 0
    assert "svcsk_" not in (folder / "serve.log").read_text()


def test_a_client_that_keeps_its_connection_does_not_keep_the_service(serve, environment):
    service = serve()
    service.await_banner()
    with socket.create_connection(("127.0.0.1", int(environment["FULFILMENT_PORT"]))) as connection:
        connection.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        service.process.send_signal(signal.SIGINT)
        assert service.process.wait(WITHIN_SECONDS) == 0


def _api(service):
    return [each.process for each in descendants(service.process.pid) if each.command[-1:] == ("api",)]


def _serving(service):
    """Those that stay."""
    return [each for each in descendants(service.process.pid) if not each.is_database and not each.draws]


def test_a_killed_supervisor_leaves_no_process_and_the_next_adopts_and_stops_the_database(serve, environment, folder):
    service = serve()
    service.await_banner()
    # The API's two processes, the worker, the three simulators; whoever checks something at a start has ended.
    eventually(lambda: len(_serving(service)) == 6)
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


def test_a_killed_api_comes_back_with_all_of_its_processes(serve, environment, folder):
    service = serve()
    service.await_banner()
    before = _api(service)
    below = [process for each in before for process in each.children()]
    for each in before:
        each.kill()
    assert not psutil.wait_procs([*before, *below], timeout=WITHIN_SECONDS)[1]
    health = service.fact("Base address") + "/api/v1/health"
    while not listens(environment["FULFILMENT_PORT"]):
        assert service.process.poll() is None
    eventually(lambda: len(_api(service)) == len(before) == 2)
    assert get(health)["data"]["status"] == "ok"
    assert '"how": "SIGKILL"' in (folder / "serve.log").read_text()


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


def test_an_external_database_serves_as_well(serve, empty_database_url, folder):
    service = serve(FULFILMENT_DATABASE_URL=empty_database_url, FULFILMENT_BRAND="acme")
    assert "acmesk_" in service.await_banner()
    assert service.fact("Brand") == "acme"
    assert not (folder / "data" / "postgres").exists()
    service.process.send_signal(signal.SIGINT)
    assert service.process.wait(WITHIN_SECONDS) == 0
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (1,)


def test_nodes_that_start_together_on_an_empty_database_open_one_workspace(
    serve, empty_database_url, environment, folder
):
    shared = {"FULFILMENT_DATABASE_URL": empty_database_url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    one = serve(**shared)
    names = [f"FULFILMENT_{name}PORT" for name in ("", "SIMULATOR_", "IDENTITY_", "PAYMENTS_")]
    ports = dict(zip(names, map(str, free_ports()), strict=True))
    other = serve(**shared, FULFILMENT_DATA_DIR=str(folder / "other"), **ports)
    banners = [one.await_banner(), other.await_banner()]
    assert sorted("svcsk_" in banner for banner in banners) == [False, True]


def test_an_interrupted_start_stops_the_database_too(serve, folder):
    service = serve()
    while not database_runs(folder):
        assert service.process.poll() is None
    os.kill(service.process.pid, signal.SIGTERM)
    try:
        assert service.process.wait(30) in (0, 130)
    except subprocess.TimeoutExpired:
        raise AssertionError((folder / "serve.log").read_text()) from None
    assert not database_runs(folder)


def test_who_serves_does_not_end_because_the_database_is_away_before_the_banner(serve, folder):
    data, away = folder / "data" / "postgres", folder / "data" / "away"
    service = serve()
    starter = psutil.Process(service.process.pid)

    def apart() -> psutil.Process | None:
        """What will ask the database for the banner: the fork that is there when the API is."""
        below = {each.command: each.process for each in children(starter.pid)}
        return below.get(tuple(starter.cmdline())) if any("api" in command for command in below) else None

    while (asking := apart()) is None:
        assert service.process.poll() is None
    asking.suspend()
    # Whoever starts it asks for its health, and for the banner as soon as it is well.
    eventually(lambda: '"route": "/api/v1/health", "status": 200' in (folder / "serve.log").read_text())
    pid, _ = postmaster.running(data)
    data.rename(away)
    psutil.Process(pid).kill()
    asking.resume()
    eventually(lambda: "what to say waits for the database" in (folder / "serve.log").read_text())
    away.rename(data)
    assert "svcsk_" in service.await_banner()
    service.process.terminate()
    assert service.process.wait(30) == 0
    assert not database_runs(folder)


def test_in_development_a_token_without_a_browser_opens_the_first_workspace(serve, fulfilment, environment):
    service = serve()
    service.await_banner()
    address = service.fact("Base address") + "/api/v1/products"
    asked = [("session", "token"), ("session", "token", "--person", "packer", "--account", "acc_elsewhere")]
    for arguments in asked:
        while (done := fulfilment(*arguments)).returncode:
            assert "No workspace was opened yet" in done.stderr
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {done.stdout.strip()}"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert json.load(answer)["data"]["products"] == []
    shown = json.loads(fulfilment("session", "token", "--json").stdout)
    assert shown["token"].count(".") == 2 and shown["expiresIn"] == 3_600
    with psycopg.connect(_database_of(environment)) as connection:
        found = connection.execute("SELECT id, origin, plan FROM accounts ORDER BY origin").fetchall()
    assert found == [(service.fact("Workspace"), "operator", None), ("acc_elsewhere", "session", "free")]


def _database_of(environment) -> str:
    folder = Path(environment["FULFILMENT_DATA_DIR"]) / "postgres"
    _, sockets = postmaster.running(folder)
    return f"postgresql://postgres@/{embedded.DATABASE}?host={sockets}"


def test_production_simulates_nobody(fulfilment):
    production = {"FULFILMENT_MODE": "production", "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    for command in (("identity",), ("session", "token")):
        done = fulfilment(*command, **production)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("fulfilment: Identities are simulated in development only")


def test_beside_a_real_issuer_nobody_is_simulated(fulfilment):
    real = {"FULFILMENT_OIDC_ISSUER": "https://id.example", "FULFILMENT_OIDC_AUDIENCE": "shop"}
    for command in (("identity",), ("session", "token")):
        done = fulfilment(*command, **real)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "fulfilment: Tokens come from https://id.example, which FULFILMENT_OIDC_ISSUER names.\n"


def test_production_sells_nothing_of_the_simulators(fulfilment):
    done = fulfilment("payments", FULFILMENT_MODE="production", FULFILMENT_MASTER_KEYS=MASTER_KEYS)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("fulfilment: Payments are simulated in development only")


def test_beside_a_real_payment_provider_none_is_simulated(fulfilment):
    done = fulfilment("payments", FULFILMENT_PAYMENTS_KEY="sk_test_of_an_account")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "fulfilment: Payments go to the provider that FULFILMENT_PAYMENTS_KEY belongs to.\n"


def test_a_token_where_nothing_runs_is_one_clear_line(fulfilment):
    done = fulfilment("session", "token")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "The identity simulator does not answer at http://127.0.0.1:" in done.stderr


def test_two_programs_on_one_port_are_one_clear_line(fulfilment, environment):
    done = fulfilment("serve", FULFILMENT_IDENTITY_PORT=environment["FULFILMENT_SIMULATOR_PORT"])
    assert done.returncode == 1
    assert done.stderr == "fulfilment: FULFILMENT_SIMULATOR_PORT and FULFILMENT_IDENTITY_PORT must not be the same.\n"
