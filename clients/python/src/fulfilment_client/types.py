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
    Workspace of the resource (`acc_…`).
    """

    customerId: str
    """
    Your own id of the customer (`cus_…` or any other text). It never changes.
    """

    label: str
    """
    The customer's name for the address, such as Home or Office.
    """

    contactName: str
    """
    The receiver's name.
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
    Delivery instructions for the driver; null where there are none.
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
    True if it is the customer's default address. A customer has at most one.
    """

    createdAt: str
    """
    Time of creation.
    """

    updatedAt: str
    """
    When the address last changed. A request that changes nothing leaves it, and so the order of the list.
    """


class AddressChange(TypedDict):
    """
    Changes of a saved address. Omitted fields stay as they are; null clears a field. The customer cannot change.
    """

    customerId: NotRequired[str]
    """
    Accepted only if it is the present customer: an address cannot change its customer.
    """

    label: NotRequired[str]
    """
    The customer's new name for the address.
    """

    contactName: NotRequired[str]
    """
    The receiver's new name.
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
    The new delivery instructions for the driver.
    """

    postalCode: NotRequired[str | None]
    """
    The new postal code.
    """

    postal: NotRequired[str | None]
    """
    Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ.
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
    True makes it the customer's default instead of the present one.

    False on the default leaves the customer without one.
    """


class AddressList(TypedDict):
    """
    A page of addresses.
    """

    addresses: list[Address]
    """
    The addresses of the page: defaults first, then the newest-updated.
    """


class AddressReply(TypedDict):
    """
    A saved address.
    """

    address: Address
    """
    The address as it is now.
    """


class AggregatorConfig(TypedDict):
    """
    A workspace's settings at the aggregator.
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    apiKeyConfigured: bool
    """
    True if the workspace has its own key at the aggregator. Otherwise the platform's key is used, and shipments are
    charged to the shipping credit.
    """

    apiKeyPreview: str | None
    """
    The last four characters of the own key after an ellipsis (`…a1b2`), and never more than half of it. Null without
    an own key, and for partners.
    """

    defaultOriginId: str | None
    """
    The aggregator's id of a pick-up place, stored for your own use; null where none is set.
    """

    enabledCouriers: list[str]
    """
    The codes of the enabled couriers, the same set as `couriers` of the origin. Empty means every courier that needs
    no coordinates.
    """

    defaultCourier: str | None
    """
    The courier to suggest first, for your own use: the service never chooses a courier by itself. Null where none is
    set.
    """

    active: bool
    """
    The master switch: while it is false, quotes and bookings are 400 `NOT_CONFIGURED`.
    """

    reportUrl: str | None
    """
    The webhook address for the aggregator's status updates of orders booked with the own key. Enter it there, and
    keep it secret. Null without an own key, and for partners.
    """


class AggregatorStatus(TypedDict):
    """
    Status of the courier aggregator.
    """

    apiKeyConfigured: bool
    """
    True if the workspace has stored an aggregator key of its own; without one, the platform's key is used.
    """

    active: bool
    """
    True while shipping is enabled. While it is not, there are no rates and no bookings.
    """

    enabledCouriers: list[str]
    """
    The codes of the couriers that the workspace has chosen. Empty means every courier that needs no coordinates.
    """


class ApiKey(TypedDict):
    """
    A key that signs requests. Its secret is never shown again.
    """

    id: str
    """
    Identifies the key in paths; opaque.
    """

    name: str
    """
    The display name of the key.
    """

    keyId: str
    """
    The `keyId` of signed requests: 24 characters, not secret.
    """

    secretPreview: str
    """
    The first 8 and the last 4 characters of the secret, with an ellipsis between.
    """

    scopes: list[str]
    """
    The scopes of the key: `read`, `write`, `admin`; the platform key of a partner has one more. They are always
    recorded, but enforced only where the operator's settings say so.
    """

    createdAt: str
    """
    Time of creation.
    """

    lastUsedAt: str | None
    """
    When the key last signed a request, updated within seconds; null before the first use.
    """

    revokedAt: str | None
    """
    When the key was revoked, which is final; null for an active key.
    """

    expiresAt: str | None
    """
    When the key expires: from then on requests are refused. Null: never.
    """

    networks: list[str] | None
    """
    The networks that requests must come from, in normal form (`203.0.113.7/32`); null: from anywhere.
    """

    createdBy: str | None
    """
    The creator: the identity provider's id of a person, or the workspace (`acc_…`) where an API key created it.
    Null where the operator created it.
    """

    madeByPartner: str | None
    """
    The name of the partner that made the key on behalf of the merchant; null for all other keys.
    """


class ApiKeyList(TypedDict):
    """
    A list of the workspace's keys.
    """

    apiKeys: list[ApiKey]
    """
    The keys, newest first, including revoked and expired keys. A partner sees only the keys that it made.
    """


class ArchivableCounts(TypedDict):
    """
    The number of active and of archived resources.
    """

    active: int
    """
    The number that is not archived.
    """

    archived: int
    """
    The number that is archived.
    """


class ArchivedResponse(TypedDict):
    """
    The response to archiving a record. The record still exists and can be un-archived.
    """

    archived: bool
    """
    Always true: the record is archived, by this request or by an earlier one.
    """


class Area(TypedDict):
    """
    One hit of the area search.
    """

    id: str
    """
    The aggregator's id of the area, as `areaId` takes it.
    """

    name: str
    """
    The full name, with the regions that contain the area.
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
    One change, with its actor, its target and its origin.
    """

    id: str
    """
    Identifies the entry; opaque.
    """

    accountId: str
    """
    The workspace of the change (`acc_…`).
    """

    actorType: Literal["api_key", "system", "user"]
    """
    The kind of actor. `user`: a person, or an API key. `api_key`: the platform key of a partner that provisioned the
    workspace. `system`: the service itself, or its operator.
    """

    actorId: str | None
    """
    The actor: the identity provider's id of a person, or the workspace (`acc_…`) for an API key; null for
    `system`.
    """

    actorEmail: str | None
    """
    The person's e-mail address from their token; null where there is none.
    """

    action: str
    """
    The action, in lower case with dots, such as `product.updated`.
    """

    targetType: str | None
    """
    The type of the changed resource, such as `Product`; null where the action has no target.
    """

    targetId: str | None
    """
    The id of the changed resource; null where the action has no target. For a partner, `targetId`, `before` and
    `after` are null where the target is one of the merchant's own keys.
    """

    before: dict[str, Any] | None
    """
    The name and the changed fields, before the change; null for a new resource. Texts longer than 500 characters
    are cut and end with an ellipsis.
    """

    after: dict[str, Any] | None
    """
    The name and the changed fields, after the change; all fields for a new resource, null for a deleted one. Texts
    are cut as in `before`.
    """

    ip: str | None
    """
    The client's IP address; null where no request made the change.
    """

    userAgent: str | None
    """
    The client's `User-Agent`; null where it sent none.
    """

    metadata: dict[str, Any]
    """
    Further details; often an empty object. Where a partner acted, `partner` is its name and `keyId` its key.
    """

    createdAt: str
    """
    When the change was made.
    """


class BatchCounts(TypedDict):
    """
    The number of a batch's shipments in each state; the sum is `total`.
    """

    waiting: int
    """
    Shipments not begun yet.
    """

    running: int
    """
    Shipments begun: the courier is being asked, or the outcome is not known yet.
    """

    done: int
    """
    Shipments completed without an error.
    """

    failed: int
    """
    Shipments refused by the courier or by the service. The row says why, and a retry is possible.
    """

    skipped: int
    """
    Shipments that needed nothing, for example since they were booked already. The row says why.
    """

    stopped: int
    """
    Shipments left untouched, since the batch was stopped before their turn.
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
    The merchant's order number of the shipment; null without one.
    """


class BatchExclusion(TypedDict):
    """
    Shipments that would be skipped for one reason.
    """

    code: str
    """
    The error code of the reason.
    """

    message: str
    """
    The reason in words.
    """

    count: int
    """
    The number of shipments excluded for this reason.
    """

    shipments: list[BatchExcluded]
    """
    The excluded shipments, in the batch's order.
    """


class BatchFinished(TypedDict):
    """
    A batch finished: every shipment has its outcome, or was left untouched since the batch was stopped.

    It fires again after a retry of the failed shipments.
    """

    id: str
    """
    The batch's id (`batch_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    kind: Literal["book", "cancel", "print"]
    """
    The action on each shipment.
    """

    status: Literal["finished", "running"]
    """
    `running` until every shipment has an outcome, then `finished`. A retry of the failed shipments sets it to
    `running` again.
    """

    total: int
    """
    The number of shipments, 1 to 500.
    """

    counts: BatchCounts
    """
    The number of shipments in each state.
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
    True where the filter matched more than 500 shipments, so that the batch has 500 of them. These are the oldest;
    with `q`, `queue` or `printed`, they are the first of the list.
    """

    filter: dict[str, Any] | None
    """
    The filter that selected the shipments; null where they were listed.
    """

    reason: str | None
    """
    The reason of the cancellation; null in a batch of another kind.
    """

    printing: dict[str, Any] | None
    """
    Print options as they were given; null where none were given.
    """

    createdBy: str | None
    """
    The creator of the batch: the identity provider's id of a user, or the workspace's id for an API key.
    """

    createdAt: str
    """
    When the batch was created.
    """

    stoppedAt: str | None
    """
    When the batch was stopped; null where it was not.
    """

    finishedAt: str | None
    """
    When the last shipment had its outcome; null before that.
    """

    batchId: str
    """
    The batch's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class BatchPreview(TypedDict):
    """
    The effect that a batch would have; nothing was changed.
    """

    kind: Literal["book", "cancel", "print"]
    """
    The action on each shipment.
    """

    total: int
    """
    The number of shipments that the batch would have.
    """

    shipmentIds: list[str]
    """
    The shipments that the batch would have, in its order. A batch of these `shipmentIds` does what the preview says.
    A batch of the filter has the shipments that match it at that time.
    """

    qualifying: int
    """
    The number of shipments that the action would apply to.
    """

    excluded: list[BatchExclusion]
    """
    The reasons why the others would be skipped, the most frequent first.
    """

    truncated: bool
    """
    True where the filter matches more than 500 shipments, so that the batch would have 500 of them.
    """

    creditNeeded: int
    """
    The shipping credit needed to book the qualifying shipments, in minor units. Each counts with the larger of its
    price and a fresh quote. With `unquoted` above 0 it is a minimum. It is 0 for the other kinds, and where the
    workspace has an aggregator key of its own.
    """

    unquoted: int
    """
    The number of qualifying shipments without a quote, which count with the price of their draft. At most 40
    distinct parcels are quoted, within 10 seconds.
    """

    quotedAt: str | None
    """
    When the oldest of the quotes was requested; null where there is none.
    """

    creditAvailable: int | None
    """
    The shipping credit available, without holds, in minor units; null for a user who may not see it.
    """


