"""Records of a storefront's events: the request, the sender and the reply (docs/storefront.md)."""

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
    """The body of an event. `data` is decoded by the handler of its type."""

    id: Code
    type: Code
    occurred_at: Moment
    data: msgspec.Raw


class StorefrontEventQuery(Query):
    """The storefront that the address names. Only the signature proves it."""

    storefront: AnyText = ""
    """The storefront whose secret verifies the signature (`sf_…`), as in the printed address."""


class Storefront(msgspec.Struct, frozen=True):
    """A verified storefront: its workspace and its partner. `now` is the database's clock at that time."""

    account_id: str
    id: str
    partner: str
    is_suspended: bool
    now: datetime


class StorefrontEvent(msgspec.Struct, frozen=True):
    """A storefront's event. `occurred_at` is the storefront's time, at most 300 s ahead of ours, and not before 1970.

    `courier_lookup` has the aggregator's couriers and localities, for the types that need them.
    """

    id: str
    type: str
    occurred_at: datetime
    data: bytes
    courier_lookup: CourierLookup = CourierLookup()

    def decode_data(self, decoder: "msgspec.json.Decoder[Record]") -> Record:
        """Decode the data. Raises Validation, whose `field` begins with `data`."""
        try:
            return bodies.decode(self.data, decoder, is_checked=True)
        except Validation as problem:
            raise Validation(str(problem), field=f"data.{problem.field or ''}".rstrip(".")) from None


class StorefrontEventReply(ApiModel):
    """The result of an event.

    `applied` is false for a repeat, an event older than the known state, and an unknown type.
    """

    applied: bool
    """True if the event changed anything."""
    order: StorefrontOrder | UnsetType = UNSET
    """The order after the event, also where the event changed nothing. Only checkout events have one."""


class StorefrontSyncActor(System, frozen=True):
    """Actor of storefront events: the service itself. Plan limits apply to requests, and not to these events."""

    partner: str = ""
    storefront_id: str = ""
    event_id: str = ""

    @property
    def audit_metadata(self) -> dict[str, Any]:
        return {"partner": self.partner, "storefrontId": self.storefront_id, "eventId": self.event_id}
