"""How often a request asks PostgreSQL, and what: the part of its cost that is the same on every machine."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256

import asyncpg
import msgspec

from fulfilment import app, settings
from fulfilment.infra import branding
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.pipeline import PIPELINE, compose, match_route, require_route
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.services import Services, build_services
from fulfilment.infra.auth import request_signing
from fulfilment.infra.database.outbox import NOTIFY
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.server_session import ServerSession
from fulfilment.infra.limits.rate_limiter import REPORT
from fulfilment.infra.models import Value
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.settings import Settings
from fulfilment.workspaces.administration import create_workspace
from tests.harness.workspaces import as_operator


class _Signer:
    """Signs requests of one workspace, as `infra/auth/request_signing.py` reads them."""

    def __init__(self, key_id: str, secret: str) -> None:
        self._key_id, self._secret = key_id, secret

    def request(self, method: str, path: str, query: str, body: bytes, key: str | None) -> Request:
        target = f"{path}?{query}" if query else path
        names, timestamp = branding.current(), str(int(time.time()))
        digest = sha256(body).hexdigest()
        signature = request_signing.sign(
            self._secret, method, target.encode(), timestamp.encode(), digest, None if key is None else key.encode()
        )
        headers = {
            "authorization": f"{names.signing_scheme} keyId={self._key_id}, scope=*, signature={signature}",
            names.timestamp_header.lower(): timestamp,
            "content-type": "application/json",
        } | ({} if key is None else {"idempotency-key": key})
        sent = {name: [value.encode()] for name, value in headers.items()}
        return Request(method, path.encode(), query.encode(), sent, body, "127.0.0.1")


_run = compose((match_route, *PIPELINE[PIPELINE.index(require_route) :]))


async def answer(services: Services, request: Request) -> EncodedResponse | Document:
    """The answer to a request that no server has received. Raises ApiError where it is refused."""
    request.context.services = services
    return await _run(request)


# Parts of the statements with which the driver reads types, and switches JIT off meanwhile.
_INTROSPECTION = ("typeinfo_tree", "set_config('jit'")


class Listening:
    """The service in this process. `asked` has the statements of its requests, BEGIN and COMMIT as well.

    Statements of no request are left out: the notification of the workers, the exchange of rate limits, and the
    driver's look at types.
    """

    def __init__(self, given: Settings, url: str, signer: _Signer) -> None:
        self.asked: list[str] = []
        self.db = _Heard(given, url, self.asked)
        self.signer = signer
        process = app.ApiProcess(given)
        self.aggregators = process.aggregators
        self.services = build_services(given, self.db, process.resources, [*app.all_routes(), *app.all_pages()])
        self._count = 0

    async def ask(self, method: str, path: str, given: object = None, *, has_key: bool = True) -> Value:
        """The data of a response, which must be a success; `has_key` sends a new idempotency key."""
        self.asked.clear()
        self._count += 1
        body = b"" if given is None else json.dumps(given).encode()
        path, _, query = path.partition("?")
        key = f"round-trips-{self._count}" if has_key else None
        answered = await answer(self.services, self.signer.request(method, path, query, body, key))
        assert isinstance(answered, EncodedResponse)
        # The driver tells of a statement in the loop's next round.
        await asyncio.sleep(0)
        assert answered.status < 300, answered.body
        return json.loads(answered.body)["data"]


@asynccontextmanager
async def listening(url: str, courier_url: str) -> AsyncIterator[Listening]:
    """The service over a migrated database, with a workspace whose key signs what is asked, and a courier."""
    with as_operator():
        connection = await asyncpg.connect(url)
        try:
            opened = await create_workspace(connection, "Round trips")
        finally:
            await connection.close()
        given = msgspec.structs.replace(settings.current(), aggregator_url=courier_url, aggregator_key="simulator")
        service = Listening(given, url, _Signer(opened.key_id, opened.secret))
        await service.db.open()
        await service.aggregators.open()
        try:
            yield service
        finally:
            await service.aggregators.close()
            await service.db.close()


class _Heard(Database):
    def __init__(self, given: Settings, url: str, asked: list[str]) -> None:
        super().__init__(given, url)
        self._asked = asked

    async def _connect(self) -> ServerSession:
        connection = await super()._connect()
        connection.add_query_logger(self._hear)
        return connection

    def _hear(self, heard: asyncpg.connection.LoggedQuery) -> None:
        if heard.query not in (NOTIFY.text, REPORT.text) and not any(part in heard.query for part in _INTROSPECTION):
            self._asked.append(heard.query.strip())