class BatchPrinting(TypedDict):
    """
    Print options of the batch's document; the flags are those of a single label.
    """

    documents: NotRequired[list[Literal["labels"]] | None]
    """
    The documents printed for each shipment: `labels`.
    """

    size: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Default: `thermal-100x150`.
    """

    showSenderPhone: NotRequired[bool | None]
    """
    True prints the sender's phone number.
    """

    showRecipientPhone: NotRequired[bool | None]
    """
    True prints the recipient's phone number.
    """

    maskRecipientName: NotRequired[bool | None]
    """
    True prints only some letters of the recipient's name (`S*** R****u`).
    """

    maskRecipientPhone: NotRequired[bool | None]
    """
    True hides the middle of the recipient's phone number (`0812****7890`).
    """

    showShippingCost: NotRequired[bool | None]
    """
    True prints the shipping price.
    """

    showInsurance: NotRequired[bool | None]
    """
    True prints whether the parcel is insured, and the premium.
    """

    showItems: NotRequired[bool | None]
    """
    True prints a list of the items in the parcel.
    """

    showItemDescriptions: NotRequired[bool | None]
    """
    True prints each item's description in the list.
    """

    showItemSkus: NotRequired[bool | None]
    """
    True prints each item's `sku` in the list.
    """

    layout: NotRequired[Literal["4up", "single"] | None]
    """
    `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Default: `single`.
    """


class BatchRowError(TypedDict):
    """
    The reason why a shipment failed or was skipped.
    """

    code: str
    """
    The error code that the request for this shipment alone would have had (docs/errors.md).
    """

    message: str
    """
    The reason in words. A courier's own words are introduced as the courier's.
    """


class BulkItemResult(TypedDict):
    """
    Outcome of one row of a bulk request: the HTTP status of the row as its own request, with `data` or `error`.
    """

    index: int
    """
    Index of the row in the request, counted from 0.
    """

    status: int
    """
    HTTP status that the row would have had as a request of
    its own; 424 if another row of an atomic request was refused.
    """

    data: NotRequired[Any]
    """
    The `data` that the row would have had as a request of its own; absent if it was refused.
    """

    error: NotRequired[Any]
    """
    Reason why the row was refused, with `code`, `message` and, if
    one input is at fault, `field`; absent if the row was applied.
    """


class BulkResult(TypedDict):
    """
    Outcomes of a bulk request.
    """

    outcomes: list[BulkItemResult]
    """
    One outcome for each row of the request, in the order of the rows.
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
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    refunded: int
    """
    The shipping credit refunded, in minor units; 0 where nothing was charged.
    """


class CourierReportReply(TypedDict):
    """
    The result of a courier's report.
    """

    applied: int
    """
    The number of new reports on the order; 0 for a probe, a repeat, or an unknown order.
    """


class CourierService(TypedDict):
    """
    A service in the courier catalogue, with the aggregator's names.
    """

    courier_code: str
    """
    The courier's code, for requests.
    """

    courier_name: str
    """
    The courier's display name.
    """

    courier_service_code: str
    """
    The service's code, for requests; unique within its courier.
    """

    courier_service_name: str
    """
    The service's display name.
    """

    service_type: str
    """
    The speed, in the aggregator's word, such as `standard`, `same_day` or `instant`. A courier with services of only
    the last two types needs the coordinates of origin and destination.
    """

    tier: str | None
    """
    The aggregator's price tier of the service; null where there is none.
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
    The display name of the key.
    """

    keyId: str
    """
    The `keyId` of signed requests: 24 characters, not secret.
    """

    scopes: list[str]
    """
    The scopes of the key: `read`, `write`, `admin`; the platform key of a partner has one more. They are always
    recorded, but enforced only where the operator's settings say so.
    """

    expiresAt: str | None
    """
    When the key expires: from then on requests are refused. Null: never.
    """

    networks: list[str] | None
    """
    The networks that requests must come from, in normal form (`203.0.113.7/32`); null: from anywhere.
    """

    createdAt: str
    """
    Time of creation.
    """


class CreditAdjustment(TypedDict):
    """
    A correction of the balance, or a refund of a shipment's charge.
    """

    amount: int
    """
    The amount to add, in the currency's minor unit (for IDR whole rupiah); never 0. Only a `manual_adjustment` may
    be negative: it takes credit away, but no more than is available.
    """

    kind: Literal["manual_adjustment", "shipment_refund"]
    """
    `manual_adjustment` corrects the balance; `shipment_refund` refunds a part of a shipment's charge, at most the
    rest of it.
    """

    shipmentId: NotRequired[str | None]
    """
    The shipment that it concerns (`ship_…`); required for a `shipment_refund`.
    """

    externalRef: NotRequired[str | None]
    """
    Your own reference. A repeat of the same kind with the same reference moves nothing: the answer is 200 with the
    first transaction. With another amount or shipment it is 409 `DUPLICATE`.
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
    Workspace of the resource (`acc_…`).
    """

    balance: int
    """
    The credit that was paid in and not spent: the sum of all transactions. It includes `held`; never below 0.
    """

    held: int
    """
    The amount that bookings in progress hold. It is charged or released when they are settled.
    """

    available: int
    """
    The amount available for the next booking: `balance` less `held`.
    """

    owed: int
    """
    The debt from refunds and disputes of purchases whose credit was spent already. The next top-ups pay it first;
    mostly 0.
    """

    currency: str
    """
    The code of the currency, such as `IDR`.
    """

    updatedAt: str
    """
    When credit was last moved or held; the creation time of the workspace if it never was.
    """


class CreditCheckout(TypedDict):
    """
    Credit to buy on a page of the payment provider.
    """

    amount: int
    """
    The amount to buy, in the currency's minor unit (for IDR whole rupiah).
    """

    email: NotRequired[str | None]
    """
    The address for the receipt. For a signed-in user, the address of their token is used if it has one. Without any,
    the payment provider uses the address that it knows, or asks on its page.
    """

    name: NotRequired[str | None]
    """
    The buyer's name, for the payment provider.
    """

    returnTo: NotRequired[Literal["console"] | None]
    """
    `console`: after the payment page the buyer returns to the workspace's page in the console. Otherwise the buyer
    returns to the pages that the operator has set, or to a page that shows the result.
    """


class CreditTopUp(TypedDict):
    """
    Credit to add.
    """

    amount: int
    """
    The amount to add, in the currency's minor unit (for IDR whole rupiah).
    """

    externalRef: NotRequired[str | None]
    """
    Your own reference of the payment. A repeat with the same reference adds nothing: the answer is 200 with the
    first transaction. With another amount it is 409 `DUPLICATE`.
    """

    memo: NotRequired[str | None]
    """
    A note, shown with the transaction.
    """


class CreditTransaction(TypedDict):
    """
    An entry of the credit ledger; the balance is the sum of all `amount`s. Amounts are in the currency's minor unit,
    for IDR whole rupiah.
    """

    id: str
    """
    The transaction's id (`ctx_…`).
    """

    kind: Literal["manual_adjustment", "shipment_charge", "shipment_refund", "topup"]
    """
    The kind of transaction. `topup`: credit that was bought or added. `shipment_charge`: the cost of a booking.
    `shipment_refund`: a refund of such a charge. `manual_adjustment`: everything else, such as a correction by hand,
    another price of the courier, or a refunded payment.
    """

    amount: int
    """
    The change of the balance; negative where credit was taken.
    """

    balanceAfter: int
    """
    The balance after the transaction.
    """

    shipmentId: str | None
    """
    The shipment that it concerns (`ship_…`); null where there is none.
    """

    externalRef: str | None
    """
    The reference of the transaction, unique per `kind`; `chk_…` for credit that was bought. Null where there is
    none.
    """

    memo: str | None
    """
    The note of the request; null where there is none.
    """

    createdBy: str | None
    """
    The buyer, or the actor of a top-up or an adjustment by hand. A user has the identity provider's id, an API key
    that of the workspace (`acc_…`). Null for shipments, refunds, disputes and the operator.
    """

    createdAt: str
    """
    When the balance was moved.
    """


class CreditTransactionReply(TypedDict):
    """
    A transaction of the credit, and the balance.
    """

    transaction: CreditTransaction
    """
    The transaction; for a known `externalRef`, the earlier one.
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
    The same as `meta.cursor`: the cursor of the next page, null on the last page.
    """


class CurrentPlan(TypedDict):
    """
    The workspace's plan and its limits. Existing records stay when a plan includes fewer.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    """
    The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
    """

    planName: str
    """
    The plan's display name, such as `Growth`.
    """

    isForjioInternal: bool
    """
    True if `plan` is `internal`.
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
    One day of the workspace's time zone. Amounts are in the currency's minor unit; for IDR, whole rupiah.
    """

    day: str
    """
    The day, such as `2026-11-23`.
    """

    booked: int
    """
    The number of shipments booked on that day, including those cancelled later.
    """

    delivered: int
    """
    The number of shipments delivered on that day, whenever they were booked.
    """

    returned: int
    """
    The number of shipments returned on that day, whenever they were booked.
    """

    cancelled: int
    """
    The number of booked shipments cancelled on that day, by the merchant or by the courier.
    """

    creditSpent: int
    """
    Charges for shipments on that day, less refunds; negative where refunds were larger.
    """

    creditAdded: int
    """
    All other changes of the shipping credit on that day: top-ups, adjustments, and amounts taken back by disputes.
    """

    creditBalance: int
    """
    The balance of the shipping credit at the end of the day; the current balance for a day that has not ended.
    """


class DeactivatedLicenseReply(TypedDict):
    """
    Result of a deactivation: the license is not active on the instance.
    """

    deactivated: bool
    """
    True if this request ended an activation.
    """

    alreadyDeactivated: bool
    """
    True if there was no activation to end: the license was not active on the instance, or the key is unknown.
    """

    activations: int
    """
    The number of active instances of the license; 0 for an unknown key.
    """


class DeletedAddressReply(TypedDict):
    """
    Confirmation that an address was deleted for good.
    """

    deleted: bool
    """
    Always true: the address is gone, and no other became the default instead.
    """


class DeletedWebhookEndpointReply(TypedDict):
    """
    Confirmation that an endpoint was deleted.
    """

    deleted: bool
    """
    Always true: the endpoint and its delivery log are deleted.
    """


class Delivery(TypedDict):
    """
    A customer's right to a number of downloads of a product until `expiresAt`.
    """

    id: str
    """
    The delivery's id (`dlv_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the grant.
    """

    checkoutSessionId: str
    """
    Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
    revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    The maximum number of downloads, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
    sets it to now if it is in the future.
    """

    revokedAt: str | None
    """
    When it was revoked; null if it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first. A reset of the count leaves it.
    """

    externalSource: str | None
    """
    The source system, as given at the grant; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the delivery, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    Time of the last change.
    """


class DeliveryCreated(TypedDict):
    """
    A digital delivery was granted.
    """

    id: str
    """
    The delivery's id (`dlv_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the grant.
    """

    checkoutSessionId: str
    """
    Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
    revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    The maximum number of downloads, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
    sets it to now if it is in the future.
    """

    revokedAt: str | None
    """
    When it was revoked; null if it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first. A reset of the count leaves it.
    """

    externalSource: str | None
    """
    The source system, as given at the grant; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the delivery, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    deliveryId: str
    """
    The delivery's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class DeliveryDownloaded(TypedDict):
    """
    A download was counted.
    """

    id: str
    """
    The delivery's id (`dlv_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the grant.
    """

    checkoutSessionId: str
    """
    Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
    revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    The maximum number of downloads, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
    sets it to now if it is in the future.
    """

    revokedAt: str | None
    """
    When it was revoked; null if it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first. A reset of the count leaves it.
    """

    externalSource: str | None
    """
    The source system, as given at the grant; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the delivery, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    deliveryId: str
    """
    The delivery's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class DeliveryExpired(TypedDict):
    """
    A delivery expired.
    """

    id: str
    """
    The delivery's id (`dlv_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the grant.
    """

    checkoutSessionId: str
    """
    Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
    revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    The maximum number of downloads, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
    sets it to now if it is in the future.
    """

    revokedAt: str | None
    """
    When it was revoked; null if it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first. A reset of the count leaves it.
    """

    externalSource: str | None
    """
    The source system, as given at the grant; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the delivery, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    deliveryId: str
    """
    The delivery's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class DeliveryExpiring(TypedDict):
    """
    A delivery expires within 24 hours; sent once for each time of expiry.
    """

    id: str
    """
    The delivery's id (`dlv_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the grant.
    """

    checkoutSessionId: str
    """
    Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
    revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    The maximum number of downloads, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
    sets it to now if it is in the future.
    """

    revokedAt: str | None
    """
    When it was revoked; null if it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first. A reset of the count leaves it.
    """

    externalSource: str | None
    """
    The source system, as given at the grant; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the delivery, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    deliveryId: str
    """
    The delivery's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
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
    A digital delivery.
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
    The delivery's id (`dlv_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The digital product that may be downloaded (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the grant.
    """

    checkoutSessionId: str
    """
    Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product.
    """

    status: Literal["active", "expired", "revoked"]
    """
    `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
    revoked, and not extended since.
    """

    downloadCount: int
    """
    Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`.
    """

    maxDownloads: int
    """
    The maximum number of downloads, 1 to 100; set at the grant for good.
    """

    expiresAt: str
    """
    When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
    sets it to now if it is in the future.
    """

    revokedAt: str | None
    """
    When it was revoked; null if it was not, or was extended since.
    """

    lastDownloadedAt: str | None
    """
    When a download was last counted; null before the first. A reset of the count leaves it.
    """

    externalSource: str | None
    """
    The source system, as given at the grant; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the delivery, as given at the grant; null where there is none.
    """

    createdAt: str
    """
    When it was granted.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    deliveryId: str
    """
    The delivery's id; the same as `id`.
    """

    action: Literal["extend", "reset-downloads", "revoke"]
    """
    The action: `extend` (30 more days), `reset-downloads` (the count is 0 again) or `revoke` (ended at once).
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class Destination(TypedDict):
    """
    The destination of a parcel. Labels and pages show `city` and `province`; couriers use the other fields.
    """

    contactName: str
    """
    The receiver's name.
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
    The receiver's e-mail address. A booking sends it to the aggregator; the service itself sends no e-mail.
    """

    note: NotRequired[str | None]
    """
    Delivery instructions for the driver.
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
    The postal code: five digits, the first not 0. A booking needs this, `areaId`, or `lat` and `lng`.
    """

    postal: NotRequired[str | None]
    """
    Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ.
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
    An event, as webhook endpoints receive it.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: str
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: dict[str, Any]
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ErrorBody(TypedDict):
    """
    Error of a request that was refused.
    """

    code: str
    """
    Error code for programs; each operation lists its codes.
    """

    message: str
    """
    Error message for people; its words may change.
    """

    field: NotRequired[str]
    """
    Input at fault: a dotted path into the body (`items.0.weight`), or the name of a parameter.
    """


class EventList(TypedDict):
    """
    A page of events.
    """

    events: list[Envelope]
    """
    The events of the page, newest first, each as webhook endpoints receive it.
    """


class EventReply(TypedDict):
    """
    One event.
    """

    event: Envelope
    """
    The event, as webhook endpoints receive it.
    """


class EventType(TypedDict):
    """
    One type of event, with its schema.
    """

    type: str
    """
    Full name of the type, as in events and in subscriptions of endpoints.
    """

    description: str
    """
    When such an event fires, in a sentence or two.
    """

    schema: dict[str, Any]
    """
    JSON Schema (2020-12) of the delivered envelope, self-contained.
    """


class FailedDelivery(TypedDict):
    """
    A webhook delivery that has failed. It is retried only on request.
    """

    id: str
    """
    The delivery's id, also in a header of each attempt; opaque.
    """

    endpointId: str
    """
    The endpoint that receives the event.
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
    The number of attempts: at most 6 automatic ones, and more by retries.
    """

    lastError: str | None
    """
    The error of the last attempt, such as `HTTP 503`, or the reason why none follows, such as `endpoint is
    disabled`. Null where there is no failure, or the last attempt succeeded.
    """

    updatedAt: str
    """
    Time of the last change.
    """


class FailingEndpoint(TypedDict):
    """
    A webhook endpoint that has not accepted a delivery since `failingSince`.
    """

    id: str
    """
    The endpoint's id; opaque.
    """

    url: str
    """
    The URL to which events are posted.
    """

    active: bool
    """
    True if it gets events; false while it is paused or disabled.
    """

    consecutiveFailures: int
    """
    The number of failed attempts in a row since the last 2xx, over all deliveries.
    """

    failingSince: str
    """
    When the first of the consecutive failed attempts was made.
    """

    disabledAt: str | None
    """
    When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
    ended. Null unless it is disabled now.
    """


class Health(TypedDict):
    """
    The health of the service and its database.
    """

    service: str
    """
    The name of the service: `fulfilment`, for every brand.
    """

    version: str
    """
    The version of the service.
    """

    status: str
    """
    Always `ok`. While the database is unavailable, the response is 503 instead.
    """


class IdentityStatus(TypedDict):
    """
    Status of authentication by the identity provider and by API keys.
    """

    connected: bool
    """
    Always true: the request itself was authenticated.
    """


class Invoice(TypedDict):
    """
    An invoice of the payment provider for the workspace's plan.
    """

    id: str
    """
    The invoice's id (`inv_…`). The first invoice of a subscription has the `invoiceId` that the checkout answered.
    """

    plan: Literal["free", "growth", "scale", "starter"] | None
    """
    The plan that the invoice is for; null where it is not known.
    """

    amount: int
    """
    The amount due, in the currency's minor unit: whole rupiah, or US cents.
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
    When the invoice was paid; null before.
    """

    receiptUrl: str | None
    """
    The invoice's page at the payment provider; null until there is one.
    """

    createdAt: str
    """
    When the payment provider made the invoice.
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
    The same as `meta.cursor`: the cursor of the next page, null on the last page.
    """

    hasMore: bool
    """
    True if there is a next page.
    """


class LabelLink(TypedDict):
    """
    A link to a label.
    """

    url: str
    """
    The address leads to the courier's own label where there is one, else to the service's. It needs no signature,
    cannot be guessed, and is valid for 24 hours.
    """


class LabelRequest(TypedDict):
    """
    Shipments to print in one document, in this order; the options are those of a single label.
    """

    shipmentIds: list[str]
    """
    The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed again.
    """

    size: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Default: `thermal-100x150`.
    """

    showSenderPhone: NotRequired[bool | None]
    """
    True prints the sender's phone number.
    """

    showRecipientPhone: NotRequired[bool | None]
    """
    True prints the recipient's phone number.
    """

    maskRecipientName: NotRequired[bool | None]
    """
    True prints only some letters of the recipient's name (`S*** R****u`).
    """

    maskRecipientPhone: NotRequired[bool | None]
    """
    True hides the middle of the recipient's phone number (`0812****7890`).
    """

    showShippingCost: NotRequired[bool | None]
    """
    True prints the shipping price.
    """

    showInsurance: NotRequired[bool | None]
    """
    True prints whether the parcel is insured, and the premium.
    """

    showItems: NotRequired[bool | None]
    """
    True prints a list of the items in the parcel.
    """

    showItemDescriptions: NotRequired[bool | None]
    """
    True prints each item's description in the list.
    """

    showItemSkus: NotRequired[bool | None]
    """
    True prints each item's `sku` in the list.
    """

    layout: NotRequired[Literal["4up", "single"] | None]
    """
    `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Default: `single`.
    """

    markPrinted: NotRequired[bool | None]
    """
    True if the shipments are marked as printed once the document is rendered: `printedAt` and `printedBy`.
    """


class License(TypedDict):
    """
    A customer's right to run a product on a number of instances at once.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    key: str
    """
    The license key: five groups of five characters with hyphens between, or the custom key given at the issue. It
    never changes.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """


class LicenseActivated(TypedDict):
    """
    A license was activated on an instance.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id; the same as `id`.
    """

    instanceId: str
    """
    The instance, by the id that its software chose.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class LicenseActivation(TypedDict):
    """
    An activation of a license on an instance, from activation to deactivation.
    """

    id: str
    """
    The activation's id (`act_…`).
    """

    licenseId: str
    """
    The license that is activated (`lic_…`).
    """

    instanceId: str
    """
    The instance, by the id that its software chose.
    """

    activatedAt: str
    """
    When the license was activated.
    """

    deactivatedAt: str | None
    """
    When the license was deactivated, or the merchant released the activation; null while it is active.
    """


