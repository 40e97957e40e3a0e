"""What a storefront sends, whose it is, and what it is answered (docs/storefront.md; decisions, section 9)."""

from datetime import datetime
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from fulfilment.infra.api import body as bodies
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.transaction import System
from fulfilment.infra.models import AnyText, ApiModel, Code, Moment, Query, RequestModel
from fulfilment.storefront.couriers import CourierLookup
from fulfilment.storefront.order_schemas import StorefrontOrder

Record = TypeVar("Record")


class StorefrontEventBody(RequestModel):
    """An event on the wire. `data` is read by whoever knows the type."""

    id: Code
    type: Code
    occurred_at: Moment
    data: msgspec.Raw


class StorefrontEventQuery(Query):
    """Whose event it is said to be, as the printed address has it; only its signature proves that."""

    storefront: AnyText = ""
    """Says which secret is to be tried, as the printed address has it (`sf_…`)."""


class Storefront(msgspec.Struct, frozen=True):
    """Whose secret it was: the workspace and the partner that provisioned it. `now` is the database's clock then."""

    account_id: str
    id: str
    partner: str
    is_suspended: bool
    now: datetime


class StorefrontEvent(msgspec.Struct, frozen=True):
    """What a storefront told of: when by its own clock, at most 300 s after it came by ours, and not before 1970.

    `courier_lookup` is what the aggregator knows of couriers and places, where the type needs it.
    """

    id: str
    type: str
    occurred_at: datetime
    data: bytes
    courier_lookup: CourierLookup = CourierLookup()

    def decode_data(self, decoder: "msgspec.json.Decoder[Record]") -> Record:
        """The data as a record. Raises Validation, whose `field` begins with `data`."""
        try:
            return bodies.decode(self.data, decoder, is_checked=True)
        except Validation as problem:
            raise Validation(str(problem), field=f"data.{problem.field or ''}".rstrip(".")) from None


class StorefrontEventReply(ApiModel):
    """Whether the event changed anything: false for one that was applied before, one that is older than what is known,
    and one of a type that nobody knows.
    """

    applied: bool
    """Whether the event changed anything."""
    order: StorefrontOrder | UnsetType = UNSET
    """The order as it then stands, also where the event changed nothing of it. Only events of a checkout have one."""


class StorefrontSyncActor(System, frozen=True):
    """The service, doing what a storefront told of. Plans limit requests, and not this."""

    partner: str = ""
    storefront_id: str = ""
    event_id: str = ""

    @property
    def audit_metadata(self) -> dict[str, Any]:
        return {"partner": self.partner, "storefrontId": self.storefront_id, "eventId": self.event_id}
