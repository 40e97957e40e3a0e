"""Configuration of the running simulators with the addresses of the service."""

import asyncio
from typing import TYPE_CHECKING

from fulfilment.cli import http_probe
from fulfilment.cli.errors import CommandError
from fulfilment.cli.http_probe import LAST_GOOD_STATUS, POLL_SECONDS, READY_TIMEOUT_SECONDS
from fulfilment.infra.loopback import is_loopback
from fulfilment.settings import Settings

if TYPE_CHECKING:
    import asyncpg

BACK_CHANNEL_PATH = "/console/back-channel-logout"
PAYMENT_EVENTS_PATH = "/api/v1/inbound/payments"
# The largest number of workspaces in the identity simulator, in addition to the first.
_MAX_WORKSPACES = 30


def own_address(settings: Settings) -> str:
    """The address of the API on this machine, which may differ from the public address."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


async def configure_couriers(settings: Settings) -> None:
    """Set the webhook URL of the courier simulator, as an operator does on the web page of the real aggregator."""
    from fulfilment.shipments.courier_status.inbound import get_platform_webhook_url

    await _post(f"{settings.aggregator_simulator_url}/_control/webhook", {"url": get_platform_webhook_url(settings)})


async def configure_identity(settings: Settings) -> None:
    """Set the back-channel logout URL of the identity simulator, and the workspaces of its people."""
    control = f"{settings.identity_simulator_url}/_control"
    receiver = own_address(settings) + BACK_CHANNEL_PATH
    # The simulator sends sign-outs only to loopback addresses.
    if is_loopback(receiver):
        await _post(f"{control}/logout-receivers", {"uri": receiver})
    first, *others = await _list_workspaces(settings)
    await _post(f"{control}/workspaces", {"first": first})
    for other in others:
        await _post(f"{control}/workspaces/opened", {"accountId": other})


async def configure_payments(settings: Settings) -> None:
    """Set the webhook URL of the payment simulator."""
    url = own_address(settings) + PAYMENT_EVENTS_PATH
    await _post(f"{settings.payment_simulator_url}/_control/webhook", {"url": url})


CONFIGURE = {"couriers": configure_couriers, "identity": configure_identity, "payments": configure_payments}


async def _list_workspaces(settings: Settings) -> list[str]:
    """The first workspace of the installation, and the newest others. Waits until there is a first workspace."""
    from fulfilment.cli import credential
    from fulfilment.workspaces import administration

    async def find_workspaces(db: "asyncpg.Connection") -> list[str]:
        while True:
            found = await administration.find_first(db)
            if found is not None:
                return [found, *await administration.list_newest_others(db, found, _MAX_WORKSPACES)]
            await asyncio.sleep(POLL_SECONDS)

    return await credential.on_connection(settings.direct_url, find_workspaces)


async def _post(address: str, body: dict[str, str]) -> None:
    """POST to a simulator that may still be starting. Raises OSError, or CommandError for an error status."""
    deadline = asyncio.get_running_loop().time() + READY_TIMEOUT_SECONDS
    while True:
        try:
            status = await asyncio.to_thread(http_probe.request_status, address, body)
        except OSError:
            if asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(POLL_SECONDS)
        else:
            if status > LAST_GOOD_STATUS:
                raise CommandError(f"{address} answered {status}.")
            return
