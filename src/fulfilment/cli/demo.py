"""`fulfilment demo`: walks a day of a shop through the running service, or through one of its own."""

import asyncio
import contextlib
import os
from argparse import Namespace
from pathlib import Path

import httpx
import msgspec
from fulfilment_client import AsyncFulfilment
from fulfilment_client.errors import FulfilmentError
from rich.console import Console
from rich.text import Text

from fulfilment import brand
from fulfilment.cli import mode, shown
from fulfilment.cli.banner import DOCUMENTATION_PATH
from fulfilment.cli.refusal import Refusal
from fulfilment.demo import service, walk
from fulfilment.demo.courier import Courier
from fulfilment.demo.failure import DemoFailed
from fulfilment.demo.job import Job
from fulfilment.demo.receiver import Receiver
from fulfilment.demo.service import Credential
from fulfilment.settings import PREFIX, Settings

CALL_TIMEOUT_SECONDS = 30.0
LABEL_PATH = "demo/label.pdf"
KEY_ID_VARIABLE = f"{PREFIX}KEY_ID"
SECRET_VARIABLE = f"{PREFIX}SECRET"


class Told(msgspec.Struct, rename="camel"):
    """What `--json` answers; `workspace` is the one that the demo made and left, with its key."""

    steps: list[walk.Walked]
    label: str
    tracking_page_url: str | None
    workspace: Credential | None = None


def run(settings: Settings, options: Namespace) -> int:
    """Walk the job and print the table of its steps. Raises Refusal where a step fails."""
    console = Console(highlight=False, quiet=options.json)
    label = Path(options.label).expanduser().resolve() if options.label else settings.data_path / LABEL_PATH
    try:
        credential = _given_credential(options)
        if service.is_running(settings):
            service.require_simulator(settings)
            settings = msgspec.structs.replace(settings, brand=service.brand_of(settings))
            made = None if credential else _own_workspace(settings)
            told = asyncio.run(_walk(settings, credential or made, label, console))
            _leave(settings, made, told, console)
            told.workspace = made
            return _end(told, as_json=options.json)
        if credential:
            raise DemoFailed(f"a key was given, but no service runs at {service.base_url_of(settings)}")
        console.print(f"No service runs at {service.base_url_of(settings)}: starting one for the demo.", soft_wrap=True)
        with service.started() as (own, environment):
            told = asyncio.run(_walk(own, service.open_workspace(environment), label, console))
            # Nobody is there any more to show it.
            told.tracking_page_url = None
        console.print(
            "That service has ended. Beside make serve, the demo leaves a workspace to look at.", soft_wrap=True
        )
        return _end(told, as_json=options.json)
    except DemoFailed as problem:
        raise Refusal(f"{problem}.") from None


async def _walk(settings: Settings, credential: Credential, label: Path, console: Console) -> Told:
    """Walk, and say what came of it."""
    name = brand.of(settings.brand)
    async with (
        # A proxy of the environment has no business with services of this machine.
        httpx.AsyncClient(trust_env=False) as http,
        AsyncFulfilment(
            service.base_url_of(settings),
            key_id=credential.key_id,
            secret=credential.secret,
            brand=settings.brand,
            timeouts=CALL_TIMEOUT_SECONDS,
            http=http,
        ) as api,
        Courier(settings.simulator_url) as courier,
        Receiver(name) as receiver,
    ):
        job = Job(api, courier, receiver, label)
        try:
            walked = await walk.walk(job.steps(), console)
        finally:
            # What went wrong before is what the reader needs to hear of.
            with contextlib.suppress(FulfilmentError):
                await job.remove_endpoint()
    walk.show(walked, console)
    console.print(f"The label: {label}", soft_wrap=True)
    return Told(steps=walked, label=str(label), tracking_page_url=job.shipment["trackingPageUrl"])


def _end(told: Told, *, as_json: bool) -> int:
    if as_json:
        shown.as_json(told)
    return 0


def _leave(settings: Settings, own: Credential | None, told: Told, console: Console) -> None:
    """Say how to look at what the demo has left behind."""
    console.print(f"The buyer's tracking page: {told.tracking_page_url}", soft_wrap=True)
    if own:
        console.print("\nThe workspace stays. With this key it can be looked at, for example in the documentation:")
        facts = {
            "Workspace": own.account_id,
            "Key id": own.key_id,
            "Secret": own.secret,
            "Documentation": service.base_url_of(settings) + DOCUMENTATION_PATH,
        }
        for name, value in facts.items():
            console.print(Text.assemble((f"  {name:<15}", "bold"), value), soft_wrap=True)


def _given_credential(options: Namespace) -> Credential | None:
    key_id = options.key_id or os.environ.get(KEY_ID_VARIABLE)
    secret = options.secret or os.environ.get(SECRET_VARIABLE)
    if bool(key_id) != bool(secret):
        raise DemoFailed("a key id and a secret are needed together")
    return Credential(key_id, secret) if key_id and secret else None


def _own_workspace(settings: Settings) -> Credential:
    """A workspace in the database of the service that runs."""
    if not settings.database_url and not mode.is_remembered(settings):
        raise DemoFailed(
            f"the service at {service.base_url_of(settings)} does not run from the data folder "
            f"{settings.data_path}: set {PREFIX}DATA_DIR, or give --key-id and --secret"
        )
    return service.open_workspace({**os.environ, f"{PREFIX}BRAND": settings.brand})
