"""The records of the API as typed dictionaries. Generated: `make clients`."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict


class Address(TypedDict):
    """
    A saved destination of one customer.
    """

    id: str
    """
    The address's id (`addr_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    customerId: str
    """
    The customer whose address it is, by the caller's own id (`cus_…` or any other text). It never changes.
    """

    label: str
    """
    What the customer calls it, such as Home or Office.
    """

    contactName: str
    """
    Who receives parcels there.
    """

    contactPhone: str
    """
    The receiver's phone number, as it was given.
    """

    email: str | None
    """
    The receiver's e-mail address; null where there is none.
    """

    address: str
    """
    Street and number.
    """

    note: str | None
    """
    How to deliver there, for the driver; null where there is none.
    """

    postalCode: str | None
    """
    The postal code, as it was given; null where there is none.
    """

    areaId: str | None
    """
    The courier aggregator's id of the area; null where it is not known.
    """

    lat: float | None
    """
    Latitude in decimal degrees, south negative; null where it is not known.
    """

    lng: float | None
    """
    Longitude in decimal degrees, west negative; null where it is not known.
    """

    isDefault: bool
    """
    Whether it is the customer's default; of a customer's addresses at most one is.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it last changed. A change of nothing leaves it, and with it the place in the list.
    """


class AddressChange(TypedDict):
    """
    What is left out stays as it is; null clears. The customer cannot change.
    """

    customerId: NotRequired[str]
    """
    Taken only where it is the present customer: an address cannot change its customer.
    """

    label: NotRequired[str]
    """
    What the customer calls it from now on.
    """

    contactName: NotRequired[str]
    """
    Who receives parcels there from now on.
    """

    contactPhone: NotRequired[str]
    """
    The receiver's new phone number.
    """

    address: NotRequired[str]
    """
    The new street and number.
    """

    email: NotRequired[str | None]
    """
    The receiver's new e-mail address.
    """

    note: NotRequired[str | None]
    """
    How to deliver there from now on, for the driver.
    """

    postalCode: NotRequired[str | None]
    """
    The new postal code.
    """

    postal: NotRequired[str | None]
    """
    The same under the name that the shipping origin has it by; where both are given they must not differ.
    """

    areaId: NotRequired[str | None]
    """
    The courier aggregator's id of the new area, from `GET /shipping/areas`.
    """

    lat: NotRequired[float | None]
    """
    Latitude in decimal degrees; south is negative.
    """

    lng: NotRequired[float | None]
    """
    Longitude in decimal degrees; west is negative.
    """

    isDefault: NotRequired[bool]
    """
    True makes it the customer's default in place of the present
    one; false on the default leaves the customer without one.
    """


class AddressList(TypedDict):
    """
    A page of addresses.
    """

    addresses: list[Address]
    """
    Defaults first, then the newest-updated.
    """


class AddressReply(TypedDict):
    """
    One address.
    """

    address: Address
    """
    The address as it is now.
    """


class AggregatorConfig(TypedDict):
    """
    A workspace's settings at the aggregator. `reportUrl` is where the own key's reports are to be sent.
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    apiKeyConfigured: bool
    """
    Whether the workspace has a key of its own at the aggregator. Without one
    the platform's is used, and shipments are charged to the shipping credit.
    """

    apiKeyPreview: str | None
    """
    The last four characters of the own key behind an ellipsis (`…a1b2`), and never more than
    half of it; null without one, and for partners.
    """

    defaultOriginId: str | None
    """
    The aggregator's id of a pick-up place, kept for the caller and used by nothing else; null where none is named.
    """

    enabledCouriers: list[str]
    """
    The codes of the couriers that are enabled, the same set as `couriers`
    of the origin. Empty means every courier that needs no coordinates.
    """

    defaultCourier: str | None
    """
    The courier to propose first, for the caller's own use: the
    service chooses no courier by itself. Null where none is named.
    """

    active: bool
    """
    The master switch: while it is false, quotes and bookings are 400 `NOT_CONFIGURED`.
    """

    reportUrl: str | None
    """
    Where the aggregator is to send its reports on what is booked with the own key; enter it there, and keep it
    secret. Null without an own key, and for partners.
    """


class AggregatorStatus(TypedDict):
    """
    How couriers are booked.
    """

    apiKeyConfigured: bool
    """
    Whether the workspace's own key of the aggregator is on file; without one, the platform's is used.
    """

    active: bool
    """
    Whether shipping is switched on; while it is not, there are no rates and no bookings.
    """

    enabledCouriers: list[str]
    """
    The codes of the couriers that the workspace has chosen; empty where it has chosen none, which means every
    courier that needs no coordinates.
    """


class ApiKey(TypedDict):
    """
    A key that requests are signed with; its secret is never shown again.
    """

    id: str
    """
    Identifies the key in paths; opaque.
    """

    name: str
    """
    What people call the key.
    """

    keyId: str
    """
    What a signed request names as its `keyId`: 24 characters, no secret.
    """

    secretPreview: str
    """
    The first 8 and the last 4 characters of the secret, with an ellipsis between.
    """

    scopes: list[str]
    """
    What the key is for: `read`, `write`, `admin`; the platform key of a partner has one more. They are recorded, and
    enforced only where the operator has that set.
    """

    createdAt: str
    """
    When it was created.
    """

    lastUsedAt: str | None
    """
    When a request was last signed with it, known within seconds; null before the first one.
    """

    revokedAt: str | None
    """
    When it was revoked, for ever; null while it is not.
    """

    expiresAt: str | None
    """
    From when on it is refused; null: it never expires.
    """

    networks: list[str] | None
    """
    The networks that requests must come from, as they are kept (`203.0.113.7/32`); null: from anywhere.
    """

    createdBy: str | None
    """
    Who created it: the identity provider's id of a person, or the workspace (`acc_…`) where a key did; null where
    the operator did.
    """

    madeByPartner: str | None
    """
    The partner that made it on behalf of the merchant, by its name; null for all others.
    """


class ApiKeyList(TypedDict):
    """
    A list of the workspace's keys.
    """

    apiKeys: list[ApiKey]
    """
    The keys, newest first, with those that are revoked or have expired. A partner sees those alone that it made.
    """


class ArchivableCounts(TypedDict):
    """
    How many there are, by whether they are archived.
    """

    active: int
    """
    How many are not archived.
    """

    archived: int
    """
    How many are archived.
    """


class ArchivedResponse(TypedDict):
    """
    What an archived record is answered with; it stays, and can be un-archived.
    """

    archived: bool
    """
    Always true: it is archived now, whether this request did it or an earlier one.
    """


class Area(TypedDict):
    """
    One hit of the area search.
    """

    id: str
    """
    The aggregator's id of the area: what `areaId` takes.
    """

    name: str
    """
    The whole name, with what it belongs to.
    """

    country_name: str | None
    """
    The country; null where the aggregator does not say.
    """

    administrative_division_level_1_name: str | None
    """
    The province; null where the aggregator does not say.
    """

    administrative_division_level_2_name: str | None
    """
    The city or regency; null where the aggregator does not say.
    """

    administrative_division_level_3_name: str | None
    """
    The district; null where the aggregator does not say.
    """

    administrative_division_level_4_name: str | None
    """
    The village or ward; mostly null.
    """

    postal_code: int | None
    """
    The postal code as a number; null where the area has none of its own.
    """


class AuditEntry(TypedDict):
    """
    One change: who made it, of what, and from where.
    """

    id: str
    """
    Identifies the entry; opaque.
    """

    accountId: str
    """
    The workspace in which it was done (`acc_…`).
    """

    actorType: Literal["api_key", "system", "user"]
    """
    `user`: a person, or an API key; `api_key`: the platform key of a partner that provisioned the workspace;
    `system`: the service by itself, or its operator.
    """

    actorId: str | None
    """
    Who did it: the identity provider's id of a person, or the workspace (`acc_…`) for an API key; null for
    `system`.
    """

    actorEmail: str | None
    """
    The address of the person, as their token has it; null where there is none.
    """

    action: str
    """
    What was done, in lower case with dots, such as `product.updated`.
    """

    targetType: str | None
    """
    What kind of thing it was done to, such as `Product`; null where it is about none.
    """

    targetId: str | None
    """
    Which one it was done to, by its id; null where it is about none. To a partner it is null, with `before` and
    `after`, where it is a key of the merchant's own.
    """

    before: dict[str, Any] | None
    """
    The fields that changed, as they were, and the name; null where it is new. Texts are cut at 500 characters, and
    end with an ellipsis then.
    """

    after: dict[str, Any] | None
    """
    The fields that changed, as they became, and the name; all of them where it is new, null where it is gone. Texts
    are cut as in `before`.
    """

    ip: str | None
    """
    The client's address; null where no request did it.
    """

    userAgent: str | None
    """
    What the client called itself; null where it did not.
    """

    metadata: dict[str, Any]
    """
    What else there is to say; often an empty object. Where a partner acted, `partner` and `keyId` name it and its
    key.
    """

    createdAt: str
    """
    When it was done.
    """


class BatchCounts(TypedDict):
    """
    How many of a batch's shipments have come how far; together they are `total`.
    """

    waiting: int
    """
    Those that are not begun yet.
    """

    running: int
    """
    Begun: the courier is being asked, or it is not known yet what became of it.
    """

    done: int
    """
    Those that are done.
    """

    failed: int
    """
    Refused, by the courier or by the service; the row says why, and they can be tried again.
    """

    skipped: int
    """
    Nothing was to be done, for example because the shipment was booked already; the row says why.
    """

    stopped: int
    """
    Left untouched, since the batch was stopped before their turn.
    """


class BatchExcluded(TypedDict):
    """
    A shipment that would be skipped.
    """

    id: str
    """
    The shipment (`ship_…`).
    """

    externalRef: str | None
    """
    The order's number of the shipment; null without one.
    """


class BatchExclusion(TypedDict):
    """
    Shipments that would be skipped for one reason.
    """

    code: str
    """
    The reason as a code.
    """

    message: str
    """
    The reason in words.
    """

    count: int
    """
    How many it keeps out.
    """

    shipments: list[BatchExcluded]
    """
    Which ones, in the batch's order.
    """


class BatchFinished(TypedDict):
    """
    Every shipment of a batch has its outcome, or was left untouched since the batch was stopped.

    It fires again where the failed ones were tried again.
    """

    id: str
    """
    The batch's id (`batch_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    kind: Literal["book", "cancel", "print"]
    """
    What is done with each shipment.
    """

    status: Literal["finished", "running"]
    """
    `running` until every shipment has an outcome, then `finished`; trying the failed ones again has it run again.
    """

    total: int
    """
    How many shipments it has, 1 to 500.
    """

    counts: BatchCounts
    """
    How far they are.
    """

    charged: int
    """
    The shipping credit charged by its bookings so far, in minor units.
    """

    refunded: int
    """
    The shipping credit refunded by its cancellations so far, in minor units.
    """

    truncated: bool
    """
    Whether the filter had more than 500 shipments, of which 500 are in the batch: the oldest, or those that the list
    shows first where the filter has `q`, `queue` or `printed`.
    """

    filter: dict[str, Any] | None
    """
    The filter that it was made of; null where the shipments were listed.
    """

    reason: str | None
    """
    Why the shipments are cancelled; null in a batch of another kind.
    """

    printing: dict[str, Any] | None
    """
    How its document is printed, as it was given; null where nothing was said.
    """

    createdBy: str | None
    """
    Who ordered it: the identity provider's id of a person, the workspace's id for an API key.
    """

    createdAt: str
    """
    When it was ordered.
    """

    stoppedAt: str | None
    """
    When somebody stopped it; null where nobody did.
    """

    finishedAt: str | None
    """
    When the last shipment had its outcome; null until then.
    """

    batchId: str
    """
    The batch's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class BatchPreview(TypedDict):
    """
    What a batch would do; nothing was changed.
    """

    kind: Literal["book", "cancel", "print"]
    """
    What would be done with each shipment.
    """

    total: int
    """
    How many shipments the batch would have.
    """

    shipmentIds: list[str]
    """
    The shipments that the batch would have, in its order. A batch of these, by `shipmentIds`, does what was told
    here; one of the filter has what fits it by then.
    """

    qualifying: int
    """
    With how many of them something would be done.
    """

    excluded: list[BatchExclusion]
    """
    Why the others would be skipped, the most frequent reason first.
    """

    truncated: bool
    """
    Whether the filter has more than 500 shipments, of which 500 would be in the batch.
    """

    creditNeeded: int
    """
    The shipping credit that booking the qualifying ones takes, in minor units: of each the larger of its price and a
    fresh quote. With `unquoted` above 0 it is the least. 0 with an aggregator key of the workspace's own, and for the
    other kinds.
    """

    unquoted: int
    """
    How many of the qualifying ones no courier has quoted, so that they count with the price of their draft: at most
    40 distinct parcels are quoted, within 10 seconds.
    """

    quotedAt: str | None
    """
    When the oldest of the quotes was asked for; null where there is none.
    """

    creditAvailable: int | None
    """
    The shipping credit that is there and not held, in minor units; null for a person who may not see it.
    """


class BatchPrinting(TypedDict):
    """
    How the batch's document is printed; the flags are those of a single label.
    """

    documents: NotRequired[list[Literal["labels"]] | None]
    """
    What is printed of each shipment: `labels`.
    """

    size: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Left out: `thermal-100x150`.
    """

    showSenderPhone: NotRequired[bool | None]
    """
    Whether the sender's phone number is printed.
    """

    showRecipientPhone: NotRequired[bool | None]
    """
    Whether the recipient's phone number is printed.
    """

    maskRecipientName: NotRequired[bool | None]
    """
    Whether the recipient's name shows but some of its letters (`S*** R****u`).
    """

    maskRecipientPhone: NotRequired[bool | None]
    """
    Whether the middle of the recipient's phone number is hidden (`0812****7890`).
    """

    showShippingCost: NotRequired[bool | None]
    """
    Whether the shipping price is printed.
    """

    showInsurance: NotRequired[bool | None]
    """
    Whether it is printed if, and for which premium, the parcel is insured.
    """

    showItems: NotRequired[bool | None]
    """
    Whether what is in the parcel is listed.
    """

    showItemDescriptions: NotRequired[bool | None]
    """
    Whether the list has each item's description.
    """

    showItemSkus: NotRequired[bool | None]
    """
    Whether the list has each item's `sku`.
    """

    layout: NotRequired[Literal["4up", "single"] | None]
    """
    `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Left out: `single`.
    """


class BatchRowError(TypedDict):
    """
    Why a shipment failed or was skipped.
    """

    code: str
    """
    The code that the request for this shipment alone would have been refused with (docs/errors.md).
    """

    message: str
    """
    The reason in words; what the courier said is introduced as the courier's.
    """


class BulkItemResult(TypedDict):
    """
    What became of row `index`: the HTTP status it would have had, and its `data` or its `error`.
    """

    index: int
    """
    Which row it is, counted from 0.
    """

    status: int
    """
    The HTTP status that the row would have had as a request of
    its own; 424 where another row of an atomic request was refused.
    """

    data: NotRequired[Any]
    """
    What the row alone would have been answered as `data`; absent where it was refused.
    """

    error: NotRequired[Any]
    """
    Why the row was refused, with `code`, `message` and, where
    one input is at fault, `field`; absent where it was done.
    """


class BulkResult(TypedDict):
    """
    One outcome a row.
    """

    outcomes: list[BulkItemResult]
    """
    One for each row that was sent, in the order of the rows.
    """


class CancelledShipment(TypedDict):
    """
    A cancelled shipment.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    refunded: int
    """
    What went back to the shipping credit, in minor units; 0 where nothing was charged.
    """


class CourierReportReply(TypedDict):
    """
    What became of a courier's report.
    """

    applied: int
    """
    How many reports on the order were new; 0 for a probe, a repeat, or an order of nobody here.
    """


class CourierService(TypedDict):
    """
    One row of the catalogue, named as the aggregator names it.
    """

    courier_code: str
    """
    The courier, as it is named in requests.
    """

    courier_name: str
    """
    What people call the courier.
    """

    courier_service_code: str
    """
    The service, as it is named in requests; unique within its courier.
    """

    courier_service_name: str
    """
    What people call the service.
    """

    service_type: str
    """
    How fast, in the aggregator's word, such as `standard`, `same_day` or `instant`. A courier whose every service is
    one of the last two needs coordinates at both ends.
    """

    tier: str | None
    """
    The aggregator's price tier that the service belongs to; null where it names none.
    """


class CreatedApiKey(TypedDict):
    """
    A key that was just created.
    """

    id: str
    """
    Identifies the key in paths; opaque.
    """

    name: str
    """
    What people call the key.
    """

    keyId: str
    """
    What a signed request names as its `keyId`: 24 characters, no secret.
    """

    scopes: list[str]
    """
    What the key is for: `read`, `write`, `admin`; the platform key of a partner has one more. They are recorded, and
    enforced only where the operator has that set.
    """

    expiresAt: str | None
    """
    From when on it is refused; null: it never expires.
    """

    networks: list[str] | None
    """
    The networks that requests must come from, as they are kept (`203.0.113.7/32`); null: from anywhere.
    """

    createdAt: str
    """
    When it was created.
    """


class CreditAdjustment(TypedDict):
    """
    Credit to correct, or to give back.
    """

    amount: int
    """
    What to add, in the currency's minor unit (for IDR whole rupiah); never 0. Only a `manual_adjustment` may be
    negative: it takes away, and no more than is available.
    """

    kind: Literal["manual_adjustment", "shipment_refund"]
    """
    `manual_adjustment` corrects the balance; `shipment_refund` gives back of what a shipment was charged, and never
    more than is left of it.
    """

    shipmentId: NotRequired[str | None]
    """
    The shipment that it is about (`ship_…`); needed for a `shipment_refund`.
    """

    externalRef: NotRequired[str | None]
    """
    Your own reference. A repeat of the same kind under it moves nothing, and answers 200 with the first transaction;
    with another amount or shipment it is 409 `DUPLICATE`.
    """

    memo: NotRequired[str | None]
    """
    A note, shown with the transaction.
    """


class CreditBalance(TypedDict):
    """
    A workspace's prepaid shipping credit. Amounts are in the currency's minor unit, for IDR whole rupiah.
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    balance: int
    """
    What was paid in and not spent: the sum of all transactions, with what is held; never below 0.
    """

    held: int
    """
    What bookings under way have set aside; charged or let go of when they are settled.
    """

    available: int
    """
    What the next booking may take: `balance` less `held`.
    """

    owed: int
    """
    What refunds and disputes took back of purchases that were spent already; the next top-ups pay for it first.
    Mostly 0.
    """

    currency: str
    """
    The code of the currency, such as `IDR`.
    """

    updatedAt: str
    """
    When credit was last moved or held; when the workspace was made, if it never was.
    """


