"""Composition root of the API: the routes and events of every domain, and the resources of one API process."""

import gc
import sys
from collections.abc import Callable, Sequence
from typing import Any

from fulfilment import settings
from fulfilment.addresses import routes as address_routes
from fulfilment.api_keys import routes as api_key_routes
from fulfilment.api_keys.last_used import LastUsedTracker
from fulfilment.audit import routes as audit_routes
from fulfilment.billing import inbound as payment_event_routes
from fulfilment.billing import plans
from fulfilment.billing import routes as billing_routes
from fulfilment.billing.inbound import EventSignatureCheck
from fulfilment.bulk_jobs import events as batch_events
from fulfilment.bulk_jobs import routes as batch_routes
from fulfilment.catalog import events as catalog_events
from fulfilment.catalog import routes as catalog_routes
from fulfilment.console import screens
from fulfilment.console.layout.error_pages import ConsoleErrorPages
from fulfilment.credits import routes as credit_routes
from fulfilment.deliveries import events as delivery_events
from fulfilment.deliveries import routes as delivery_routes
from fulfilment.docs_site import routes as docs_routes
from fulfilment.docs_site.site import DocsSite
from fulfilment.events import routes as event_routes
from fulfilment.infra import branding, outbound
from fulfilment.infra.api.asgi import Application
from fulfilment.infra.api.routing import Route
from fulfilment.infra.api.services import ErrorPages, build_services
from fulfilment.infra.database.pool import Database
from fulfilment.infra.encryption import keyring
from fulfilment.infra.limits.request_limits import PlanRateLimits
from fulfilment.infra.limits.stream_limiter import StreamLimiter
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.observability.probes import health_routes
from fulfilment.infra.observability.probes import routes as probe_routes
from fulfilment.infra.observability.probes.readiness import Readiness
from fulfilment.infra.observability.tracing import exporter
from fulfilment.infra.openapi.document import ApiDocument
from fulfilment.infra.openapi.event_schemas import Events, EventTypes
from fulfilment.infra.pdf import RenderPool
from fulfilment.integrations import routes as integration_routes
from fulfilment.integrations.schemas import StatusProviders
from fulfilment.licenses import events as license_events
from fulfilment.licenses import routes as license_routes
from fulfilment.licenses.keys import LicenseKeyLimits
from fulfilment.partners import routes as partner_routes
from fulfilment.payments import routes as payment_page_routes
from fulfilment.payments.provider import Payments
from fulfilment.settings import Settings
from fulfilment.shipments import events as shipment_events
from fulfilment.shipments import routes as shipment_routes
from fulfilment.shipments.shipping_documents import label_rendering as label_rendering
from fulfilment.shipments.shipping_documents import routes as shipping_document_routes
from fulfilment.shipments.shipping_documents.label_links import LinkLimits
from fulfilment.shipping import routes as shipping_routes
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.sign_in import routes as sign_in_routes
from fulfilment.sign_in.provider import IdentityProvider
from fulfilment.stats import routes as stats_routes
from fulfilment.stock import events as stock_events
from fulfilment.stock import routes as stock_routes
from fulfilment.storefront import order_routes as storefront_order_routes
from fulfilment.storefront import routes as storefront_routes
from fulfilment.storefront.signature_auth import StorefrontVerifier
from fulfilment.tracking_page import pages as tracking_page_routes
from fulfilment.webhooks import events as webhook_events
from fulfilment.webhooks import routes as webhook_routes
from fulfilment.workspaces import routes as workspace_routes

DOMAINS = (
    health_routes,
    probe_routes,
    docs_routes,
    workspace_routes,
    api_key_routes,
    catalog_routes,
    stock_routes,
    address_routes,
    shipping_routes,
    shipment_routes,
    shipping_document_routes,
    batch_routes,
    tracking_page_routes,
    sign_in_routes,
    credit_routes,
    billing_routes,
    payment_page_routes,
    payment_event_routes,
    delivery_routes,
    license_routes,
    webhook_routes,
    event_routes,
    audit_routes,
    integration_routes,
    stats_routes,
    partner_routes,
    storefront_routes,
    storefront_order_routes,
)

