"""Running routes: the credential, the body, the turn, the idempotency key, the handler. Knows no web server."""

import asyncio
from collections.abc import Awaitable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import unquote_to_bytes

from fulfilment.infra import branding
from fulfilment.infra.api import body as bodies
from fulfilment.infra.api import unknown_fields
from fulfilment.infra.api.envelope import Document, Stream
from fulfilment.infra.api.errors import ApiError, Forbidden, NotFound, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import SAFE_METHODS, ConsolePage, ErrorPages
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Route
from fulfilment.infra.auth import partner_policy, roles
from fulfilment.infra.auth.authenticator import Authenticator
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.client_address import TrustedProxies
from fulfilment.infra.auth.console_authenticator import ConsoleAuthenticator, is_login_redirect
from fulfilment.infra.auth.failed_auth_stats import FailedAuthStats
from fulfilment.infra.auth.principal import Principal, WorkspaceSuspended
from fulfilment.infra.auth.public_access import PooledExecutor, Public
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits import external_wait, tenant
from fulfilment.infra.limits.failed_sign_ins import FailedAuthLimiter
from fulfilment.infra.limits.loop_admission import LoopAdmission, Slot
from fulfilment.infra.limits.request_limits import PlanRateLimits, RequestRateLimits
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import Command, EncodedResponse, encode_response, replay
from fulfilment.infra.operations.command_runner import CommandRunner
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import IdempotencyRecord
from fulfilment.settings import Settings