class CreditCheckout(TypedDict):
    """
    Credit to buy on a page of the payment provider.
    """

    amount: int
    """
    How much to buy, in the currency's minor unit (for IDR whole rupiah).
    """

    email: NotRequired[str | None]
    """
    Where the receipt goes. For a person, the address of their token is used where it has one. Without any, the
    payment provider keeps the one that it has, or asks on its page.
    """

    name: NotRequired[str | None]
    """
    The buyer's name, for the payment provider.
    """

    returnTo: NotRequired[Literal["console"] | None]
    """
    `console`: who has paid, or not, comes back to the workspace's page in the console; else to the pages that the
    operator has set, or to a page that says what happened.
    """


class CreditTopUp(TypedDict):
    """
    Credit to add.
    """

    amount: int
    """
    How much to add, in the currency's minor unit (for IDR whole rupiah).
    """

    externalRef: NotRequired[str | None]
    """
    Your own reference of the payment. A repeat under it adds nothing, and answers 200 with the first transaction;
    with another amount it is 409 `DUPLICATE`.
    """

    memo: NotRequired[str | None]
    """
    A note, shown with the transaction.
    """


class CreditTransaction(TypedDict):
    """
    One line of the credit ledger; the balance is the sum of all `amount`s. Amounts are in the currency's minor unit,
    for IDR whole rupiah.
    """

    id: str
    """
    Identifies the transaction (`ctx_…`).
    """

    kind: Literal["manual_adjustment", "shipment_charge", "shipment_refund", "topup"]
    """
    `topup`: credit that was bought or added; `shipment_charge`: what a booking cost; `shipment_refund`: what was
    given back of such a charge; `manual_adjustment`: everything else, such as a correction by hand, another price of
    the courier, or a payment that was refunded.
    """

    amount: int
    """
    What was added to the balance; negative where it was taken.
    """

    balanceAfter: int
    """
    The balance after it.
    """

    shipmentId: str | None
    """
    The shipment that it is about (`ship_…`); null where it is about none.
    """

    externalRef: str | None
    """
    The reference that it was made under, and made once per `kind`; `chk_…` for credit that was bought. Null where
    there is none.
    """

    memo: str | None
    """
    A note about it, by whoever made it; null where there is none.
    """

    createdBy: str | None
    """
    Who bought, topped up or adjusted by hand: the identity provider's id of a person, or the workspace (`acc_…`) for
    an API key. Null for what a shipment, a refund or a dispute did, and the operator.
    """

    createdAt: str
    """
    When the balance was moved.
    """


class CreditTransactionReply(TypedDict):
    """
    A movement of the credit, and the balance.
    """

    transaction: CreditTransaction
    """
    The movement; under a known `externalRef`, the one that was made before.
    """

    balance: CreditBalance
    """
    The balance as it is now.
    """


class CreditTransactions(TypedDict):
    """
    A page of the credit ledger.
    """

    transactions: list[CreditTransaction]
    """
    The transactions of the page, newest first.
    """

    nextCursor: str | None
    """
    The same as `meta.cursor`: leads to the next page, null on the last one.
    """


