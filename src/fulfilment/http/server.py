"""Running routes: the credential, the body, the turn, the idempotency key, the handler. Knows no web server."""

import asyncio
from collections.abc import Awaitable, Coroutine, Mapping, Sequence
from typing import Any
from urllib.parse import unquote_to_bytes

from fulfilment import brand, outside, party, roles
from fulfilment.db import outbox
from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.db.tx import Read, Tx
from fulfilment.http import body as bodies
from fulfilment.http import idempotency, ignored, on_behalf
from fulfilment.http.bearer import Sessions
from fulfilment.http.caller import Caller, WorkspaceSuspended
from fulfilment.http.callers import Callers
from fulfilment.http.client_address import TrustedProxies
from fulfilment.http.envelope import Document, Stream
from fulfilment.http.errors import ApiError, Forbidden, NotFound, Validation
from fulfilment.http.form import Form
from fulfilment.http.idempotency import Memory
from fulfilment.http.look_ups import LookUps
from fulfilment.http.mutation import Answered, Mutation, Performed, Work, finished, replay
from fulfilment.http.mutations import Mutations
from fulfilment.http.page import SAFE_METHODS, Faces, Page
from fulfilment.http.public import PooledExecutor, Public
from fulfilment.http.refused import Refused
from fulfilment.http.request import Request
from fulfilment.http.request_limits import RequestLimits
from fulfilment.http.route import Route
from fulfilment.http.saga import Saga
from fulfilment.http.suspects import Suspects
from fulfilment.http.turns import Turn, Turns
from fulfilment.http.visitors import Visitors, is_led_to_sign_in
from fulfilment.settings import Settings