class LicenseActivationReply(TypedDict):
    """
    An activation of a license.
    """

    activation: LicenseActivation
    """
    The activation as it is now.
    """


class LicenseActivationRequest(TypedDict):
    """
    Activation or deactivation of a license on an instance; the key may be any text.
    """

    key: str
    """
    The whole license key. A generated key is found in lower case too, a custom key only as it is.
    """

    instanceId: str
    """
    The id of the instance, such as an id of the machine. The software chooses it, and must send the same one at
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
    Changes of a license. Omitted fields stay as they are.
    """

    maxActivations: NotRequired[int]
    """
    The new maximum number of instances active at once; not fewer than are active.
    """

    expiresAt: NotRequired[str | None]
    """
    When it expires, a timestamp with its offset; null: never.
    """


class LicenseCounts(TypedDict):
    """
    The number of licenses by status.
    """

    active: int
    """
    The number of licenses that are not revoked, including expired and suspended licenses.
    """

    revoked: int
    """
    The number of revoked licenses.
    """


class LicenseDeactivated(TypedDict):
    """
    A license was deactivated on an instance, by its software or by the merchant.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id; the same as `id`.
    """

    instanceId: str
    """
    The instance, by the id that its software chose.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class LicenseFile(TypedDict):
    """
    A signed license file, for software that validates offline.
    """

    licenseId: str
    """
    The license that it certifies (`lic_…`).
    """

    instanceId: str
    """
    The only instance that it is valid for.
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
    When it expires, in whole seconds: as requested, or with the license if that is earlier.
    """

    content: str
    """
    The file itself: a signed JSON Web Token, to be stored with the software.
    """


class LicenseFileReply(TypedDict):
    """
    A license file that was issued.
    """

    licenseFile: LicenseFile
    """
    The file with its main claims.
    """


class LicenseFileRequest(TypedDict):
    """
    A license file to issue.
    """

    instanceId: str
    """
    The instance that the file is for; the license must be active on it.
    """

    expiresAt: NotRequired[str | None]
    """
    When the file expires, a timestamp with its offset, at most 366 days from now; the default is 30 days from now.
    """


class LicenseIssued(TypedDict):
    """
    A license was issued. Only this event contains the key.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    key: str
    """
    The license key: five groups of five characters with hyphens between, or the custom key given at the issue. It
    never changes.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class LicenseList(TypedDict):
    """
    A page of licenses.
    """

    licenses: list[License]
    """
    The licenses of the page, newest first; with `q`, in the order of the matching texts.
    """


class LicenseReinstated(TypedDict):
    """
    A suspended license is valid again.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class LicenseReply(TypedDict):
    """
    A license.
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
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class LicenseSuspended(TypedDict):
    """
    A license was suspended.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class LicenseUpdated(TypedDict):
    """
    Fields of a license changed.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    status: Literal["active", "revoked"]
    """
    `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
    `expiresAt` and `suspendedAt`.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """

    suspendedAt: str | None
    """
    When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not.
    """

    externalSource: str | None
    """
    The source system, as given at the issue; the partner if its storefront sold it. Null where none was given.
    """

    externalRef: str | None
    """
    The source system's id of the license, as given at the issue; null where there is none.
    """

    createdAt: str
    """
    When it was issued.
    """

    licenseId: str
    """
    The license's id; the same as `id`.
    """

    changed: list[str]
    """
    The changed fields: `maxActivations`, `expiresAt` or both.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class LicenseValidity(TypedDict):
    """
    Result of the validation of a license key. For an unknown key, or a key of another product, all fields but
    `valid` are null.
    """

    valid: bool
    """
    True if the software may run: the key is known, and its license neither revoked nor expired nor suspended.
    """

    key: str | None
    """
    The license key as it is stored.
    """

    status: Literal["active", "expired", "revoked", "suspended"] | None
    """
    `active`, or the reason why the key is not valid: the first that applies of `revoked`, `expired`, `suspended`.
    """

    productId: str | None
    """
    The product that is licensed (`prod_…`).
    """

    productName: str | None
    """
    The present name of the product.
    """

    activations: int | None
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int | None
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When the license expires; null also if it never does.
    """


class LicenseWithActivations(TypedDict):
    """
    A license with its activations.
    """

    license: License
    """
    The license with the key.
    """

    activations: list[LicenseActivation]
    """
    A page of its activations, newest first, ended ones included; at most 1,000.
    """


class ListMeta(TypedDict):
    """
    Metadata of a page of a list, with the cursor of the next page.
    """

    requestId: str
    """
    Id of the request in the service's logs, the same as the header `X-Request-Id`. An answer that is replayed for
    its idempotency key has the id of the first request.
    """

    timestamp: str
    """
    Time of the answer by the service's clock; for a replayed answer, the time of the first answer.
    """

    cursor: str | None
    """
    Cursor of the next page, for its parameter `cursor`; null on the last page.
    """

    hasMore: bool
    """
    True if there are rows beyond this page.
    """

    total: NotRequired[int | None]
    """
    Number of rows of the whole list, for lists that are counted; null with a filter that is not counted.
    """


class LowStockLevel(TypedDict):
    """
    A stock level below its variant's threshold, with its variant and its warehouse.
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
    The name of the variant; null where the catalog does not have it.
    """

    sku: str | None
    """
    The SKU of the variant, or else of its product; null where neither has one.
    """

    warehouseId: str
    """
    The warehouse in which it runs low (`wh_…`).
    """

    warehouseName: str
    """
    The name of the warehouse.
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
    Parcels of a hand-over list: those of `shipmentIds`, or all that wait for the courier of `courierCode`.

    Give one of both.
    """

    shipmentIds: NotRequired[list[str] | None]
    """
    The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; a repeated id is listed once. A
    shipment that is not booked, or is collected, cancelled or final, is 409 `INVALID_STATE`, which names all such
    shipments.
    """

    courierCode: NotRequired[str | None]
    """
    The courier, for its newest 500 parcels that are booked and not collected.
    """

    language: NotRequired[Literal["en", "id"] | None]
    """
    The language of the list's own texts: Indonesian or English. Default: `id`.
    """


class MonthUsage(TypedDict):
    """
    Usage of the current calendar month (UTC).
    """

    month: str
    """
    The month, such as `2026-11`.
    """

    orders: int
    """
    Shipments booked, deliveries and licenses together.
    """

    shipments: int
    """
    Shipments whose courier was booked, including those cancelled later.
    """

    deliveries: int
    """
    Digital deliveries that were granted.
    """

    licenses: int
    """
    Licenses that were issued, including revoked licenses.
    """

    resetsAt: str
    """
    When the next month begins and all counts restart from 0.
    """


class NewAddress(TypedDict):
    """
    A destination to be saved for a customer.
    """

    customerId: str
    """
    Your own id of the customer. It cannot be changed later.
    """

    label: str
    """
    The customer's name for the address, such as Home or Office.
    """

    contactName: str
    """
    The receiver's name. A shipment accepts at most 100 characters of it.
    """

    contactPhone: str
    """
    The receiver's phone number. A shipment accepts at most 30 characters of it.
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
    Delivery instructions for the driver. A shipment accepts at most 500 characters of them.
    """

    postalCode: NotRequired[str | None]
    """
    The postal code, as couriers know it: five digits, the first not 0. It is only checked when a shipment is made.
    """

    postal: NotRequired[str | None]
    """
    Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ.
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
    True makes it the customer's default instead of the present one. No address becomes the default unasked.
    """


class NewApiKey(TypedDict):
    """
    A key to create. It may not outlive the key that creates it, nor work from networks outside that key's. Where
    scopes are enforced, it may not have a scope that the creating key lacks.
    """

    name: str
    """
    The display name of the key.
    """

    scopes: NotRequired[list[Literal["admin", "read", "write"]] | None]
    """
    The scopes of the key; `read` and `write` by default. Duplicates are ignored.
    """

    expiresAt: NotRequired[str | None]
    """
    When the key expires: a timestamp in the future, with its offset. Without it, never.
    """

    networks: NotRequired[list[str] | None]
    """
    Addresses and networks that requests must come from, IPv4 or IPv6, such as `203.0.113.7` and `10.1.0.0/16`.
    Without it, from anywhere.
    """


class NewDelivery(TypedDict):
    """
    A digital delivery to grant to a customer.
    """

    productId: str
    """
    The product to deliver (`prod_…`): digital, and not archived.
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
    The maximum number of downloads; the default is 5.
    """

    expiresAt: NotRequired[str | None]
    """
    When it expires, a timestamp with its offset; the default is 14 days from now. A time in the past, from 1970 on,
    is accepted too: such a delivery is expired from the start.
    """

    externalSource: NotRequired[str | None]
    """
    The source system, for your own use; stored as given.
    """

    externalRef: NotRequired[str | None]
    """
    The source system's id of the delivery, for your own use; stored as given.
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
    The maximum number of instances active at once; the default is the product's `maxActivations`, else 1.
    """

    expiresAt: NotRequired[str | None]
    """
    When it expires, a timestamp with its offset; the default is never. A time in the past, from 1970 on, is accepted
    too: such a license is expired.
    """

    externalSource: NotRequired[str | None]
    """
    The source system, for your own use; stored as given.
    """

    externalRef: NotRequired[str | None]
    """
    The source system's id of the license, for your own use; stored as given.
    """

    key: NotRequired[str | None]
    """
    A custom key, stored as it is; by default the service generates one. For the same product and customer, the same
    key returns the existing license with 200. A key of any other license is 409 `KEY_TAKEN`.
    """


class NewProduct(TypedDict):
    """
    A product to be created; it gets one variant, called Default.
    """

    name: str
    """
    The product's name.
    """

    sku: NotRequired[str | None]
    """
    Your own number of the product as a whole; it need not be unique.
    """

    description: NotRequired[str | None]
    """
    A free text.
    """

    type: NotRequired[Literal["digital", "license", "physical"] | None]
    """
    The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key. It cannot be changed later. Default: `physical`.
    """

    weight: NotRequired[int | None]
    """
    The weight of one piece in grams, for variants without a weight of their own.
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
    True if licenses can be issued for it. The default is true for the type `license`, else false.
    """

    maxActivations: NotRequired[int | None]
    """
    The maximum number of activations of a license that is issued without one of its own; the default is 1.
    """


class NewVariant(TypedDict):
    """
    A variant to be added to a product. A product has at most 1,000 variants, archived ones included.
    """

    name: str
    """
    The name that tells it from its siblings, such as a size or a colour.
    """

    sku: NotRequired[str | None]
    """
    Your own number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`.
    """

    priceCents: NotRequired[int | None]
    """
    The selling price of one piece in minor units (whole rupiah for IDR).
    """

    costCents: NotRequired[int | None]
    """
    Your cost of one piece, in minor units. It is stored for your own use, and no calculation uses it.
    """

    lowStockThreshold: NotRequired[int | None]
    """
    When a level falls below this many pieces in a warehouse, the event `stock.low` is sent. The default is never.
    """

    weight: NotRequired[int | None]
    """
    The weight of one piece in grams, where it differs from the product's.
    """

    isDefault: NotRequired[bool | None]
    """
    True makes it the product's default instead of the present one. If the product has no default, the new variant
    becomes it anyway.
    """


class NewWarehouse(TypedDict):
    """
    A warehouse to be created; the plan limits their number.
    """

    name: str
    """
    The warehouse's name.
    """

    address: NotRequired[str | None]
    """
    Street and number, for information: drivers are sent to the shipping origin.
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
    Alias of `postal`, as destinations name it. If both are given they must not differ.
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
    The warehouse's phone number.
    """

    isDefault: NotRequired[bool | None]
    """
    True if shipments take stock from here first. The first warehouse of a workspace is its default anyway. A later
    default does not demote the former, so change that warehouse too.
    """


class NewWebhookEndpoint(TypedDict):
    """
    A webhook endpoint to register.
    """

    url: str
    """
    The URL to which events are posted: `https://`, a host that is not local, and public addresses only. In
    development `http://` and private addresses are accepted too.
    """

    events: NotRequired[list[str] | None]
    """
    The subscription: `*` for everything, exact types that exist, or prefixes of types that end with `*`. Everything
    unless given.
    """

    description: NotRequired[str | None]
    """
    A note of your own.
    """


class NewWorkspace(TypedDict):
    """
    A workspace that a partner provisions for a merchant.
    """

    name: str
    """
    The display name of the workspace, such as the shop's name.
    """

    externalRef: NotRequired[str | None]
    """
    Your own id of the merchant. The same id returns the same workspace, with 200. Without it and without
    `accountId`, each request creates another workspace.
    """

    accountId: NotRequired[str | None]
    """
    The workspace's id at the identity provider (`acc_…`). It is only for partners that the operator has marked as
    sharing the identity provider, else the answer is 403 `FORBIDDEN`.
    """

    brandName: NotRequired[str | None]
    """
    The merchant's brand; stored and shown with the workspace.
    """

    businessEmail: NotRequired[str | None]
    """
    The merchant's e-mail address; stored and shown with the workspace.
    """

    discountRate: NotRequired[float | None]
    """
    A discount as a share of the price, 0.1 for 10 %; stored and shown with the workspace.
    """


class OpenedCheckout(TypedDict):
    """
    A page of the payment provider on which the buyer pays.
    """

    subscriptionId: str | None
    """
    The id that the subscription will have once it is paid (`sub_…`); null for credit.
    """

    invoiceId: str | None
    """
    The id that the subscription's first invoice will have (`inv_…`); null for credit.
    """

    checkoutSessionId: str
    """
    The payment provider's id of the page.
    """

    checkoutUrl: str
    """
    The address of the page, for a browser; it expires within a day.
    """


class Origin(TypedDict):
    """
    The pick-up address. Fields that are left out come from the configured shipping origin.
    """

    contactName: NotRequired[str | None]
    """
    The contact for the driver.
    """

    contactPhone: NotRequired[str | None]
    """
    The phone number for the driver.
    """

    address: NotRequired[str | None]
    """
    Street and number of the pick-up.
    """

    email: NotRequired[str | None]
    """
    The sender's e-mail address. The aggregator gets it with the booking; the service sends no mail to it.
    """

    note: NotRequired[str | None]
    """
    Directions for the driver.
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
    The same as `postalCode`, under the name that the shipping origin uses; where both are given, they must be equal.
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
    Changes of the shipping origin. Omitted fields stay as they are; null clears a field.
    """

    address: str
    """
    Street and number where drivers collect parcels.
    """

    contactName: str
    """
    The contact person for drivers.
    """

    contactPhone: str
    """
    The phone number for drivers.
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
    Alias of `postal`, as destinations name it. If both are given they must not differ.
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
    Directions for drivers.
    """

    couriers: NotRequired[list[str] | None]
    """
    The codes of the couriers to enable, from `GET /shipping/couriers`. Null or empty: every courier that needs no
    coordinates.
    """


class PackingSlipRequest(TypedDict):
    """
    Shipments whose packing slips are printed in one document, in this order.
    """

    shipmentIds: list[str]
    """
    The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed again.
    """

    size: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Default: `thermal-100x150`.
    """

    language: NotRequired[Literal["en", "id"] | None]
    """
    The language of the slip's own texts: Indonesian or English. Default: `id`.
    """