class CurrentPlan(TypedDict):
    """
    The workspace's plan and its limits. What there is already stays where a plan includes less.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    """
    The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
    """

    planName: str
    """
    What people call the plan, such as `Growth`.
    """

    isForjioInternal: bool
    """
    Whether `plan` is `internal`.
    """

    ordersLimit: int
    """
    Orders a calendar month (UTC): shipments booked, deliveries and licenses together. -1: no limit.
    """

    warehousesLimit: int
    """
    Warehouses that are not archived. -1: no limit.
    """

    licenseKeysLimit: int
    """
    Licenses that are not revoked, expired and suspended ones included. -1: no limit.
    """

    apiKeysLimit: int
    """
    API keys that are neither revoked nor expired. -1: no limit.
    """

    webhookEndpointsLimit: int
    """
    Webhook endpoints, paused ones included. -1: no limit.
    """

    rateLimit: int
    """
    Requests a minute, of all API keys of the workspace together. -1: no limit.
    """

    biteshipShipmentsLimit: int
    """
    Courier bookings a calendar month (UTC), whichever aggregator key they are made with. -1: no limit.
    """

    billingCycleEnd: str
    """
    When the next period begins: the subscription's, or the next calendar month (UTC) where there is none.
    """


class DailyStatistics(TypedDict):
    """
    One day of the workspace's zone. Amounts are in the currency's minor unit, for IDR whole rupiah.
    """

    day: str
    """
    Which day, such as `2026-11-23`.
    """

    booked: int
    """
    How many shipments were booked that day, also where they were cancelled later.
    """

    delivered: int
    """
    How many shipments were delivered that day, whenever they were booked.
    """

    returned: int
    """
    How many shipments came back that day, whenever they were booked.
    """

    cancelled: int
    """
    How many booked shipments were cancelled that day, by the merchant or by the courier.
    """

    creditSpent: int
    """
    What shipments were charged that day, less what they were given back; less than 0 where that was more.
    """

    creditAdded: int
    """
    What else moved the shipping credit that day: what was topped up, adjusted, or taken back by a dispute.
    """

    creditBalance: int
    """
    The balance of the shipping credit when the day ended, or as it is now for a day that has not.
    """


class DeactivatedLicenseReply(TypedDict):
    """
    An instance that holds no slot of a license any more.
    """

    deactivated: bool
    """
    Whether this request gave a slot back.
    """

    alreadyDeactivated: bool
    """
    Whether there was nothing to give back: the instance held no slot, or the key is unknown.
    """

    activations: int
    """
    How many instances hold a slot of the license now; 0 for an unknown key.
    """


class DeletedAddressReply(TypedDict):
    """
    What a deleted address is answered with; it is gone for good.
    """

    deleted: bool
    """
    Always true: the address is gone, and no other became the default in its place.
    """


class DeletedWebhookEndpointReply(TypedDict):
    """
    What a deleted endpoint is answered with.
    """

    deleted: bool
    """
    Always true: it is gone, and its delivery log with it.
    """


class Delivery(TypedDict):
    """
    A customer's right to download a product so many times until `expiresAt`.
    """

    id: str
    """
    Identifies the delivery (`dlv_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Who may download it, by the id that was given at the grant.
    """

    checkoutSessionId: str
    """
    The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
    was revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    How many downloads it allows, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
    it to now where it was still ahead.
    """

    revokedAt: str | None
    """
    When it was revoked; null where it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first one. Resetting the count leaves it.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class DeliveryCreated(TypedDict):
    """
    A digital delivery was granted.
    """

    id: str
    """
    Identifies the delivery (`dlv_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Who may download it, by the id that was given at the grant.
    """

    checkoutSessionId: str
    """
    The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
    was revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    How many downloads it allows, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
    it to now where it was still ahead.
    """

    revokedAt: str | None
    """
    When it was revoked; null where it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first one. Resetting the count leaves it.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    """
    The delivery's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class DeliveryDownloaded(TypedDict):
    """
    A download was counted.
    """

    id: str
    """
    Identifies the delivery (`dlv_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Who may download it, by the id that was given at the grant.
    """

    checkoutSessionId: str
    """
    The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
    was revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    How many downloads it allows, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
    it to now where it was still ahead.
    """

    revokedAt: str | None
    """
    When it was revoked; null where it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first one. Resetting the count leaves it.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    """
    The delivery's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class DeliveryExpired(TypedDict):
    """
    A delivery expired.
    """

    id: str
    """
    Identifies the delivery (`dlv_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Who may download it, by the id that was given at the grant.
    """

    checkoutSessionId: str
    """
    The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
    was revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    How many downloads it allows, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
    it to now where it was still ahead.
    """

    revokedAt: str | None
    """
    When it was revoked; null where it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first one. Resetting the count leaves it.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    """
    The delivery's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class DeliveryExpiring(TypedDict):
    """
    A delivery expires within 24 hours; told once for each time that it is to expire.
    """

    id: str
    """
    Identifies the delivery (`dlv_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Who may download it, by the id that was given at the grant.
    """

    checkoutSessionId: str
    """
    The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
    was revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    How many downloads it allows, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
    it to now where it was still ahead.
    """

    revokedAt: str | None
    """
    When it was revoked; null where it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first one. Resetting the count leaves it.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    """
    The delivery's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class DeliveryList(TypedDict):
    """
    A page of deliveries.
    """

    deliveries: list[Delivery]
    """
    The deliveries of the page, newest first.
    """


class DeliveryReply(TypedDict):
    """
    One delivery.
    """

    delivery: Delivery
    """
    The delivery as it is now.
    """


class DeliveryUpdated(TypedDict):
    """
    A delivery was extended, reset or revoked.
    """

    id: str
    """
    Identifies the delivery (`dlv_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Who may download it, by the id that was given at the grant.
    """

    checkoutSessionId: str
    """
    The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
    was revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    How many downloads it allows, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
    it to now where it was still ahead.
    """

    revokedAt: str | None
    """
    When it was revoked; null where it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first one. Resetting the count leaves it.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    """
    The delivery's id once more; the same as `id`.
    """

    action: Literal["extend", "reset-downloads", "revoke"]
    """
    What was done: `extend` (30 days more), `reset-downloads` (counted from 0 again) or `revoke` (ended at once).
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class Destination(TypedDict):
    """
    Where a parcel goes. Labels and pages show `city` and `province`; the courier goes by the rest.
    """

    contactName: str
    """
    Who receives the parcel.
    """

    contactPhone: str
    """
    The receiver's phone number, for the driver.
    """

    address: str
    """
    Street and number.
    """

    email: NotRequired[str | None]
    """
    The receiver's e-mail address; the aggregator is told it with the booking, and the service sends none.
    """

    note: NotRequired[str | None]
    """
    How to deliver there, for the driver.
    """

    city: NotRequired[str | None]
    """
    The city or regency, for labels and the tracking page.
    """

    province: NotRequired[str | None]
    """
    The province, for labels and the tracking page.
    """

    postalCode: NotRequired[str | None]
    """
    The postal code, five digits of which the first is not 0. A booking needs this, `areaId`, or `lat` and `lng`.
    """

    postal: NotRequired[str | None]
    """
    The same under the name that the shipping origin has it by; where both are given they must not differ.
    """

    areaId: NotRequired[str | None]
    """
    The courier aggregator's id of the area, from `GET /shipping/areas`.
    """

    lat: NotRequired[float | None]
    """
    Latitude in decimal degrees; instant couriers need it with `lng`.
    """

    lng: NotRequired[float | None]
    """
    Longitude in decimal degrees; instant couriers need it with `lat`.
    """


class Envelope(TypedDict):
    """
    An event, as every subscriber is sent it.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: str
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: dict[str, Any]
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ErrorBody(TypedDict):
    """
    Why a request was refused.
    """

    code: str
    """
    The refusal's name for programs; each operation lists its own.
    """

    message: str
    """
    The refusal in a sentence for people; its words may change.
    """

    field: NotRequired[str]
    """
    The input that was wrong, as a dotted path into the body (`items.0.weight`), or a parameter's name.
    """


class EventList(TypedDict):
    """
    A page of events.
    """

    events: list[Envelope]
    """
    The events of the page, newest first, each as its subscribers are sent it.
    """


class EventReply(TypedDict):
    """
    One event.
    """

    event: Envelope
    """
    The event, as every subscriber is sent it.
    """


class EventType(TypedDict):
    """
    One type of event, and what it looks like.
    """

    type: str
    """
    The full name of the type, as events have it and endpoints subscribe to it.
    """

    description: str
    """
    When such an event fires, in a sentence or two.
    """

    schema: dict[str, Any]
    """
    A JSON Schema (2020-12) of the envelope that is delivered; it stands alone.
    """


class FailedDelivery(TypedDict):
    """
    A webhook delivery that will not be tried again unless somebody asks for it.
    """

    id: str
    """
    Identifies the delivery, as a header of each attempt does; opaque.
    """

    endpointId: str
    """
    The endpoint that the event goes to.
    """

    eventId: str
    """
    The event that is delivered (`evt_…`).
    """

    type: str
    """
    The full type of the event.
    """

    attempts: int
    """
    How many attempts were made: 6 at most by themselves, more by retries.
    """

    lastError: str | None
    """
    Why the last attempt failed, such as `HTTP 503`, or why there is none any more, such as `endpoint is disabled`;
    null where nothing failed, or the last attempt succeeded.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class FailingEndpoint(TypedDict):
    """
    A webhook endpoint that has not taken a delivery since `failingSince`.
    """

    id: str
    """
    Identifies the endpoint; opaque.
    """

    url: str
    """
    Where events are posted to.
    """

    active: bool
    """
    Whether it gets events; false while it is paused, or switched off for failing.
    """

    consecutiveFailures: int
    """
    How many attempts have failed in a row since the last 2xx, of whatever deliveries.
    """

    failingSince: str
    """
    When the first of the attempts failed that have failed in a row.
    """

    disabledAt: str | None
    """
    When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
    ended. Null unless it is switched off now.
    """


class Health(TypedDict):
    """
    That the service and its database answer.
    """

    service: str
    """
    What the service is called: `fulfilment`, whatever the brand.
    """

    version: str
    """
    The version of the service that answers.
    """

    status: str
    """
    Always `ok`. A service whose database is away answers 503 instead.
    """


class IdentityStatus(TypedDict):
    """
    Whether people and keys can prove who they are.
    """

    connected: bool
    """
    Always true: whoever asks has proved who they are.
    """


class Invoice(TypedDict):
    """
    An invoice of the payment provider's, for the workspace's plan.
    """

    id: str
    """
    Identifies the invoice (`inv_…`); the first one of a subscription has the `invoiceId` that the checkout
    answered.
    """

    plan: Literal["free", "growth", "scale", "starter"] | None
    """
    The plan that is paid for; null where it is not known.
    """

    amount: int
    """
    What is to be paid, in the currency's minor unit: whole rupiah, or US cents.
    """

    currency: str
    """
    `IDR` or `USD`.
    """

    status: Literal["open", "paid", "uncollectible", "void"]
    """
    `open`: to be paid; `paid`: done; `void`: withdrawn; `uncollectible`: given up.
    """

    paidAt: str | None
    """
    When it was paid; null before.
    """

    receiptUrl: str | None
    """
    The payment provider's page of it; null until there is one.
    """

    createdAt: str
    """
    When the payment provider made it.
    """


class Invoices(TypedDict):
    """
    A page of invoices.
    """

    data: list[Invoice]
    """
    The invoices of the page, newest first.
    """

    cursor: str | None
    """
    The same as `meta.cursor`: leads to the next page, null on the last one.
    """

    hasMore: bool
    """
    Whether there is a next page.
    """


class LabelLink(TypedDict):
    """
    A link to a label.
    """

    url: str
    """
    It leads to the courier's own label where there is one, else to
    ours. It needs no signature, cannot be guessed, and holds for 24 hours.
    """


class LabelRequest(TypedDict):
    """
    Which shipments to print in one document, in this order, and how; the flags are those of a single label.
    """

    shipmentIds: list[str]
    """
    The shipments (`ship_…`), 1 to 100, in the order of printing; one named twice is printed twice.
    """

    size: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Left out: `thermal-100x150`.
    """

    showSenderPhone: NotRequired[bool | None]
    """
    Whether the sender's phone number is printed.
    """

    showRecipientPhone: NotRequired[bool | None]
    """
    Whether the recipient's phone number is printed.
    """

    maskRecipientName: NotRequired[bool | None]
    """
    Whether the recipient's name shows but some of its letters (`S*** R****u`).
    """

    maskRecipientPhone: NotRequired[bool | None]
    """
    Whether the middle of the recipient's phone number is hidden (`0812****7890`).
    """

    showShippingCost: NotRequired[bool | None]
    """
    Whether the shipping price is printed.
    """

    showInsurance: NotRequired[bool | None]
    """
    Whether it is printed if, and for which premium, the parcel is insured.
    """

    showItems: NotRequired[bool | None]
    """
    Whether what is in the parcel is listed.
    """

    showItemDescriptions: NotRequired[bool | None]
    """
    Whether the list has each item's description.
    """

    showItemSkus: NotRequired[bool | None]
    """
    Whether the list has each item's `sku`.
    """

    layout: NotRequired[Literal["4up", "single"] | None]
    """
    `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Left out: `single`.
    """

    markPrinted: NotRequired[bool | None]
    """
    Whether the shipments are marked as printed, once the document was drawn: `printedAt` and `printedBy`.
    """


class License(TypedDict):
    """
    The right of a customer to run a product on so many instances at once.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    key: str
    """
    What proves the license: five groups of five characters with hyphens between, or the text that was chosen at the
    issue. It never changes.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """


class LicenseActivated(TypedDict):
    """
    A license was bound to a new instance.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id once more; the same as `id`.
    """

    instanceId: str
    """
    The instance that took a slot, by the id that its software chose.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class LicenseActivation(TypedDict):
    """
    One instance's time in a slot; an instance that comes back has another.
    """

    id: str
    """
    Identifies the activation (`act_…`).
    """

    licenseId: str
    """
    The license whose slot it is (`lic_…`).
    """

    instanceId: str
    """
    The instance, by the id that its software chose.
    """

    activatedAt: str
    """
    When the instance took the slot.
    """

    deactivatedAt: str | None
    """
    When the slot was given back or released; null while the instance holds it.
    """


class LicenseActivationReply(TypedDict):
    """
    One activation of a license.
    """

    activation: LicenseActivation
    """
    The activation as it is now.
    """


class LicenseActivationRequest(TypedDict):
    """
    An instance that wants a slot, or gives it back; the key may hold any characters.
    """

    key: str
    """
    The whole license key. One that the service made is found in lower case too, one of your own choosing only as it
    is.
    """

    instanceId: str
    """
    Identifies the installation, such as an id of the machine. The software chooses it, and must say the same one at
    every start.
    """


class LicenseActivations(TypedDict):
    """
    A page of a license's activations.
    """

    activations: list[LicenseActivation]
    """
    The activations of the page, newest first.
    """


class LicenseChange(TypedDict):
    """
    What is to change of a license; what is left out stays as it is.
    """

    maxActivations: NotRequired[int]
    """
    How many instances may be active at once from now on; not fewer than are active.
    """

    expiresAt: NotRequired[str | None]
    """
    When it is to end, a timestamp with its offset; null: never.
    """


class LicenseCounts(TypedDict):
    """
    How many licenses there are, by their status.
    """

    active: int
    """
    How many are not revoked; expired and suspended ones are included.
    """

    revoked: int
    """
    How many are revoked.
    """


class LicenseDeactivated(TypedDict):
    """
    An instance was unbound from a license.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id once more; the same as `id`.
    """

    instanceId: str
    """
    The instance that gave its slot back, or whose slot was released.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class LicenseFile(TypedDict):
    """
    A file that proves a license to software which cannot ask the service.
    """

    licenseId: str
    """
    The license that it proves (`lic_…`).
    """

    instanceId: str
    """
    The one instance that it is good for.
    """

    keyId: str
    """
    The key that it is signed with: the signing key's `keyId`.
    """

    issuedAt: str
    """
    When it was issued, in whole seconds.
    """

    expiresAt: str
    """
    When it ends, in whole seconds: as asked for, or with the license where that ends earlier.
    """

    content: str
    """
    The file itself: a signed JSON Web Token, to be kept beside the software.
    """


class LicenseFileReply(TypedDict):
    """
    A license file that was issued.
    """

    licenseFile: LicenseFile
    """
    The file, and what it says.
    """


class LicenseFileRequest(TypedDict):
    """
    What a license file is to say.
    """

    instanceId: str
    """
    The instance that the file is for; it must hold a slot of the license now.
    """

    expiresAt: NotRequired[str | None]
    """
    When the file is to end, a timestamp with its offset, at most 366 days from now; 30 days from now unless
    given.
    """


class LicenseIssued(TypedDict):
    """
    A license was issued. This event alone tells its key.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    key: str
    """
    What proves the license: five groups of five characters with hyphens between, or the text that was chosen at the
    issue. It never changes.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class LicenseList(TypedDict):
    """
    A page of licenses.
    """

    licenses: list[License]
    """
    The licenses of the page, newest first; with `q`, in the order of what was found.
    """


class LicenseReinstated(TypedDict):
    """
    A suspended license is valid again.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class LicenseReply(TypedDict):
    """
    One license.
    """

    license: License
    """
    The license as it is now.
    """


class LicenseRevoked(TypedDict):
    """
    A license was revoked, for good.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class LicenseSuspended(TypedDict):
    """
    A license was suspended.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class LicenseUpdated(TypedDict):
    """
    Fields of a license changed.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
    `expiresAt` and `suspendedAt` tell.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
    was named.
    """

    externalRef: str | None
    """
    The id that this system has for it, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id once more; the same as `id`.
    """

    changed: list[str]
    """
    The names of the fields that changed: `maxActivations`, `expiresAt` or both.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class LicenseValidity(TypedDict):
    """
    Whether a key is good to run with. Of an unknown key, and of one of another product, everything but `valid` is
    null.
    """

    valid: bool
    """
    Whether the software may run: the key is known, and its license neither revoked nor expired nor suspended.
    """

    key: str | None
    """
    The license key as it is stored.
    """

    status: Literal["active", "expired", "revoked", "suspended"] | None
    """
    `active`, or why the key is not good: the first that applies of `revoked`, `expired` and `suspended`.
    """

    productId: str | None
    """
    The product that is licensed (`prod_…`).
    """

    productName: str | None
    """
    What the product is called now.
    """

    activations: int | None
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int | None
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When the license ends; null too where it never does.
    """


class LicenseWithActivations(TypedDict):
    """
    A license with its activations.
    """

    license: License
    """
    The license that the key is of.
    """

    activations: list[LicenseActivation]
    """
    A page of its activations, newest first, those that have ended included; at most 1,000.
    """


class ListMeta(TypedDict):
    """
    What a page of a list says of itself, and where the next one begins.
    """

    requestId: str
    """
    Identifies the request, for the service's logs, as the header `X-Request-Id` does. In an answer that is given
    again under its idempotency key it is that of the first request.
    """

    timestamp: str
    """
    When the request was answered, by the service's clock; the first time, where the answer is given again.
    """

    cursor: str | None
    """
    What the next request sends as `cursor`; null on the last page.
    """

    hasMore: bool
    """
    Whether there are rows beyond this page.
    """

    total: NotRequired[int | None]
    """
    How many rows the whole list has, where the list keeps count of them; null under a filter that is not counted.
    """


class LowStockLevel(TypedDict):
    """
    A stock level below its variant's threshold, with what it is and where.
    """

    variantId: str
    """
    The variant that runs low (`var_…`).
    """

    productId: str | None
    """
    The variant's product (`prod_…`); null where the catalog does not have the variant.
    """

    name: str | None
    """
    What the variant is called; null where the catalog does not have it.
    """

    sku: str | None
    """
    The merchant's own number of the variant, or else of its product; null where neither has one.
    """

    warehouseId: str
    """
    The warehouse in which it runs low (`wh_…`).
    """

    warehouseName: str
    """
    What the warehouse is called.
    """

    quantity: int
    """
    Pieces on the shelf, reserved ones included.
    """

    lowStockThreshold: int
    """
    The variant's threshold, in pieces; `quantity` is below it.
    """

    updatedAt: str
    """
    When the level was last moved.
    """


class ManifestRequest(TypedDict):
    """
    Which parcels the couriers are handed: those of `shipmentIds`, or all that wait for the courier of
    `courierCode`. One of both is needed.
    """

    shipmentIds: NotRequired[list[str] | None]
    """
    The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; one named twice is listed once. Any
    that is not booked, or is collected, cancelled or at its end, is 409 `INVALID_STATE`, which names all such.
    """

    courierCode: NotRequired[str | None]
    """
    The courier whose parcels are booked and not collected, the newest 500.
    """

    language: NotRequired[Literal["en", "id"] | None]
    """
    The language of what the list itself says: Indonesian or English. Left out: `id`.
    """


class MonthUsage(TypedDict):
    """
    What the calendar month (UTC) holds so far.
    """

    month: str
    """
    Which month it is, such as `2026-11`.
    """

    orders: int
    """
    Shipments booked, deliveries and licenses together.
    """

    shipments: int
    """
    Shipments whose courier was booked, also where they were cancelled later.
    """

    deliveries: int
    """
    Digital deliveries that were granted.
    """

    licenses: int
    """
    Licenses that were issued, revoked ones included.
    """

    resetsAt: str
    """
    When the next month begins, and everything counts from 0 again.
    """


class NewAddress(TypedDict):
    """
    A destination to be saved for a customer.
    """

    customerId: str
    """
    Whose address it is: your own id of the customer. It cannot be changed later.
    """

    label: str
    """
    What the customer calls it, such as Home or Office.
    """

    contactName: str
    """
    Who receives parcels there. A shipment takes at most 100 characters of a name.
    """

    contactPhone: str
    """
    The receiver's phone number. A shipment takes at most 30 characters of one.
    """

    address: str
    """
    Street and number.
    """

    email: NotRequired[str | None]
    """
    The receiver's e-mail address.
    """

    note: NotRequired[str | None]
    """
    How to deliver there, for the driver. A shipment takes at most 500 characters of a note.
    """

    postalCode: NotRequired[str | None]
    """
    The postal code, as couriers know it: five digits, the first not 0. It is only checked when a shipment is made.
    """

    postal: NotRequired[str | None]
    """
    The same under the name that the shipping origin has it by; where both are given they must not differ.
    """

    areaId: NotRequired[str | None]
    """
    The courier aggregator's id of the area, from `GET /shipping/areas`.
    """

    lat: NotRequired[float | None]
    """
    Latitude in decimal degrees; south is negative.
    """

    lng: NotRequired[float | None]
    """
    Longitude in decimal degrees; west is negative.
    """

    isDefault: NotRequired[bool | None]
    """
    True makes it the customer's default in place of the present one. No address becomes the default unasked.
    """


class NewApiKey(TypedDict):
    """
    A key to create. It lasts no longer than the key that creates it, and works from nowhere else; where scopes are
    enforced, it has none that the other one lacks.
    """

    name: str
    """
    What people are to call the key.
    """

    scopes: NotRequired[list[Literal["admin", "read", "write"]] | None]
    """
    What the key is for; `read` and `write` unless given. Naming one twice does no harm.
    """

    expiresAt: NotRequired[str | None]
    """
    From when on it is to be refused: a timestamp ahead, with its offset. Without it, never.
    """

    networks: NotRequired[list[str] | None]
    """
    Addresses and networks that requests are to come from, such as `203.0.113.7` and `10.1.0.0/16`, of IPv4 or IPv6.
    Without it, from anywhere.
    """


class NewDelivery(TypedDict):
    """
    A download to grant to a customer.
    """

    productId: str
    """
    The product to deliver (`prod_…`): a digital one that is not archived.
    """

    customerId: str
    """
    Your own id of the customer.
    """

    checkoutSessionId: str
    """
    Your own id of the checkout. A second delivery of the same product for it is 409 `DUPLICATE`.
    """

    maxDownloads: NotRequired[int | None]
    """
    How many downloads to allow; 5 unless given.
    """

    expiresAt: NotRequired[str | None]
    """
    When it is to end, a timestamp with its offset; 14 days from now unless given. A time in the past, from 1970 on,
    is taken too: such a delivery is expired from the start.
    """

    externalSource: NotRequired[str | None]
    """
    The system that it comes from, for your own use; kept as given.
    """

    externalRef: NotRequired[str | None]
    """
    The id that this system has for it, for your own use; kept as given.
    """


class NewLicense(TypedDict):
    """
    A license to issue.
    """

    productId: str
    """
    The product to license (`prod_…`): of type `license`, with `licenseEnabled`, and not archived.
    """

    customerId: str
    """
    Your own id of the customer.
    """

    maxActivations: NotRequired[int | None]
    """
    How many instances may be active at once; unless given, the product's `maxActivations`, else 1.
    """

    expiresAt: NotRequired[str | None]
    """
    When it is to end, a timestamp with its offset; without one it never ends. A time in the past, from 1970 on, is
    taken too: such a license is expired.
    """

    externalSource: NotRequired[str | None]
    """
    The system that it comes from, for your own use; kept as given.
    """

    externalRef: NotRequired[str | None]
    """
    The id that this system has for it, for your own use; kept as given.
    """

    key: NotRequired[str | None]
    """
    A key of your own choosing, kept as it is; one is made unless it is given. The same key for the same product and
    customer answers 200 with the license that there is; one of any other license is 409 `KEY_TAKEN`.
    """


class NewProduct(TypedDict):
    """
    A product to be created; one variant, called Default, comes with it.
    """

    name: str
    """
    What people call it.
    """

    sku: NotRequired[str | None]
    """
    Your own number of the product as a whole; it need not be unique.
    """

    description: NotRequired[str | None]
    """
    Text for people, of any kind.
    """

    type: NotRequired[Literal["digital", "license", "physical"] | None]
    """
    What a sale of it leads to: `physical` a shipment, `digital` a delivery
    to download, `license` a license key. It cannot be changed later. Left out: `physical`.
    """

    weight: NotRequired[int | None]
    """
    Grams of one piece, for variants that say none of their own.
    """

    length: NotRequired[int | None]
    """
    Length of one piece in centimetres.
    """

    width: NotRequired[int | None]
    """
    Width of one piece in centimetres.
    """

    height: NotRequired[int | None]
    """
    Height of one piece in centimetres.
    """

    licenseEnabled: NotRequired[bool | None]
    """
    Whether licenses can be issued for it; left out, it is true for the type `license`, else false.
    """

    maxActivations: NotRequired[int | None]
    """
    How many instances a license of it may run on, where the license is issued without a cap of its own; left out: 1.
    """


class NewVariant(TypedDict):
    """
    A variant to be added to a product, which has at most 1,000, archived ones counted.
    """

    name: str
    """
    What tells it from its siblings, such as a size or a colour.
    """

    sku: NotRequired[str | None]
    """
    Your own number of the variant; a sibling that has it already is refused with 409 `SKU_TAKEN`.
    """

    priceCents: NotRequired[int | None]
    """
    The selling price of one piece in minor units (whole rupiah for IDR).
    """

    costCents: NotRequired[int | None]
    """
    What one piece costs you, in minor units; kept for you, nothing is reckoned with it.
    """

    lowStockThreshold: NotRequired[int | None]
    """
    Pieces in one warehouse; a level that falls below raises the event `stock.low`. Left out: never.
    """

    weight: NotRequired[int | None]
    """
    Grams of one piece, where it differs from the product's.
    """

    isDefault: NotRequired[bool | None]
    """
    True makes it the product's default in place of the present one.
    Where the product has none, the new variant becomes it anyway.
    """


class NewWarehouse(TypedDict):
    """
    A warehouse to be created; the plan says how many there may be.
    """

    name: str
    """
    What people call it.
    """

    address: NotRequired[str | None]
    """
    Street and number, for people: drivers are sent to the shipping origin.
    """

    city: NotRequired[str | None]
    """
    The town or city.
    """

    postal: NotRequired[str | None]
    """
    The postal code, in any form.
    """

    postalCode: NotRequired[str | None]
    """
    The same under the name that destinations have it by; where both are given they must not differ.
    """

    lat: NotRequired[float | None]
    """
    Latitude in decimal degrees; south is negative.
    """

    lng: NotRequired[float | None]
    """
    Longitude in decimal degrees; west is negative.
    """

    phone: NotRequired[str | None]
    """
    Whom drivers can call there.
    """

    isDefault: NotRequired[bool | None]
    """
    Whether shipments take stock from here first. The first warehouse of a workspace is its default anyway; a later
    one does not demote the former, so change that one too.
    """


class NewWebhookEndpoint(TypedDict):
    """
    An endpoint to register.
    """

    url: str
    """
    Where to post events: `https://`, a host that is not local, and public addresses only. In development `http://`
    and private addresses are taken too.
    """

    events: NotRequired[list[str] | None]
    """
    What to subscribe to: `*` for everything, exact types that exist, or beginnings of types with `*` at the end.
    Everything unless given.
    """

    description: NotRequired[str | None]
    """
    A note of your own.
    """


class NewWorkspace(TypedDict):
    """
    A workspace that a partner opens for a merchant.
    """

    name: str
    """
    What people call the workspace, such as the shop's name.
    """

    externalRef: NotRequired[str | None]
    """
    Your own id of the merchant: the same one is the same workspace, answered with 200. Without it and without
    `accountId`, each request opens another workspace.
    """

    accountId: NotRequired[str | None]
    """
    The id that the workspace has at the identity provider (`acc_…`); only for partners that the operator has marked
    as sharing it with the service, else 403 `FORBIDDEN`.
    """

    brandName: NotRequired[str | None]
    """
    The merchant's brand; kept and shown with the workspace.
    """

    businessEmail: NotRequired[str | None]
    """
    Where the merchant can be reached; kept and shown with the workspace.
    """

    discountRate: NotRequired[float | None]
    """
    A share of the price, 0.1 for 10 %; kept and shown with the workspace.
    """


class OpenedCheckout(TypedDict):
    """
    A page on which a person pays.
    """

    subscriptionId: str | None
    """
    What the subscription will be called once it is paid (`sub_…`); null where credit is bought.
    """

    invoiceId: str | None
    """
    What the subscription's first invoice will be called (`inv_…`); null where credit is bought.
    """

    checkoutSessionId: str
    """
    The payment provider's id of the page.
    """

    checkoutUrl: str
    """
    The page, for a browser; it closes by itself within a day.
    """


class Origin(TypedDict):
    """
    Where a parcel is picked up. What is left out comes from the configured shipping origin.
    """

    contactName: NotRequired[str | None]
    """
    Whom the driver asks for.
    """

    contactPhone: NotRequired[str | None]
    """
    Whom the driver calls.
    """

    address: NotRequired[str | None]
    """
    Street and number where the driver collects it.
    """

    email: NotRequired[str | None]
    """
    The sender's e-mail address; the aggregator is told it with the booking, and the service sends none.
    """

    note: NotRequired[str | None]
    """
    How to find the place, for the driver.
    """

    province: NotRequired[str | None]
    """
    The province, for the label.
    """

    city: NotRequired[str | None]
    """
    The city or regency, for the label and the tracking page.
    """

    district: NotRequired[str | None]
    """
    The district within the city, for the label.
    """

    village: NotRequired[str | None]
    """
    The village or ward, for the label.
    """

    postalCode: NotRequired[str | None]
    """
    The postal code, five digits of which the first is not 0.
    """

    postal: NotRequired[str | None]
    """
    The same under the name that the shipping origin has it by; where both are given they must not differ.
    """

    areaId: NotRequired[str | None]
    """
    The courier aggregator's id of the area, from `GET /shipping/areas`.
    """

    lat: NotRequired[float | None]
    """
    Latitude in decimal degrees; instant couriers need it with `lng`.
    """

    lng: NotRequired[float | None]
    """
    Longitude in decimal degrees; instant couriers need it with `lat`.
    """


class OriginChange(TypedDict):
    """
    What is left out stays as it is, null clears; no couriers means every one that needs no coordinates.
    """

    address: str
    """
    Street and number where drivers collect parcels.
    """

    contactName: str
    """
    Whom drivers ask for.
    """

    contactPhone: str
    """
    Whom drivers call.
    """

    province: NotRequired[str | None]
    """
    The province, for labels.
    """

    city: NotRequired[str | None]
    """
    The city or regency, for labels and tracking pages.
    """

    district: NotRequired[str | None]
    """
    The district within the city, for labels.
    """

    village: NotRequired[str | None]
    """
    The village or ward, for labels.
    """

    postal: NotRequired[str | None]
    """
    The postal code, as couriers know it: five digits, the first not 0.
    """

    postalCode: NotRequired[str | None]
    """
    The same under the name that destinations have it by; where both are given they must not differ.
    """

    areaId: NotRequired[str | None]
    """
    The courier aggregator's id of the area, from `GET /shipping/areas`.
    """

    lat: NotRequired[float | None]
    """
    Latitude in decimal degrees; required while an instant courier is enabled.
    """

    lng: NotRequired[float | None]
    """
    Longitude in decimal degrees; required while an instant courier is enabled.
    """

    note: NotRequired[str | None]
    """
    How to find the place, for drivers.
    """

    couriers: NotRequired[list[str] | None]
    """
    The codes of the couriers to enable, from `GET /shipping/couriers`.
    Null or empty: every courier that needs no coordinates.
    """


class PackingSlipRequest(TypedDict):
    """
    Which shipments to print packing slips of in one document, in this order.
    """

    shipmentIds: list[str]
    """
    The shipments (`ship_…`), 1 to 100, in the order of printing; one named twice is printed twice.
    """

    size: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Left out: `thermal-100x150`.
    """

    language: NotRequired[Literal["en", "id"] | None]
    """
    The language of what the slip itself says: Indonesian or English. Left out: `id`.
    """


class PartnerKeyStatus(TypedDict):
    """
    Whether a key that the connection needs is there.
    """

    configured: bool
    """
    Whether there is such a key now.
    """


class PartnerWorkspace(TypedDict):
    """
    A workspace that a partner provisioned.
    """

    accountId: str
    """
    Identifies the workspace (`acc_…`); what to name to act on its behalf.
    """

    name: str
    """
    What people call the workspace, such as the shop's name.
    """

    brandName: str | None
    """
    The merchant's brand, as it was given; null where none was.
    """

    businessEmail: str | None
    """
    Where the merchant can be reached, as it was given; null where nothing was.
    """

    discountRate: float | None
    """
    A share of the price, 0.1 for 10 %, as it was given; null where none was.
    """

    externalRef: str | None
    """
    The partner's own id of the merchant; null where none was given.
    """

    plan: Literal["free", "growth", "scale", "starter"] | None
    """
    The plan that the workspace is on, `starter` at first; null: it is internal, without limits.
    """

    partner: str
    """
    The partner that provisioned it, by its name.
    """

    createdAt: str
    """
    When it was provisioned.
    """


class PaymentEventReply(TypedDict):
    """
    What an event of the payment provider came to.
    """

    applied: bool
    """
    Whether it told of something that is ours, and had not been applied before.
    """


class PaymentsStatus(TypedDict):
    """
    How plans and credit are paid for.
    """

    webhookSecretSet: bool
    """
    Whether the operator has set a secret by which the provider's events are known.
    """

    partnerKey: PartnerKeyStatus
    """
    The service's own key at the payment provider.
    """

    lastEventAt: str | None
    """
    When the provider last told of something of the workspace; null where it never did.
    """

    eventCount30d: int
    """
    Always 0, for now.
    """


class PlanCheckout(TypedDict):
    """
    A plan to buy on a page of the payment provider.
    """

    plan: Literal["GROWTH", "SCALE", "STARTER"]
    """
    The plan to buy. The one that is paid for already is refused, unless it is being cancelled or is overdue.
    """

    email: NotRequired[str | None]
    """
    Where receipts go. An API key must say it; for a person, the address of their token is used where it has one.
    """

    name: NotRequired[str | None]
    """
    The buyer's name, for the payment provider.
    """

    currency: NotRequired[Literal["IDR", "USD"] | None]
    """
    What to pay in. Unless given, the currency of the present subscription, else IDR in Indonesia and where the
    country is not known, and USD elsewhere. While a subscription is paid for, another currency than its own is refused.
    """

    returnTo: NotRequired[Literal["console"] | None]
    """
    `console`: who has paid, or not, comes back to the workspace's page in the console; else to the pages that the
    operator has set, or to a page that says what happened.
    """


class PlanOffer(TypedDict):
    """
    A plan of the catalogue.
    """

    id: Literal["free", "growth", "scale", "starter"]
    """
    The plan; a checkout names it in upper case.
    """

    name: str
    """
    What people call the plan, such as `Starter`.
    """

    price: int
    """
    What a month costs, in whole rupiah; 0 for `free`.
    """

    currency: Literal["IDR"]
    """
    The currency of the price. A checkout may ask for another one.
    """

    features: list[str]
    """
    What the plan includes, in words to show, such as `500 orders a month`.
    """


class PrintMark(TypedDict):
    """
    Whether a shipment is marked as printed.
    """

    id: str
    """
    The shipment (`ship_…`).
    """

    printedAt: str | None
    """
    When its label was last printed; null where it is not marked.
    """

    printedBy: str | None
    """
    Who had it printed; null where it is not marked.
    """


class PrintMarkReply(TypedDict):
    """
    What is marked by now.
    """

    shipments: list[PrintMark]
    """
    The shipments that were named, each once, in the order in which they were.
    """


class PrintMarking(TypedDict):
    """
    Which shipments were printed, or were not after all.
    """

    shipmentIds: list[str]
    """
    The shipments (`ship_…`), 1 to 500.
    """

    printed: bool
    """
    `true` marks those that are not marked yet; `false` takes the mark away, as when a roll jammed.
    """


class ProductChange(TypedDict):
    """
    What is left out stays as it is; null clears. The type cannot change; `archived` false un-archives.
    """

    name: NotRequired[str]
    """
    The new name; it cannot be cleared.
    """

    sku: NotRequired[str | None]
    """
    The new number of the product as a whole.
    """

    description: NotRequired[str | None]
    """
    The new text for people.
    """

    type: NotRequired[Literal["digital", "license", "physical"]]
    """
    Taken only where it is the present type: a product's type cannot change.
    """

    weight: NotRequired[int | None]
    """
    Grams of one piece, for variants without a weight of their own.
    """

    length: NotRequired[int | None]
    """
    The new length of one piece in centimetres.
    """

    width: NotRequired[int | None]
    """
    The new width of one piece in centimetres.
    """

    height: NotRequired[int | None]
    """
    The new height of one piece in centimetres.
    """

    licenseEnabled: NotRequired[bool]
    """
    Whether licenses can be issued from now on; those that are issued stay as they are.
    """

    maxActivations: NotRequired[int | None]
    """
    The cap of licenses that are issued from now on without one of their own; null: 1.
    """

    archived: NotRequired[bool]
    """
    False brings an archived product back. True is taken only where it is archived already: archive with `DELETE`.
    """


class PublicJwk(TypedDict):
    """
    The public key as a JSON Web Key.
    """

    kty: Literal["OKP"]
    """
    The kind of key: an octet key pair (RFC 8037).
    """

    crv: Literal["Ed25519"]
    """
    The curve of the key.
    """

    x: str
    """
    The public key itself, 32 bytes in base64url.
    """

    kid: str
    """
    Identifies the key; the same as `keyId`.
    """

    alg: Literal["Ed25519"]
    """
    What to verify with (RFC 9864). Fix it in the software, rather than take it from a file.
    """

    use: Literal["sig"]
    """
    What the key is for: signatures.
    """


class PublicLicense(TypedDict):
    """
    What a license tells to whoever knows its key.
    """

    id: str
    """
    Identifies the license (`lic_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Whose license it is, by the id that was given at the issue.
    """

    key: str
    """
    What proves the license: five groups of five characters with hyphens between, or the text that was chosen at the
    issue. It never changes.
    """

    status: Literal["active", "revoked"]
    """
    Always `active`: no other license can be activated.
    """

    activations: int
    """
    How many instances hold a slot now; never above `maxActivations`.
    """

    maxActivations: int
    """
    How many instances may be active at once.
    """

    expiresAt: str | None
    """
    When it ends: from then on it cannot be activated, and validates as `expired`. Null: never.
    """


class QueueCount(TypedDict):
    """
    How much waits in a queue.
    """

    count: int
    """
    How many there are, counted up to 99.
    """

    isMore: bool
    """
    Whether there are more than were counted.
    """


class RecentShipment(TypedDict):
    """
    A shipment, in short.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """


class ResponseMeta(TypedDict):
    """
    What every answer says of itself.
    """

    requestId: str
    """
    Identifies the request, for the service's logs, as the header `X-Request-Id` does. In an answer that is given
    again under its idempotency key it is that of the first request.
    """

    timestamp: str
    """
    When the request was answered, by the service's clock; the first time, where the answer is given again.
    """


class RestockedItem(TypedDict):
    """
    Of one variant in one warehouse: how many were put back on its shelf, and how many were damaged and not.
    """

    variantId: str
    """
    The variant that was put back (`var_…`).
    """

    warehouseId: str
    """
    The warehouse that it came from and went back to (`wh_…`).
    """

    quantity: int
    """
    Pieces that were put back on the shelf.
    """

    damaged: int
    """
    Pieces that came back damaged and were not put back.
    """


class ReturnedItem(TypedDict):
    """
    What came back of a variant: how many, and whether they are damaged, or how many of them.
    """

    variantId: str
    """
    The variant that came back (`var_…`), one that the shipment took from stock.
    """

    quantity: int
    """
    How many pieces came back, damaged ones included; no more than went out.
    """

    damaged: NotRequired[bool | int | None]
    """
    True: all of them are damaged. A number: so many of them. Damaged pieces are noted and not put back.
    """


class RevokedApiKey(TypedDict):
    """
    A key that was just revoked.
    """

    id: str
    """
    Identifies the key in paths; opaque.
    """

    revokedAt: str
    """
    When it was revoked; from then on it is refused.
    """


class RevokedApiKeyReply(TypedDict):
    """
    A key that was just revoked.
    """

    apiKey: RevokedApiKey
    """
    The key that was revoked.
    """


class Shipment(TypedDict):
    """
    One parcel, from the draft to the recipient.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """


class ShipmentCancellation(TypedDict):
    """
    A blank `reason` is no other than the one that is meant where none is given.
    """

    reason: NotRequired[str | None]
    """
    Why, for the merchant's records and the courier; buyers
    are not shown it. Left out or blank: `Merchant cancelled`.
    """


class ShipmentCancelled(TypedDict):
    """
    The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id once more; the same as `id`.
    """

    reason: str
    """
    Why, as the merchant said; `Merchant cancelled` where nothing
    was said, `Replaced by` and an id where it was rebooked.
    """

    creditRefunded: int
    """
    What went back to the shipping credit, in minor units; 0 where nothing was charged.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ShipmentCounts(TypedDict):
    """
    How many shipments there are, by their status.
    """

    total: int
    """
    How many there are in all.
    """

    byStatus: dict[str, int]
    """
    How many have each status now; every status is named, those of which there is none with 0.
    """


class ShipmentCreated(TypedDict):
    """
    A shipment was drafted.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ShipmentEvent(TypedDict):
    """
    One courier record; `status` is the shipment's status after it.

    `reportedStatus` is the courier's word; null where the merchant cancelled.
    """

    id: str
    """
    The record's id (`evt_…`).
    """

    shipmentId: str
    """
    The shipment that it is of (`ship_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    The shipment's status after this record.
    """

    reportedStatus: str | None
    """
    What the courier said, in its own word, which may be none of the service's; null where the merchant cancelled.
    """

    note: str | None
    """
    What the courier said beside it, or the reason of the merchant's cancellation; null where nothing was said.
    """

    occurredAt: str
    """
    When it happened, as the courier says; a time that had not come yet counts as when it was reported.
    """


ShipmentFilter = TypedDict(
    "ShipmentFilter",
    {
        "status": NotRequired[
            Literal[
                "allocated",
                "cancelled",
                "confirmed",
                "delivered",
                "dropping_off",
                "in_transit",
                "pending",
                "picked_up",
                "picking_up",
                "returned",
            ]
            | None
        ],
        "courierCode": NotRequired[str | None],
        "waybillId": NotRequired[str | None],
        "customerId": NotRequired[str | None],
        "checkoutSessionId": NotRequired[str | None],
        "from": NotRequired[str | None],
        "to": NotRequired[str | None],
        "q": NotRequired[str | None],
        "queue": NotRequired[
            Literal["returned", "silent", "to_book", "to_print", "unclear", "uncollected", "under_way"] | None
        ],
        "printed": NotRequired[Literal["false", "true"] | None],
    },
)


class ShipmentItem(TypedDict):
    """
    One line of a parcel: `value` and `weight` are those of one piece.

    Stock is taken of the variant, the product's default one if only that is named, and from the warehouse if one is
    named. Labels show `sku`, else the variant's, else its product's.
    """

    name: str
    """
    What it is, as on the label and for the courier.
    """

    value: int
    """
    What one piece is worth, in minor units (whole rupiah for
    IDR). The insured value is the sum of these times `quantity`.
    """

    weight: int
    """
    Grams of one piece.
    """

    quantity: int
    """
    How many pieces are in the parcel; so many are taken from stock.
    """

    description: NotRequired[str | None]
    """
    More about it, for labels and the courier.
    """

    category: NotRequired[str | None]
    """
    The aggregator's category of it, such as `fashion` or `electronic`.
    """

    length: NotRequired[int | None]
    """
    Length of one piece in centimetres; couriers may charge for room.
    """

    width: NotRequired[int | None]
    """
    Width of one piece in centimetres.
    """

    height: NotRequired[int | None]
    """
    Height of one piece in centimetres.
    """

    productId: NotRequired[str | None]
    """
    The product that it is (`prod_…`), a physical one; without
    a `variantId`, its default variant is taken from stock.
    """

    variantId: NotRequired[str | None]
    """
    The variant to take from stock (`var_…`). An item without this and without `productId` is only shipped.
    """

    warehouseId: NotRequired[str | None]
    """
    The warehouse to take the stock from (`wh_…`). All items that name one must name the same: a parcel leaves from
    one place. Left out: the first that has all of it.
    """

    sku: NotRequired[str | None]
    """
    The number to print on the label; left out: the variant's `sku`, else its product's.
    """


class ShipmentPickupConfirmed(TypedDict):
    """
    The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ShipmentQueues(TypedDict):
    """
    What waits for somebody.
    """

    toBook: QueueCount
    """
    Drafted shipments: `pending`.
    """

    toPrint: QueueCount
    """
    Booked shipments that are not collected, whose label nobody has printed.
    """

    uncollected: QueueCount
    """
    Booked shipments that no driver has collected, and that nothing was heard of for 24 hours.
    """

    silent: QueueCount
    """
    Shipments under way that nothing was heard of for 48 hours.
    """

    unclear: QueueCount
    """
    Shipments of which it is not known yet whether the courier booked, or cancelled, them.
    """

    returned: QueueCount
    """
    Returned shipments of which nobody has said what became of the goods, and that are not replaced.
    """

    lowStock: QueueCount
    """
    Stock levels below their threshold.
    """

    failingEndpoints: QueueCount
    """
    Webhook endpoints whose last attempts have failed.
    """

    byStatus: dict[str, int]
    """
    How many shipments have each status, from a maintained count; a status that none has is left out. The queue
    `under_way` has as many as its six statuses together.
    """


class ShipmentRebooked(TypedDict):
    """
    A shipment was replaced: this is the new one, `previousShipmentId` the old.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id once more; the same as `id`.
    """

    previousShipmentId: str
    """
    The shipment that this one replaces (`ship_…`).
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ShipmentRebooking(TypedDict):
    """
    What is not given is carried over; another service without a price is quoted anew.
    """

    courierCode: NotRequired[str | None]
    """
    Another courier, from a rate or the catalogue, in either case.
    """

    courierServiceCode: NotRequired[str | None]
    """
    Another service of the courier, in either case.
    """

    courierType: NotRequired[Literal["instant", "same_day", "standard"] | None]
    """
    How fast the other service is; left out, the catalogue says it.
    """

    price: NotRequired[int | None]
    """
    The new shipping price without the premium, in minor units; left out with another service, it is quoted.
    """

    insured: NotRequired[bool | None]
    """
    Whether the courier is to insure it; left out: where
    `insurance` is given, whether that is above 0, else as before.
    """

    insurance: NotRequired[int | None]
    """
    The new premium in minor units; left out: as before, or as
    quoted with another service, and 0 where it is not insured.
    """


class ShipmentReply(TypedDict):
    """
    One shipment.
    """

    shipment: Shipment
    """
    The shipment as it is now.
    """


class ShipmentRestock(TypedDict):
    """
    What came back with a returned parcel, as it was told once.
    """

    restockedAt: str
    """
    When they were put back.
    """

    createdBy: str | None
    """
    Who told of it: the person's id for a session, the workspace's id for an API key; null where that is not known.
    """

    items: list[RestockedItem]
    """
    By variant and warehouse; of what did not come back both numbers are 0.
    """


class ShipmentRestockReply(TypedDict):
    """
    What was put back.
    """

    shipment: Shipment
    """
    The returned shipment as it is now.
    """

    restock: ShipmentRestock
    """
    What came back with it, as the shipment shows it from now on.
    """


class ShipmentRestockRequest(TypedDict):
    """
    Without `items` all of the parcel came back sound; with them, what is not named did not come back.
    """

    items: NotRequired[list[ReturnedItem] | None]
    """
    What came back; left out: everything, undamaged.
    """


class ShipmentStatusUpdated(TypedDict):
    """
    The courier reported something: `status` is the status after the report, `reportedStatus` what it said.

    `creditRefunded` is there where a courier's cancellation gave credit back.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id once more; the same as `id`.
    """

    previousStatus: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    The status before the report; the same as `status` where the report moved nothing.
    """

    reportedStatus: str
    """
    What the courier said, in its own word, which may be none of the service's.
    """

    note: str | None
    """
    What the courier said beside it; null where it said nothing.
    """

    occurredAt: str
    """
    When it happened, as the courier says; never later than when it was reported.
    """

    creditRefunded: NotRequired[int]
    """
    What went back to the shipping credit because the courier
    cancelled, in minor units; absent for every other report.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ShipmentUpdated(TypedDict):
    """
    Something changed without a new status: `changed` lists the fields, `note` says more of a new price.

    They are fields of the shipment, or `driver`, whom the tracking routes name.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id once more; the same as `id`.
    """

    changed: list[str]
    """
    What changed: names of the shipment's fields (`waybillId`, `labelUrl`,
    `aggregatorTrackingId`, `courierPrice`, `price`, `insurance`), or `driver`.
    """

    note: str | None
    """
    What the courier asks now, and what was charged or given back for it; null without a new price.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ShipmentWithEvents(TypedDict):
    """
    A shipment with its history.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """

    courierCode: str
    """
    The courier that carries it, as in the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, as in the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's.
    """

    insured: bool
    """
    Whether the courier is to insure it, for the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier gives one, at the booking or later.
    """

    labelUrl: str | None
    """
    The courier's own label; null where it offers none. The service prints a label in any case.
    """

    aggregatorTrackingId: str | None
    """
    The aggregator's id for tracking; null until there is one.
    """

    originSnapshot: dict[str, Any]
    """
    Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    Where it goes, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The buyer, by the merchant's own id; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The checkout that it is for, by the caller's own id, whose reservations it took; null without one.
    """

    productId: str | None
    """
    The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null.
    """

    externalSource: str | None
    """
    The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page.
    """

    courierPrice: int | None
    """
    What the courier asks in all, premium included, by its latest word, in minor units; null before the booking.
    """

    createdAt: str
    """
    When it was drafted.
    """

    updatedAt: str
    """
    When anything of it last changed, but for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """

    printedBy: str | None
    """
    Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """

    events: list[ShipmentEvent]
    """
    What the courier reported, oldest first, and the merchant's cancellation.
    """

    restock: ShipmentRestock | None
    """
    What was put back of a returned parcel; null until somebody has told.
    """


class ShippingConfigChange(TypedDict):
    """
    What is left out stays as it is. `apiKey` null falls back to the platform's key.
    """

    apiKey: NotRequired[str | None]
    """
    Your own key at the aggregator, of at least 8 characters; it is stored encrypted and never shown
    again. Null falls back to the platform's key. A partner cannot send it.
    """

    defaultOriginId: NotRequired[str | None]
    """
    The aggregator's id of a pick-up place, kept for you; null clears it.
    """

    enabledCouriers: NotRequired[list[str]]
    """
    The codes of the couriers to enable, from `GET /shipping/couriers`; empty means every courier that needs no
    coordinates. An instant courier needs an origin with coordinates.
    """

    defaultCourier: NotRequired[str | None]
    """
    The courier to propose first, for your own use; it must be in the catalogue. Null clears it.
    """

    active: NotRequired[bool]
    """
    The master switch: false stops quotes and bookings.
    """


class ShippingConfigReply(TypedDict):
    """
    `couriers` are the catalogue's codes, none while no catalogue can be had.
    """

    config: AggregatorConfig
    """
    The workspace's settings at the aggregator, the defaults where it has set none.
    """

    couriers: list[str]
    """
    Every courier code of the catalogue, in alphabetical order,
    whether enabled or not; empty while no catalogue can be had.
    """


class ShippingOrigin(TypedDict):
    """
    The shipping origin; while none is set everything but `configured` is null.
    """

    address: str | None
    """
    Street and number where drivers collect parcels; null while no origin is set.
    """

    contactName: str | None
    """
    Whom drivers ask for; null while no origin is set.
    """

    contactPhone: str | None
    """
    Whom drivers call, as it was given; null while no origin is set.
    """

    province: str | None
    """
    The province, for labels; null where it is not said.
    """

    city: str | None
    """
    The city or regency, for labels and tracking pages; null where it is not said.
    """

    district: str | None
    """
    The district within the city, for labels; null where it is not said.
    """

    village: str | None
    """
    The village or ward, for labels; null where it is not said.
    """

    postal: str | None
    """
    The postal code, as it was given; null where it is not said.
    """

    areaId: str | None
    """
    The courier aggregator's id of the area; null where it is not known.
    """

    lat: float | None
    """
    Latitude in decimal degrees, south negative; null where it is not known.
    """

    lng: float | None
    """
    Longitude in decimal degrees, west negative; null where it is not known.
    """

    note: str | None
    """
    How to find the place, for drivers; null where nothing is said.
    """

    couriers: list[str] | None
    """
    The codes of the couriers that are enabled, the same set as `enabledCouriers` of the config. Empty means every
    courier that needs no coordinates; null while no origin is set.
    """

    configured: bool
    """
    Whether an origin is set. While it is false there are no quotes.
    """


class ShippingRate(TypedDict):
    """
    One service; `price` excludes the premium, which stands in `insurance`.
    """

    courierCode: str
    """
    The courier; give it to the shipment as it is.
    """

    courierName: str
    """
    What people call the courier.
    """

    courierServiceCode: str
    """
    The courier's service; give it to the shipment as it is.
    """

    courierServiceName: str
    """
    What people call the service.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast: `standard` in days, `same_day` on the day,
    `instant` at once by a rider. Give it to the shipment as it is.
    """

    price: int
    """
    What the courier asks, without the premium, in minor units (whole rupiah for IDR).
    """

    etaMin: int
    """
    How long it takes at least, in `etaUnit`; 0 where the courier does not say.
    """

    etaMax: int
    """
    How long it takes at most, in `etaUnit`; 0 where the courier does not say.
    """

    etaUnit: str
    """
    The unit of both times: `days` or `hours`, or the courier's own word.
    """

    insurance: int
    """
    The premium in minor units; 0 where none was asked for or the courier insures nothing.
    """


class ShippingRateRequest(TypedDict):
    """
    A parcel to be quoted, from the shipping origin.
    """

    destination: Destination
    """
    Where it would go.
    """

    items: list[ShipmentItem]
    """
    What would be in it; a quote takes no stock.
    """

    insurance: NotRequired[bool | None]
    """
    Whether to ask for the premium as well, for the sum of the items' values.
    """


class ShippingRates(TypedDict):
    """
    `hasCoords` is false where the destination has no coordinates, so that instant couriers are not asked.
    """

    rates: list[ShippingRate]
    """
    One row for each service that goes there, cheapest first; none where nobody does.
    """

    count: int
    """
    How many rates there are.
    """

    hasCoords: bool
    """
    Whether the destination has `lat` and `lng`; while it has not, instant couriers are not asked.
    """


class SigningKey(TypedDict):
    """
    What the workspace's license files are signed with; one for good.
    """

    keyId: str
    """
    Identifies the key, by its thumbprint (RFC 7638).
    """

    publicKey: PublicJwk
    """
    What software verifies license files with; to be built into it.
    """

    createdAt: str
    """
    When the key was made, which the first request that needed it did.
    """


class SigningKeyReply(TypedDict):
    """
    The workspace's signing key.
    """

    signingKey: SigningKey
    """
    The key, without its private part.
    """


class StatsDays(TypedDict):
    """
    Days in figures, as a plot shows them. What happened counts at once.
    """

    timeZone: str
    """
    The IANA name of the zone whose days they are: that of the workspace.
    """

    days: list[DailyStatistics]
    """
    The days of the period, the oldest first, also those on which nothing happened.
    """

    creditAvailable: int
    """
    The shipping credit that is not held now, in minor units.
    """

    creditDaysLeft: float | None
    """
    For how many days that lasts at the mean of the last 14 days, or since the first spending if
    that is less; null where nothing was spent in them.
    """


class StockAdjusted(TypedDict):
    """
    A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
    """

    id: str
    """
    The movement's id (`mv_…`).
    """

    variantId: str
    """
    The variant that moved (`var_…`).
    """

    warehouseId: str
    """
    The warehouse whose level changed (`wh_…`).
    """

    delta: int
    """
    Pieces that came (above 0) or went (below 0); never 0.
    """

    reason: Literal[
        "damaged",
        "import",
        "initial_stock",
        "manual_adjust",
        "refund_restock",
        "returned_to_supplier",
        "transfer_in",
        "transfer_out",
    ]
    """
    Why: `manual_adjust` a correction, `initial_stock` the first count, `transfer_in` and `transfer_out` the two ends
    of a transfer (`transfer_out` also what a shipment takes), `damaged`, `returned_to_supplier`, `refund_restock` what
    came back from a shipment, `import` from a file.
    """

    note: str | None
    """
    What was said of it; `Shipment` and its id for what a shipment took or gave back. Null where nothing was said.
    """

    createdBy: str | None
    """
    Who moved it: the person's id for a session, the workspace's
    id for an API key, null for what the service did by itself.
    """

    shipmentId: str | None
    """
    The shipment that took it or gave it back (`ship_…`), else null.
    """

    quantityAfter: int
    """
    The level's quantity after this movement.
    """

    number: int
    """
    Counts the movements of one level from 1, so that they can be put in order.
    """

    createdAt: str
    """
    When it moved. Movements are never changed or deleted.
    """

    movementId: str
    """
    The movement's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class StockAdjustment(TypedDict):
    """
    A signed change of one level. Ids of any shape are taken; an unknown variant makes its own level.
    """

    variantId: str
    """
    The variant to move; an unknown one begins a level of its own with its first positive `delta`.
    """

    warehouseId: str
    """
    The warehouse to move it in, archived or not; an unknown one is 404 `NOT_FOUND`.
    """

    delta: int
    """
    Pieces that come (above 0) or go (below 0); 0 is refused, and
    so is what would take the level below 0 (500 `NEGATIVE_STOCK`).
    """

    reason: Literal[
        "damaged",
        "import",
        "initial_stock",
        "manual_adjust",
        "refund_restock",
        "returned_to_supplier",
        "transfer_in",
        "transfer_out",
    ]
    """
    Why it moves; it is recorded and changes nothing else. See the movement for what each value means.
    """

    note: NotRequired[str | None]
    """
    Anything to remember with the movement.
    """


class StockDifference(TypedDict):
    """
    A level whose quantity is not the sum of its movements.
    """

    variantId: str
    """
    The variant of the level (`var_…`).
    """

    warehouseId: str
    """
    The warehouse of the level (`wh_…`).
    """

    quantity: int
    """
    What the level says is on hand, in pieces.
    """

    sumOfMovements: int
    """
    What its movements come to, in pieces.
    """


class StockLevel(TypedDict):
    """
    On-hand stock of one variant in one warehouse; reservations are not taken off.
    """

    variantId: str
    """
    The variant that is counted (`var_…`).
    """

    warehouseId: str
    """
    The warehouse that it lies in (`wh_…`).
    """

    quantity: int
    """
    Pieces on the shelf, reserved ones included; never below 0. Always the sum of the level's movements.
    """

    updatedAt: str
    """
    When its last movement was; in a list `at` a moment, its last one until then.
    """


class StockLevelDetails(TypedDict):
    """
    What people call the goods of a level, and how much of it is free. All is as it is now.
    """

    productId: str | None
    """
    The variant's product (`prod_…`); null, as the other four, where the catalog does not know the variant.
    """

    productName: str | None
    """
    What people call the product.
    """

    variantName: str | None
    """
    What tells the variant from its siblings; the one that a product begins with is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant, or else of its product; null where neither has one.
    """

    archived: bool | None
    """
    Whether the variant or its product is out of use.
    """

    lowStockThreshold: int | None
    """
    The pieces below which the level is low; null where none are said.
    """

    reserved: int
    """
    Pieces that are set aside for checkouts, and not taken yet.
    """

    available: int
    """
    Pieces that are on the shelf and not reserved; never below 0.
    """


class StockLow(TypedDict):
    """
    A stock level fell from at or above the variant's threshold to below it.
    """

    variantId: str
    """
    The variant that runs low (`var_…`).
    """

    productId: str
    """
    Its product (`prod_…`).
    """

    sku: str | None
    """
    The variant's own number; null where it has none.
    """

    name: str
    """
    The variant's name, without its product's.
    """

    warehouseId: str
    """
    The warehouse where it runs low (`wh_…`).
    """

    quantity: int
    """
    Pieces that are left on the shelf there, reserved ones included.
    """

    threshold: int
    """
    The variant's `lowStockThreshold` that was crossed, in pieces.
    """

    movementId: str
    """
    The movement that crossed it (`mv_…`).
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class StockMovement(TypedDict):
    """
    One line of a level's ledger.
    """

    id: str
    """
    The movement's id (`mv_…`).
    """

    variantId: str
    """
    The variant that moved (`var_…`).
    """

    warehouseId: str
    """
    The warehouse whose level changed (`wh_…`).
    """

    delta: int
    """
    Pieces that came (above 0) or went (below 0); never 0.
    """

    reason: Literal[
        "damaged",
        "import",
        "initial_stock",
        "manual_adjust",
        "refund_restock",
        "returned_to_supplier",
        "transfer_in",
        "transfer_out",
    ]
    """
    Why: `manual_adjust` a correction, `initial_stock` the first count, `transfer_in` and `transfer_out` the two ends
    of a transfer (`transfer_out` also what a shipment takes), `damaged`, `returned_to_supplier`, `refund_restock` what
    came back from a shipment, `import` from a file.
    """

    note: str | None
    """
    What was said of it; `Shipment` and its id for what a shipment took or gave back. Null where nothing was said.
    """

    createdBy: str | None
    """
    Who moved it: the person's id for a session, the workspace's
    id for an API key, null for what the service did by itself.
    """

    shipmentId: str | None
    """
    The shipment that took it or gave it back (`ship_…`), else null.
    """

    quantityAfter: int
    """
    The level's quantity after this movement.
    """

    number: int
    """
    Counts the movements of one level from 1, so that they can be put in order.
    """

    createdAt: str
    """
    When it moved. Movements are never changed or deleted.
    """


class StockMovements(TypedDict):
    """
    A page of the ledger.
    """

    movements: list[StockMovement]
    """
    The lines of every ledger together, newest first.
    """


class StockReconciliation(TypedDict):
    """
    What a check of the ledger found.
    """

    levels: list[StockDifference]
    """
    The levels that disagree with their movements; empty while all is well.
    """


class StockReservation(TypedDict):
    """
    Stock that is set aside for a checkout, or that a shipment took.
    """

    id: str
    """
    The reservation's id (`rsv_…`).
    """

    variantId: str
    """
    The variant that is set aside (`var_…`).
    """

    warehouseId: str
    """
    The warehouse that it is set aside in (`wh_…`).
    """

    quantity: int
    """
    Pieces that are set aside, or that were.
    """

    shipmentId: str | None
    """
    The shipment that took them (`ship_…`); null while none has.
    """

    checkoutSessionId: str | None
    """
    The checkout that they are for, by the caller's own id; null for a shipment without one.
    """

    expiresAt: str
    """
    When it ends by itself, unless it is consumed or released before: mostly 60 minutes after it began.
    """

    consumedAt: str | None
    """
    When a shipment took them; null while none has. It stays when the shipment gives them back.
    """

    releasedAt: str | None
    """
    When they were let go: the checkout ended, or the shipment gave them back. Null until then.
    """

    createdAt: str
    """
    When they were set aside or taken.
    """


class StockReservations(TypedDict):
    """
    A page of reservations.
    """

    reservations: list[StockReservation]
    """
    Newest first, those that have ended included.
    """


class StockTransfer(TypedDict):
    """
    Stock of one variant from one warehouse to another.
    """

    variantId: str
    """
    The variant to move; one that is unknown is 404 `NOT_FOUND`.
    """

    fromWarehouseId: str
    """
    Where it is taken from.
    """

    toWarehouseId: str
    """
    Where it goes; not the same warehouse.
    """

    quantity: int
    """
    Pieces to move, of those that are not reserved there; too few are 409 `STOCK_INSUFFICIENT`.
    """

    note: NotRequired[str | None]
    """
    Anything to remember with both movements.
    """


class StorefrontLineError(TypedDict):
    """
    Why a line is not fulfilled yet, as a request would have been refused.
    """

    code: str
    """
    The machine code that a request would have been refused with, such as `STOCK_INSUFFICIENT`.
    """

    message: str
    """
    What is wrong, for people.
    """

    field: str | None
    """
    Where it lies in the order (`lines.0.productRef`, `shipping.courierCode`), else null.
    """


class StorefrontOrderLine(TypedDict):
    """
    One line, and what it became: part of a shipment, a delivery, or a license for each piece.
    """

    ref: str
    """
    The storefront's own id of the line, once in an order.
    """

    status: Literal["failed", "fulfilled", "waiting"]
    """
    `waiting` until the order is paid, then `fulfilled`, or `failed` until a retry succeeds.
    """

    type: Literal["digital", "license", "physical"] | None
    """
    The type of the product, which decides what becomes of the line; null while the product is unknown.
    """

    productId: str | None
    """
    The product that is meant (`prod_…`); null while it is unknown.
    """

    variantId: str | None
    """
    The variant that is meant (`var_…`); null while it is unknown.
    """

    productRef: str | None
    """
    The storefront's own id of the product; null where it named none.
    """

    variantRef: str | None
    """
    The storefront's own id of the variant; null where it named none.
    """

    quantity: int
    """
    How many pieces were bought. A digital line is one delivery, whatever this says.
    """

    name: str | None
    """
    What the storefront calls one piece on the parcel; null: the catalog's name.
    """

    value: int | None
    """
    What one piece is worth in minor units, as the storefront says; null: the variant's price, else 0.
    """

    weight: int | None
    """
    Grams of one piece, as the storefront says; null: the catalog's weight.
    """

    shipmentId: str | None
    """
    The shipment that a physical line went into (`ship_…`); null until then.
    """

    deliveryId: str | None
    """
    The delivery that a digital line became (`dlv_…`); null until then.
    """

    licenseIds: list[str]
    """
    The licenses that a license line became (`lic_…`), one for each piece; empty until then.
    """

    error: StorefrontLineError | None
    """
    Why the line failed the last time; null unless it is `failed`.
    """


class StorefrontShipping(TypedDict):
    """
    The service that the buyer chose and paid for; `insured` is whether there is a premium, unless it is said.
    """

    courierCode: str
    """
    The courier, from a rate or the catalogue.
    """

    courierServiceCode: str
    """
    The courier's service, from a rate or the catalogue.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is, as the rate says.
    """

    price: int
    """
    What the buyer paid for shipping without the premium, in minor units; it becomes the shipment's `price`.
    """

    insurance: NotRequired[int | None]
    """
    The insurance premium in minor units.
    """

    insured: NotRequired[bool | None]
    """
    Whether the courier is to insure the parcel; left out: true where `insurance` is above 0.
    """


class StorefrontStatus(TypedDict):
    """
    How the workspace is connected to its partner's storefront.
    """

    webhookSecretSet: bool
    """
    Whether the storefront has a secret to sign its events for the workspace with.
    """

    partnerKey: PartnerKeyStatus
    """
    The platform key of the partner that provisioned the workspace.
    """

    mirroredProductCount: int
    """
    How many products were mirrored from the storefront, archived ones included.
    """

    lastSyncAt: str | None
    """
    When a product was last mirrored; null where none ever was.
    """


class Subscription(TypedDict):
    """
    How the workspace pays.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    """
    The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
    """

    planName: str
    """
    What people call the plan, such as `Growth`.
    """

    isForjioInternal: bool
    """
    Whether `plan` is `internal`.
    """

    status: Literal["active", "canceled", "canceling", "incomplete", "past_due"]
    """
    `active`: it is paid and goes on, or nothing was bought; `past_due`: a payment failed, and the provider tries
    again; `canceling`: it ends at `cancelAt`, also where it is overdue; `canceled`: it has ended; `incomplete`: the
    first payment has not come through.
    """

    currentPeriodStart: str
    """
    When the present period began: the one that is paid for, or the calendar month (UTC) where nothing is.
    """

    currentPeriodEnd: str
    """
    When the present period ends.
    """

    cancelAt: str | None
    """
    When it ends, or ended; null while it goes on.
    """


class TimelineEntry(TypedDict):
    """
    One thing that happened to a shipment. What does not apply to its kind is null.
    """

    at: str
    """
    When it happened.
    """

    kind: Literal["courier", "money", "person", "stock", "waybill", "webhook"]
    """
    Whose word it is: a courier's report, a movement of the credit, one of stock, a webhook, a person's act, or a
    waybill that the courier replaced.
    """

    what: str
    """
    Of a courier the shipment's status then, of money the kind of the transaction, of stock `taken` or `released`,
    of a webhook the event's type, of a person the audited action, of a waybill `replaced`.
    """

    note: str | None
    """
    What was said beside it: by the courier, as the memo of a transaction, or by the last attempt that failed. Of a
    waybill the former one, which goes on finding the shipment.
    """

    by: str | None
    """
    Who did it: an e-mail address or an id; null where nobody is known.
    """

    amount: int | None
    """
    What the shipping credit moved by, in minor units; less than 0 where it was charged.
    """

    quantity: int | None
    """
    By how many pieces the stock moved; less than 0 where it was taken.
    """

    variantId: str | None
    """
    The variant whose stock moved (`var_…`).
    """

    url: str | None
    """
    Where the webhook goes.
    """

    state: str | None
    """
    Of a courier its own word, of a webhook how far its delivery is.
    """

    attempts: int | None
    """
    How often the webhook was tried.
    """


class TrackedShipment(TypedDict):
    """
    The workspace's own record of a tracked parcel.
    """

    id: str
    """
    The id of the shipment (`ship_…`).
    """

    status: Literal[
        "allocated",
        "cancelled",
        "confirmed",
        "delivered",
        "dropping_off",
        "in_transit",
        "pending",
        "picked_up",
        "picking_up",
        "returned",
    ]
    """
    The shipment's status in the service, which asking the courier does not move.
    """

    events: list[ShipmentEvent]
    """
    What was recorded of it, oldest first.
    """


class TrackingDriver(TypedDict):
    """
    Who has the parcel.
    """

    name: str | None
    """
    The driver's name; null where the courier does not say.
    """

    phone: str | None
    """
    The driver's phone number; null where the courier does not say.
    """

    plate: str | None
    """
    The number plate of the vehicle; null where the courier does not say.
    """

    photoUrl: str | None
    """
    A picture of the driver; null where the courier has none.
    """


class TrackingEta(TypedDict):
    """
    The estimated time of arrival, as a span.
    """

    earliest: str
    """
    When the parcel arrives at the earliest.
    """

    latest: str
    """
    When it arrives at the latest.
    """


class TrackingStep(TypedDict):
    """
    `status` is ours where the courier's word means one of ours, else the courier's own word.
    """

    status: str
    """
    What happened, in the words of a shipment's statuses where
    the courier's word means one of them, else in the courier's own.
    """

    note: str | None
    """
    What the courier says of it; null where it says nothing.
    """

    updated_at: str
    """
    When it happened, as the courier says.
    """


class Usage(TypedDict):
    """
    What the calendar month (UTC) holds so far.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    """
    The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
    """

    ordersFulfilled: int
    """
    Orders: shipments booked, deliveries granted and licenses issued, also those that were cancelled or revoked
    later.
    """

    ordersLimit: int
    """
    Orders a calendar month (UTC): shipments booked, deliveries and licenses together. -1: no limit.
    """

    shipmentsCreated: int
    """
    Shipments that were made, drafts included; they are orders once they are booked.
    """

    licensesIssued: int
    """
    Licenses that were issued, revoked ones included.
    """

    resetAt: str
    """
    When the next month begins, and everything counts from 0 again.
    """


class UsageCounts(TypedDict):
    """
    What was used, in numbers.
    """

    shipmentsBooked: int
    """
    Shipments whose courier was booked, also where they were cancelled later.
    """

    deliveries: int
    """
    Digital deliveries that were granted.
    """

    licensesIssued: int
    """
    Licenses that were issued, revoked ones included.
    """

    ordersFulfilled: int
    """
    All three together, which is what a plan counts as orders.
    """


class Variant(TypedDict):
    """
    What stock is counted by.
    """

    id: str
    """
    The variant's id (`var_…`); stock is counted by it.
    """

    productId: str
    """
    The product that it belongs to (`prod_…`).
    """

    name: str
    """
    What tells it from its siblings, such as a size or a colour; the one that a product begins with is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant, unique among its
    siblings but not in the workspace; null where it has none.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units (whole rupiah for IDR); null where it is not said.
    """

    costCents: int | None
    """
    What one piece costs the merchant, in minor units, for the merchant's own use; null where it is not said.
    """

    lowStockThreshold: int | None
    """
    A level of the variant that falls below this many pieces raises
    the event `stock.low`, in each warehouse by itself; null: never.
    """

    weight: int | None
    """
    Grams of one piece, where it differs from the product's; null: the product's `weight` counts.
    """

    isDefault: bool
    """
    Whether it is meant where only the product is named. Exactly
    one active variant of a product is; none where all are archived.
    """

    archived: bool
    """
    Whether it is out of use: it keeps its stock and its history, and no new shipment can take it.
    """


class VariantArchived(TypedDict):
    """
    A variant was archived.
    """

    id: str
    """
    The variant's id (`var_…`); stock is counted by it.
    """

    productId: str
    """
    The product that it belongs to (`prod_…`).
    """

    name: str
    """
    What tells it from its siblings, such as a size or a colour; the one that a product begins with is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant, unique among its
    siblings but not in the workspace; null where it has none.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units (whole rupiah for IDR); null where it is not said.
    """

    costCents: int | None
    """
    What one piece costs the merchant, in minor units, for the merchant's own use; null where it is not said.
    """

    lowStockThreshold: int | None
    """
    A level of the variant that falls below this many pieces raises
    the event `stock.low`, in each warehouse by itself; null: never.
    """

    weight: int | None
    """
    Grams of one piece, where it differs from the product's; null: the product's `weight` counts.
    """

    isDefault: bool
    """
    Whether it is meant where only the product is named. Exactly
    one active variant of a product is; none where all are archived.
    """

    archived: bool
    """
    Whether it is out of use: it keeps its stock and its history, and no new shipment can take it.
    """

    variantId: str
    """
    The variant's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class VariantChange(TypedDict):
    """
    What is left out stays as it is; null clears; `archived` false un-archives.
    """

    name: NotRequired[str]
    """
    The new name; it cannot be cleared.
    """

    sku: NotRequired[str | None]
    """
    The new number of the variant; a sibling that has it already is refused with 409 `SKU_TAKEN`.
    """

    priceCents: NotRequired[int | None]
    """
    The new selling price of one piece in minor units.
    """

    costCents: NotRequired[int | None]
    """
    What one piece costs you from now on, in minor units.
    """

    lowStockThreshold: NotRequired[int | None]
    """
    Pieces in one warehouse, below which a level raises the event `stock.low`; null: never.
    """

    weight: NotRequired[int | None]
    """
    Grams of one piece; null: the product's `weight` counts.
    """

    isDefault: NotRequired[bool]
    """
    True makes it the default in place of the present one.
    False is refused on the default: promote a sibling instead.
    """

    archived: NotRequired[bool]
    """
    False brings an archived variant back. True is taken only where it is archived already: archive with `DELETE`.
    """


class VariantCreated(TypedDict):
    """
    A variant was added to a product. The one that a product begins with is told of by `product.created`.
    """

    id: str
    """
    The variant's id (`var_…`); stock is counted by it.
    """

    productId: str
    """
    The product that it belongs to (`prod_…`).
    """

    name: str
    """
    What tells it from its siblings, such as a size or a colour; the one that a product begins with is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant, unique among its
    siblings but not in the workspace; null where it has none.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units (whole rupiah for IDR); null where it is not said.
    """

    costCents: int | None
    """
    What one piece costs the merchant, in minor units, for the merchant's own use; null where it is not said.
    """

    lowStockThreshold: int | None
    """
    A level of the variant that falls below this many pieces raises
    the event `stock.low`, in each warehouse by itself; null: never.
    """

    weight: int | None
    """
    Grams of one piece, where it differs from the product's; null: the product's `weight` counts.
    """

    isDefault: bool
    """
    Whether it is meant where only the product is named. Exactly
    one active variant of a product is; none where all are archived.
    """

    archived: bool
    """
    Whether it is out of use: it keeps its stock and its history, and no new shipment can take it.
    """

    variantId: str
    """
    The variant's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class VariantReply(TypedDict):
    """
    One variant.
    """

    variant: Variant
    """
    The variant as it is now.
    """


class VariantSearchResult(TypedDict):
    """
    A variant with what a person needs to choose it: its names, its weight, its price and how much is free.
    """

    id: str
    """
    The variant's id (`var_…`).
    """

    productId: str
    """
    The product that it belongs to (`prod_…`).
    """

    productName: str
    """
    What people call the product.
    """

    name: str
    """
    What tells the variant from its siblings; the one that a product begins with is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant, or else of its product; null where neither has one.
    """

    type: Literal["digital", "license", "physical"]
    """
    What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units; null where it is not said.
    """

    weight: int | None
    """
    Grams of one piece, the variant's own or else the product's; null where neither is known.
    """

    length: int | None
    """
    Length of one piece in centimetres, as the product says it; null where it is not known.
    """

    width: int | None
    """
    Width of one piece in centimetres, as the product says it; null where it is not known.
    """

    height: int | None
    """
    Height of one piece in centimetres, as the product says it; null where it is not known.
    """

    isDefault: bool
    """
    Whether it is meant where only the product is named.
    """

    archived: bool
    """
    Whether the variant or its product is out of use. Only variants that were asked for by their ids may be.
    """

    onHand: int | None
    """
    Pieces on the shelves of all warehouses that are in use; null where no stock of it was ever counted.
    """

    available: int | None
    """
    Those of them that are not reserved: what new shipments can take, each from one warehouse; null as `onHand`.
    """


class VariantSearchResults(TypedDict):
    """
    Variants to choose from.
    """

    variants: list[VariantSearchResult]
    """
    With `q` at most 20: the variant whose sku it is first, then the products in the order of the words found, of
    each the default first; with `ids` in their order, without those that are not there; with `sku` in the order of the
    skus, of each at most 20, of the newest product first. None where none of the three is given.
    """


class Warehouse(TypedDict):
    """
    A place that stock is kept in.
    """

    id: str
    """
    The warehouse's id (`wh_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    name: str
    """
    What people call it.
    """

    address: str | None
    """
    Street and number, for people: drivers are sent to the shipping origin. Null where it is not said.
    """

    city: str | None
    """
    The town or city; null where it is not said.
    """

    postal: str | None
    """
    The postal code, as it was given; null where it is not said.
    """

    lat: float | None
    """
    Latitude in decimal degrees, south negative; null where it is not known.
    """

    lng: float | None
    """
    Longitude in decimal degrees, west negative; null where it is not known.
    """

    phone: str | None
    """
    Whom drivers can call there; null where it is not said.
    """

    isDefault: bool
    """
    Whether shipments take stock from here first. There may be
    several defaults, of which the oldest counts first, or none.
    """

    archived: bool
    """
    Whether it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class WarehouseChange(TypedDict):
    """
    What is left out stays as it is; null clears; `archived` false un-archives.
    """

    name: NotRequired[str]
    """
    The new name; it cannot be cleared.
    """

    address: NotRequired[str | None]
    """
    The new street and number.
    """

    city: NotRequired[str | None]
    """
    The new town or city.
    """

    postal: NotRequired[str | None]
    """
    The new postal code.
    """

    postalCode: NotRequired[str | None]
    """
    The same under the name that destinations have it by; where both are given they must not differ.
    """

    lat: NotRequired[float | None]
    """
    Latitude in decimal degrees; south is negative.
    """

    lng: NotRequired[float | None]
    """
    Longitude in decimal degrees; west is negative.
    """

    phone: NotRequired[str | None]
    """
    Whom drivers can call there from now on.
    """

    isDefault: NotRequired[bool]
    """
    Whether shipments take stock from here first. Neither value changes any other warehouse.
    """

    archived: NotRequired[bool]
    """
    False brings an archived warehouse back, within the plan's limit.
    True is taken only where it is archived already: archive with `DELETE`.
    """


class WarehouseCreated(TypedDict):
    """
    A warehouse was created.
    """

    id: str
    """
    The warehouse's id (`wh_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    name: str
    """
    What people call it.
    """

    address: str | None
    """
    Street and number, for people: drivers are sent to the shipping origin. Null where it is not said.
    """

    city: str | None
    """
    The town or city; null where it is not said.
    """

    postal: str | None
    """
    The postal code, as it was given; null where it is not said.
    """

    lat: float | None
    """
    Latitude in decimal degrees, south negative; null where it is not known.
    """

    lng: float | None
    """
    Longitude in decimal degrees, west negative; null where it is not known.
    """

    phone: str | None
    """
    Whom drivers can call there; null where it is not said.
    """

    isDefault: bool
    """
    Whether shipments take stock from here first. There may be
    several defaults, of which the oldest counts first, or none.
    """

    archived: bool
    """
    Whether it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    warehouseId: str
    """
    The warehouse's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class WarehouseList(TypedDict):
    """
    The warehouses that are in use, or all of them where `archived` asks for it.
    """

    warehouses: list[Warehouse]
    """
    The default first, then by age; archived ones only where `archived` asks for them.
    """


class WarehouseReply(TypedDict):
    """
    One warehouse.
    """

    warehouse: Warehouse
    """
    The warehouse as it is now.
    """


class WarehouseSummary(TypedDict):
    """
    The warehouse of a level, as far as a list needs it.
    """

    id: str
    """
    The id of the warehouse (`wh_…`).
    """

    name: str
    """
    What people call the warehouse.
    """

    isDefault: bool
    """
    Whether shipments take stock from this warehouse first.
    """


class WebhookAttempt(TypedDict):
    """
    One attempt to deliver an event.
    """

    attemptNumber: int
    """
    Which attempt of the delivery it was, from 1; retries by hand count on.
    """

    status: Literal["failed", "succeeded"]
    """
    `succeeded`: a 2xx came in time; `failed`: anything else.
    """

    responseCode: int | None
    """
    The HTTP status of the answer; null where none came.
    """

    durationMs: int
    """
    How long the attempt took, in milliseconds.
    """

    error: str | None
    """
    Why it failed, such as `HTTP 503` or `timed out after 10000ms`; null where it succeeded.
    """

    nextRetryAt: str | None
    """
    When the attempt after it was due; null where it succeeded, and where it was the last.
    """

    attemptedAt: str
    """
    When the attempt began.
    """


class WebhookDelivery(TypedDict):
    """
    A row of the delivery log: one event to one endpoint.
    """

    id: str
    """
    Identifies the delivery, as a header of each attempt does; opaque.
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    endpointId: str
    """
    The endpoint that the event goes to.
    """

    eventId: str
    """
    The event that is delivered (`evt_…`).
    """

    type: str
    """
    The full type of the event.
    """

    payload: dict[str, Any]
    """
    The body that is posted, the same at every attempt: the envelope of the event.
    """

    status: Literal["failed", "pending", "sent"]
    """
    `pending`: an attempt is to come; `sent`: a 2xx came; `failed`: it is not tried again unless somebody asks for
    it.
    """

    attempts: int
    """
    How many attempts were made: 6 at most by themselves, more by retries.
    """

    lastAttemptAt: str | None
    """
    When the last attempt began; null before the first one.
    """

    nextRetryAt: str | None
    """
    When the next attempt is due; null before the first one, and once it is `sent` or `failed`.
    """

    responseCode: int | None
    """
    The HTTP status that the last attempt was answered with; null where no answer came, and before the first
    attempt.
    """

    responseBody: str | None
    """
    The beginning of what the last attempt was answered with, 2 KiB at most, as text; empty where no answer came,
    null before the first attempt.
    """

    lastError: str | None
    """
    Why the last attempt failed, such as `HTTP 503`, or why there is none any more, such as `endpoint is disabled`;
    null where nothing failed, or the last attempt succeeded.
    """

    durationMs: int | None
    """
    How long the last attempt took, in milliseconds; null before the first one.
    """

    deliveredAt: str | None
    """
    When it was last answered 2xx; null where it never was.
    """

    createdAt: str
    """
    When it was put into the queue.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryAttempts: list[WebhookAttempt]
    """
    Every attempt, oldest first.
    """


class WebhookDeliveryReply(TypedDict):
    """
    One row of the delivery log.
    """

    event: WebhookDelivery
    """
    The row as it is now.
    """


class WebhookEndpoint(TypedDict):
    """
    Where events are posted to; the secret that signs them is shown once, at registration.
    """

    id: str
    """
    Identifies the endpoint; opaque.
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    url: str
    """
    Where events are posted to.
    """

    events: list[str]
    """
    What it is subscribed to: `*` for everything, exact types, and beginnings of types with `*` at the end.
    """

    description: str
    """
    A note of your own; empty where there is none.
    """

    active: bool
    """
    Whether it gets events; false while it is paused, or switched off for failing.
    """

    consecutiveFailures: int
    """
    How many attempts have failed in a row since the last 2xx, of whatever deliveries.
    """

    failingSince: str | None
    """
    When the first of these attempts failed; null while all is well.
    """

    disabledAt: str | None
    """
    When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
    ended. Null unless it is switched off now.
    """

    disabledReason: str | None
    """
    Why the service switched it off, in words; null unless it is switched off now.
    """

    secretPreview: str
    """
    `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to tell it by.
    """

    partner: str | None
    """
    The partner, by its name, that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is switched off, and stays off until its secret is rotated. Null where
    there is none.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class WebhookEndpointChange(TypedDict):
    """
    What is to change of an endpoint; what is left out stays as it is.
    """

    url: NotRequired[str]
    """
    Where to post events from now on; held to the same rules as at registration.
    """

    events: NotRequired[list[str]]
    """
    What to subscribe to from now on, in place of all that was.
    """

    description: NotRequired[str | None]
    """
    A note of your own; null clears it.
    """

    active: NotRequired[bool]
    """
    False pauses it, and what is queued fails. True has one that is off begin anew, with no failures counted; one
    that is active stays as it is. Where its partner has ended, that is 409 `INVALID_STATE` until its secret is rotated.
    """


class WebhookEndpointDisabled(TypedDict):
    """
    A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
    """

    id: str
    """
    Identifies the endpoint; opaque.
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    url: str
    """
    Where events are posted to.
    """

    events: list[str]
    """
    What it is subscribed to: `*` for everything, exact types, and beginnings of types with `*` at the end.
    """

    description: str
    """
    A note of your own; empty where there is none.
    """

    active: bool
    """
    Whether it gets events; false while it is paused, or switched off for failing.
    """

    consecutiveFailures: int
    """
    How many attempts have failed in a row since the last 2xx, of whatever deliveries.
    """

    failingSince: str | None
    """
    When the first of these attempts failed; null while all is well.
    """

    disabledAt: str | None
    """
    When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
    ended. Null unless it is switched off now.
    """

    disabledReason: str | None
    """
    Why the service switched it off, in words; null unless it is switched off now.
    """

    secretPreview: str
    """
    `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to tell it by.
    """

    partner: str | None
    """
    The partner, by its name, that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is switched off, and stays off until its secret is rotated. Null where
    there is none.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    endpointId: str
    """
    The endpoint's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class WebhookEndpointReply(TypedDict):
    """
    One endpoint.
    """

    endpoint: WebhookEndpoint
    """
    The endpoint as it is now.
    """


class WebhookEndpointTest(TypedDict):
    """
    A webhook endpoint was tried out; it alone gets the event.
    """

    id: str
    """
    Identifies the endpoint; opaque.
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    url: str
    """
    Where events are posted to.
    """

    events: list[str]
    """
    What it is subscribed to: `*` for everything, exact types, and beginnings of types with `*` at the end.
    """

    description: str
    """
    A note of your own; empty where there is none.
    """

    active: bool
    """
    Whether it gets events; false while it is paused, or switched off for failing.
    """

    consecutiveFailures: int
    """
    How many attempts have failed in a row since the last 2xx, of whatever deliveries.
    """

    failingSince: str | None
    """
    When the first of these attempts failed; null while all is well.
    """

    disabledAt: str | None
    """
    When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
    ended. Null unless it is switched off now.
    """

    disabledReason: str | None
    """
    Why the service switched it off, in words; null unless it is switched off now.
    """

    secretPreview: str
    """
    `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to tell it by.
    """

    partner: str | None
    """
    The partner, by its name, that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is switched off, and stays off until its secret is rotated. Null where
    there is none.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    endpointId: str
    """
    The endpoint's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class WebhookEndpoints(TypedDict):
    """
    A list of the workspace's endpoints.
    """

    endpoints: list[WebhookEndpoint]
    """
    The endpoints, newest first, active or not.
    """


class WebhookEventTypes(TypedDict):
    """
    What there is to subscribe to.
    """

    eventTypes: list[EventType]
    """
    Every type of event, in alphabetical order.
    """


class WebhookFailures(TypedDict):
    """
    Some of what is not well.
    """

    endpoints: list[FailingEndpoint]
    """
    Up to 5 failing endpoints; the one that has failed for longest comes first.
    """

    deliveries: list[FailedDelivery]
    """
    Up to 5 deliveries that have failed, the newest first.
    """


class WebhookRecovery(TypedDict):
    """
    An endpoint being sent what it failed to take, or missed, in a period.
    """

    id: str
    """
    Identifies the recovery; opaque.
    """

    endpointId: str
    """
    The endpoint that is sent it.
    """

    since: str
    """
    Where the period begins, that moment included.
    """

    until: str
    """
    Where the period ends, that moment not included. Where none was asked for, it is when the recovery began, and
    events that a clock ahead dates up to a minute later belong to it too.
    """

    status: Literal["done", "running", "stopped"]
    """
    `running`: workers go through the period; `done`: all of it was gone through; `stopped`: the endpoint was paused,
    switched off or deleted meanwhile.
    """

    queued: int
    """
    How many deliveries it has queued so far.
    """

    createdAt: str
    """
    When it was asked for.
    """

    finishedAt: str | None
    """
    When it was done, or stopped; null while it runs.
    """


class WebhookRecoveryPeriod(TypedDict):
    """
    A period of events to deliver again, by their `occurredAt`.
    """

    since: str
    """
    Where the period begins, that moment included: a timestamp with its offset, no longer ago than the delivery log
    is kept, which is 30 days unless the operator says otherwise.
    """

    until: NotRequired[str | None]
    """
    Where the period ends, that moment not included: a timestamp with its offset. Without it, now.
    """


class WebhookRecoveryReply(TypedDict):
    """
    A recovery, and how far it is.
    """

    recovery: WebhookRecovery
    """
    The recovery as it is now.
    """


class WebhookSecretRotation(TypedDict):
    """
    For how long an old secret stays beside the new one.
    """

    overlapSeconds: NotRequired[int | None]
    """
    For how many seconds the old secret signs beside the new one; 86400, which is 24 hours, unless given. With 0 it
    is gone at once.
    """


class WebhookStats(TypedDict):
    """
    What came of an endpoint's attempts in a window of time.
    """

    window: Literal["24h", "30d", "7d"]
    """
    The window that was asked for.
    """

    since: str
    """
    When the window begins: at a full hour.
    """

    attempts: int
    """
    How many attempts were made.
    """

    succeeded: int
    """
    How many attempts were answered 2xx in time.
    """

    failed: int
    """
    How many attempts failed, for whatever reason.
    """

    givenUp: int
    """
    How many of the failed attempts were the last of their delivery.
    """

    successRate: float | None
    """
    The share of the attempts that succeeded, 0 to 1; null where there was none.
    """

    durationP50Ms: int | None
    """
    What half of the attempts took at most, in milliseconds; an estimate, null where there was none.
    """

    durationP95Ms: int | None
    """
    What 95 % of the attempts took at most, in milliseconds; an estimate, null where there was none.
    """

    lastSuccessAt: str | None
    """
    When the last attempt succeeded; null where none in the window did.
    """

    lastFailureAt: str | None
    """
    When the last attempt failed; null where none in the window did.
    """

    pending: int
    """
    How many deliveries wait for an attempt now; counted up to 10,000.
    """

    pendingIsMore: bool
    """
    Whether more than 10,000 deliveries wait for an attempt.
    """


class WebhookStatsReply(TypedDict):
    """
    How an endpoint fares.
    """

    stats: WebhookStats
    """
    What came of the endpoint's attempts.
    """


class Workspace(TypedDict):
    """
    The workspace of the credential.
    """

    accountId: str
    """
    The workspace's id (`acc_…`).
    """

    name: str
    """
    What people call it, as the console shows it.
    """

    plan: str | None
    """
    The plan's name, as in `GET /billing/plans`; null for an internal workspace, which has no limits.
    """

    currency: str
    """
    The ISO 4217 code of its money, the same for the whole installation.
    """

    language: Literal["en", "id"] | None
    """
    The language of the console, `en` or `id`; null: the one that each browser asks for.
    """

    timeZone: str
    """
    The IANA name of the zone that the console shows times and days in; `Asia/Jakarta` unless another was chosen.
    """

    labelSize: Literal["a4", "thermal-100x150", "thermal-80x100"]
    """
    The paper that the console prints labels on, unless a workstation has other paper. The API's own routes for
    labels have the default of their own.
    """

    isSuspended: bool
    """
    Whether the operator suspended it: it can be read then, and nothing in it changed.
    """

    createdAt: str
    """
    When it came into being.
    """


class WorkspaceChange(TypedDict):
    """
    What is left out stays as it is; null chooses the default again.
    """

    name: NotRequired[str]
    """
    The new name; it cannot be cleared.
    """

    language: NotRequired[Literal["en", "id"] | None]
    """
    The language of the console; null: the one that each browser asks for.
    """

    timeZone: NotRequired[str | None]
    """
    The IANA name of a zone, such as `Asia/Makassar`; null: `Asia/Jakarta`.
    """

    labelSize: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The paper that the console prints labels on; null: `thermal-100x150`.
    """


class WorkspaceSetup(TypedDict):
    """
    What the workspace has of what its first label needs.
    """

    origin: bool
    """
    Whether it is known where couriers collect: the shipping origin is set.
    """

    couriers: bool
    """
    Whether couriers are asked for prices: the origin is set, and shipping is not switched off. Every courier that
    needs no coordinates is asked until some are chosen, so none has to be.
    """

    products: bool
    """
    Whether there is a product that is not archived.
    """

    stock: bool
    """
    Whether any variant was ever counted in a warehouse.
    """

    payment: bool
    """
    Whether a booking can be paid for: there is shipping credit that is not held, or bookings go through the
    workspace's own key of the aggregator.
    """

    shipments: bool
    """
    Whether a shipment was ever drafted.
    """


class WorkspaceUsage(TypedDict):
    """
    What one workspace used.
    """

    shipmentsBooked: int
    """
    Shipments whose courier was booked, also where they were cancelled later.
    """

    deliveries: int
    """
    Digital deliveries that were granted.
    """

    licensesIssued: int
    """
    Licenses that were issued, revoked ones included.
    """

    ordersFulfilled: int
    """
    All three together, which is what a plan counts as orders.
    """

    accountId: str
    """
    Identifies the workspace (`acc_…`); what to name to act on its behalf.
    """

    name: str
    """
    What people call the workspace, such as the shop's name.
    """

    externalRef: str | None
    """
    The partner's own id of the merchant; null where none was given.
    """


class BatchFinishedEvent(TypedDict):
    """
    Every shipment of a batch has its outcome, or was left untouched since the batch was stopped.

    It fires again where the failed ones were tried again.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.batch.finished.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: BatchFinished
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class DeliveryCreatedEvent(TypedDict):
    """
    A digital delivery was granted.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.delivery.created.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: DeliveryCreated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class DeliveryDownloadedEvent(TypedDict):
    """
    A download was counted.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.delivery.downloaded.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: DeliveryDownloaded
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class DeliveryExpiredEvent(TypedDict):
    """
    A delivery expired.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.delivery.expired.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: DeliveryExpired
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class DeliveryExpiringEvent(TypedDict):
    """
    A delivery expires within 24 hours; told once for each time that it is to expire.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.delivery.expiring.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: DeliveryExpiring
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class DeliveryUpdatedEvent(TypedDict):
    """
    A delivery was extended, reset or revoked.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.delivery.updated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: DeliveryUpdated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class LicenseActivatedEvent(TypedDict):
    """
    A license was bound to a new instance.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.license.activated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: LicenseActivated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class LicenseDeactivatedEvent(TypedDict):
    """
    An instance was unbound from a license.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.license.deactivated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: LicenseDeactivated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class LicenseIssuedEvent(TypedDict):
    """
    A license was issued. This event alone tells its key.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.license.issued.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: LicenseIssued
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class LicenseReinstatedEvent(TypedDict):
    """
    A suspended license is valid again.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.license.reinstated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: LicenseReinstated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class LicenseRevokedEvent(TypedDict):
    """
    A license was revoked, for good.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.license.revoked.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: LicenseRevoked
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class LicenseSuspendedEvent(TypedDict):
    """
    A license was suspended.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.license.suspended.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: LicenseSuspended
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class LicenseUpdatedEvent(TypedDict):
    """
    Fields of a license changed.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.license.updated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: LicenseUpdated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ShipmentCancelledEvent(TypedDict):
    """
    The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.shipment.cancelled.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ShipmentCancelled
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ShipmentCreatedEvent(TypedDict):
    """
    A shipment was drafted.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.shipment.created.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ShipmentCreated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ShipmentPickupConfirmedEvent(TypedDict):
    """
    The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.shipment.pickup_confirmed.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ShipmentPickupConfirmed
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ShipmentRebookedEvent(TypedDict):
    """
    A shipment was replaced: this is the new one, `previousShipmentId` the old.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.shipment.rebooked.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ShipmentRebooked
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ShipmentStatusUpdatedEvent(TypedDict):
    """
    The courier reported something: `status` is the status after the report, `reportedStatus` what it said.

    `creditRefunded` is there where a courier's cancellation gave credit back.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.shipment.status_updated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ShipmentStatusUpdated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ShipmentUpdatedEvent(TypedDict):
    """
    Something changed without a new status: `changed` lists the fields, `note` says more of a new price.

    They are fields of the shipment, or `driver`, whom the tracking routes name.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.shipment.updated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ShipmentUpdated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class StockAdjustedEvent(TypedDict):
    """
    A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.stock.adjusted.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: StockAdjusted
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class StockLowEvent(TypedDict):
    """
    A stock level fell from at or above the variant's threshold to below it.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.stock.low.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: StockLow
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class VariantArchivedEvent(TypedDict):
    """
    A variant was archived.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.variant.archived.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: VariantArchived
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class VariantCreatedEvent(TypedDict):
    """
    A variant was added to a product. The one that a product begins with is told of by `product.created`.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.variant.created.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: VariantCreated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class WarehouseCreatedEvent(TypedDict):
    """
    A warehouse was created.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.warehouse.created.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: WarehouseCreated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class WebhookEndpointDisabledEvent(TypedDict):
    """
    A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.webhook_endpoint.disabled.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: WebhookEndpointDisabled
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class WebhookEndpointTestEvent(TypedDict):
    """
    A webhook endpoint was tried out; it alone gets the event.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.webhook_endpoint.test.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: WebhookEndpointTest
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ActivatedLicenseReply(TypedDict):
    """
    An instance that holds a slot of a license now.
    """

    license: PublicLicense
    """
    The license that the key is of.
    """

    activation: LicenseActivation
    """
    The instance's activation.
    """

    alreadyActive: bool
    """
    Whether the instance held a slot before, so that nothing has changed.
    """


class ApiKeyWithSecretReply(TypedDict):
    """
    A new key with its secret.
    """

    apiKey: CreatedApiKey
    """
    The key that was created.
    """

    secret: str
    """
    What requests are signed with. It is in this answer only, and cannot be fetched again.
    """


class AuditEntries(TypedDict):
    """
    A page of the audit log.
    """

    entries: list[AuditEntry]
    """
    The entries of the page, newest first.
    """


class Batch(TypedDict):
    """
    Something that the worker does with many shipments, one after the other, four at a time.
    """

    id: str
    """
    The batch's id (`batch_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    kind: Literal["book", "cancel", "print"]
    """
    What is done with each shipment.
    """

    status: Literal["finished", "running"]
    """
    `running` until every shipment has an outcome, then `finished`; trying the failed ones again has it run again.
    """

    total: int
    """
    How many shipments it has, 1 to 500.
    """

    counts: BatchCounts
    """
    How far they are.
    """

    charged: int
    """
    The shipping credit charged by its bookings so far, in minor units.
    """

    refunded: int
    """
    The shipping credit refunded by its cancellations so far, in minor units.
    """

    truncated: bool
    """
    Whether the filter had more than 500 shipments, of which 500 are in the batch: the oldest, or those that the list
    shows first where the filter has `q`, `queue` or `printed`.
    """

    filter: dict[str, Any] | None
    """
    The filter that it was made of; null where the shipments were listed.
    """

    reason: str | None
    """
    Why the shipments are cancelled; null in a batch of another kind.
    """

    printing: dict[str, Any] | None
    """
    How its document is printed, as it was given; null where nothing was said.
    """

    createdBy: str | None
    """
    Who ordered it: the identity provider's id of a person, the workspace's id for an API key.
    """

    createdAt: str
    """
    When it was ordered.
    """

    stoppedAt: str | None
    """
    When somebody stopped it; null where nobody did.
    """

    finishedAt: str | None
    """
    When the last shipment had its outcome; null until then.
    """


class BatchList(TypedDict):
    """
    A page of batches.
    """

    batches: list[Batch]
    """
    The batches of the page, newest first.
    """


class BatchReply(TypedDict):
    """
    One batch.
    """

    batch: Batch
    """
    The batch as it is now.
    """


class BatchRow(TypedDict):
    """
    What became of one shipment of a batch.
    """

    position: int
    """
    Its place in the batch, from 0.
    """

    shipmentId: str
    """
    The shipment (`ship_…`).
    """

    externalRef: str | None
    """
    The order's number of the shipment; null without one.
    """

    recipient: str | None
    """
    The name of whom the shipment goes to.
    """

    status: Literal["done", "failed", "running", "skipped", "stopped", "waiting"]
    """
    `waiting` for its turn; `running`, also where the courier's answer was lost and it is not known yet what
    became of it (it is not booked twice); `done`; `failed`; `skipped`, since nothing was to be done; `stopped`
    before its turn.
    """

    attempt: int
    """
    1 at first; one more each time that the failed ones are tried again.
    """

    charged: int | None
    """
    The shipping credit charged by its booking, in minor units; null until it is booked, in a batch of another
    kind, and where the batch ended before this was noted.
    """

    refunded: int | None
    """
    The shipping credit refunded by its cancellation, in minor units; null in the same cases.
    """

    error: BatchRowError | None
    """
    Why it failed, was skipped, or is not known yet; null where nothing is wrong.
    """

    httpStatus: int | None
    """
    The status that the request for this shipment alone would have had; null until there is an outcome.
    """

    finishedAt: str | None
    """
    When it had its outcome; null until then.
    """


class BatchRows(TypedDict):
    """
    A page of a batch's shipments.
    """

    rows: list[BatchRow]
    """
    In the batch's order.
    """


class BulkLicenses(TypedDict):
    """
    Licenses to issue in one request.
    """

    licenses: list[NewLicense]
    """
    What to issue. Each row is taken as a request of its own to issue a license, and has its own outcome.
    """


class BulkProducts(TypedDict):
    """
    `products` as POST /products takes them.
    """

    products: list[NewProduct]
    """
    1 to 200 products; each row is created or refused by itself.
    """


class BulkStockAdjustment(TypedDict):
    """
    `adjustments` as POST /stock/adjust takes them; `atomic` does all of them or nothing.
    """

    adjustments: list[StockAdjustment]
    """
    1 to 1,000 adjustments; those of one level happen in the order given.
    """

    atomic: NotRequired[bool | None]
    """
    True does all of them or nothing: one refused row refuses the request. False does each by itself.
    """


class CreatedWebhookEndpointReply(TypedDict):
    """
    A new endpoint with its secret.
    """

    endpoint: WebhookEndpoint
    """
    The endpoint that was registered.
    """

    secret: str
    """
    What deliveries are signed with (`whsec_…`). It is in this answer only, and cannot be fetched again.
    """


CreditStatement = TypedDict(
    "CreditStatement",
    {
        "accountId": str,
        "currency": str,
        "from": str | None,
        "to": str | None,
        "openingBalance": int,
        "closingBalance": int,
        "transactions": list[CreditTransaction],
    },
)


class ErrorResponse(TypedDict):
    """
    The envelope of everything that is refused.
    """

    data: None
    """
    Always null: a refusal has no data.
    """

    error: ErrorBody
    """
    Why the request was refused.
    """

    meta: ResponseMeta
    """
    What the answer says of itself.
    """


class IntegrationStatus(TypedDict):
    """
    What the workspace is connected to, as it is at the moment.
    """

    identity: IdentityStatus
    """
    How the service knows who asks.
    """

    aggregator: AggregatorStatus | None
    """
    The courier aggregator; null until the workspace has set an origin or a configuration.
    """

    payments: PaymentsStatus
    """
    The payment provider. Plans and credit are bought through it.
    """

    storefront: StorefrontStatus
    """
    The partner's storefront, which products are mirrored from.
    """


class LegacyCancelledShipmentReply(TypedDict):
    """
    A cancelled shipment, as the legacy routes show it.
    """

    shipment: Shipment
    """
    The shipment, `cancelled` by now.
    """

    refunded: int
    """
    What went back to the shipping credit, in minor units; 0 where nothing was charged.
    """


class LegacyShipmentReply(TypedDict):
    """
    One shipment with its history, as the legacy routes show it.
    """

    shipment: ShipmentWithEvents
    """
    The shipment as it is now, with its history.
    """


class LegacyShipments(TypedDict):
    """
    A page of shipments, as the legacy routes show it.
    """

    shipments: list[Shipment]
    """
    Newest first, without their history.
    """


class ListedStockLevel(TypedDict):
    """
    A stock level with its warehouse, and its details where they are asked for.
    """

    variantId: str
    """
    The variant that is counted (`var_…`).
    """

    warehouseId: str
    """
    The warehouse that it lies in (`wh_…`).
    """

    quantity: int
    """
    Pieces on the shelf, reserved ones included; never below 0. Always the sum of the level's movements.
    """

    updatedAt: str
    """
    When its last movement was; in a list `at` a moment, its last one until then.
    """

    warehouse: WarehouseSummary
    """
    The warehouse in short, as it is now.
    """

    details: NotRequired[StockLevelDetails]
    """
    With `include=details`: what people call it, and how much is free.
    """


class NewBatch(TypedDict):
    """
    What is to be done with many shipments: a list of them, or a filter.
    """

    kind: Literal["book", "cancel", "print"]
    """
    What is done with each: `book` its courier, `cancel` it, or see that it can be printed (`print`).
    """

    shipmentIds: NotRequired[list[str] | None]
    """
    The shipments (`ship_…`), 1 to 500, in the order in which they are done and
    printed. Either these or `filter`; an unknown one is 404 `NOT_FOUND`.
    """

    filter: NotRequired[ShipmentFilter | None]
    """
    In place of a list: the shipments that the list would show under these
    filters, the oldest first, 500 at most; `{}` means all of them.
    """

    reason: NotRequired[str | None]
    """
    Why they are cancelled, for the merchant's records and the courier; only
    for `cancel`. Left out or blank: `Merchant cancelled`.
    """

    printing: NotRequired[BatchPrinting | None]
    """
    How the batch's document is printed; left out: labels of 100 by 150 millimetres, as a single label is.
    """


class NewShipment(TypedDict):
    """
    A shipment to be drafted. It takes its stock at once, and calls no courier before it is confirmed.
    """

    courierCode: str
    """
    The courier, from a rate or the catalogue, in either case; an unknown one is refused.
    """

    courierServiceCode: str
    """
    The courier's service, from a rate or the catalogue, in either case; an unknown one is refused.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    How fast the service is, as the rate says; what contradicts the catalogue is refused.
    """

    price: int
    """
    The shipping price without the premium, in minor units, as the rate says. A
    booking with the platform's aggregator key charges this and `insurance`, or what the
    courier really asks, whichever is more; with a key of your own nothing is charged.
    """

    origin: Origin
    """
    Where it is picked up; `{}` means the configured shipping origin.
    """

    destination: Destination
    """
    Where it goes.
    """

    items: list[ShipmentItem]
    """
    What is in it; an item with a product or a variant takes stock, from one warehouse.
    """

    insurance: NotRequired[int | None]
    """
    The insurance premium in minor units, as the rate says; 0 where `insured` is false.
    """

    insured: NotRequired[bool | None]
    """
    Whether the courier is to insure it, for the sum of the items' values;
    left out: true where `insurance` is above 0.
    """

    productId: NotRequired[str | None]
    """
    A product that the whole shipment is about (`prod_…`); it
    takes no stock by itself. An unknown one is 404 `NOT_FOUND`.
    """

    checkoutSessionId: NotRequired[str | None]
    """
    Your own id of the checkout; stock that is reserved for it is used first.
    """

    customerId: NotRequired[str | None]
    """
    Your own id of the buyer, to find shipments by.
    """

    customerEmail: NotRequired[str | None]
    """
    The buyer's e-mail address, for your own use: the service sends no mail.
    """

    externalSource: NotRequired[str | None]
    """
    The system that the order comes from, by any name of yours.
    """

    externalRef: NotRequired[str | None]
    """
    The order's number in that system; labels and the tracking page show it.
    """


PartnerUsage = TypedDict(
    "PartnerUsage",
    {
        "partner": str,
        "from": str,
        "to": str,
        "total": UsageCounts | None,
        "workspaces": list[WorkspaceUsage],
    },
)


class Product(TypedDict):
    """
    Something a merchant sells: shipped, downloaded or licensed, by its type.
    """

    id: str
    """
    The product's id (`prod_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    name: str
    """
    What people call it, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where it has none.
    """

    description: str | None
    """
    Text for people, of any kind; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
    never changes, but for a mirrored product whose storefront says it later.
    """

    weight: int | None
    """
    Grams of one piece, for variants that say none of their own; null where it is not known.
    """

    length: int | None
    """
    Length of one piece in centimetres; null where it is not known.
    """

    width: int | None
    """
    Width of one piece in centimetres; null where it is not known.
    """

    height: int | None
    """
    Height of one piece in centimetres; null where it is not known.
    """

    licenseEnabled: bool
    """
    Whether licenses can be issued for it; it matters for products of the type `license` alone.
    """

    maxActivations: int | None
    """
    How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1.
    """

    archived: bool
    """
    Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more.
    """

    externalSource: str | None
    """
    The partner whose storefront the product is mirrored from; null for the merchant's own.
    """

    externalRef: str | None
    """
    The storefront's own id of a mirrored product; null for the merchant's own.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
    """

    variants: list[Variant]
    """
    Its variants, archived ones included, at most 1,000.
    """


class ProductArchived(TypedDict):
    """
    A product was archived.
    """

    id: str
    """
    The product's id (`prod_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    name: str
    """
    What people call it, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where it has none.
    """

    description: str | None
    """
    Text for people, of any kind; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
    never changes, but for a mirrored product whose storefront says it later.
    """

    weight: int | None
    """
    Grams of one piece, for variants that say none of their own; null where it is not known.
    """

    length: int | None
    """
    Length of one piece in centimetres; null where it is not known.
    """

    width: int | None
    """
    Width of one piece in centimetres; null where it is not known.
    """

    height: int | None
    """
    Height of one piece in centimetres; null where it is not known.
    """

    licenseEnabled: bool
    """
    Whether licenses can be issued for it; it matters for products of the type `license` alone.
    """

    maxActivations: int | None
    """
    How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1.
    """

    archived: bool
    """
    Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more.
    """

    externalSource: str | None
    """
    The partner whose storefront the product is mirrored from; null for the merchant's own.
    """

    externalRef: str | None
    """
    The storefront's own id of a mirrored product; null for the merchant's own.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
    """

    variants: list[Variant]
    """
    Its variants, archived ones included, at most 1,000.
    """

    productId: str
    """
    The product's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ProductCreated(TypedDict):
    """
    A product was created.
    """

    id: str
    """
    The product's id (`prod_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    name: str
    """
    What people call it, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where it has none.
    """

    description: str | None
    """
    Text for people, of any kind; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
    never changes, but for a mirrored product whose storefront says it later.
    """

    weight: int | None
    """
    Grams of one piece, for variants that say none of their own; null where it is not known.
    """

    length: int | None
    """
    Length of one piece in centimetres; null where it is not known.
    """

    width: int | None
    """
    Width of one piece in centimetres; null where it is not known.
    """

    height: int | None
    """
    Height of one piece in centimetres; null where it is not known.
    """

    licenseEnabled: bool
    """
    Whether licenses can be issued for it; it matters for products of the type `license` alone.
    """

    maxActivations: int | None
    """
    How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1.
    """

    archived: bool
    """
    Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more.
    """

    externalSource: str | None
    """
    The partner whose storefront the product is mirrored from; null for the merchant's own.
    """

    externalRef: str | None
    """
    The storefront's own id of a mirrored product; null for the merchant's own.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
    """

    variants: list[Variant]
    """
    Its variants, archived ones included, at most 1,000.
    """

    productId: str
    """
    The product's id once more; the same as `id`.
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class ProductList(TypedDict):
    """
    A page of products.
    """

    products: list[Product]
    """
    Newest first, each with its variants; with `q` and no `sku`, in the order of the words that were found.
    """


class ProductReply(TypedDict):
    """
    One product.
    """

    product: Product
    """
    The product as it is now, with its variants.
    """


class ProductUpdated(TypedDict):
    """
    Fields of a product changed; `changed` lists them.
    """

    id: str
    """
    The product's id (`prod_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    name: str
    """
    What people call it, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where it has none.
    """

    description: str | None
    """
    Text for people, of any kind; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
    never changes, but for a mirrored product whose storefront says it later.
    """

    weight: int | None
    """
    Grams of one piece, for variants that say none of their own; null where it is not known.
    """

    length: int | None
    """
    Length of one piece in centimetres; null where it is not known.
    """

    width: int | None
    """
    Width of one piece in centimetres; null where it is not known.
    """

    height: int | None
    """
    Height of one piece in centimetres; null where it is not known.
    """

    licenseEnabled: bool
    """
    Whether licenses can be issued for it; it matters for products of the type `license` alone.
    """

    maxActivations: int | None
    """
    How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1.
    """

    archived: bool
    """
    Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more.
    """

    externalSource: str | None
    """
    The partner whose storefront the product is mirrored from; null for the merchant's own.
    """

    externalRef: str | None
    """
    The storefront's own id of a mirrored product; null for the merchant's own.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
    """

    variants: list[Variant]
    """
    Its variants, archived ones included, at most 1,000.
    """

    productId: str
    """
    The product's id once more; the same as `id`.
    """

    changed: list[str]
    """
    The names of the fields that changed, as in the product (`name`, `weight`).
    """

    sequence: int
    """
    Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse.
    """


class RebookedShipmentReply(TypedDict):
    """
    A replacement.
    """

    shipment: Shipment
    """
    The new shipment; it is `pending`, so confirm it to book its courier.
    """

    previousShipmentId: str
    """
    The shipment that it replaces (`ship_…`), which cannot be used any more.
    """


class RotatedWebhookSecretReply(TypedDict):
    """
    An endpoint with its new secret.
    """

    endpoint: WebhookEndpoint
    """
    The endpoint, with the preview of its new secret.
    """

    secret: str
    """
    What deliveries are signed with from now on (`whsec_…`). It is in this answer only.
    """

    previousSecretUntil: str | None
    """
    Until when the old secret signs as well; null where it signs nothing any more.
    """


class ShipmentTimeline(TypedDict):
    """
    What happened to a shipment.
    """

    entries: list[TimelineEntry]
    """
    The newest first, 200 at most, of each kind the newest hundred.
    """

    isMore: bool
    """
    Whether there is more than is shown.
    """


class StatsOverview(TypedDict):
    """
    What a workspace holds, for a dashboard. Its parts are not of one moment.
    """

    products: ArchivableCounts
    """
    How many products there are.
    """

    variants: ArchivableCounts
    """
    How many variants there are.
    """

    warehouses: ArchivableCounts
    """
    How many warehouses there are.
    """

    licenses: LicenseCounts
    """
    How many licenses there are.
    """

    shipments: ShipmentCounts
    """
    How many shipments there are.
    """

    deliveries: int
    """
    How many digital deliveries were ever granted.
    """

    month: MonthUsage
    """
    What was used this month.
    """

    credit: CreditBalance
    """
    The prepaid shipping credit.
    """

    recentShipments: list[RecentShipment]
    """
    The 5 newest shipments, the newest first.
    """

    lowStock: list[LowStockLevel]
    """
    Up to 5 levels below their threshold; the one that was moved last comes first.
    """

    webhookFailures: WebhookFailures
    """
    Which webhooks are failing.
    """


class StockAdjustmentReply(TypedDict):
    """
    What an adjustment came to.
    """

    stock: StockLevel
    """
    The level after the movement.
    """

    movement: StockMovement
    """
    The line that was written to the level's ledger.
    """


class StockLevels(TypedDict):
    """
    A page of stock levels.
    """

    stock: list[ListedStockLevel]
    """
    Newest-updated first; with `at`, those that were opened last come first; with `q` or `productId` by variant.
    """


StockTransferReply = TypedDict(
    "StockTransferReply",
    {
        "from": StockAdjustmentReply,
        "to": StockAdjustmentReply,
    },
)


class StorefrontOrder(TypedDict):
    """
    A checkout of a partner's storefront; `open` until it is paid or `expired`, then by what became of its lines.
    """

    id: str
    """
    The order's id (`ord_…`).
    """

    accountId: str
    """
    The workspace that it belongs to (`acc_…`).
    """

    checkoutSessionId: str
    """
    The storefront's own id of the checkout, one order each.
    """

    status: Literal["expired", "failed", "fulfilled", "open", "partly_fulfilled"]
    """
    `open` until it is paid or its time is over (`expired`); once paid,
    `fulfilled`, `partly_fulfilled` or `failed`, by what became of its lines.
    """

    externalSource: str
    """
    The partner whose storefront it is.
    """

    externalRef: str | None
    """
    The storefront's number of the order; null where it has none, and until it is paid.
    """

    customer: dict[str, Any] | None
    """
    Who bought it, as the storefront said: `id`, `email`, `name`, `phone`. Null until it is paid.
    """

    destination: dict[str, Any] | None
    """
    Where the parcel goes, as the storefront or the last retry
    said, with the fields of `Destination`; null where nobody said.
    """

    shipping: dict[str, Any] | None
    """
    The courier's service that the buyer chose, as the storefront or the last retry said, with the fields of
    `StorefrontShipping`; null where nobody said.
    """

    lines: list[StorefrontOrderLine]
    """
    What was bought, 1 to 200 lines; empty where a checkout ended before anything was said of it.
    """

    expiresAt: str
    """
    Until when an unpaid order is waited for and its stock stays reserved: 60 minutes after it was last said.
    """

    paidAt: str | None
    """
    When the payment was heard of; null until then.
    """

    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class StorefrontOrderReply(TypedDict):
    """
    One order.
    """

    order: StorefrontOrder
    """
    The order as it is now.
    """


class StorefrontOrderRetry(TypedDict):
    """
    What the storefront did not say, or said wrongly; what is left out stays as it was.
    """

    shipping: NotRequired[StorefrontShipping | None]
    """
    Takes the place of the service that the storefront named.
    """

    destination: NotRequired[Destination | None]
    """
    Takes the place of the destination that the storefront named, as a whole.
    """


class StorefrontOrders(TypedDict):
    """
    A page of orders.
    """

    orders: list[StorefrontOrder]
    """
    Newest first, with their lines.
    """


class Tracking(TypedDict):
    """
    What the courier says now; `shipment` is null where the parcel is none of the workspace's.
    """

    waybillId: str | None
    """
    The courier's waybill number; null while there is none.
    """

    courier: str
    """
    The code of the courier.
    """

    status: str
    """
    Where it is now, in the words of a shipment's statuses where
    the courier's word means one of them, else in the courier's own.
    """

    history: list[TrackingStep]
    """
    What happened, oldest first.
    """

    driver: TrackingDriver | None
    """
    Who has it; null where nobody is named, and always where the service answers from its own record.
    """

    eta: TrackingEta | None
    """
    When it is expected, by the time that the courier says its service takes, from the collection or else the
    booking. Null where the courier says nothing, and where nothing is awaited.
    """

    externalLink: str | None
    """
    The courier's own tracking page; null where there is none.
    """

    shipment: TrackedShipment | None
    """
    The workspace's own record; null where the parcel is none of its shipments.
    """


class WebhookDeliveries(TypedDict):
    """
    A page of the delivery log.
    """

    events: list[WebhookDelivery]
    """
    The rows of the page, newest first.
    """

    nextCursor: str | None
    """
    The same as `meta.cursor`: leads to the next page, null on the last one.
    """


class ProductArchivedEvent(TypedDict):
    """
    A product was archived.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.product.archived.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ProductArchived
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ProductCreatedEvent(TypedDict):
    """
    A product was created.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.product.created.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ProductCreated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class ProductUpdatedEvent(TypedDict):
    """
    Fields of a product changed; `changed` lists them.
    """

    id: str
    """
    Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once.
    """

    type: Literal["svc.product.updated.v1"]
    """
    What happened: the brand, the resource, what became of it, and the version.
    """

    occurredAt: str
    """
    When it happened.
    """

    accountId: str
    """
    The workspace in which it happened (`acc_…`).
    """

    data: ProductUpdated
    """
    The resource as the API shows it, with what the event adds. More fields may come within a version.
    """

    metadata: dict[str, Any]
    """
    An empty object, for now.
    """


class BulkShipments(TypedDict):
    """
    Many shipments to be drafted.
    """

    shipments: list[NewShipment]
    """
    1 to 100 shipments; each row is drafted or refused by itself.
    """


class StorefrontEventReply(TypedDict):
    """
    Whether the event changed anything: false for one that was applied before, one that is older than what is known,
    and one of a type that nobody knows.
    """

    applied: bool
    """
    Whether the event changed anything.
    """

    order: NotRequired[StorefrontOrder]
    """
    The order as it then stands, also where the event changed nothing of it. Only events of a checkout have one.
    """


WebhookEvent: TypeAlias = (
    BatchFinishedEvent
    | DeliveryCreatedEvent
    | DeliveryDownloadedEvent
    | DeliveryExpiredEvent
    | DeliveryExpiringEvent
    | DeliveryUpdatedEvent
    | LicenseActivatedEvent
    | LicenseDeactivatedEvent
    | LicenseIssuedEvent
    | LicenseReinstatedEvent
    | LicenseRevokedEvent
    | LicenseSuspendedEvent
    | LicenseUpdatedEvent
    | ProductArchivedEvent
    | ProductCreatedEvent
    | ProductUpdatedEvent
    | ShipmentCancelledEvent
    | ShipmentCreatedEvent
    | ShipmentPickupConfirmedEvent
    | ShipmentRebookedEvent
    | ShipmentStatusUpdatedEvent
    | ShipmentUpdatedEvent
    | StockAdjustedEvent
    | StockLowEvent
    | VariantArchivedEvent
    | VariantCreatedEvent
    | WarehouseCreatedEvent
    | WebhookEndpointDisabledEvent
    | WebhookEndpointTestEvent
)
