"""The Python client calls every operation of the API, by either of its two faces."""

import asyncio
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fulfilment_client import AsyncFulfilment, Fulfilment, Hooks, ResponseInfo

from fulfilment.cli.demo_walk import service as opening
from fulfilment.payments.provider import SIMULATOR_SECRET
from tests.system.journeys.conftest import Served
from tests.system.python_client.blocking import Blocking
from tests.system.python_client.receiver import Receiver, receiving
from tests.system.python_client.story import Stage, tell

PATIENCE_SECONDS = 60


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


def command(served: Served, *words: str) -> Any:
    """The JSON that a command of the operator prints."""
    ran = subprocess.run(
        [sys.executable, "-m", "fulfilment.cli", *words, "--json"],
        env=dict(served.environment),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def move(served: Served, shop: Any, shipment_id: str, status: str) -> None:
    """Have the courier report a status, and wait until the service has it."""
    order = shop.shipments.get(shipment_id)["aggregatorOrderId"]
    url = f"{served.settings.aggregator_simulator_url}/_control/orders/{order}/status"
    body = json.dumps({"status": status}).encode()
    urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"})).close()
    deadline = time.monotonic() + PATIENCE_SECONDS
    while shop.shipments.get(shipment_id)["status"] != status:
        assert time.monotonic() < deadline, f"the parcel was never {status}"
        time.sleep(0.05)


def storefront(served: Served, partner: str, account_id: str) -> tuple[str, str]:
    """The id in the address of a merchant's storefront, and its secret."""
    (told,) = command(served, "storefront", "secret", "--partner", partner, "--workspace", account_id)["storefronts"]
    return told["url"].rpartition("=")[2], told["secret"]


@pytest.mark.parametrize(("kind", "signing"), [(Fulfilment, "v1"), (AsyncFulfilment, "v2")])
def test_every_operation_of_the_document_is_called_and_answered(
    kind: Any, signing: str, served: Served, receiver: Receiver, tmp_path: Path
) -> None:
    answered: set[str] = set()

    def remember(told: ResponseInfo) -> None:
        if told.status < 300:
            answered.add(told.request.operation)

    loop = asyncio.new_event_loop()
    clients: list[Any] = []

    def client(**key: str) -> Any:
        made = kind(served.base_url, hooks=Hooks(on_response=remember), signing=signing, **key)
        clients.append(Blocking(made, loop) if kind is AsyncFulfilment else made)
        return clients[-1]

    partner_name = f"partner-{signing}"
    own = opening.open_workspace(served.environment)
    platform = command(served, "key", "create", "--workspace", own.account_id, "--platform", partner_name)
    shop = client(key_id=own.key_id, secret=own.secret)
    stage = Stage(
        shop=shop,
        anybody=client(),
        partner=client(key_id=platform["keyId"], secret=platform["secret"]),
        hook=receiver.url,
        learn_secret=receiver.learn,
        await_event=receiver.expect,
        move=partial(move, served, shop),
        storefront=partial(storefront, served, partner_name),
        payments_secret=SIMULATOR_SECRET,
        folder=tmp_path,
    )
    tell(stage)
    document = stage.anybody.documentation.get_openapi_document()
    named = {operation["operationId"] for item in document["paths"].values() for operation in item.values()}
    assert named - answered == set()
    for made in clients:
        made.close()
    loop.close()