class PartnerKeyStatus(TypedDict):
    """
    Status of the key that a connection needs.
    """

    configured: bool
    """
    True if there is such a key now.
    """


class PartnerWorkspace(TypedDict):
    """
    A workspace that a partner provisioned.
    """

    accountId: str
    """
    The workspace's id (`acc_…`); requests on its behalf name it.
    """

    name: str
    """
    The display name of the workspace, such as the shop's name.
    """

    brandName: str | None
    """
    The merchant's brand, as it was given; null where none was.
    """

    businessEmail: str | None
    """
    The merchant's e-mail address, as it was given; null where none was.
    """

    discountRate: float | None
    """
    A discount as a share of the price, 0.1 for 10 %, as it was given; null where none was.
    """

    externalRef: str | None
    """
    The partner's own id of the merchant; null where none was given.
    """

    plan: Literal["free", "growth", "scale", "starter"] | None
    """
    The workspace's plan, at first `starter`; null: it is internal, without limits.
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
    Result of an event of the payment provider.
    """

    applied: bool
    """
    True if the event concerned an object of this installation and had not been applied before.
    """


class PaymentsStatus(TypedDict):
    """
    Status of the payment provider, which charges for plans and credit.
    """

    webhookSecretSet: bool
    """
    True if the operator has set the secret that verifies the provider's events.
    """

    partnerKey: PartnerKeyStatus
    """
    The platform's own key at the payment provider.
    """

    lastEventAt: str | None
    """
    When the provider last reported something about the workspace; null if it never did.
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
    The plan to buy. The present plan is refused, unless its subscription is being cancelled or is overdue.
    """

    email: NotRequired[str | None]
    """
    The address for receipts. Required with an API key; for a signed-in user, the address of their token is used if
    it has one.
    """

    name: NotRequired[str | None]
    """
    The buyer's name, for the payment provider.
    """

    currency: NotRequired[Literal["IDR", "USD"] | None]
    """
    The currency to pay in. The default is the currency of the present subscription. Without a subscription it is
    IDR in Indonesia and where the country is not known, and USD elsewhere. While a subscription is paid for, another
    currency than its own is refused.
    """

    returnTo: NotRequired[Literal["console"] | None]
    """
    `console`: after the payment page the buyer returns to the workspace's page in the console. Otherwise the buyer
    returns to the pages that the operator has set, or to a page that shows the result.
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
    The plan's display name, such as `Starter`.
    """

    price: int
    """
    The price of a month, in whole rupiah; 0 for `free`.
    """

    currency: Literal["IDR"]
    """
    The currency of the price. A checkout may ask for another one.
    """

    features: list[str]
    """
    The plan's limits in words, for display, such as `500 orders a month`.
    """


class PrintMark(TypedDict):
    """
    The print mark of a shipment.
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
    The user or key that had it printed; null where it is not marked.
    """


class PrintMarkReply(TypedDict):
    """
    The print marks after the change.
    """

    shipments: list[PrintMark]
    """
    The requested shipments, each once, in the order of the request.
    """


class PrintMarking(TypedDict):
    """
    Shipments to mark as printed, or whose mark is removed.
    """

    shipmentIds: list[str]
    """
    The shipments (`ship_…`), 1 to 500.
    """

    printed: bool
    """
    `true` marks shipments that are not marked yet; `false` removes the mark, for example after a paper jam.
    """


class ProductChange(TypedDict):
    """
    Changes of a product. Omitted fields stay as they are; null clears a field. The type cannot change.

    `archived` false un-archives the product.
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
    The new free text.
    """

    type: NotRequired[Literal["digital", "license", "physical"]]
    """
    Accepted only if it is the present type: a product's type cannot change.
    """

    weight: NotRequired[int | None]
    """
    The new weight of one piece in grams, for variants without a weight of their own.
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
    True if licenses can be issued from now on. Issued licenses stay as they are.
    """

    maxActivations: NotRequired[int | None]
    """
    The maximum number of activations of licenses issued from now on without one of their own; null: 1.
    """

    archived: NotRequired[bool]
    """
    False un-archives the product. True is accepted only if it is archived already: archive with `DELETE`.
    """


class PublicJwk(TypedDict):
    """
    The public key as a JSON Web Key.
    """

    kty: Literal["OKP"]
    """
    The key type: an octet key pair (RFC 8037).
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
    The key's id; the same as `keyId`.
    """

    alg: Literal["Ed25519"]
    """
    The signature algorithm (RFC 9864). Fix it in the software, rather than take it from a file.
    """

    use: Literal["sig"]
    """
    The use of the key: signatures.
    """


class PublicLicense(TypedDict):
    """
    The fields of a license that the license key alone gives access to.
    """

    id: str
    """
    The license's id (`lic_…`).
    """

    productId: str
    """
    The product that is licensed (`prod_…`).
    """

    customerId: str
    """
    Your id of the customer, as given at the issue.
    """

    key: str
    """
    The license key: five groups of five characters with hyphens between, or the custom key given at the issue. It
    never changes.
    """

    status: Literal["active", "revoked"]
    """
    Always `active`: no other license can be activated.
    """

    activations: int
    """
    The number of active instances; never above `maxActivations`.
    """

    maxActivations: int
    """
    The maximum number of instances that are active at once.
    """

    expiresAt: str | None
    """
    When it expires: from then on it cannot be activated, and validates as `expired`. Null: never.
    """


class QueueCount(TypedDict):
    """
    The number of entries in a queue.
    """

    count: int
    """
    The number of entries, counted up to 99.
    """

    isMore: bool
    """
    True if there are more entries than were counted.
    """


class RecentShipment(TypedDict):
    """
    A summary of a shipment.
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """


class ResponseMeta(TypedDict):
    """
    Metadata of an answer.
    """

    requestId: str
    """
    Id of the request in the service's logs, the same as the header `X-Request-Id`. An answer that is replayed for
    its idempotency key has the id of the first request.
    """

    timestamp: str
    """
    Time of the answer by the service's clock; for a replayed answer, the time of the first answer.
    """


class RestockedItem(TypedDict):
    """
    The restocking of one variant in one warehouse: pieces put back, and damaged pieces.
    """

    variantId: str
    """
    The variant that was restocked (`var_…`).
    """

    warehouseId: str
    """
    The warehouse that the variant came from and went back to (`wh_…`).
    """

    quantity: int
    """
    The number of pieces put back into stock.
    """

    damaged: int
    """
    The number of pieces that came back damaged and were not put back.
    """


class ReturnedItem(TypedDict):
    """
    The return of one variant: the number of pieces, and how many of them are damaged.
    """

    variantId: str
    """
    The variant that came back (`var_…`). The shipment must have taken it from stock.
    """

    quantity: int
    """
    The number of pieces that came back, including damaged ones; at most the number sent.
    """

    damaged: NotRequired[bool | int | None]
    """
    True: all pieces are damaged. A number: that many are damaged. Damaged pieces are recorded and not put back.
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
    When the key was revoked; from then on requests are refused.
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
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """


class ShipmentCancellation(TypedDict):
    """
    Options of a cancellation. A blank `reason` counts as left out.
    """

    reason: NotRequired[str | None]
    """
    The reason, for the merchant's records and the courier; buyers do not see it. Left out or blank: `Merchant
    cancelled`.
    """


class ShipmentCancelled(TypedDict):
    """
    The merchant cancelled a shipment; `creditRefunded` is the shipping credit refunded.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id; the same as `id`.
    """

    reason: str
    """
    The merchant's reason; `Merchant cancelled` where none was given, `Replaced by` and an id where it was rebooked.
    """

    creditRefunded: int
    """
    The shipping credit refunded, in minor units; 0 where nothing was charged.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class ShipmentCounts(TypedDict):
    """
    The number of shipments by status.
    """

    total: int
    """
    The number of all shipments.
    """

    byStatus: dict[str, int]
    """
    The number of shipments of each status; every status is present, unused ones with 0.
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
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class ShipmentEvent(TypedDict):
    """
    One courier record; `status` is the shipment's status after it.

    `reportedStatus` is the courier's own status; null where the merchant cancelled.
    """

    id: str
    """
    The record's id (`evt_…`).
    """

    shipmentId: str
    """
    The shipment of the record (`ship_…`).
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
    The courier's own status, which may be none of the service's; null where the merchant cancelled.
    """

    note: str | None
    """
    The courier's note, or the reason of the merchant's cancellation; null without one.
    """

    occurredAt: str
    """
    When it happened, as the courier reported; a time in the future is replaced by the time of the report.
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
    An item of a parcel: `value` and `weight` are those of one piece.

    Stock is taken from the variant, or from the product's default variant if only the product is given. It is taken
    from the warehouse, if one is given. Labels show `sku`, else the variant's, else its product's.
    """

    name: str
    """
    The item's name, for the label and the courier.
    """

    value: int
    """
    The value of one piece, in minor units (whole rupiah for IDR). The insured value is the sum of these times
    `quantity`.
    """

    weight: int
    """
    The weight of one piece in grams.
    """

    quantity: int
    """
    The number of pieces in the parcel, which are taken from stock.
    """

    description: NotRequired[str | None]
    """
    A description, for labels and the courier.
    """

    category: NotRequired[str | None]
    """
    The aggregator's category of the item, such as `fashion` or `electronic`.
    """

    length: NotRequired[int | None]
    """
    Length of one piece in centimetres; couriers may charge for volume.
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
    The item's product (`prod_…`), a physical one. Without a `variantId`, its default variant is taken from stock.
    """

    variantId: NotRequired[str | None]
    """
    The variant to take from stock (`var_…`). An item without this and without `productId` takes no stock.
    """

    warehouseId: NotRequired[str | None]
    """
    The warehouse to take the stock from (`wh_…`). Items with a warehouse must all have the same one, since a parcel
    leaves from one warehouse. The default is the first warehouse that has all items.
    """

    sku: NotRequired[str | None]
    """
    The number to print on the label; the default is the variant's `sku`, else its product's.
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
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class ShipmentQueues(TypedDict):
    """
    The work queues of the workspace, with their counts.
    """

    toBook: QueueCount
    """
    Drafted shipments: `pending`.
    """

    toPrint: QueueCount
    """
    Booked shipments that are not collected, and whose label is not printed.
    """

    uncollected: QueueCount
    """
    Booked shipments that no driver has collected, without a report for 24 hours.
    """

    silent: QueueCount
    """
    Shipments under way without a report for 48 hours.
    """

    unclear: QueueCount
    """
    Shipments for which it is not known yet whether the courier booked, or cancelled, them.
    """

    returned: QueueCount
    """
    Returned shipments whose goods are not accounted for, and that are not replaced.
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
    The number of shipments by status, from a maintained counter; a status without any is left out. The queue
    `under_way` has as many as its six statuses together.
    """


class ShipmentRebooked(TypedDict):
    """
    A shipment was replaced: `id` is the new shipment, `previousShipmentId` the old one.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id; the same as `id`.
    """

    previousShipmentId: str
    """
    The shipment that this one replaces (`ship_…`).
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class ShipmentRebooking(TypedDict):
    """
    Changes of a rebooking. Fields that are left out are carried over; another service without a price is quoted.
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
    The speed of the other service; left out, it is taken from the catalogue.
    """

    price: NotRequired[int | None]
    """
    The new shipping price without the premium, in minor units; left out with another service, it is quoted.
    """

    insured: NotRequired[bool | None]
    """
    True if the courier is to insure the parcel. Left out: true where a given `insurance` is above 0; without
    `insurance`, as before.
    """

    insurance: NotRequired[int | None]
    """
    The new premium in minor units. Left out: as before, or as quoted with another service. It is 0 where the parcel
    is not insured.
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
    The record of a returned parcel's restocking, which happens once.
    """

    restockedAt: str
    """
    When the shipment was restocked.
    """

    createdBy: str | None
    """
    The user's id for a session, or the workspace's id for an API key; null where it is not known.
    """

    items: list[RestockedItem]
    """
    Entries by variant and warehouse; both numbers are 0 where nothing came back.
    """


class ShipmentRestockReply(TypedDict):
    """
    The result of a restocking.
    """

    shipment: Shipment
    """
    The returned shipment as it is now.
    """

    restock: ShipmentRestock
    """
    The record of the restocking, which the shipment shows from now on.
    """


class ShipmentRestockRequest(TypedDict):
    """
    The contents of a returned parcel.

    Without `items`, all of it came back undamaged; with them, other items did not come back.
    """

    items: NotRequired[list[ReturnedItem] | None]
    """
    The items that came back; left out: everything, undamaged.
    """


class ShipmentStatusUpdated(TypedDict):
    """
    The courier reported something: `status` is the status after it, `reportedStatus` the courier's own status.

    `creditRefunded` is present where a courier's cancellation gave credit back.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id; the same as `id`.
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
    The status before the report; the same as `status` where the report did not change it.
    """

    reportedStatus: str
    """
    The courier's own status, which may be none of the service's.
    """

    note: str | None
    """
    The courier's note on the report; null without one.
    """

    occurredAt: str
    """
    When it happened, as the courier reported; never later than when it was reported.
    """

    creditRefunded: NotRequired[int]
    """
    The shipping credit refunded because the courier cancelled, in minor units; absent for every other report.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class ShipmentUpdated(TypedDict):
    """
    A shipment changed without a new status: `changed` lists the fields, and `note` explains a new price.

    The names are fields of the shipment, or `driver`, which the tracking routes show.
    """

    id: str
    """
    The shipment's id (`ship_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    shipmentId: str
    """
    The shipment's id; the same as `id`.
    """

    changed: list[str]
    """
    The changed fields of the shipment (`waybillId`, `labelUrl`, `aggregatorTrackingId`, `courierPrice`, `price`,
    `insurance`), or `driver`.
    """

    note: str | None
    """
    The courier's new price, and the amount charged or refunded for it; null without a new price.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
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
    Workspace of the resource (`acc_…`).
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
    The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
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
    The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
    """

    price: int
    """
    The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """

    insurance: int
    """
    The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium.
    """

    insured: bool
    """
    True if the courier is to insure the sum of the items' values.
    """

    aggregatorOrderId: str
    """
    The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked.
    """

    waybillId: str | None
    """
    The courier's waybill number. Null until the courier issues one, at the booking or later.
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
    The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """

    destinationSnapshot: dict[str, Any]
    """
    The recipient's address, as it was given. Its fields are those of `Destination`.
    """

    items: list[dict[str, Any]]
    """
    The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """

    customerEmail: str | None
    """
    The buyer's e-mail address, for the merchant's own use; null where it was not given.
    """

    customerId: str | None
    """
    The merchant's own id of the buyer; null where it was not given.
    """

    checkoutSessionId: str | None
    """
    The merchant's own id of the checkout, whose reservations the shipment used; null without one.
    """

    productId: str | None
    """
    The product of the whole shipment (`prod_…`); null where none was named.
    """

    externalSource: str | None
    """
    The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """

    externalRef: str | None
    """
    The order's number in that system; labels and the tracking page show it. Null without one.
    """

    trackingPageUrl: str
    """
    The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """

    courierPrice: int | None
    """
    The courier's latest total price, including the premium, in minor units; null before the booking.
    """

    createdAt: str
    """
    When the shipment was drafted.
    """

    updatedAt: str
    """
    When the shipment last changed, except for `printedAt` and `printedBy`.
    """

    printedAt: str | None
    """
    When its label was last marked as printed; null before that, and after the mark was removed.
    """

    printedBy: str | None
    """
    The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is.
    """

    events: list[ShipmentEvent]
    """
    The courier's reports, oldest first, and the merchant's cancellation.
    """

    restock: ShipmentRestock | None
    """
    The restocking of a returned parcel; null before it was recorded.
    """


