"""`python -m tests.system.drills.patroni`: Patroni decides who takes writes, while primaries are lost and frozen.

Three nodes, each a Patroni with its PostgreSQL; what they agree on is kept by themselves, with Raft. The rest is as in
`tests.system.drills.failover`. A lost primary is replaced when its lease has run out, after 20 seconds.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from fulfilment.infra.database.embedded import os_user
from tests.system.drills import failover
from tests.system.drills.patroni.cluster import LEASE_SECONDS, Node, PatroniCluster

# Patroni's lease and its loops, and a promotion.
_PATIENCE_SECONDS = LEASE_SECONDS + 40.0


def kill(cluster: PatroniCluster) -> float:
    """The primary's machine is lost, with the Patroni on it."""
    return _replaced(cluster, Node.lose, Node.start)


def freeze(cluster: PatroniCluster) -> float:
    """The primary and its Patroni get no time; when they do again, the old primary still believes that it is one."""
    return _replaced(cluster, Node.freeze, Node.thaw)


def switch_over(cluster: PatroniCluster) -> float:
    """Planned: Patroni stops the primary cleanly and promotes a standby that has everything."""
    return _replaced(cluster, Node.ask_for_switchover, lambda _old: None)


def _replaced(cluster: PatroniCluster, leave: Callable[[Node], None], come_back: Callable[[Node], None]) -> float:
    """Have the primary leave, another one take writes, and the former one follow it. When the other one did."""
    old = cluster.primary
    leave(old)
    at = cluster.await_other_than(old, _PATIENCE_SECONDS)
    time.sleep(failover.LOAD_SECONDS)
    come_back(old)
    cluster.await_whole()
    return at


LOSSES: dict[str, Callable[[PatroniCluster], float]] = {"switchover": switch_over, "kill -9": kill, "freeze": freeze}


def main() -> int:
    """Have Patroni replace its primary under load. 1 where a write was lost or done twice, or it took long; else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.drills.patroni", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="how often each kind of loss comes (default 1)")
    parser.add_argument("--ready-seconds", type=float, default=5.0, help="the bar, from the promotion on (default 5)")
    given = parser.parse_args()
    interpreter = Path(sys.executable).resolve().parent
    if not os_user.server_user().can_reach(interpreter):
        print(f"LEFT OUT  PostgreSQL's user cannot run the Python in {interpreter}: run this as an ordinary user.")
        return 0
    return failover.told(PatroniCluster, LOSSES, list(LOSSES) * given.rounds, given.ready_seconds)


if __name__ == "__main__":
    sys.exit(main())
