"""Composition root of the API: builds the services that the pipeline and the handlers of one process use."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Handler, Paths, Route
from fulfilment.infra.auth.authenticator import Authenticator, ConsoleAuthenticator
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.client_address import TrustedProxies
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import PooledExecutor
from fulfilment.infra.limits.loop_admission import LoopAdmission
from fulfilment.infra.limits.request_limits import PlanRateLimits, RequestRateLimits
from fulfilment.infra.operations.batch_loader import BatchedQueries
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.command_runner import CommandRunner
from fulfilment.settings import Settings


class ErrorPages(Protocol):
    """Renders errors as HTML pages. The console implements it; the API layer has no pages."""

    def render(self, error: ApiError, request: Request, code: str) -> Document | EncodedResponse: ...


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """The services of one process. `resources` are injected by type; `operations` has the routes by handler."""

    settings: Settings
    db: Database
    proxies: TrustedProxies
    notifier: WorkerNotifier
    authenticator: Authenticator
    console_authenticator: ConsoleAuthenticator
    rate_limits: RequestRateLimits
    loop_admission: LoopAdmission
    executor: PooledExecutor
    batched_queries: BatchedQueries
    commands: CommandRunner
    paths: Paths[dict[str, Route]]
    operations: Mapping[Handler, Route]
    resources: Mapping[type, Any]
    error_pages: ErrorPages | None


def build_services(
    settings: Settings, db: Database, resources: Mapping[type, Any], routes: Sequence[Route]
) -> Services:
    """The services of a process that serves the routes on one database."""
    notifier, executor = WorkerNotifier(db), PooledExecutor(db)
    authenticator = Authenticator(db, settings)
    rate_limits = RequestRateLimits(db, settings, resources[PlanRateLimits])
    return Services(
        settings=settings,
        db=db,
        proxies=TrustedProxies(settings.trusted_proxies),
        notifier=notifier,
        authenticator=authenticator,
        console_authenticator=ConsoleAuthenticator(db, settings, authenticator),
        rate_limits=rate_limits,
        loop_admission=LoopAdmission(),
        executor=executor,
        batched_queries=BatchedQueries(executor),
        commands=CommandRunner(db, authenticator, notifier),
        paths=build_paths(routes),
        operations={route.handler: route for route in routes},
        resources={
            Settings: settings,
            Database: db,
            TokenAuthenticator: authenticator.token_authenticator,
            RequestRateLimits: rate_limits,
            **resources,
        },
        error_pages=resources.get(ErrorPages),
    )


def build_paths(routes: Sequence[Route]) -> Paths[dict[str, Route]]:
    """The path table of the routes: each path has its routes by method."""
    by_path: dict[str, dict[str, Route]] = {}
    for route in routes:
        methods = by_path.setdefault(route.path, {})
        assert route.method not in methods, f"two routes are {route.method} {route.path}"
        methods[route.method] = route
    paths: Paths[dict[str, Route]] = Paths()
    for path, methods in by_path.items():
        paths.add(path, methods)
    return paths