class Dispatcher:
    """Runs routes: credential, body, handler, answer. Every outcome is an answer in the envelope."""

    def __init__(
        self, settings: Settings, db: Database, resources: Mapping[type, Any], routes: Sequence[Route] = ()
    ) -> None:
        self.db = db
        self.settings = settings
        self.proxies = TrustedProxies(settings.trusted_proxies)
        self.notifier = WorkerNotifier(db)
        self.authenticator = Authenticator(db, settings)
        self.rate_limits = RequestRateLimits(db, settings, resources[PlanRateLimits])
        self.failed_auth = FailedAuthStats()
        self._commands = CommandRunner(db, self.authenticator, self.notifier)
        self._executor = PooledExecutor(db)
        self._loop_admission = LoopAdmission()
        self._warns_of_unknown_fields = settings.is_development
        self._console_authenticator = ConsoleAuthenticator(db, settings, self.authenticator)
        self._operations = {route.handler: route for route in routes}
        self._resources = {
            Settings: settings,
            Database: db,
            TokenAuthenticator: self.authenticator.token_authenticator,
            FailedAuthLimiter: FailedAuthLimiter(self.failed_auth, self.rate_limits),
            **resources,
        }
        self.error_pages: ErrorPages | None = self._resources.get(ErrorPages)

    async def handle(self, route: Route, request: Request, path_values: dict[str, Any]) -> EncodedResponse | Document:
        """The answer to one request. Raises ApiError for refusals."""
        if route.pre_check is not None:
            self._resources[route.pre_check].admit(request)
        if route.is_public:
            return await self._handle_public(route, request, path_values)
        if route.kind is ConsolePage:
            return await self._handle_page(route, request, path_values)
        principal, record = await self._authenticate(route, request)
        request.principal = principal
        tenant.current.set(principal.account_id)
        await self.rate_limits.check(principal, request)
        work = self._handle_authenticated(route, request, path_values, principal, record)
        return await self._run_admitted(route, request, principal.account_id, work)

    async def _handle_public(
        self, route: Route, request: Request, path_values: dict[str, Any]
    ) -> EncodedResponse | Document:
        """The answer of a route without a key or a session. Where it has a proof of its own, what fails that counts
        against the client's address as any other credential does.
        """
        if route.is_probe:
            # However many wait for their turn at the loop, that it turns is to be told at once.
            return await self._run_public(route, request, path_values)
        try:
            if route.verifier is not None:
                await self._resources[route.verifier].expect(request)
            await request.receive_body(route.max_body_bytes)
            return await self._run_admitted(
                route, request, request.tenant_key, self._run_public(route, request, path_values)
            )
        except ApiError as error:
            if route.verifier is not None and error.status == 401:
                await self.rate_limits.count_failed_auth(request)
            raise

    async def _handle_page(
        self, route: Route, request: Request, path_values: dict[str, Any]
    ) -> EncodedResponse | Document:
        """The answer of a screen of the console."""
        workspace = path_values.get("workspace")
        workspace = None if workspace is None else _path_value(workspace)
        try:
            session, principal = await self._console_authenticator.authenticate(request, workspace)
        except ApiError as error:
            if error.status in (401, 403) and not is_login_redirect(error, request):
                await self.rate_limits.count_failed_auth(request)
            raise
        request.principal = principal
        tenant.current.set(principal.account_id)
        await self.rate_limits.check(principal, request)
        _require_right(route, principal)
        page = ConsolePage(request, session, principal, self._operations, self._resources, self._handle_internal_call)
        work = self._run_page(route, request, path_values, page)
        return await self._run_admitted(route, request, principal.account_id, work)

    async def _run_page(
        self, route: Route, request: Request, path_values: dict[str, Any], page: ConsolePage
    ) -> EncodedResponse | Document:
        return await route.handler(page, **await self._arguments(route, request, path_values))

    async def _handle_internal_call(
        self, route: Route, request: Request, path_values: Mapping[str, str], principal: Principal
    ) -> EncodedResponse | Document:
        """What an operation answers to a screen of the console, which has been admitted already."""
        record = await self.authenticator.load_idempotency_record(principal, request)
        return await self._handle_authenticated(route, request, dict(path_values), principal, record)

    async def _authenticate(self, route: Route, request: Request) -> tuple[Principal, IdempotencyRecord | None]:
        """Who calls, with the body read. A credential that fails counts against the client's address."""
        try:
            claim = self.authenticator.parse_credential(request)
            if request.has_large_body:
                # Before so much is read, it must be known for whom.
                await self.authenticator.precheck(claim)
            await request.receive_body(route.max_body_bytes)
            return await self.authenticator.authenticate(claim, request)
        except ApiError as error:
            if error.status in (401, 403):
                await self.rate_limits.count_failed_auth(request)
            raise

    async def _run_admitted(
        self, route: Route, request: Request, tenant_key: str, work: Coroutine[Any, Any, EncodedResponse | Document]
    ) -> EncodedResponse | Document:
        """Do the work when it is its party's turn at the event loop."""
        try:
            # What a request costs depends on its size, too.
            work_kind = (route.method, route.path, len(request.body).bit_length() // 2)
            slot = await self._loop_admission.acquire(tenant_key, work_kind, request.cancel_on_disconnect)
        except BaseException:
            work.close()
            raise
        request.slot = slot
        if route.cancel_on_disconnect:
            return await request.cancel_on_disconnect(self._run_measured(slot, work))
        # Otherwise a client that hangs up must not leave an operation with calls out half done.
        doing = self._run_measured(slot, work)
        is_kept = route.kind is ExternalOperation or (route.kind is ConsolePage and route.method not in SAFE_METHODS)
        return await (asyncio.shield(asyncio.ensure_future(doing)) if is_kept else doing)

    async def _run_measured(
        self, slot: Slot, work: Coroutine[Any, Any, EncodedResponse | Document]
    ) -> EncodedResponse | Document:
        external_wait.current.set(slot.released_while_waiting)
        try:
            answer = await slot.measure(work)
            slot.add_response_cost(len(answer.content if isinstance(answer, Document) else answer.body))
            return answer
        finally:
            self._loop_admission.release(slot)

    async def render_error(
        self, error: ApiError, request: Request, code: str, error_pages: ErrorPages
    ) -> Document | EncodedResponse:
        """The page of a refusal, drawn when it is its party's turn at the event loop. Raises ServiceUnavailable.

        A form that comes back whole takes as long to draw as a screen, and its sender need not be anybody.
        """
        tenant_key = request.tenant_key if request.principal is None else request.principal.account_id
        slot = await self._loop_admission.acquire(
            tenant_key, ("refusal", request.method, code, len(request.body).bit_length() // 2)
        )

        async def render() -> Document | EncodedResponse:
            return error_pages.render(error, request, code)

        try:
            return await slot.measure(render())
        finally:
            self._loop_admission.release(slot)

    async def next_chunk(self, route: Route | None, stream: Stream) -> bytes | None:
        """The next piece of an answer, made when it is its party's turn at the event loop; None after the last."""
        assert route is not None, "only what has a route answers in pieces"
        slot = await self._loop_admission.acquire(tenant.current.get(), (route.path, "piece"))
        try:
            return await slot.measure(stream.next_chunk())
        finally:
            self._loop_admission.release(slot)

    async def _handle_authenticated(
        self,
        route: Route,
        request: Request,
        path_values: dict[str, Any],
        principal: Principal,
        record: IdempotencyRecord | None,
    ) -> EncodedResponse | Document:
        partner_policy.require_may_use(principal, route.method, route.path)
        if self.settings.scopes_enforced and route.scope not in principal.scopes and principal.key_id:
            raise Forbidden(f"This needs a key with the scope '{route.scope}'.")
        _require_right(route, principal)
        if route.method == "GET":
            arguments = await self._arguments(route, request, path_values)
            await self._charge_cost(route, request, principal, arguments)
            data = await route.handler(Read(self._executor, principal), **arguments)
            if isinstance(data, Stream):
                await data.start()
            return data if isinstance(data, Document) else encode_response(data, route.status, request.id)[0]
        # What was answered before may be read again: it changes nothing.
        if principal.is_suspended and (record is None or record.status is None):
            raise WorkspaceSuspended
        request.require_sound_idempotency_key()
        if route.is_idempotency_required and request.usable_idempotency_key is None:
            raise idempotency.KeyRequired
        # An answer may hold a secret that is bound less than the key which asks for it again.
        key = idempotency.key_of(
            request, principal.idempotency_namespace, principal.key_restrictions if route.scope == "admin" else ""
        )
        if record is not None and (record.status is not None or key is None or record.request_hash != key.request_hash):
            return replay(record, key, principal.account_id)
        arguments = await self._arguments(route, request, path_values)
        is_operation = route.kind is ExternalOperation
        if is_operation and record is not None and await record.is_in_progress(Read(self._executor, principal)):
            raise idempotency.InProgress
        await self._charge_cost(route, request, principal, arguments)
        work = partial(_call_handler, route, arguments)
        batch_key = route.batch_key and route.batch_key({**arguments, "principal": principal})
        command = Command(request, principal, key, route.status, work, route.path, batch_key)
        return await (self._commands.run_operation(command) if is_operation else self._commands.run(command))

    async def _charge_cost(
        self, route: Route, request: Request, principal: Principal, arguments: dict[str, Any]
    ) -> None:
        """Take what the request costs beyond the one that every request does, before anything is done for it."""
        await self.rate_limits.charge_cost(principal, request, route.cost, arguments.get(route.body_name or ""))

    async def _run_public(
        self, route: Route, request: Request, path_values: dict[str, Any]
    ) -> EncodedResponse | Document:
        arguments = await self._arguments(route, request, path_values)
        public = Public(
            self.db,
            self.notifier,
            self._executor,
            request,
            self._commands.run,
            route.status,
            route.path,
            route.batch_key and route.batch_key(arguments),
        )
        data = await route.handler(public, **arguments)
        is_final = isinstance(data, (EncodedResponse, Document))
        return data if is_final else encode_response(data, route.status, request.id)[0]

    async def _arguments(self, route: Route, request: Request, path_values: dict[str, Any]) -> dict[str, Any]:
        if (
            self._warns_of_unknown_fields
            and route.kind is not ConsolePage
            and (names := unknown_fields.warning_header(request, route))
        ):
            request.answer_headers[branding.current().ignored_header] = names
        arguments: dict[str, Any] = {name: _path_value(path_values[name]) for name in route.path_names}
        if route.query is not None:
            values = bodies.group_params(request.query_pairs(bodies.raw_text_fields(route.query)), route.query)
            if route.kind is ConsolePage:
                # A form sends what was left empty as an empty text.
                values = {name: value for name, value in values.items() if value}
            arguments["query"] = bodies.convert(values, route.query)
        if route.body_name is not None:
            arguments[route.body_name] = await self._body(route, request)
        for name, kind in route.resources.items():
            if kind is Request:
                arguments[name] = request
            else:
                arguments[name] = Form.parse(request) if kind is Form else self._resources[kind]
        return arguments

    async def _body(self, route: Route, request: Request) -> object:
        if not request.body:
            if route.body_optional:
                return None
            raise Validation("This route needs a JSON body.")
        return await bodies.parse(request.body, request.header("content-type"), route.decoder)


def _call_handler(route: Route, arguments: dict[str, Any], tx: Tx | ExternalOperation) -> Awaitable[Any]:
    return route.handler(tx, **arguments)


def _require_right(route: Route, principal: Principal) -> None:
    """Refuse a person none of whose roles may do this (decisions, section 14). Raises Forbidden."""
    if principal.roles is not None and not roles.may(principal.roles, route.right or ""):
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