class ShippingConfigChange(TypedDict):
    """
    Changes of the aggregator config. Omitted fields stay as they are.
    """

    apiKey: NotRequired[str | None]
    """
    Your own key at the aggregator, of at least 8 characters; it is stored encrypted and never shown again. Null
    falls back to the platform's key. A partner cannot send it.
    """

    defaultOriginId: NotRequired[str | None]
    """
    The aggregator's id of a pick-up place, stored for your own use; null clears it.
    """

    enabledCouriers: NotRequired[list[str]]
    """
    The codes of the couriers to enable, from `GET /shipping/couriers`; empty means every courier that needs no
    coordinates. An instant courier needs an origin with coordinates.
    """

    defaultCourier: NotRequired[str | None]
    """
    The courier to suggest first, for your own use; it must be in the catalogue. Null clears it.
    """

    active: NotRequired[bool]
    """
    The master switch: false stops quotes and bookings.
    """


class ShippingConfigReply(TypedDict):
    """
    The aggregator config, with the courier codes of the catalogue.
    """

    config: AggregatorConfig
    """
    The workspace's settings at the aggregator, or the defaults if it has set none.
    """

    couriers: list[str]
    """
    Every courier code of the catalogue, enabled or not, in alphabetical order; empty if the catalogue is
    unavailable.
    """


class ShippingOrigin(TypedDict):
    """
    The shipping origin; all fields but `configured` are null if none is set.
    """

    address: str | None
    """
    Street and number where drivers collect parcels; null if no origin is set.
    """

    contactName: str | None
    """
    The contact person for drivers; null if no origin is set.
    """

    contactPhone: str | None
    """
    The phone number for drivers, as it was given; null if no origin is set.
    """

    province: str | None
    """
    The province, for labels; null where it is not given.
    """

    city: str | None
    """
    The city or regency, for labels and tracking pages; null where it is not given.
    """

    district: str | None
    """
    The district within the city, for labels; null where it is not given.
    """

    village: str | None
    """
    The village or ward, for labels; null where it is not given.
    """

    postal: str | None
    """
    The postal code, as it was given; null where it is not given.
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
    Directions for drivers; null where there are none.
    """

    couriers: list[str] | None
    """
    The codes of the enabled couriers, the same set as `enabledCouriers` of the config. Empty means every courier
    that needs no coordinates; null if no origin is set.
    """

    configured: bool
    """
    True if an origin is set. Without one there are no quotes.
    """


class ShippingRate(TypedDict):
    """
    The rate of a courier's service; `price` excludes the premium, which is `insurance`.
    """

    courierCode: str
    """
    The courier's code; use it in the shipment unchanged.
    """

    courierName: str
    """
    The courier's display name.
    """

    courierServiceCode: str
    """
    The service's code; use it in the shipment unchanged.
    """

    courierServiceName: str
    """
    The service's display name.
    """

    courierType: Literal["instant", "same_day", "standard"]
    """
    The speed: `standard` in days, `same_day` on the same day, `instant` at once by a rider. Use it in the shipment
    unchanged.
    """

    price: int
    """
    The courier's price without the premium, in minor units (whole rupiah for IDR).
    """

    etaMin: int
    """
    The minimum delivery time, in `etaUnit`; 0 where the courier gives none.
    """

    etaMax: int
    """
    The maximum delivery time, in `etaUnit`; 0 where the courier gives none.
    """

    etaUnit: str
    """
    The unit of both times: `days` or `hours`, or the courier's own word.
    """

    insurance: int
    """
    The premium in minor units; 0 if it was not requested or the courier offers no insurance.
    """


class ShippingRateRequest(TypedDict):
    """
    A parcel to be quoted, from the shipping origin.
    """

    destination: Destination
    """
    The destination of the parcel.
    """

    items: list[ShipmentItem]
    """
    The items of the parcel; a quote takes no stock.
    """

    insurance: NotRequired[bool | None]
    """
    True to quote the insurance premium as well, for the sum of the items' values.
    """


class ShippingRates(TypedDict):
    """
    The quoted rates of a parcel.
    """

    rates: list[ShippingRate]
    """
    The rates of all services that deliver to the destination, cheapest first; empty if none does.
    """

    count: int
    """
    The number of rates.
    """

    hasCoords: bool
    """
    True if the destination has `lat` and `lng`. Without them, instant couriers are not asked.
    """


class SigningKey(TypedDict):
    """
    The workspace's signing key of license files; it never changes.
    """

    keyId: str
    """
    The key's id: its thumbprint (RFC 7638).
    """

    publicKey: PublicJwk
    """
    The key that verifies license files; to be built into the software.
    """

    createdAt: str
    """
    When the key was created, by the first request that needed it.
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
    Daily statistics of a period. Changes are counted immediately.
    """

    timeZone: str
    """
    The IANA name of the workspace's time zone, in which the days are counted.
    """

    days: list[DailyStatistics]
    """
    The days of the period, oldest first, including days without any activity.
    """

    creditAvailable: int
    """
    The shipping credit that is not held now, in minor units.
    """

    creditDaysLeft: float | None
    """
    The number of days that `creditAvailable` lasts at the mean spending of the last 14 days. If the first spending
    was later, the mean begins there. Null where nothing was spent.
    """


class StockAdjusted(TypedDict):
    """
    A stock level was adjusted or transferred, for any reason; `quantityAfter` is the level after it.
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
    Pieces that were added (above 0) or removed (below 0); never 0.
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
    The reason of the movement. `manual_adjust`: a correction. `initial_stock`: the first count. `transfer_in` and
    `transfer_out`: the two movements of a transfer; a shipment is `transfer_out` too. `damaged`.
    `returned_to_supplier`. `refund_restock`: returned from a shipment. `import`: from a file.
    """

    note: str | None
    """
    The note of the request, or `Shipment` and its id for stock of a shipment. Null where there is none.
    """

    createdBy: str | None
    """
    The actor: the user's id for a session, the workspace's id for an API key, null for the service itself.
    """

    shipmentId: str | None
    """
    The shipment that took or returned the pieces (`ship_…`), else null.
    """

    quantityAfter: int
    """
    The level's quantity after this movement.
    """

    number: int
    """
    The number of the movement within its level, from 1 on, which gives their order.
    """

    createdAt: str
    """
    When the movement was made. Movements are never changed or deleted.
    """

    movementId: str
    """
    The movement's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class StockAdjustment(TypedDict):
    """
    A signed change of one level. Ids may have any form; an unknown variant gets its own level.
    """

    variantId: str
    """
    The variant to change; an unknown variant gets its own level with its first positive `delta`.
    """

    warehouseId: str
    """
    The warehouse of the level, archived or not; an unknown warehouse is 404 `NOT_FOUND`.
    """

    delta: int
    """
    Pieces to add (above 0) or remove (below 0). 0 is refused; a level below 0 is 500 `NEGATIVE_STOCK`.
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
    The reason; it is recorded and has no other effect. The stock movement describes each value.
    """

    note: NotRequired[str | None]
    """
    A note for the movement.
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
    The level's quantity on hand, in pieces.
    """

    sumOfMovements: int
    """
    The sum of its movements, in pieces.
    """


class StockLevel(TypedDict):
    """
    On-hand stock of one variant in one warehouse; reservations are not subtracted.
    """

    variantId: str
    """
    The variant that is counted (`var_…`).
    """

    warehouseId: str
    """
    The warehouse of the level (`wh_…`).
    """

    quantity: int
    """
    Pieces on hand, reserved ones included; never below 0. Always the sum of the level's movements.
    """

    updatedAt: str
    """
    The time of its last movement; in a list with `at`, of the last one until then.
    """


class StockLevelDetails(TypedDict):
    """
    The names of a level's variant, and its reserved and available quantities. All values are the present ones.
    """

    productId: str | None
    """
    The variant's product (`prod_…`); null, like the next four fields, if the catalog does not have the variant.
    """

    productName: str | None
    """
    The product's name.
    """

    variantName: str | None
    """
    The name that tells the variant from its siblings. A product's first variant is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant, else of its product; null where neither has one.
    """

    archived: bool | None
    """
    True if the variant or its product is out of use.
    """

    lowStockThreshold: int | None
    """
    The level is low below this many pieces; null where there is no threshold.
    """

    reserved: int
    """
    Pieces that are reserved for checkouts, and not taken yet.
    """

    available: int
    """
    Pieces that are on hand and not reserved; never below 0.
    """


class StockLow(TypedDict):
    """
    A stock level fell from at or above the variant's threshold to below it.
    """

    variantId: str
    """
    The variant that is low (`var_…`).
    """

    productId: str
    """
    Its product (`prod_…`).
    """

    sku: str | None
    """
    The merchant's own number of the variant, else of its product; null where neither has one.
    """

    name: str
    """
    The variant's name, without its product's.
    """

    warehouseId: str
    """
    The warehouse where it is low (`wh_…`).
    """

    quantity: int
    """
    Pieces that are left there, reserved ones included.
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
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class StockMovement(TypedDict):
    """
    An entry of a level's ledger.
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
    Pieces that were added (above 0) or removed (below 0); never 0.
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
    The reason of the movement. `manual_adjust`: a correction. `initial_stock`: the first count. `transfer_in` and
    `transfer_out`: the two movements of a transfer; a shipment is `transfer_out` too. `damaged`.
    `returned_to_supplier`. `refund_restock`: returned from a shipment. `import`: from a file.
    """

    note: str | None
    """
    The note of the request, or `Shipment` and its id for stock of a shipment. Null where there is none.
    """

    createdBy: str | None
    """
    The actor: the user's id for a session, the workspace's id for an API key, null for the service itself.
    """

    shipmentId: str | None
    """
    The shipment that took or returned the pieces (`ship_…`), else null.
    """

    quantityAfter: int
    """
    The level's quantity after this movement.
    """

    number: int
    """
    The number of the movement within its level, from 1 on, which gives their order.
    """

    createdAt: str
    """
    When the movement was made. Movements are never changed or deleted.
    """


class StockMovements(TypedDict):
    """
    A page of the ledger.
    """

    movements: list[StockMovement]
    """
    The entries of all ledgers together, newest first.
    """


class StockReconciliation(TypedDict):
    """
    The result of a check of the ledger.
    """

    levels: list[StockDifference]
    """
    The levels that differ from the sum of their movements; empty if the ledger is consistent.
    """


class StockReservation(TypedDict):
    """
    Stock that is reserved for a checkout, or that a shipment took.
    """

    id: str
    """
    The reservation's id (`rsv_…`).
    """

    variantId: str
    """
    The reserved variant (`var_…`).
    """

    warehouseId: str
    """
    The warehouse of the reserved stock (`wh_…`).
    """

    quantity: int
    """
    The number of reserved pieces, also after the reservation has ended.
    """

    shipmentId: str | None
    """
    The shipment that took the pieces (`ship_…`); null while none has.
    """

    checkoutSessionId: str | None
    """
    Your own id of the checkout; null for a shipment without one.
    """

    expiresAt: str
    """
    When it expires, unless it is consumed or released before: mostly 60 minutes after it was made.
    """

    consumedAt: str | None
    """
    When a shipment took the pieces; null while none has. It stays when the shipment returns them.
    """

    releasedAt: str | None
    """
    When the pieces were released: the checkout ended, or the shipment returned them. Null until then.
    """

    createdAt: str
    """
    When the pieces were reserved or taken.
    """


class StockReservations(TypedDict):
    """
    A page of reservations.
    """

    reservations: list[StockReservation]
    """
    The reservations, newest first, ended ones included.
    """


class StockTransfer(TypedDict):
    """
    A transfer of a variant's stock from one warehouse to another.
    """

    variantId: str
    """
    The variant to move; an unknown variant is 404 `NOT_FOUND`.
    """

    fromWarehouseId: str
    """
    The source warehouse.
    """

    toWarehouseId: str
    """
    The target warehouse, which must be another one.
    """

    quantity: int
    """
    Pieces to move. If fewer are available, without reserved ones, the answer is 409 `STOCK_INSUFFICIENT`.
    """

    note: NotRequired[str | None]
    """
    A note for both movements.
    """


class StorefrontLineError(TypedDict):
    """
    The reason why a line is not fulfilled yet, as the error of a request.
    """

    code: str
    """
    The machine code that a request would have been refused with, such as `STOCK_INSUFFICIENT`.
    """

    message: str
    """
    The problem in words.
    """

    field: str | None
    """
    The part of the order at fault (`lines.0.productRef`, `shipping.courierCode`), else null.
    """


class StorefrontOrderLine(TypedDict):
    """
    One line and its outcome: part of a shipment, a delivery, or a license for each piece.
    """

    ref: str
    """
    The storefront's own id of the line, unique in the order.
    """

    status: Literal["failed", "fulfilled", "waiting"]
    """
    `waiting` until the order is paid, then `fulfilled`, or `failed` until a retry succeeds.
    """

    type: Literal["digital", "license", "physical"] | None
    """
    The product's type, which decides how the line is fulfilled; null while the product is unknown.
    """

    productId: str | None
    """
    The product of the line (`prod_…`); null while it is unknown.
    """

    variantId: str | None
    """
    The variant of the line (`var_…`); null while it is unknown.
    """

    productRef: str | None
    """
    The storefront's own id of the product; null where the line has none.
    """

    variantRef: str | None
    """
    The storefront's own id of the variant; null where the line has none.
    """

    quantity: int
    """
    The number of pieces bought. A digital line is one delivery, whatever the quantity.
    """

    name: str | None
    """
    The storefront's name of one piece on the parcel; null: the catalog's name.
    """

    value: int | None
    """
    The storefront's value of one piece, in minor units; null: the variant's price, else 0.
    """

    weight: int | None
    """
    The storefront's weight of one piece, in grams; null: the catalog's weight.
    """

    shipmentId: str | None
    """
    The shipment of a physical line (`ship_…`); null until there is one.
    """

    deliveryId: str | None
    """
    The delivery of a digital line (`dlv_…`); null until there is one.
    """

    licenseIds: list[str]
    """
    The licenses of a license line (`lic_…`), one for each piece; empty until there are any.
    """

    error: StorefrontLineError | None
    """
    The error of the last attempt; null unless the line is `failed`.
    """


class StorefrontShipping(TypedDict):
    """
    The shipping service that the buyer chose and paid for.

    `insured` defaults to true where there is a premium, and to false otherwise.
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
    The shipping price that the buyer paid, without the premium, in minor units; it becomes the shipment's `price`.
    """

    insurance: NotRequired[int | None]
    """
    The insurance premium in minor units.
    """

    insured: NotRequired[bool | None]
    """
    True if the courier is to insure the parcel; left out: true where `insurance` is above 0.
    """


class StorefrontStatus(TypedDict):
    """
    Status of the workspace's connection to its partner's storefront.
    """

    webhookSecretSet: bool
    """
    True if the storefront has a secret with which it signs its events for the workspace.
    """

    partnerKey: PartnerKeyStatus
    """
    The platform key of the partner that provisioned the workspace.
    """

    mirroredProductCount: int
    """
    How many products were mirrored from the storefront, including archived ones.
    """

    lastSyncAt: str | None
    """
    When a product was last mirrored; null if none was.
    """