class Server:
    """Runs routes: credential, body, handler, answer. Every outcome is an answer in the envelope."""

    def __init__(self, settings: Settings, db: Database, resources: Mapping[type, Any], routes: Sequence[Route] = ()):
        self.db = db
        self.settings = settings
        self.proxies = TrustedProxies(settings.trusted_proxies)
        self.bell = Bell(db)
        self.callers = Callers(db, settings)
        self.limits = RequestLimits(db, settings)
        self.refused = Refused()
        self._mutations = Mutations(db, self.callers, self.bell)
        self._executor = PooledExecutor(db)
        self._look_ups = LookUps(self._executor)
        self._turns = Turns()
        self._tells_ignored = settings.is_development
        self._visitors = Visitors(db, settings, self.callers)
        self._operations = {route.handler: route for route in routes}
        self._resources = {
            Settings: settings,
            Database: db,
            Sessions: self.callers.sessions,
            Suspects: Suspects(self.refused, self.limits),
            **resources,
        }
        self.faces: Faces | None = self._resources.get(Faces)

    async def answer(self, route: Route, request: Request, path_values: dict[str, Any]) -> Answered | Document:
        """The answer to one request. Raises ApiError for refusals."""
        if route.gate is not None:
            self._resources[route.gate].admit(request)
        if route.is_public:
            return await self._receive_public(route, request, path_values)
        if route.kind is Page:
            return await self._receive_page(route, request, path_values)
        caller, memory = await self._identify(route, request)
        request.caller = caller
        party.current.set(caller.account_id)
        await self.limits.admit(caller, request)
        work = self._answer_caller(route, request, path_values, caller, memory)
        return await self._in_turn(route, request, caller.account_id, work)

    async def _receive_public(self, route: Route, request: Request, path_values: dict[str, Any]) -> Answered | Document:
        """The answer of a route without a key or a session. Where it has a proof of its own, what fails that counts
        against the client's address as any other credential does.
        """
        if route.is_probe:
            # However many wait for their turn at the loop, that it turns is to be told at once.
            return await self._answer_public(route, request, path_values)
        try:
            if route.proof is not None:
                await self._resources[route.proof].expect(request)
            await request.receive_body(route.most_body_bytes)
            return await self._in_turn(route, request, request.sender, self._answer_public(route, request, path_values))
        except ApiError as refusal:
            if route.proof is not None and refusal.status == 401:
                await self.limits.note_stranger(request)
            raise

    async def _receive_page(self, route: Route, request: Request, path_values: dict[str, Any]) -> Answered | Document:
        """The answer of a screen of the console."""
        workspace = path_values.get("workspace")
        workspace = None if workspace is None else _path_value(workspace)
        try:
            session, caller = await self._visitors.identify(request, workspace)
        except ApiError as refusal:
            if refusal.status in (401, 403) and not is_led_to_sign_in(refusal, request):
                await self.limits.note_stranger(request)
            raise
        request.caller = caller
        party.current.set(caller.account_id)
        await self.limits.admit(caller, request)
        _require_right(route, caller)
        page = Page(request, session, caller, self._operations, self._resources, self._answer_inward)
        work = self._answer_page(route, request, path_values, page)
        return await self._in_turn(route, request, caller.account_id, work)

    async def _answer_page(
        self, route: Route, request: Request, path_values: dict[str, Any], page: Page
    ) -> Answered | Document:
        return await route.handler(page, **await self._arguments(route, request, path_values))

    async def _answer_inward(
        self, route: Route, request: Request, path_values: Mapping[str, str], caller: Caller
    ) -> Answered | Document:
        """What an operation answers to a screen of the console, which has been admitted already."""
        memory = await self.callers.recall(caller, request)
        return await self._answer_caller(route, request, dict(path_values), caller, memory)

    async def _identify(self, route: Route, request: Request) -> tuple[Caller, Memory | None]:
        """Who calls, with the body read. A credential that fails counts against the client's address."""
        try:
            claim = self.callers.read(request)
            if request.has_large_body:
                # Before so much is read, it must be known for whom.
                await self.callers.expect(claim)
            await request.receive_body(route.most_body_bytes)
            return await self.callers.identify(claim, request)
        except ApiError as refusal:
            if refusal.status in (401, 403):
                await self.limits.note_stranger(request)
            raise

    async def _in_turn(
        self, route: Route, request: Request, whose: str, work: Coroutine[Any, Any, Answered | Document]
    ) -> Answered | Document:
        """Do the work when it is its party's turn at the event loop."""
        try:
            # What a request costs depends on its size, too.
            what = (route.method, route.path, len(request.body).bit_length() // 2)
            turn = await self._turns.take(whose, what, request.unless_gone)
        except BaseException:
            work.close()
            raise
        request.turn = turn
        if route.ends_with_caller:
            return await request.unless_gone(self._spend(turn, work))
        # Otherwise a client that hangs up must not leave an operation with calls out half done.
        doing = self._spend(turn, work)
        is_kept = route.kind is Saga or (route.kind is Page and route.method not in SAFE_METHODS)
        return await (asyncio.shield(asyncio.ensure_future(doing)) if is_kept else doing)

    async def _spend(self, turn: Turn, work: Coroutine[Any, Any, Answered | Document]) -> Answered | Document:
        outside.current.set(turn.aside)
        try:
            answer = await turn.spend(work)
            turn.writes(len(answer.content if isinstance(answer, Document) else answer.body))
            return answer
        finally:
            self._turns.end(turn)

    async def show(self, refusal: ApiError, request: Request, code: str, faces: Faces) -> Document | Answered:
        """The page of a refusal, drawn when it is its party's turn at the event loop. Raises ServiceUnavailable.

        A form that comes back whole takes as long to draw as a screen, and its sender need not be anybody.
        """
        whose = request.sender if request.caller is None else request.caller.account_id
        turn = await self._turns.take(whose, ("refusal", request.method, code, len(request.body).bit_length() // 2))

        async def drawn() -> Document | Answered:
            return faces.refusal(refusal, request, code)

        try:
            return await turn.spend(drawn())
        finally:
            self._turns.end(turn)

    async def piece_of(self, route: Route, stream: Stream) -> bytes | None:
        """The next piece of an answer, made when it is its party's turn at the event loop; None after the last."""
        turn = await self._turns.take(party.current.get(), (route.path, "piece"))
        try:
            return await turn.spend(stream.next())
        finally:
            self._turns.end(turn)

    async def _answer_caller(
        self, route: Route, request: Request, path_values: dict[str, Any], caller: Caller, memory: Memory | None
    ) -> Answered | Document:
        on_behalf.require_may_use(caller, route.method, route.path)
        if self.settings.scopes_enforced and route.scope not in caller.scopes and caller.key_id:
            raise Forbidden(f"This needs a key with the scope '{route.scope}'.")
        _require_right(route, caller)
        if route.method == "GET":
            arguments = await self._arguments(route, request, path_values)
            await self._charge(route, request, caller, arguments)
            data = await route.handler(Read(self._executor, caller), **arguments)
            if isinstance(data, Stream):
                await data.begin()
            return data if isinstance(data, Document) else finished(data, route.status, request.id)[0]
        # What was answered before may be read again: it changes nothing.
        if caller.is_suspended and (memory is None or memory.status is None):
            raise WorkspaceSuspended
        request.require_sound_idempotency_key()
        if route.needs_key and request.usable_idempotency_key is None:
            raise idempotency.KeyRequired
        # An answer may hold a secret that is bound less than the key which asks for it again.
        key = idempotency.of(request, caller.memory_partner, caller.bounds if route.scope == "admin" else "")
        if memory is not None and (memory.status is not None or memory.request_hash != key.request_hash):
            return replay(memory, key, caller.account_id)
        arguments = await self._arguments(route, request, path_values)
        if route.kind is Saga:
            if memory is not None and await memory.is_under_way(Read(self._executor, caller)):
                raise idempotency.InProgress
            await self._charge(route, request, caller, arguments)
            return await self._run_saga(route, request, caller, key, arguments)
        await self._charge(route, request, caller, arguments)
        return await self._run_mutation(route, request, caller, key, arguments)

    async def _charge(self, route: Route, request: Request, caller: Caller, arguments: dict[str, Any]) -> None:
        """Take what the request costs beyond the one that every request does, before anything is done for it."""
        await self.limits.charge(caller, request, route.cost, arguments.get(route.body_name))

    async def _answer_public(self, route: Route, request: Request, path_values: dict[str, Any]) -> Answered | Document:
        public = Public(
            self.db,
            self.bell,
            self._executor,
            request,
            self._mutations.run,
            self._look_ups,
            route.status,
            route.path,
        )
        data = await route.handler(public, **await self._arguments(route, request, path_values))
        is_final = isinstance(data, (Answered, Document))
        return data if is_final else finished(data, route.status, request.id)[0]

    async def _run_mutation(
        self, route: Route, request: Request, caller: Caller, key: Any, arguments: dict[str, Any]
    ) -> Answered:
        def work(tx: Tx) -> Awaitable[Any]:
            return route.handler(tx, **arguments)

        order = None if route.convoy is None else route.convoy(arguments)
        mutation = Mutation(request, caller, key, route.status, work, route.path)
        return await self._mutations.run(mutation, None, order=order)

    async def _run_saga(
        self, route: Route, request: Request, caller: Caller, key: Any, arguments: dict[str, Any]
    ) -> Answered | Document:
        def run_plainly(work: Work, order: tuple | None) -> Awaitable[Answered]:
            mutation = Mutation(request, caller, key, route.status, work, route.path)
            return self._mutations.run(mutation, None, order=order)

        async def travel(name: str, order: tuple, job: Performed) -> tuple[Any, bool]:
            # It waits for others' commits, as it waits for the courier.
            with outside.waiting():
                return await self._mutations.travel(caller.account_id, f"{route.path} {name}", order, request.turn, job)

        saga = Saga(self.db, self.bell, caller, key, request.id, route.status, run_plainly, travel)
        try:
            answered = await route.handler(saga, **arguments)
        except (ApiError, outbox.KeyTaken) as problem:
            # A twin may have finished since we looked, and what it did may be why we were refused; or somebody took
            # us for dead and carried it to its end in our name.
            memory = await self.callers.recall(caller, request)
            is_ours = memory is not None and memory.request_hash == key.request_hash
            if is_ours and memory.status is not None:
                return replay(memory, key, caller.account_id)
            # What a twin has begun, but not settled, may be why we were refused too.
            is_begun = is_ours and not saga.has_opened_memory
            has_twin = is_begun and await memory.is_under_way(Read(self._executor, caller))
            if has_twin or isinstance(problem, outbox.KeyTaken):
                raise idempotency.InProgress from None
            raise
        is_final = isinstance(answered, (Answered, Document))
        return answered if is_final else finished(answered, route.status, request.id)[0]

    async def _arguments(self, route: Route, request: Request, path_values: dict[str, Any]) -> dict[str, Any]:
        if self._tells_ignored and route.kind is not Page and (told := ignored.header_value(request, route)):
            request.answer_headers[brand.current().ignored_header] = told
        arguments: dict[str, Any] = {name: _path_value(path_values[name]) for name in route.path_names}
        if route.query is not None:
            values = bodies.gathered(request.query_pairs(bodies.any_texts(route.query)), route.query)
            if route.kind is Page:
                # A form sends what was left empty as an empty text.
                values = {name: value for name, value in values.items() if value}
            arguments["query"] = bodies.convert(values, route.query)
        if route.body_name is not None:
            arguments[route.body_name] = await self._body(route, request)
        for name, kind in route.resources.items():
            if kind is Request:
                arguments[name] = request
            else:
                arguments[name] = Form.of(request) if kind is Form else self._resources[kind]
        return arguments

    async def _body(self, route: Route, request: Request) -> Any:
        if not request.body:
            if route.body_optional:
                return None
            raise Validation("This route needs a JSON body.")
        return await bodies.read(request.body, request.header("content-type"), route.decoder)


def _require_right(route: Route, caller: Caller) -> None:
    """Refuse a person none of whose roles may do this (decisions, section 14). Raises Forbidden."""
    if caller.roles is not None and not roles.may(caller.roles, route.right or ""):
        wanted = " or ".join(f"'{role}'" for role in roles.holders(route.right or ""))
        raise Forbidden(f"This needs the role {wanted}.")


def _path_value(raw: str) -> str:
    """A path parameter, decoded. Bytes that no id can hold name nothing."""
    try:
        value = unquote_to_bytes(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise NotFound from None
    if "\0" in value:
        raise NotFound
    return value
