"""`fulfilment simulate token`: prints a bearer token of the identity simulator, for clients without a browser."""

import asyncio
from argparse import Namespace

import aiohttp
import msgspec

from fulfilment.cli.errors import CommandError
from fulfilment.cli.simulate import require_simulated_identity
from fulfilment.settings import PREFIX, Settings

CALL_TIMEOUT_SECONDS = 10.0


def run(settings: Settings, options: Namespace) -> int:
    """Print the token alone, so that a shell can put it into a header."""
    require_simulated_identity(settings)
    token = asyncio.run(_request_token(settings, {"person": options.person, "accountId": options.account}))
    fields = {"token": token["access_token"], "expiresIn": token["expires_in"]}
    print(msgspec.json.encode(fields).decode() if options.json else token["access_token"])
    return 0


async def _request_token(settings: Settings, body: dict[str, str | None]) -> dict:
    timeout = aiohttp.ClientTimeout(total=CALL_TIMEOUT_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(f"{settings.identity_simulator_url}/_control/token", json=body) as response,
        ):
            payload = await response.json()
    except (aiohttp.ClientError, TimeoutError, ValueError):
        where = (
            f"{settings.identity_simulator_url}; `make serve` starts it, and {PREFIX}IDENTITY_SIMULATOR_PORT says where"
        )
        raise CommandError(f"The identity simulator does not answer at {where}.") from None
    if not response.ok:
        raise CommandError(payload.get("error_description", f"The identity simulator answered {response.status}."))
    return payload