class Subscription(TypedDict):
    """
    The workspace's subscription.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    """
    The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
    """

    planName: str
    """
    The plan's display name, such as `Growth`.
    """

    isForjioInternal: bool
    """
    True if `plan` is `internal`.
    """

    status: Literal["active", "canceled", "canceling", "incomplete", "past_due"]
    """
    The status of the subscription. `active`: it is paid and goes on, or nothing was bought. `past_due`: a payment
    failed, and the provider tries again. `canceling`: it ends at `cancelAt`, even if it is overdue. `canceled`: it has
    ended. `incomplete`: the first payment has not come through.
    """

    currentPeriodStart: str
    """
    When the present period began: that of the subscription, or the calendar month (UTC) without one.
    """

    currentPeriodEnd: str
    """
    When the present period ends.
    """

    cancelAt: str | None
    """
    When the subscription ends, or ended; null while it goes on.
    """


class TimelineEntry(TypedDict):
    """
    One entry of a shipment's timeline. Fields that do not apply to its kind are null.
    """

    at: str
    """
    When it happened.
    """

    kind: Literal["courier", "money", "person", "stock", "waybill", "webhook"]
    """
    The kind of the entry: a courier's report, a movement of credit or of stock, a webhook, a user's action, or a
    replaced waybill.
    """

    what: str
    """
    The event, by its kind. For `courier` it is the shipment's status then; for `money`, the kind of the transaction.
    For `stock` it is `taken` or `released`; for `webhook`, the event's type. For `person` it is the audited action; for
    `waybill`, `replaced`.
    """

    note: str | None
    """
    The note of the entry: the courier's, the transaction's memo, or the error of the last failed attempt. For
    `waybill` it is the former waybill, which still finds the shipment.
    """

    by: str | None
    """
    The user or key that acted, as an e-mail address or an id; null where it is not known.
    """

    amount: int | None
    """
    The change of the shipping credit, in minor units; below 0 where it was charged.
    """

    quantity: int | None
    """
    The change of the stock in pieces; below 0 where it was taken.
    """

    variantId: str | None
    """
    The variant whose stock moved (`var_…`).
    """

    url: str | None
    """
    The URL of the webhook's endpoint.
    """

    state: str | None
    """
    The courier's own status for `courier`, or the delivery's status for `webhook`.
    """

    attempts: int | None
    """
    The number of attempts to deliver the webhook.
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
    The shipment's status in the service, which tracking does not change.
    """

    events: list[ShipmentEvent]
    """
    The records of the shipment, oldest first.
    """


class TrackingDriver(TypedDict):
    """
    The driver who has the parcel.
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
    A picture of the driver; null where the courier provides none.
    """


class TrackingEta(TypedDict):
    """
    The estimated time of arrival, as a range.
    """

    earliest: str
    """
    The earliest arrival.
    """

    latest: str
    """
    The latest arrival.
    """


class TrackingStep(TypedDict):
    """
    One step of a parcel's history.
    """

    status: str
    """
    The event: a status of shipments where the courier's own maps to one, else the courier's own status.
    """

    note: str | None
    """
    The courier's note; null without one.
    """

    updated_at: str
    """
    When it happened, as the courier reported.
    """


class Usage(TypedDict):
    """
    The workspace's usage of the calendar month (UTC) so far.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    """
    The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
    """

    ordersFulfilled: int
    """
    Orders: shipments booked, deliveries granted and licenses issued, even if cancelled or revoked later.
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
    When the next month begins, and all usage counts from 0 again.
    """


class UsageCounts(TypedDict):
    """
    Usage counts of a workspace, or of all together.
    """

    shipmentsBooked: int
    """
    Shipments whose courier was booked, even if they were cancelled later.
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
    The sum of the three: the orders that a plan counts.
    """


class Variant(TypedDict):
    """
    A variant of a product, such as a size or a colour; the unit for which stock is counted.
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
    The name that tells it from its siblings, such as a size or a colour. A product's first variant is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant; null where there is none. It is unique within the product, but not in
    the workspace.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units (whole rupiah for IDR); null where it is not given.
    """

    costCents: int | None
    """
    The merchant's cost of one piece, in minor units, for the merchant's own use; null where it is not given.
    """

    lowStockThreshold: int | None
    """
    When a level of the variant falls below this many pieces, the event `stock.low` is sent. Each warehouse counts
    separately; null: never.
    """

    weight: int | None
    """
    The weight of one piece in grams, where it differs from the product's; null: the product's `weight` counts.
    """

    isDefault: bool
    """
    True for the variant that is used where a request names only the product. A product has exactly one default among
    its active variants, and none if all are archived.
    """

    archived: bool
    """
    True if it is out of use: it keeps its stock and its history, and no new shipment can contain it.
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
    The name that tells it from its siblings, such as a size or a colour. A product's first variant is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant; null where there is none. It is unique within the product, but not in
    the workspace.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units (whole rupiah for IDR); null where it is not given.
    """

    costCents: int | None
    """
    The merchant's cost of one piece, in minor units, for the merchant's own use; null where it is not given.
    """

    lowStockThreshold: int | None
    """
    When a level of the variant falls below this many pieces, the event `stock.low` is sent. Each warehouse counts
    separately; null: never.
    """

    weight: int | None
    """
    The weight of one piece in grams, where it differs from the product's; null: the product's `weight` counts.
    """

    isDefault: bool
    """
    True for the variant that is used where a request names only the product. A product has exactly one default among
    its active variants, and none if all are archived.
    """

    archived: bool
    """
    True if it is out of use: it keeps its stock and its history, and no new shipment can contain it.
    """

    variantId: str
    """
    The variant's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class VariantChange(TypedDict):
    """
    Changes of a variant. Omitted fields stay as they are; null clears a field; `archived` false un-archives it.
    """

    name: NotRequired[str]
    """
    The new name; it cannot be cleared.
    """

    sku: NotRequired[str | None]
    """
    The new number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`.
    """

    priceCents: NotRequired[int | None]
    """
    The new selling price of one piece in minor units.
    """

    costCents: NotRequired[int | None]
    """
    Your new cost of one piece, in minor units.
    """

    lowStockThreshold: NotRequired[int | None]
    """
    When a level falls below this many pieces in a warehouse, the event `stock.low` is sent; null: never.
    """

    weight: NotRequired[int | None]
    """
    The weight of one piece in grams; null: the product's `weight` counts.
    """

    isDefault: NotRequired[bool]
    """
    True makes it the default instead of the present one. False is refused on the default: promote a sibling instead.
    """

    archived: NotRequired[bool]
    """
    False un-archives the variant. True is accepted only if it is archived already: archive with `DELETE`.
    """


class VariantCreated(TypedDict):
    """
    A variant was added to a product. A product's first variant has no event of its own: see `product.created`.
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
    The name that tells it from its siblings, such as a size or a colour. A product's first variant is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant; null where there is none. It is unique within the product, but not in
    the workspace.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units (whole rupiah for IDR); null where it is not given.
    """

    costCents: int | None
    """
    The merchant's cost of one piece, in minor units, for the merchant's own use; null where it is not given.
    """

    lowStockThreshold: int | None
    """
    When a level of the variant falls below this many pieces, the event `stock.low` is sent. Each warehouse counts
    separately; null: never.
    """

    weight: int | None
    """
    The weight of one piece in grams, where it differs from the product's; null: the product's `weight` counts.
    """

    isDefault: bool
    """
    True for the variant that is used where a request names only the product. A product has exactly one default among
    its active variants, and none if all are archived.
    """

    archived: bool
    """
    True if it is out of use: it keeps its stock and its history, and no new shipment can contain it.
    """

    variantId: str
    """
    The variant's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class VariantReply(TypedDict):
    """
    A variant.
    """

    variant: Variant
    """
    The variant as it is now.
    """


class VariantSearchResult(TypedDict):
    """
    A variant with its names, its weight, its price and its available stock, for a choice among variants.
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
    The product's name.
    """

    name: str
    """
    The name that tells the variant from its siblings. A product's first variant is `Default`.
    """

    sku: str | None
    """
    The merchant's own number of the variant, else of its product; null where neither has one.
    """

    type: Literal["digital", "license", "physical"]
    """
    The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key.
    """

    priceCents: int | None
    """
    The selling price of one piece in minor units; null where it is not given.
    """

    weight: int | None
    """
    The weight of one piece in grams, the variant's own, else the product's; null where neither is known.
    """

    length: int | None
    """
    Length of one piece in centimetres, from the product; null where it is not known.
    """

    width: int | None
    """
    Width of one piece in centimetres, from the product; null where it is not known.
    """

    height: int | None
    """
    Height of one piece in centimetres, from the product; null where it is not known.
    """

    isDefault: bool
    """
    True for the variant that is used where a request names only the product.
    """

    archived: bool
    """
    True if the variant or its product is out of use, which is possible only with `ids`.
    """

    onHand: int | None
    """
    Pieces on hand in all active warehouses; null if no stock of it was ever counted.
    """

    available: int | None
    """
    Pieces on hand that are not reserved. A new shipment can take them from one warehouse. Null if `onHand` is null.
    """


class VariantSearchResults(TypedDict):
    """
    The variants that a search finds.
    """

    variants: list[VariantSearchResult]
    """
    The variants; empty without `q`, `ids` and `sku`. With `q` at most 20: a variant with that sku first, then
    products in the order of the matching words, the default variant first. With `ids` in their order, without unknown
    ones. With `sku` in the order of the skus, at most 20 for each, the newest product first.
    """


class Warehouse(TypedDict):
    """
    A warehouse of a workspace, which holds stock.
    """

    id: str
    """
    The warehouse's id (`wh_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    name: str
    """
    The warehouse's name.
    """

    address: str | None
    """
    Street and number, for information: drivers are sent to the shipping origin. Null where it is not given.
    """

    city: str | None
    """
    The town or city; null where it is not given.
    """

    postal: str | None
    """
    The postal code, as it was given; null where it is not given.
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
    The warehouse's phone number; null where it is not given.
    """

    isDefault: bool
    """
    True if shipments take stock from here first. There may be several defaults, the oldest first, or none.
    """

    archived: bool
    """
    True if it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it.
    """

    createdAt: str
    """
    Time of creation.
    """

    updatedAt: str
    """
    Time of the last change.
    """


class WarehouseChange(TypedDict):
    """
    Changes of a warehouse. Omitted fields stay as they are; null clears a field; `archived` false un-archives it.
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
    Alias of `postal`, as destinations name it. If both are given they must not differ.
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
    The new phone number.
    """

    isDefault: NotRequired[bool]
    """
    True if shipments take stock from here first. Neither value changes any other warehouse.
    """

    archived: NotRequired[bool]
    """
    False un-archives the warehouse, within the plan's limit. True is accepted only if it is archived already:
    archive with `DELETE`.
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
    Workspace of the resource (`acc_…`).
    """

    name: str
    """
    The warehouse's name.
    """

    address: str | None
    """
    Street and number, for information: drivers are sent to the shipping origin. Null where it is not given.
    """

    city: str | None
    """
    The town or city; null where it is not given.
    """

    postal: str | None
    """
    The postal code, as it was given; null where it is not given.
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
    The warehouse's phone number; null where it is not given.
    """

    isDefault: bool
    """
    True if shipments take stock from here first. There may be several defaults, the oldest first, or none.
    """

    archived: bool
    """
    True if it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it.
    """

    createdAt: str
    """
    Time of creation.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    warehouseId: str
    """
    The warehouse's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class WarehouseList(TypedDict):
    """
    A page of warehouses.
    """

    warehouses: list[Warehouse]
    """
    The warehouses, the default first, then by age; archived ones only with `archived`.
    """


class WarehouseReply(TypedDict):
    """
    A warehouse.
    """

    warehouse: Warehouse
    """
    The warehouse as it is now.
    """


class WarehouseSummary(TypedDict):
    """
    The warehouse of a level, in short.
    """

    id: str
    """
    The id of the warehouse (`wh_…`).
    """

    name: str
    """
    The warehouse's name.
    """

    isDefault: bool
    """
    True if shipments take stock from this warehouse first.
    """


class WebhookAttempt(TypedDict):
    """
    One attempt to deliver an event.
    """

    attemptNumber: int
    """
    The number of the attempt within the delivery, from 1; retries by hand count too.
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
    The duration of the attempt in milliseconds.
    """

    error: str | None
    """
    The error, such as `HTTP 503` or `timed out after 10000ms`; null where it succeeded.
    """

    nextRetryAt: str | None
    """
    When the next attempt was due; null where this one succeeded, and where it was the last.
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
    The delivery's id, also in a header of each attempt; opaque.
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    endpointId: str
    """
    The endpoint that receives the event.
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
    The body of every attempt: the envelope of the event.
    """

    status: Literal["failed", "pending", "sent"]
    """
    `pending`: an attempt is due; `sent`: a 2xx came; `failed`: no attempt follows unless a retry is requested.
    """

    attempts: int
    """
    The number of attempts: at most 6 automatic ones, and more by retries.
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
    The HTTP status of the answer to the last attempt; null where no answer came, and before the first attempt.
    """

    responseBody: str | None
    """
    The beginning of the answer to the last attempt, as text of at most 2 KiB. Empty where no answer came; null
    before the first attempt.
    """

    lastError: str | None
    """
    The error of the last attempt, such as `HTTP 503`, or the reason why none follows, such as `endpoint is
    disabled`. Null where there is no failure, or the last attempt succeeded.
    """

    durationMs: int | None
    """
    The duration of the last attempt in milliseconds; null before the first one.
    """

    deliveredAt: str | None
    """
    When a 2xx last came; null where none ever did.
    """

    createdAt: str
    """
    When the delivery was queued.
    """

    updatedAt: str
    """
    Time of the last change.
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
    A webhook endpoint: a URL to which events are posted. Its signing secret is shown once, at registration.
    """

    id: str
    """
    The endpoint's id; opaque.
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    url: str
    """
    The URL to which events are posted.
    """

    events: list[str]
    """
    The subscription: `*` for everything, exact types, and prefixes of types that end with `*`.
    """

    description: str
    """
    A note of your own; empty where there is none.
    """

    active: bool
    """
    True if it gets events; false while it is paused or disabled.
    """

    consecutiveFailures: int
    """
    The number of failed attempts in a row since the last 2xx, over all deliveries.
    """

    failingSince: str | None
    """
    When the first of these attempts failed; null while there is none.
    """

    disabledAt: str | None
    """
    When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
    ended. Null unless it is disabled now.
    """

    disabledReason: str | None
    """
    The reason why the service disabled it, in words; null unless it is disabled now.
    """

    secretPreview: str
    """
    `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to recognise it.
    """

    partner: str | None
    """
    The name of the partner that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is disabled, and stays disabled until its secret is rotated. Null
    where there is none.
    """

    createdAt: str
    """
    Time of creation.
    """

    updatedAt: str
    """
    Time of the last change.
    """


class WebhookEndpointChange(TypedDict):
    """
    A change of a webhook endpoint; a field that is left out stays as it is.
    """

    url: NotRequired[str]
    """
    The new URL, under the same rules as at registration.
    """

    events: NotRequired[list[str]]
    """
    The new subscription, in place of the old one.
    """

    description: NotRequired[str | None]
    """
    A note of your own; null clears it.
    """

    active: NotRequired[bool]
    """
    False pauses it, and queued deliveries fail. True resumes an inactive endpoint, with no failures counted; an
    active one stays as it is. Where its partner has ended, that is 409 `INVALID_STATE` until its secret is rotated.
    """


