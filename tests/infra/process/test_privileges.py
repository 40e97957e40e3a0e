"""Helper processes gain no privileges and do not get the service's secrets."""

import re
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

import fulfilment
from fulfilment import settings
from fulfilment.cli import serve
from fulfilment.infra import process as privileges
from tests.infra.pdf.rooms import Begin, drawing_processes, on_the_loop_of_the_api

SECRETS = {
    "FULFILMENT_MASTER_KEYS": "k1:hush",
    "FULFILMENT_MASTER_KEYS_FILE": "/hush",
    "FULFILMENT_DATABASE_URL": "postgresql://hush@/x",
    "FULFILMENT_AGGREGATOR_KEY": "hush",
    "FULFILMENT_PAYMENTS_KEY_FILE": "/hush",
}
# Whatever starts a process is here, with how that is kept from our secrets and from new privileges.
STARTERS = {
    "cli/serve.py": "the service itself; what needs no secrets is a child without has_secrets",
    "infra/database/embedded/postmaster.py": (
        "privileges.without_new_privileges, and an environment of variables that PostgreSQL needs"
    ),
    "infra/database/embedded/os_user.py": "privileges.without_new_privileges, and an environment of PATH or nothing",
    "cli/demo_walk/service.py": "a service of the demonstration's own, without the settings of ours",
    "infra/pdf/render_worker.py": "privileges.empty_environment, and it forbids new privileges itself",
}
_STARTS = re.compile(
    r"create_subprocess|subprocess\.(?:run|Popen|check_)|multiprocessing\.Process|os\.(?:fork|spawn|exec)|ProcessPool"
)


def may_gain_none(pid: int) -> bool:
    return "NoNewPrivs:\t1" in Path(f"/proc/{pid}/status").read_text()


def test_all_that_starts_a_process_is_known() -> None:
    root = Path(fulfilment.__file__).parent
    found = {f"{path.relative_to(root)}" for path in root.rglob("*.py") if _STARTS.search(path.read_text())}
    assert found == set(STARTERS)


@on_the_loop_of_the_api
async def test_a_drawing_process_has_no_environment_and_gains_no_privileges(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    # Other tests' services may have theirs below this process as well.
    others = drawing_processes()
    await begin()
    (process,) = drawing_processes() - others
    assert process.environ().keys() <= {"PYTHONHOME", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"}
    assert may_gain_none(process.pid)


def test_an_environment_without_secrets_has_none_of_ours() -> None:
    assert privileges.without_secrets(SECRETS | {"FULFILMENT_MODE": "development"}) == {
        "FULFILMENT_MODE": "development"
    }


def test_simulators_are_children_without_secrets() -> None:
    given = settings.load({"FULFILMENT_MODE": "development"})
    children = {each.name: each.has_secrets for each in serve.build_children(given)}
    assert {name for name, has_secrets in children.items() if not has_secrets} == {
        "courier simulator",
        "identity simulator",
        "payment simulator",
    }


def test_a_process_that_is_started_without_new_privileges_leaves_ours_as_they_are() -> None:
    mine = may_gain_none(psutil.Process().pid)
    command = [sys.executable, "-c", "print(open('/proc/self/status').read())"]
    done = privileges.without_new_privileges(subprocess.run, command, capture_output=True, text=True, check=True)
    assert "NoNewPrivs:\t1" in done.stdout
    assert may_gain_none(psutil.Process().pid) == mine
