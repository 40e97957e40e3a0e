"""SQL statements per page: the part of a page's cost that is the same on every machine."""

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import asyncpg

from fulfilment import app, settings
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.services import Services, build_services
from tests.harness.round_trips import Listening, answer, listening
from tests.harness.signed_in import signed_in
from tests.harness.workspaces import as_operator

Forms = Mapping[str, Mapping[str, str]]
REDISPLAYED = "shown again"


def count_statements(
    url: str, courier_url: str, pages: Sequence[str], account_id: str | None = None, forms: Forms | None = None
) -> dict[str, list[str]]:
    """The SQL statements of each console page for an owner, by its path under the workspace, with warm caches.

    The workspace is any that is there, unless one is named. To a path of `forms` these fields are sent, and what shows
    the form again is counted beside it, as `REDISPLAYED`.
    """
    return asyncio.run(_count(url, courier_url, pages, account_id, forms or {}))


async def _count(
    url: str, courier_url: str, pages: Sequence[str], account_id: str | None, forms: Forms
) -> dict[str, list[str]]:
    async with listening(url, courier_url) as service:
        with as_operator():
            process = app.ApiProcess(settings.current())
            account_id = account_id or await _find_workspace(url)
            # It asks in a loop of its own.
            session_id = await asyncio.to_thread(signed_in, url, "owner", account_id, issuer=settings.current().issuer)
        resources = {**process.resources, type(service.aggregators): service.aggregators}
        routes = [*app.all_routes(), *app.all_pages()]
        services = build_services(settings.current(), service.db, resources, routes)
        statements = {}
        for path in pages:
            for _ in range(2):
                here = f"/console/{account_id}{path}"
                statements[path], location = await _count_request(service, services, here, session_id, forms.get(path))
                if location is not None:
                    statements[REDISPLAYED], _ = await _count_request(service, services, location, session_id, None)
        return statements


async def _find_workspace(url: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval("SELECT id FROM accounts LIMIT 1")
    finally:
        await connection.close()


async def _count_request(
    service: Listening, services: Services, path: str, session_id: str, fields: Mapping[str, str] | None
) -> tuple[list[str], str | None]:
    service.asked.clear()
    path, _, query = path.partition("?")
    method, headers, body = "GET", {"cookie": [f"svc-session={session_id}".encode()]}, b""
    if fields is not None:
        method, body = "POST", urlencode(fields).encode()
        headers |= {"content-type": [b"application/x-www-form-urlencoded"], "sec-fetch-site": [b"same-origin"]}
    request = Request(method, path.encode(), query.encode(), headers, body, "127.0.0.1")
    answered = await answer(services, request)
    # The driver tells of a statement in the loop's next round.
    await asyncio.sleep(0)
    location = answered.headers.get("Location") if fields is not None else None
    assert answered.status == (200 if location is None else 303), answered
    return list(service.asked), location