class WebhookEndpointDisabled(TypedDict):
    """
    The service disabled a webhook endpoint for its failures; the workspace's other endpoints get the event.
    """

    id: str
    """
    The endpoint's id; opaque.
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    url: str
    """
    The URL to which events are posted.
    """

    events: list[str]
    """
    The subscription: `*` for everything, exact types, and prefixes of types that end with `*`.
    """

    description: str
    """
    A note of your own; empty where there is none.
    """

    active: bool
    """
    True if it gets events; false while it is paused or disabled.
    """

    consecutiveFailures: int
    """
    The number of failed attempts in a row since the last 2xx, over all deliveries.
    """

    failingSince: str | None
    """
    When the first of these attempts failed; null while there is none.
    """

    disabledAt: str | None
    """
    When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
    ended. Null unless it is disabled now.
    """

    disabledReason: str | None
    """
    The reason why the service disabled it, in words; null unless it is disabled now.
    """

    secretPreview: str
    """
    `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to recognise it.
    """

    partner: str | None
    """
    The name of the partner that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is disabled, and stays disabled until its secret is rotated. Null
    where there is none.
    """

    createdAt: str
    """
    Time of creation.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    endpointId: str
    """
    The endpoint's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
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
    A test of a webhook endpoint; only that endpoint gets the event.
    """

    id: str
    """
    The endpoint's id; opaque.
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    url: str
    """
    The URL to which events are posted.
    """

    events: list[str]
    """
    The subscription: `*` for everything, exact types, and prefixes of types that end with `*`.
    """

    description: str
    """
    A note of your own; empty where there is none.
    """

    active: bool
    """
    True if it gets events; false while it is paused or disabled.
    """

    consecutiveFailures: int
    """
    The number of failed attempts in a row since the last 2xx, over all deliveries.
    """

    failingSince: str | None
    """
    When the first of these attempts failed; null while there is none.
    """

    disabledAt: str | None
    """
    When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
    ended. Null unless it is disabled now.
    """

    disabledReason: str | None
    """
    The reason why the service disabled it, in words; null unless it is disabled now.
    """

    secretPreview: str
    """
    `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to recognise it.
    """

    partner: str | None
    """
    The name of the partner that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is disabled, and stays disabled until its secret is rotated. Null
    where there is none.
    """

    createdAt: str
    """
    Time of creation.
    """

    updatedAt: str
    """
    Time of the last change.
    """

    endpointId: str
    """
    The endpoint's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
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
    The event types that an endpoint can subscribe to.
    """

    eventTypes: list[EventType]
    """
    Every event type, in alphabetical order.
    """


class WebhookFailures(TypedDict):
    """
    Failing webhook endpoints and failed deliveries.
    """

    endpoints: list[FailingEndpoint]
    """
    Up to 5 failing endpoints, the longest failing first.
    """

    deliveries: list[FailedDelivery]
    """
    Up to 5 failed deliveries, newest first.
    """


class WebhookRecovery(TypedDict):
    """
    A recovery: an endpoint gets the events of a period that it failed to accept or missed.
    """

    id: str
    """
    The recovery's id; opaque.
    """

    endpointId: str
    """
    The endpoint that gets the events.
    """

    since: str
    """
    The inclusive start of the period.
    """

    until: str
    """
    The exclusive end of the period; where none was given, the start of the recovery. The recovery then also covers
    events that a clock ahead dates up to a minute later.
    """

    status: Literal["done", "running", "stopped"]
    """
    `running`: workers go through the period; `done`: the whole period is covered; `stopped`: the endpoint was
    paused, disabled or deleted meanwhile.
    """

    queued: int
    """
    The number of deliveries queued so far.
    """

    createdAt: str
    """
    When the recovery was requested.
    """

    finishedAt: str | None
    """
    When it was done or stopped; null while it runs.
    """


class WebhookRecoveryPeriod(TypedDict):
    """
    A period of events to deliver again, by their `occurredAt`.
    """

    since: str
    """
    The inclusive start of the period: a timestamp with its offset. It must lie within the retention period of the
    delivery log, which is 30 days unless the operator has set another.
    """

    until: NotRequired[str | None]
    """
    The exclusive end of the period: a timestamp with its offset. Without it, now.
    """


class WebhookRecoveryReply(TypedDict):
    """
    A recovery and its progress.
    """

    recovery: WebhookRecovery
    """
    The recovery as it is now.
    """


class WebhookSecretRotation(TypedDict):
    """
    Options of a secret rotation: the overlap with the old secret.
    """

    overlapSeconds: NotRequired[int | None]
    """
    The number of seconds for which the old secret also signs; 86400, which is 24 hours, unless given. With 0 it
    stops signing at once.
    """


class WebhookStats(TypedDict):
    """
    Statistics of an endpoint's attempts in a window of time.
    """

    window: Literal["24h", "30d", "7d"]
    """
    The window that was requested.
    """

    since: str
    """
    The start of the window, at a full hour.
    """

    attempts: int
    """
    The number of attempts.
    """

    succeeded: int
    """
    The number of attempts that were answered with 2xx in time.
    """

    failed: int
    """
    The number of attempts that failed, for whatever reason.
    """

    givenUp: int
    """
    The number of failed attempts that were the last of their delivery.
    """

    successRate: float | None
    """
    The share of attempts that succeeded, 0 to 1; null where there was no attempt.
    """

    durationP50Ms: int | None
    """
    The median duration of the attempts in milliseconds; an estimate, null where there was no attempt.
    """

    durationP95Ms: int | None
    """
    The duration that 95 % of the attempts did not exceed, in milliseconds; an estimate, null where there was no
    attempt.
    """

    lastSuccessAt: str | None
    """
    When the last successful attempt was made; null where none in the window succeeded.
    """

    lastFailureAt: str | None
    """
    When the last failed attempt was made; null where none in the window failed.
    """

    pending: int
    """
    The number of deliveries that now wait for an attempt; counted up to 10,000.
    """

    pendingIsMore: bool
    """
    True if more than 10,000 deliveries wait for an attempt.
    """


class WebhookStatsReply(TypedDict):
    """
    Statistics of one endpoint.
    """

    stats: WebhookStats
    """
    The statistics of the endpoint's attempts.
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
    The workspace's display name, as the console shows it.
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
    The language of the console, `en` or `id`; null: the language of each browser.
    """

    timeZone: str
    """
    The IANA name of the time zone in which the console shows times and days; `Asia/Jakarta` by default.
    """

    labelSize: Literal["a4", "thermal-100x150", "thermal-80x100"]
    """
    The label size that the console prints, unless a workstation has another. The API's routes for labels do not use
    it; they have their own default.
    """

    isSuspended: bool
    """
    True where the operator suspended the workspace. It can then be read, but not changed.
    """

    createdAt: str
    """
    When the workspace was created.
    """


class WorkspaceChange(TypedDict):
    """
    Changes of the workspace: a field that is left out stays as it is; null restores the default.
    """

    name: NotRequired[str]
    """
    The new name; it cannot be cleared.
    """

    language: NotRequired[Literal["en", "id"] | None]
    """
    The language of the console, `en` or `id`; null: the language of each browser.
    """

    timeZone: NotRequired[str | None]
    """
    The IANA name of a zone, such as `Asia/Makassar`; null: `Asia/Jakarta`.
    """

    labelSize: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    """
    The label size that the console prints; null: `thermal-100x150`.
    """


class WorkspaceSetup(TypedDict):
    """
    The onboarding checklist: the steps that a workspace has completed towards its first label.
    """

    origin: bool
    """
    True where the shipping origin is set, so that couriers know where to collect.
    """

    couriers: bool
    """
    True where couriers are asked for prices: the origin is set, and shipping is not switched off. Until the
    workspace chooses couriers, every courier that needs no coordinates is asked.
    """

    products: bool
    """
    True where there is a product that is not archived.
    """

    stock: bool
    """
    True where any variant was ever counted in a warehouse.
    """

    payment: bool
    """
    True where a booking can be paid for: with shipping credit that is not held, or through the workspace's own key
    of the aggregator.
    """

    shipments: bool
    """
    True where a shipment was ever drafted.
    """


class WorkspaceUsage(TypedDict):
    """
    Usage of one workspace.
    """

    shipmentsBooked: int
    """
    Shipments whose courier was booked, even if they were cancelled later.
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
    The sum of the three: the orders that a plan counts.
    """

    accountId: str
    """
    The workspace's id (`acc_…`); requests on its behalf name it.
    """

    name: str
    """
    The display name of the workspace, such as the shop's name.
    """

    externalRef: str | None
    """
    The partner's own id of the merchant; null where none was given.
    """


class BatchFinishedEvent(TypedDict):
    """
    A batch finished: every shipment has its outcome, or was left untouched since the batch was stopped.

    It fires again after a retry of the failed shipments.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.batch.finished.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: BatchFinished
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class DeliveryCreatedEvent(TypedDict):
    """
    A digital delivery was granted.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.delivery.created.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: DeliveryCreated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class DeliveryDownloadedEvent(TypedDict):
    """
    A download was counted.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.delivery.downloaded.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: DeliveryDownloaded
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class DeliveryExpiredEvent(TypedDict):
    """
    A delivery expired.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.delivery.expired.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: DeliveryExpired
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class DeliveryExpiringEvent(TypedDict):
    """
    A delivery expires within 24 hours; sent once for each time of expiry.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.delivery.expiring.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: DeliveryExpiring
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class DeliveryUpdatedEvent(TypedDict):
    """
    A delivery was extended, reset or revoked.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.delivery.updated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: DeliveryUpdated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class LicenseActivatedEvent(TypedDict):
    """
    A license was activated on an instance.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.license.activated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: LicenseActivated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class LicenseDeactivatedEvent(TypedDict):
    """
    A license was deactivated on an instance, by its software or by the merchant.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.license.deactivated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: LicenseDeactivated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class LicenseIssuedEvent(TypedDict):
    """
    A license was issued. Only this event contains the key.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.license.issued.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: LicenseIssued
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class LicenseReinstatedEvent(TypedDict):
    """
    A suspended license is valid again.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.license.reinstated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: LicenseReinstated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class LicenseRevokedEvent(TypedDict):
    """
    A license was revoked, for good.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.license.revoked.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: LicenseRevoked
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class LicenseSuspendedEvent(TypedDict):
    """
    A license was suspended.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.license.suspended.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: LicenseSuspended
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class LicenseUpdatedEvent(TypedDict):
    """
    Fields of a license changed.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.license.updated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: LicenseUpdated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ShipmentCancelledEvent(TypedDict):
    """
    The merchant cancelled a shipment; `creditRefunded` is the shipping credit refunded.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.shipment.cancelled.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ShipmentCancelled
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ShipmentCreatedEvent(TypedDict):
    """
    A shipment was drafted.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.shipment.created.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ShipmentCreated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ShipmentPickupConfirmedEvent(TypedDict):
    """
    The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.shipment.pickup_confirmed.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ShipmentPickupConfirmed
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ShipmentRebookedEvent(TypedDict):
    """
    A shipment was replaced: `id` is the new shipment, `previousShipmentId` the old one.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.shipment.rebooked.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ShipmentRebooked
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ShipmentStatusUpdatedEvent(TypedDict):
    """
    The courier reported something: `status` is the status after it, `reportedStatus` the courier's own status.

    `creditRefunded` is present where a courier's cancellation gave credit back.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.shipment.status_updated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ShipmentStatusUpdated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ShipmentUpdatedEvent(TypedDict):
    """
    A shipment changed without a new status: `changed` lists the fields, and `note` explains a new price.

    The names are fields of the shipment, or `driver`, which the tracking routes show.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.shipment.updated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ShipmentUpdated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class StockAdjustedEvent(TypedDict):
    """
    A stock level was adjusted or transferred, for any reason; `quantityAfter` is the level after it.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.stock.adjusted.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: StockAdjusted
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class StockLowEvent(TypedDict):
    """
    A stock level fell from at or above the variant's threshold to below it.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.stock.low.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: StockLow
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class VariantArchivedEvent(TypedDict):
    """
    A variant was archived.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.variant.archived.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: VariantArchived
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class VariantCreatedEvent(TypedDict):
    """
    A variant was added to a product. A product's first variant has no event of its own: see `product.created`.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.variant.created.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: VariantCreated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class WarehouseCreatedEvent(TypedDict):
    """
    A warehouse was created.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.warehouse.created.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: WarehouseCreated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class WebhookEndpointDisabledEvent(TypedDict):
    """
    The service disabled a webhook endpoint for its failures; the workspace's other endpoints get the event.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.webhook_endpoint.disabled.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: WebhookEndpointDisabled
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class WebhookEndpointTestEvent(TypedDict):
    """
    A test of a webhook endpoint; only that endpoint gets the event.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.webhook_endpoint.test.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: WebhookEndpointTest
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ActivatedLicenseReply(TypedDict):
    """
    Result of an activation: the license is active on the instance.
    """

    license: PublicLicense
    """
    The license with the key.
    """

    activation: LicenseActivation
    """
    The instance's activation.
    """

    alreadyActive: bool
    """
    True if the license was active on the instance before, so that nothing has changed.
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
    The secret that signs requests. Only this response has it; it cannot be fetched again.
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
    An action that the worker performs on many shipments, four at a time.
    """

    id: str
    """
    The batch's id (`batch_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    kind: Literal["book", "cancel", "print"]
    """
    The action on each shipment.
    """

    status: Literal["finished", "running"]
    """
    `running` until every shipment has an outcome, then `finished`. A retry of the failed shipments sets it to
    `running` again.
    """

    total: int
    """
    The number of shipments, 1 to 500.
    """

    counts: BatchCounts
    """
    The number of shipments in each state.
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
    True where the filter matched more than 500 shipments, so that the batch has 500 of them. These are the oldest;
    with `q`, `queue` or `printed`, they are the first of the list.
    """

    filter: dict[str, Any] | None
    """
    The filter that selected the shipments; null where they were listed.
    """

    reason: str | None
    """
    The reason of the cancellation; null in a batch of another kind.
    """

    printing: dict[str, Any] | None
    """
    Print options as they were given; null where none were given.
    """

    createdBy: str | None
    """
    The creator of the batch: the identity provider's id of a user, or the workspace's id for an API key.
    """

    createdAt: str
    """
    When the batch was created.
    """

    stoppedAt: str | None
    """
    When the batch was stopped; null where it was not.
    """

    finishedAt: str | None
    """
    When the last shipment had its outcome; null before that.
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
    One shipment of a batch, and its outcome.
    """

    position: int
    """
    The position in the batch, from 0.
    """

    shipmentId: str
    """
    The shipment (`ship_…`).
    """

    externalRef: str | None
    """
    The merchant's order number of the shipment; null without one.
    """

    recipient: str | None
    """
    The recipient's name.
    """

    status: Literal["done", "failed", "running", "skipped", "stopped", "waiting"]
    """
    `waiting` until its turn; `running` while the courier is asked, or while the outcome is not known yet. A shipment
    of unknown outcome is not booked twice. Then `done`, `failed`, `skipped` where it needed nothing, or `stopped`
    before its turn.
    """

    attempt: int
    """
    The number of the attempt, from 1; each retry adds 1.
    """

    charged: int | None
    """
    The shipping credit charged by its booking, in minor units. Null before it is booked, in a batch of another kind,
    and where the batch ended before this was recorded.
    """

    refunded: int | None
    """
    The shipping credit refunded by its cancellation, in minor units; null in the same cases.
    """

    error: BatchRowError | None
    """
    The reason why the shipment failed, was skipped, or has no known outcome yet; null where there is no problem.
    """

    httpStatus: int | None
    """
    The HTTP status that the request for this shipment alone would have had; null before there is an outcome.
    """

    finishedAt: str | None
    """
    When the shipment had its outcome; null before that.
    """


