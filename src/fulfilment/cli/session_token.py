"""`fulfilment session token`: a bearer token of the identity simulator, for whoever has curl and no browser."""

import asyncio
from argparse import Namespace

import aiohttp
import msgspec

from fulfilment.cli.identity import require_simulated
from fulfilment.cli.refusal import Refusal
from fulfilment.settings import PREFIX, Settings

CALL_TIMEOUT_SECONDS = 10.0


def run(settings: Settings, options: Namespace) -> int:
    """Print the token alone, so that a shell can put it into a header."""
    require_simulated(settings)
    told = asyncio.run(_ask(settings, {"person": options.person, "accountId": options.account}))
    shown = {"token": told["access_token"], "expiresIn": told["expires_in"]}
    print(msgspec.json.encode(shown).decode() if options.json else told["access_token"])
    return 0


async def _ask(settings: Settings, wish: dict[str, str | None]) -> dict:
    timeout = aiohttp.ClientTimeout(total=CALL_TIMEOUT_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(f"{settings.identity_url}/_control/token", json=wish) as answer,
        ):
            told = await answer.json()
    except (aiohttp.ClientError, TimeoutError, ValueError):
        where = f"{settings.identity_url}; `make serve` starts it, and {PREFIX}IDENTITY_PORT says where"
        raise Refusal(f"The identity simulator does not answer at {where}.") from None
    if not answer.ok:
        raise Refusal(told.get("error_description", f"The identity simulator answered {answer.status}."))
    return told
