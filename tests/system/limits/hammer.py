"""A client process that asks as fast as it can, on connections of their own, until it is only refused.

It prints a line when it can begin, reads its input as JSON on standard input, and prints the results. They are the send
times of the admitted requests, on the clock that all processes of a machine share, and every other status.
"""

import json
import sys
import threading
import time
from collections import Counter
from typing import Any

from tests.harness.service import Client, Service

TARGET = "/api/v1/addresses"
THREADS = 4
REFUSALS_AT_THE_END = 25


class Hammer:
    """Requests of this process, and their results."""

    def __init__(self, ports: list[int], signs_as: list[str]):
        account_id, key_id, secret = signs_as
        services = [Service(port, "", None, None) for port in ports]
        self._clients = [Client(service, account_id, key_id, secret) for service in services]
        self.admitted: list[float] = []
        self.others: Counter[int] = Counter()

    def strike(self, number: int) -> None:
        """Ask one node after the other until so many were refused in a row."""
        refused = 0
        while refused < REFUSALS_AT_THE_END:
            number += 1
            sent_at = time.monotonic()
            status = self._clients[number % len(self._clients)]("GET", TARGET).status
            if status == 200:
                refused = 0
                self.admitted.append(sent_at)
            else:
                refused += 1
                self.others[status] += 1


def run(given: dict[str, Any]) -> dict[str, Any]:
    hammer = Hammer(given["ports"], given["signs_as"])
    threads = [threading.Thread(target=hammer.strike, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"admitted": hammer.admitted, "others": hammer.others}


if __name__ == "__main__":
    print("ready", flush=True)
    print(json.dumps(run(json.load(sys.stdin))))