class BatchRows(TypedDict):
    """
    A page of a batch's shipments.
    """

    rows: list[BatchRow]
    """
    The shipments in the batch's order.
    """


class BulkLicenses(TypedDict):
    """
    Licenses to issue in one request.
    """

    licenses: list[NewLicense]
    """
    The licenses to issue. Each row is handled like a request of its own, and has its own outcome.
    """


class BulkProducts(TypedDict):
    """
    Products to be created, each as POST /products accepts it.
    """

    products: list[NewProduct]
    """
    1 to 200 products; each row is created or refused by itself.
    """


class BulkStockAdjustment(TypedDict):
    """
    Adjustments to make in one request, each as POST /stock/adjust accepts it.
    """

    adjustments: list[StockAdjustment]
    """
    1 to 1,000 adjustments; those of one level are made in the given order.
    """

    atomic: NotRequired[bool | None]
    """
    True makes all or none: one refused row refuses the request. False makes each by itself.
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
    The secret that signs deliveries (`whsec_…`). It is in this answer only, and cannot be fetched again.
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
    Envelope of an error.
    """

    data: None
    """
    Always null: an error has no data.
    """

    error: ErrorBody
    """
    Reason why the request was refused.
    """

    meta: ResponseMeta
    """
    Metadata of the answer.
    """


class IntegrationStatus(TypedDict):
    """
    The current integrations of the workspace.
    """

    identity: IdentityStatus
    """
    Authentication of users and API keys.
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
    The partner's storefront, from which products are mirrored.
    """


class LegacyCancelledShipmentReply(TypedDict):
    """
    A cancelled shipment, as the legacy routes show it.
    """

    shipment: Shipment
    """
    The shipment, now `cancelled`.
    """

    refunded: int
    """
    The shipping credit refunded, in minor units; 0 where nothing was charged.
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
    The shipments of the page, newest first, without their history.
    """


class ListedStockLevel(TypedDict):
    """
    A stock level with its warehouse, and its details on request.
    """

    variantId: str
    """
    The variant that is counted (`var_…`).
    """

    warehouseId: str
    """
    The warehouse of the level (`wh_…`).
    """

    quantity: int
    """
    Pieces on hand, reserved ones included; never below 0. Always the sum of the level's movements.
    """

    updatedAt: str
    """
    The time of its last movement; in a list with `at`, of the last one until then.
    """

    warehouse: WarehouseSummary
    """
    The warehouse in short, as it is now.
    """

    details: NotRequired[StockLevelDetails]
    """
    With `include=details`: the names of the variant, and the reserved and available quantities.
    """


class NewBatch(TypedDict):
    """
    An action on many shipments, given as a list or as a filter.
    """

    kind: Literal["book", "cancel", "print"]
    """
    The action on each shipment: `book` its courier, `cancel` it, or check that it can be printed (`print`).
    """

    shipmentIds: NotRequired[list[str] | None]
    """
    The shipments (`ship_…`), 1 to 500, in the order of processing and printing. Give either these or `filter`. An
    unknown one is 404 `NOT_FOUND`.
    """

    filter: NotRequired[ShipmentFilter | None]
    """
    The filters of the shipment list, in place of `shipmentIds`. The oldest 500 matches are taken; `{}` matches all
    shipments.
    """

    reason: NotRequired[str | None]
    """
    The reason of the cancellation, for the merchant's records and the courier; only for `cancel`. Left out or blank:
    `Merchant cancelled`.
    """

    printing: NotRequired[BatchPrinting | None]
    """
    Print options of the batch's document; left out: labels of 100 by 150 millimetres, as for a single label.
    """


class NewShipment(TypedDict):
    """
    A shipment to be drafted. It allocates its stock at once, and calls no courier before it is confirmed.
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
    The speed of the service, as in the rate; a contradiction to the catalogue is refused.
    """

    price: int
    """
    The shipping price without the premium, in minor units, as in the rate. A booking with the platform's aggregator
    key charges this and `insurance`, or the courier's actual price where that is higher. With a key of your own nothing
    is charged.
    """

    origin: Origin
    """
    The pick-up address; `{}` means the configured shipping origin.
    """

    destination: Destination
    """
    The recipient's address.
    """

    items: list[ShipmentItem]
    """
    The contents; an item with a product or a variant takes stock, from one warehouse.
    """

    insurance: NotRequired[int | None]
    """
    The insurance premium in minor units, as in the rate; 0 where `insured` is false.
    """

    insured: NotRequired[bool | None]
    """
    True if the courier is to insure the sum of the items' values; left out: true where `insurance` is above 0.
    """

    productId: NotRequired[str | None]
    """
    A product for the whole shipment (`prod_…`); it takes no stock by itself. An unknown one is 404 `NOT_FOUND`.
    """

    checkoutSessionId: NotRequired[str | None]
    """
    Your own id of the checkout; stock that is reserved for it is used first.
    """

    customerId: NotRequired[str | None]
    """
    Your own id of the buyer, a filter of the list.
    """

    customerEmail: NotRequired[str | None]
    """
    The buyer's e-mail address, for your own use: the service sends no mail.
    """

    externalSource: NotRequired[str | None]
    """
    The system that the order comes from, under a name of yours.
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
    A product of the merchant: shipped, downloaded or licensed, by its type.
    """

    id: str
    """
    The product's id (`prod_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    name: str
    """
    The product's name, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where there is none.
    """

    description: str | None
    """
    Free text; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key. It never changes, except for a mirrored product whose storefront gives its type later.
    """

    weight: int | None
    """
    The weight of one piece in grams, for variants without a weight of their own; null where it is not known.
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
    True if licenses can be issued for it. It matters only for products of the type `license`.
    """

    maxActivations: int | None
    """
    The maximum number of activations of a license that is issued without one of its own; null: 1.
    """

    archived: bool
    """
    True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more.
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
    Time of creation.
    """

    updatedAt: str
    """
    When the product itself last changed. Requests that change nothing, or only a variant, leave it.
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
    Workspace of the resource (`acc_…`).
    """

    name: str
    """
    The product's name, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where there is none.
    """

    description: str | None
    """
    Free text; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key. It never changes, except for a mirrored product whose storefront gives its type later.
    """

    weight: int | None
    """
    The weight of one piece in grams, for variants without a weight of their own; null where it is not known.
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
    True if licenses can be issued for it. It matters only for products of the type `license`.
    """

    maxActivations: int | None
    """
    The maximum number of activations of a license that is issued without one of its own; null: 1.
    """

    archived: bool
    """
    True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more.
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
    Time of creation.
    """

    updatedAt: str
    """
    When the product itself last changed. Requests that change nothing, or only a variant, leave it.
    """

    variants: list[Variant]
    """
    Its variants, archived ones included, at most 1,000.
    """

    productId: str
    """
    The product's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
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
    Workspace of the resource (`acc_…`).
    """

    name: str
    """
    The product's name, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where there is none.
    """

    description: str | None
    """
    Free text; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key. It never changes, except for a mirrored product whose storefront gives its type later.
    """

    weight: int | None
    """
    The weight of one piece in grams, for variants without a weight of their own; null where it is not known.
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
    True if licenses can be issued for it. It matters only for products of the type `license`.
    """

    maxActivations: int | None
    """
    The maximum number of activations of a license that is issued without one of its own; null: 1.
    """

    archived: bool
    """
    True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more.
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
    Time of creation.
    """

    updatedAt: str
    """
    When the product itself last changed. Requests that change nothing, or only a variant, leave it.
    """

    variants: list[Variant]
    """
    Its variants, archived ones included, at most 1,000.
    """

    productId: str
    """
    The product's id; the same as `id`.
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class ProductList(TypedDict):
    """
    A page of products.
    """

    products: list[Product]
    """
    The products of the page, newest first, with their variants; with `q` and no `sku`, by the words found.
    """


class ProductReply(TypedDict):
    """
    A product.
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
    Workspace of the resource (`acc_…`).
    """

    name: str
    """
    The product's name, as in lists and on parcels.
    """

    sku: str | None
    """
    The merchant's own number of the product as a whole; not required to be unique; null where there is none.
    """

    description: str | None
    """
    Free text; null where there is none.
    """

    type: Literal["digital", "license", "physical"]
    """
    The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key. It never changes, except for a mirrored product whose storefront gives its type later.
    """

    weight: int | None
    """
    The weight of one piece in grams, for variants without a weight of their own; null where it is not known.
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
    True if licenses can be issued for it. It matters only for products of the type `license`.
    """

    maxActivations: int | None
    """
    The maximum number of activations of a license that is issued without one of its own; null: 1.
    """

    archived: bool
    """
    True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more.
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
    Time of creation.
    """

    updatedAt: str
    """
    When the product itself last changed. Requests that change nothing, or only a variant, leave it.
    """

    variants: list[Variant]
    """
    Its variants, archived ones included, at most 1,000.
    """

    productId: str
    """
    The product's id; the same as `id`.
    """

    changed: list[str]
    """
    The changed fields, by their names in the product (`name`, `weight`).
    """

    sequence: int
    """
    Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse.
    """


class RebookedShipmentReply(TypedDict):
    """
    A replacement shipment.
    """

    shipment: Shipment
    """
    The new shipment; it is `pending`, so confirm it to book its courier.
    """

    previousShipmentId: str
    """
    The replaced shipment (`ship_…`), which cannot be used any more.
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
    The secret that signs deliveries from now on (`whsec_…`). It is in this answer only.
    """

    previousSecretUntil: str | None
    """
    When the old secret stops signing; null where it already has.
    """


class ShipmentTimeline(TypedDict):
    """
    The timeline of a shipment.
    """

    entries: list[TimelineEntry]
    """
    The newest entries first: 200 at most, and 100 of each kind.
    """

    isMore: bool
    """
    True if there are more entries than are shown.
    """


class StatsOverview(TypedDict):
    """
    The overview of a workspace for a dashboard. Its parts are not one snapshot.
    """

    products: ArchivableCounts
    """
    The number of products.
    """

    variants: ArchivableCounts
    """
    The number of variants.
    """

    warehouses: ArchivableCounts
    """
    The number of warehouses.
    """

    licenses: LicenseCounts
    """
    The number of licenses.
    """

    shipments: ShipmentCounts
    """
    The number of shipments.
    """

    deliveries: int
    """
    The number of digital deliveries that were ever granted.
    """

    month: MonthUsage
    """
    The usage of this month.
    """

    credit: CreditBalance
    """
    The prepaid shipping credit.
    """

    recentShipments: list[RecentShipment]
    """
    The 5 newest shipments, newest first.
    """

    lowStock: list[LowStockLevel]
    """
    Up to 5 stock levels below their threshold, the most recently moved first.
    """

    webhookFailures: WebhookFailures
    """
    Webhooks that are failing.
    """


class StockAdjustmentReply(TypedDict):
    """
    The result of an adjustment.
    """

    stock: StockLevel
    """
    The level after the movement.
    """

    movement: StockMovement
    """
    The new entry in the level's ledger.
    """


class StockLevels(TypedDict):
    """
    A page of stock levels.
    """

    stock: list[ListedStockLevel]
    """
    The levels, newest-updated first; with `at`, last created first; with `q` or `productId`, by variant.
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
    A checkout of a partner's storefront, and its fulfilment once it is paid.
    """

    id: str
    """
    The order's id (`ord_…`).
    """

    accountId: str
    """
    Workspace of the resource (`acc_…`).
    """

    checkoutSessionId: str
    """
    The storefront's own id of the checkout; each checkout is one order.
    """

    status: Literal["expired", "failed", "fulfilled", "open", "partly_fulfilled"]
    """
    `open` until it is paid, or `expired` where it was not paid in time. Once paid, the outcomes of its lines decide:
    `fulfilled`, `partly_fulfilled` or `failed`.
    """

    externalSource: str
    """
    The partner that runs the storefront.
    """

    externalRef: str | None
    """
    The storefront's order number; null where it has none, and until the order is paid.
    """

    customer: dict[str, Any] | None
    """
    The buyer, as sent by the storefront: `id`, `email`, `name`, `phone`. Null until it is paid.
    """

    destination: dict[str, Any] | None
    """
    The parcel's destination, from the storefront or the last retry, with the fields of `Destination`; null where
    neither has given one.
    """

    shipping: dict[str, Any] | None
    """
    The courier's service that the buyer chose, from the storefront or the last retry. It has the fields of
    `StorefrontShipping`; null where neither has given one.
    """

    lines: list[StorefrontOrderLine]
    """
    The lines bought, 1 to 200; empty where a checkout ended before any line was sent.
    """

    expiresAt: str
    """
    When an unpaid order expires and its reserved stock is released: 60 minutes after the storefront's last report.
    """

    paidAt: str | None
    """
    When the payment was reported; null until then.
    """

    createdAt: str
    """
    Time of creation.
    """

    updatedAt: str
    """
    Time of the last change.
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
    Corrections to the storefront's data; a field that is left out keeps its value.
    """

    shipping: NotRequired[StorefrontShipping | None]
    """
    Replaces the shipping service that the storefront sent.
    """

    destination: NotRequired[Destination | None]
    """
    Replaces the destination that the storefront sent, as a whole.
    """


class StorefrontOrders(TypedDict):
    """
    A page of orders.
    """

    orders: list[StorefrontOrder]
    """
    The orders of the page, newest first, with their lines.
    """


class Tracking(TypedDict):
    """
    The courier's current report; `shipment` is null where the workspace has none for the parcel.
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
    The current status: a status of shipments where the courier's own maps to one, else the courier's own status.
    """

    history: list[TrackingStep]
    """
    The steps so far, oldest first.
    """

    driver: TrackingDriver | None
    """
    The driver who has the parcel. Null where none is named, and always where the service answers from its own
    record.
    """

    eta: TrackingEta | None
    """
    The expected arrival: the courier's duration of the service, counted from the collection, or from the booking
    before that. Null without the courier's estimate, and where no arrival is expected.
    """

    externalLink: str | None
    """
    The courier's own tracking page; null where there is none.
    """

    shipment: TrackedShipment | None
    """
    The workspace's own record; null where it has no shipment for the parcel.
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
    The same as `meta.cursor`: the cursor of the next page, null on the last one.
    """


class ProductArchivedEvent(TypedDict):
    """
    A product was archived.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.product.archived.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ProductArchived
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ProductCreatedEvent(TypedDict):
    """
    A product was created.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.product.created.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ProductCreated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
    """


class ProductUpdatedEvent(TypedDict):
    """
    Fields of a product changed; `changed` lists them.
    """

    id: str
    """
    The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once.
    """

    type: Literal["svc.product.updated.v1"]
    """
    The event type: the brand, the resource, the change and the version, separated by dots.
    """

    occurredAt: str
    """
    When the event happened.
    """

    accountId: str
    """
    The workspace of the event (`acc_…`).
    """

    data: ProductUpdated
    """
    The resource as the API shows it, with further fields of the event. A version may get additional fields.
    """

    metadata: dict[str, Any]
    """
    Currently an empty object.
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
    The result of an event.

    `applied` is false for a repeat, an event older than the known state, and an unknown type.
    """

    applied: bool
    """
    True if the event changed anything.
    """

    order: NotRequired[StorefrontOrder]
    """
    The order after the event, also where the event changed nothing. Only checkout events have one.
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
