"""Puts the API together: every domain's routes, and what a process of it holds."""

import gc
import sys
from collections.abc import Callable, Sequence
from typing import Any

from fulfilment import brand, logs, pulse, secrets, settings
from fulfilment.addresses import routes as address_routes
from fulfilment.api_keys import routes as api_key_routes
from fulfilment.api_keys.use import KeyUse
from fulfilment.audit import routes as audit_routes
from fulfilment.batches import events as batch_events
from fulfilment.batches import routes as batch_routes
from fulfilment.billing import inbound_routes as payment_event_routes
from fulfilment.billing import routes as billing_routes
from fulfilment.billing import status as payment_status
from fulfilment.billing.inbound import EventProof
from fulfilment.catalog import events as catalog_events
from fulfilment.catalog import routes as catalog_routes
from fulfilment.console import screens
from fulfilment.console.frame.refusals import Faces as ConsoleFaces
from fulfilment.credits import routes as credit_routes
from fulfilment.db.pool import Database
from fulfilment.deliveries import events as delivery_events
from fulfilment.deliveries import routes as delivery_routes
from fulfilment.docs_page import routes as docs_routes
from fulfilment.docs_page.site import Site
from fulfilment.documents import Documents
from fulfilment.event_log import routes as event_routes
from fulfilment.events.schemas import Events, EventTypes
from fulfilment.health import routes as health_routes
from fulfilment.http.asgi import build
from fulfilment.http.exports import Exports
from fulfilment.http.openapi import ApiDocument
from fulfilment.http.page import Faces
from fulfilment.http.route import Route
from fulfilment.http.server import Server
from fulfilment.integrations import routes as integration_routes
from fulfilment.integrations.port import Connections
from fulfilment.licenses import events as license_events
from fulfilment.licenses import routes as license_routes
from fulfilment.licenses.key_limits import KeyLimits
from fulfilment.metrics import recorder
from fulfilment.partners import routes as partner_routes
from fulfilment.payments import routes as payment_page_routes
from fulfilment.payments.access import Payments
from fulfilment.probes import routes as probe_routes
from fulfilment.probes.readiness import Readiness
from fulfilment.security.log import SecurityLog
from fulfilment.settings import Settings
from fulfilment.shipments import drawing as label_drawing
from fulfilment.shipments import events as shipment_events
from fulfilment.shipments import paper_routes as shipment_paper_routes
from fulfilment.shipments import routes as shipment_routes
from fulfilment.shipping import routes as shipping_routes
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.sign_in import routes as sign_in_routes
from fulfilment.sign_in.provider import Provider
from fulfilment.stats import routes as stats_routes
from fulfilment.stock import events as stock_events
from fulfilment.stock import routes as stock_routes
from fulfilment.storefront import order_routes as storefront_order_routes
from fulfilment.storefront import routes as storefront_routes
from fulfilment.storefront import status as storefront_status
from fulfilment.storefront.proof import Storefronts
from fulfilment.traces import telling
from fulfilment.tracking_page import routes as tracking_page_routes
from fulfilment.webhooks import events as webhook_events
from fulfilment.webhooks import routes as webhook_routes
from fulfilment.workspace import routes as workspace_routes

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
    shipment_paper_routes,
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

EVENTFUL = (
    catalog_events,
    stock_events,
    shipment_events,
    batch_events,
    license_events,
    delivery_events,
    webhook_events,
)


# The server's own thread needs the interpreter's lock for whatever arrives, a dozen times for a large body. By default
# it waits 5 ms for it each time while the loop is busy, and everybody's requests with it.
SWITCH_SECONDS = 0.000_5


def all_routes() -> Sequence[Route]:
    """Every route of the service but the console's, in the order of the documentation."""
    return [route for domain in DOMAINS for route in domain.route.all]


def all_pages() -> Sequence[Route]:
    """Every route of the console, which programs have no use for."""
    return [route for screen in screens.SCREENS for route in screen.route.all]


def all_events() -> Events:
    """Every event of the service: the record of its `data` by its name without brand and version."""
    return {name: data for domain in EVENTFUL for name, data in domain.EVENTS.items()}


class Process:
    """What one API process holds while it runs."""

    def __init__(self, given: Settings):
        self.settings = given
        self.db = Database(given, given.database_url)
        self.aggregators = Aggregators(given)
        self.payments = Payments(given)
        self.readiness = Readiness(given, given.database_url)
        self.documents = Documents(given, label_drawing.specimen())
        document = ApiDocument(all_routes, all_events)
        self.resources: dict[type, Any] = {
            ApiDocument: document,
            Site: Site(document),
            EventTypes: EventTypes(all_events),
            Aggregators: self.aggregators,
            Payments: self.payments,
            Documents: self.documents,
            Readiness: self.readiness,
            KeyLimits: KeyLimits(given),
            Connections: Connections(payments=payment_status.of(self.payments), storefront=storefront_status.tell),
            Provider: Provider(given),
            Exports: Exports(),
            EventProof: EventProof(),
            Faces: ConsoleFaces(),
            Storefronts: Storefronts(self.db),
        }
        self.server = Server(given, self.db, self.resources, all_routes())
        self._key_use = KeyUse(self.db, self.server.callers)
        self._security_log = SecurityLog(self.db, self.server.refused)

    async def start(self) -> None:
        """Open what the process holds."""
        telling.begin(self.settings, "api")
        recorder.begin("api", self.db)
        await self.db.open()
        self.db.announce()
        await self.aggregators.open()
        await self.payments.open()
        await self.documents.open()
        self._key_use.begin()
        self.server.limits.begin()
        self._security_log.begin()
        _spare_what_stays()
        pulse.begin()

    async def stop(self) -> None:
        """Close it again; requests under way have been answered by then."""
        await self._key_use.end()
        await self.server.limits.end()
        await self._security_log.end()
        await self.documents.close()
        await self.server.callers.sessions.close()
        await self.readiness.close()
        await self.payments.close()
        await self.aggregators.close()
        await self.db.close()
        await telling.end()
        recorder.end()
        pulse.end()


def _spare_what_stays() -> None:
    """Leave modules and routes, which live as long as the process, out of every later collection: each took 30 ms."""
    gc.collect()
    gc.freeze()


def create() -> Callable:
    """The ASGI application of one API process, as Granian loads it."""
    sys.setswitchinterval(SWITCH_SECONDS)
    given = settings.current()
    brand.current()
    secrets.keyring()
    logs.configure(given, "api")
    process = Process(given)
    return build(process.server, [*all_routes(), *all_pages()], [process.start], [process.stop])
