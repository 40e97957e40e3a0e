"""`fulfilment demo`: walks through a day of a shop, with the running service or a temporary one."""

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

from fulfilment.cli import mode, output
from fulfilment.cli.banner import CONSOLE_PATH, DOCUMENTATION_PATH
from fulfilment.cli.demo_walk import service, walk
from fulfilment.cli.demo_walk.courier import Courier
from fulfilment.cli.demo_walk.job import DemoJob
from fulfilment.cli.demo_walk.receiver import Receiver
from fulfilment.cli.demo_walk.service import Credential
from fulfilment.cli.demo_walk.walk import DemoFailed
from fulfilment.cli.errors import CommandError
from fulfilment.infra import branding
from fulfilment.settings import PREFIX, Settings

CALL_TIMEOUT_SECONDS = 30.0
LABEL_PATH = "demo/label.pdf"
KEY_ID_VARIABLE = f"{PREFIX}KEY_ID"
SECRET_VARIABLE = f"{PREFIX}SECRET"


class DemoReport(msgspec.Struct, rename="camel"):
    """The output of `--json`. `workspace` is the workspace that the demo has created and kept, with its key."""

    steps: list[walk.CompletedStep]
    label: str
    tracking_page_url: str | None
    workspace: Credential | None = None


def run(settings: Settings, options: Namespace) -> int:
    """Run the steps and print their table. Raises CommandError if a step fails."""
    console = Console(highlight=False, quiet=options.json)
    label = Path(options.label).expanduser().resolve() if options.label else settings.data_path / LABEL_PATH
    try:
        credential = _given_credential(options)
        if service.is_running(settings):
            service.require_simulator(settings)
            settings = msgspec.structs.replace(settings, brand=service.detect_brand(settings))
            created = None if credential else _create_own_workspace(settings)
            used = credential or created
            assert used is not None
            report = asyncio.run(_walk(settings, used, label, console))
            _print_leftovers(settings, created, report, console)
            report.workspace = created
            return _print_report(report, as_json=options.json)
        if credential:
            raise DemoFailed(f"a key was given, but no service runs at {service.build_base_url(settings)}")
        console.print(
            f"No service runs at {service.build_base_url(settings)}: starting one for the demo.", soft_wrap=True
        )
        with service.start_service() as (own, environment):
            report = asyncio.run(_walk(own, service.open_workspace(environment), label, console))
            # The temporary service has ended, so the page has no address.
            report.tracking_page_url = None
        console.print(
            "The service of the demo has ended. While `make serve` runs, the demo keeps its workspace.", soft_wrap=True
        )
        return _print_report(report, as_json=options.json)
    except DemoFailed as problem:
        raise CommandError(f"{problem}.") from None


async def _walk(settings: Settings, credential: Credential, label: Path, console: Console) -> DemoReport:
    """Run the steps, and print and return the report."""
    name = branding.build(settings.brand)
    async with (
        # Requests to this machine must not use a proxy of the environment.
        httpx.AsyncClient(trust_env=False) as http,
        AsyncFulfilment(
            service.build_base_url(settings),
            key_id=credential.key_id,
            secret=credential.secret,
            brand=settings.brand,
            timeouts=CALL_TIMEOUT_SECONDS,
            http=http,
        ) as api,
        Courier(settings.aggregator_simulator_url) as courier,
        Receiver(name) as receiver,
    ):
        job = DemoJob(api, courier, receiver, label)
        try:
            walked = await walk.run_steps(job.steps(), console)
        finally:
            # An earlier error matters more to the reader.
            with contextlib.suppress(FulfilmentError):
                await job.remove_endpoint()
    walk.print_table(walked, console)
    console.print(f"The label: {label}", soft_wrap=True)
    return DemoReport(steps=walked, label=str(label), tracking_page_url=job.shipment["trackingPageUrl"])


def _print_report(report: DemoReport, *, as_json: bool) -> int:
    if as_json:
        output.print_json(report)
    return 0


def _print_leftovers(settings: Settings, credential: Credential | None, report: DemoReport, console: Console) -> None:
    """Print the tracking page, and how to open the workspace of the demo."""
    console.print(f"The buyer's tracking page: {report.tracking_page_url}", soft_wrap=True)
    if credential:
        console.print("\nThe shop stays. Open it in the console as its owner, or use its key in the documentation:")
        facts = {
            "Workspace": credential.account_id,
            "Key id": credential.key_id,
            "Secret": credential.secret,
            "Console": _build_console_link(settings, credential),
            "Documentation": service.build_base_url(settings) + DOCUMENTATION_PATH,
        }
        for name, value in facts.items():
            console.print(Text.assemble((f"  {name:<15}", "bold"), value), soft_wrap=True)


def _build_console_link(settings: Settings, credential: Credential) -> str:
    """Sign-in that leads to the workspace: a session that began before the workspace existed does not have it."""
    shop = f"{CONSOLE_PATH}/{credential.account_id}"
    return f"{service.build_base_url(settings)}{CONSOLE_PATH}/sign-in?return={shop}"


def _given_credential(options: Namespace) -> Credential | None:
    key_id = options.key_id or os.environ.get(KEY_ID_VARIABLE)
    secret = options.secret or os.environ.get(SECRET_VARIABLE)
    if bool(key_id) != bool(secret):
        raise DemoFailed("a key id and a secret are needed together")
    return Credential(key_id, secret) if key_id and secret else None


def _create_own_workspace(settings: Settings) -> Credential:
    """A new workspace in the database of the running service."""
    if not settings.database_url and not mode.has_stored_mode(settings):
        raise DemoFailed(
            f"the service at {service.build_base_url(settings)} does not run from the data folder "
            f"{settings.data_path}: set {PREFIX}DATA_DIR, or give --key-id and --secret"
        )
    return service.open_workspace({**os.environ, f"{PREFIX}BRAND": settings.brand})
