"""Fake DNS of each process whose PYTHONPATH names this folder: a file gives the addresses of names.

So the service's own commands run unchanged, while what a name means is changed under them, or never told. The service
itself has no such switch.
"""

import json
import os
import socket
import threading
from pathlib import Path
from typing import Any

HANG = "hang"

_meanings = Path(os.environ["TEST_NAMES"])
_look_up = socket.getaddrinfo


def _tell(host: str | bytes | None, port: Any, *args: Any, **more: Any) -> list[Any]:
    name = host.decode() if isinstance(host, bytes) else host
    meaning = json.loads(_meanings.read_text()).get(name, [name])
    if meaning == HANG:
        with _meanings.with_suffix(".hanging").open("a") as hanging:
            hanging.write(f"{name}\n")
        threading.Event().wait()
    return [found for address in meaning for found in _look_up(address, port, *args, **more)]


def _check_nothing_before_the_socket() -> None:
    """As if the rules for URLs and for the answers of name servers could be got past."""
    from yarl import URL

    from fulfilment.webhooks.http import destination

    destination.check_url = lambda url, policy: URL(url)
    destination.DestinationPolicy.check_resolved_addresses = lambda policy, host, addresses, port: None


socket.getaddrinfo = _tell
if os.environ.get("TEST_ONLY_THE_SOCKET_CHECKS"):
    _check_nothing_before_the_socket()