EVENT_DOMAINS = (
    catalog_events,
    stock_events,
    shipment_events,
    batch_events,
    license_events,
    delivery_events,
    webhook_events,
)


# The server's own thread needs the interpreter's lock (GIL) for received data, a dozen times for a large body. While
# the event loop is busy, each wait for the lock lasts 5 ms by default and delays all requests.
THREAD_SWITCH_SECONDS = 0.000_5


def all_routes() -> Sequence[Route]:
    """All routes of the service except the console's, in the order of the documentation."""
    return [route for domain in DOMAINS for route in domain.route.all]


def all_pages() -> Sequence[Route]:
    """All routes of the console, which are not part of the documented API."""
    return [route for screen in screens.SCREENS for route in screen.route.all]


def all_events() -> Events:
    """The `data` schema of every event of the service, by the event's name without brand and version."""
    return {name: data for domain in EVENT_DOMAINS for name, data in domain.EVENTS.items()}


class ApiProcess:
    """The resources of one API process, from its start to its stop."""

    def __init__(self, service_settings: Settings) -> None:
        self.settings = service_settings
        self.db = Database(service_settings, service_settings.database_url)
        self.aggregators = CourierClients(service_settings)
        self.payments = Payments(service_settings)
        self.readiness = Readiness(service_settings, service_settings.database_url)
        self.render_pool = RenderPool(service_settings, label_rendering.sample_label())
        document = ApiDocument(all_routes, all_events)
        self.resources: dict[type, Any] = {
            ApiDocument: document,
            DocsSite: DocsSite(document),
            EventTypes: EventTypes(all_events),
            CourierClients: self.aggregators,
            Payments: self.payments,
            RenderPool: self.render_pool,
            Readiness: self.readiness,
            LicenseKeyLimits: LicenseKeyLimits(service_settings),
            LinkLimits: LinkLimits(service_settings),
            StatusProviders: StatusProviders(
                payments=billing_routes.build_status_provider(self.payments), storefront=storefront_routes.get_status
            ),
            IdentityProvider: IdentityProvider(service_settings),
            StreamLimiter: StreamLimiter(),
            EventSignatureCheck: EventSignatureCheck(),
            ErrorPages: ConsoleErrorPages(),
            StorefrontVerifier: StorefrontVerifier(self.db),
            PlanRateLimits: PlanRateLimits(plans.requests_per_minute()),
        }
        self.services = build_services(service_settings, self.db, self.resources, [*all_routes(), *all_pages()])
        self._last_used_keys = LastUsedTracker(self.db, self.services.authenticator)

    async def start(self) -> None:
        """Open the resources."""
        exporter.start(self.settings, "api")
        recorder.start("api", self.db)
        await self.db.open()
        self.db.start_heartbeat()
        await self.aggregators.open()
        await self.payments.open()
        await self.render_pool.start()
        self._last_used_keys.start()
        self.services.rate_limits.start()
        _freeze_long_lived()

    async def stop(self) -> None:
        """Close the resources, after all requests under way were answered."""
        await self._last_used_keys.stop()
        await self.services.rate_limits.stop()
        await self.render_pool.close()
        await self.services.authenticator.token_authenticator.close()
        await self.readiness.close()
        await self.payments.close()
        await self.aggregators.close()
        await self.db.close()
        await exporter.stop()
        recorder.stop()


def _freeze_long_lived() -> None:
    """Exclude modules and routes from garbage collection: they live as long as the process and slow every full run."""
    gc.collect()
    gc.freeze()


def create() -> Callable:
    """The ASGI application of one API process, as Granian loads it."""
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    service_settings = settings.current()
    branding.current()
    keyring.keyring()
    logs.configure(service_settings, "api")
    outbound.configure(service_settings)
    process = ApiProcess(service_settings)
    return Application(process.services, [process.start], [process.stop])
