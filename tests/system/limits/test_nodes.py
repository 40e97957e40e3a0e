"""One workspace, hammered from three client processes over two nodes of several API processes each."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from fulfilment.billing import plans
from fulfilment.infra.limits.rate_limiter import max_local_pending
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client

PROCESSES_A_NODE = 2
CLIENT_PROCESSES = 3
# The window began when the first request was sent, or a little later.
WINDOW_SECONDS = 59.0
BEFORE_ITS_DEATH = 40


@pytest.fixture(scope="module")
def nodes(module_database_url: str) -> Iterator[list[Service]]:
    """Two nodes that know nothing of one another but the database."""
    with (
        serving(module_database_url, workers=PROCESSES_A_NODE) as one,
        serving(module_database_url, workers=PROCESSES_A_NODE) as other,
    ):
        yield [one, other]


def _hammered(nodes: list[Service], client: Client) -> list[dict[str, Any]]:
    """The results of each client process."""
    given = json.dumps(
        {"ports": [node.port for node in nodes], "signs_as": [client.account_id, client.key_id, client.secret]}
    )
    command = [sys.executable, "-m", "tests.system.limits.hammer"]
    root = Path(__file__).parents[3]
    hammers = [
        subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(CLIENT_PROCESSES)
    ]
    # None of them begins before all can: the first would have all that there is.
    assert [hammer.stdout.readline() for hammer in hammers] == ["ready\n"] * CLIENT_PROCESSES
    for hammer in hammers:
        hammer.stdin.write(given)
        hammer.stdin.close()
    told = [json.loads(hammer.stdout.read()) for hammer in hammers]
    assert [hammer.wait() for hammer in hammers] == [0] * CLIENT_PROCESSES
    return told


@pytest.mark.parametrize("plan", ["free", "starter"])
def test_all_processes_together_admit_the_plans_requests_and_a_share_for_each_further_process(
    nodes: list[Service], plan: str
) -> None:
    client = open_client(nodes[0], plan=plan)
    limit = plans.get_plan(plan).requests_per_minute
    told = _hammered(nodes, client)
    moments = sorted(moment for one in told for moment in one["admitted"])
    within = [moment for moment in moments if moment - moments[0] < WINDOW_SECONDS]
    tolerance = (len(nodes) * PROCESSES_A_NODE - 1) * max_local_pending(limit)
    assert limit <= len(moments)
    assert len(within) <= limit + tolerance
    assert {status for one in told for status in one["others"]} == {"429"}
    assert all(one["admitted"] for one in told), "each of the three got some"


def test_a_node_that_dies_leaves_the_others_counting(nodes: list[Service], module_database_url: str) -> None:
    with serving(module_database_url) as doomed:
        client = open_client(doomed, plan="free")
        began = time.monotonic()
        for _ in range(BEFORE_ITS_DEATH):
            assert client("GET", "/api/v1/addresses").status == 200
        _kill(doomed)
    moments = [moment for one in _hammered(nodes, client) for moment in one["admitted"]]
    within = [moment for moment in moments if moment - began < WINDOW_SECONDS]
    # Requests that the dead process had not reported are gone with it; reported requests count.
    left = plans.get_plan("free").requests_per_minute - BEFORE_ITS_DEATH
    tolerance = len(nodes) * PROCESSES_A_NODE * max_local_pending(plans.get_plan("free").requests_per_minute)
    assert left <= len(moments)
    assert len(within) <= left + tolerance


def _kill(node: Service) -> None:
    """`kill -9` of all its processes."""
    for process in (*psutil.Process(node.process.pid).children(recursive=True), node.process):
        process.kill()
    node.process.wait()


def test_nothing_of_this_is_a_fault(nodes: list[Service]) -> None:
    assert [node.faults() for node in nodes] == [[], []]
