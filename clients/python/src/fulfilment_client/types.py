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
    accountId: str
    customerId: str
    label: str
    contactName: str
    contactPhone: str
    email: str | None
    address: str
    note: str | None
    postalCode: str | None
    areaId: str | None
    lat: float | None
    lng: float | None
    isDefault: bool
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class AddressChange(TypedDict):
    """
    What is left out stays as it is; null clears. The customer cannot change.
    """

    customerId: NotRequired[str]
    label: NotRequired[str]
    contactName: NotRequired[str]
    contactPhone: NotRequired[str]
    address: NotRequired[str]
    email: NotRequired[str | None]
    note: NotRequired[str | None]
    postalCode: NotRequired[str | None]
    areaId: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]
    isDefault: NotRequired[bool]


class AddressReply(TypedDict):
    address: Address


class Addresses(TypedDict):
    addresses: list[Address]


class AggregatorConfig(TypedDict):
    """
    A workspace's settings at the aggregator. `reportUrl` is where the own key's reports are to be sent.
    """

    accountId: str
    apiKeyConfigured: bool
    apiKeyPreview: str | None
    defaultOriginId: str | None
    enabledCouriers: list[str]
    defaultCourier: str | None
    active: bool
    reportUrl: str | None


class AggregatorStatus(TypedDict):
    """
    `apiKeyConfigured`: the workspace's own key is on file; nothing of it is shown, not even to the workspace.
    """

    apiKeyConfigured: bool
    active: bool
    enabledCouriers: list[str]


class AnswerMeta(TypedDict):
    """
    What every answer says of itself.
    """

    requestId: str
    """
    Identifies the request, for the service's logs; the header `X-Request-Id` repeats it.
    """

    timestamp: str
    """
    When the request was answered, by the service's clock.
    """


class ApiKey(TypedDict):
    """
    A key as the list shows it; the secret is never shown again.

    `expiresAt` null: it never expires. `networks` null: it works from anywhere. `madeByPartner`: which partner made it,
    on behalf of the merchant.
    """

    id: str
    name: str
    keyId: str
    secretPreview: str
    scopes: list[str]
    createdAt: str
    """
    When it was created.
    """

    lastUsedAt: str | None
    revokedAt: str | None
    expiresAt: str | None
    networks: list[str] | None
    createdBy: str | None
    madeByPartner: str | None


class ApiKeys(TypedDict):
    apiKeys: list[ApiKey]


class ArchivableCounts(TypedDict):
    """
    How many there are, by whether they are archived.
    """

    active: int
    archived: int


class ArchivedReply(TypedDict):
    """
    What an archived record is answered with; it stays, and can be un-archived.
    """

    archived: bool


class Area(TypedDict):
    """
    One hit of the area search.
    """

    id: str
    name: str
    country_name: str | None
    administrative_division_level_1_name: str | None
    administrative_division_level_2_name: str | None
    administrative_division_level_3_name: str | None
    administrative_division_level_4_name: str | None
    postal_code: int | None


class AuditEntry(TypedDict):
    id: str
    accountId: str
    actorType: Literal["api_key", "system", "user"]
    actorId: str | None
    actorEmail: str | None
    action: str
    targetType: str | None
    targetId: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    ip: str | None
    userAgent: str | None
    metadata: dict[str, Any]
    createdAt: str
    """
    When it was created.
    """


class CancelledShipment(TypedDict):
    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    refunded: int


class CourierReportReply(TypedDict):
    applied: int


class CourierService(TypedDict):
    """
    One row of the catalogue, named as the aggregator names it.
    """

    courier_code: str
    courier_name: str
    courier_service_code: str
    courier_service_name: str
    service_type: str
    tier: str | None


class CreatedApiKey(TypedDict):
    id: str
    name: str
    keyId: str
    scopes: list[str]
    expiresAt: str | None
    networks: list[str] | None
    createdAt: str
    """
    When it was created.
    """


class CreditAdjustment(TypedDict):
    """
    `manual_adjustment` is signed; `shipment_refund` is positive and gives back what a shipment was charged.
    """

    amount: int
    kind: Literal["manual_adjustment", "shipment_refund"]
    shipmentId: NotRequired[str | None]
    externalRef: NotRequired[str | None]
    memo: NotRequired[str | None]


class CreditBalance(TypedDict):
    """
    Prepaid credit in the currency's minor unit; `available` is what no booking under way holds.

    `owed` is what refunds and disputes took back of purchases and was spent already: the next top-ups are for it.
    """

    accountId: str
    balance: int
    held: int
    available: int
    owed: int
    currency: str
    updatedAt: str
    """
    When it was last changed.
    """


class CreditCheckout(TypedDict):
    """
    Credit to buy. `email` is where the receipt goes: a person's own, and needed of a key.
    """

    amount: int
    email: NotRequired[str | None]
    name: NotRequired[str | None]


class CreditTopUp(TypedDict):
    amount: int
    externalRef: NotRequired[str | None]
    memo: NotRequired[str | None]


class CreditTransaction(TypedDict):
    """
    One line of the credit ledger; `amount` is signed, and the balance is the sum of them.

    `createdBy` is who moved it by hand, null where a shipment did.
    """

    id: str
    kind: Literal["manual_adjustment", "shipment_charge", "shipment_refund", "topup"]
    amount: int
    balanceAfter: int
    shipmentId: str | None
    externalRef: str | None
    memo: str | None
    createdBy: str | None
    createdAt: str
    """
    When it was created.
    """


class CreditTransactionReply(TypedDict):
    transaction: CreditTransaction
    balance: CreditBalance


class CreditTransactions(TypedDict):
    transactions: list[CreditTransaction]
    nextCursor: str | None


class CurrentPlan(TypedDict):
    """
    The workspace's plan and its limits, each -1 where there is none.

    `billingCycleEnd` is when the next period begins: that of the subscription, else of the calendar month (UTC).
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    planName: str
    isForjioInternal: bool
    ordersLimit: int
    warehousesLimit: int
    licenseKeysLimit: int
    apiKeysLimit: int
    webhookEndpointsLimit: int
    rateLimit: int
    biteshipShipmentsLimit: int
    billingCycleEnd: str


class DeactivatedLicenseReply(TypedDict):
    deactivated: bool
    alreadyDeactivated: bool
    activations: int


class DeletedAddressReply(TypedDict):
    deleted: bool


class DeletedWebhookEndpointReply(TypedDict):
    deleted: bool


class Delivery(TypedDict):
    """
    A customer's right to download a product so many times until `expiresAt`.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    checkoutSessionId: str
    status: Literal["active", "expired", "revoked"]
    downloadCount: int
    maxDownloads: int
    expiresAt: str
    revokedAt: str | None
    lastDownloadedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
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
    accountId: str
    productId: str
    customerId: str
    checkoutSessionId: str
    status: Literal["active", "expired", "revoked"]
    downloadCount: int
    maxDownloads: int
    expiresAt: str
    revokedAt: str | None
    lastDownloadedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    sequence: int


class DeliveryDownloaded(TypedDict):
    """
    A download was counted.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    checkoutSessionId: str
    status: Literal["active", "expired", "revoked"]
    downloadCount: int
    maxDownloads: int
    expiresAt: str
    revokedAt: str | None
    lastDownloadedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    sequence: int


class DeliveryExpired(TypedDict):
    """
    A delivery expired.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    checkoutSessionId: str
    status: Literal["active", "expired", "revoked"]
    downloadCount: int
    maxDownloads: int
    expiresAt: str
    revokedAt: str | None
    lastDownloadedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    sequence: int


class DeliveryExpiring(TypedDict):
    """
    A delivery expires within 24 hours; told once for each time that it is to expire.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    checkoutSessionId: str
    status: Literal["active", "expired", "revoked"]
    downloadCount: int
    maxDownloads: int
    expiresAt: str
    revokedAt: str | None
    lastDownloadedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    sequence: int


class DeliveryReply(TypedDict):
    delivery: Delivery


class DeliveryUpdated(TypedDict):
    """
    A delivery was extended, reset or revoked; `action` says which.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    checkoutSessionId: str
    status: Literal["active", "expired", "revoked"]
    downloadCount: int
    maxDownloads: int
    expiresAt: str
    revokedAt: str | None
    lastDownloadedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryId: str
    action: Literal["extend", "reset-downloads", "revoke"]
    sequence: int


class Destination(TypedDict):
    """
    Where a parcel goes. Labels and pages show `city` and `province`; the courier goes by the rest.
    """

    contactName: str
    contactPhone: str
    address: str
    email: NotRequired[str | None]
    note: NotRequired[str | None]
    city: NotRequired[str | None]
    province: NotRequired[str | None]
    postalCode: NotRequired[str | None]
    areaId: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]


class Envelope(TypedDict):
    """
    An event, as every subscriber is sent it. `metadata` is empty.
    """

    id: str
    type: str
    occurredAt: str
    accountId: str
    data: dict[str, Any]
    metadata: dict[str, Any]


class EventReply(TypedDict):
    event: Envelope


class EventType(TypedDict):
    """
    One type of event: its full name, when it fires, and the JSON Schema of the envelope that is delivered.
    """

    type: str
    description: str
    schema: dict[str, Any]


class Events(TypedDict):
    events: list[Envelope]


class FailedDelivery(TypedDict):
    """
    One that will not be tried again unless somebody asks for it.
    """

    id: str
    endpointId: str
    eventId: str
    type: str
    attempts: int
    lastError: str | None
    updatedAt: str
    """
    When it was last changed.
    """


class FailingEndpoint(TypedDict):
    """
    It has not taken a delivery since `failingSince`; `disabledAt` where the service has switched it off for that.
    """

    id: str
    url: str
    active: bool
    consecutiveFailures: int
    failingSince: str
    disabledAt: str | None


class FileRequest(TypedDict):
    """
    The instance must be active. `expiresAt` is 30 days from now unless it is given, and 366 at most.
    """

    instanceId: str
    expiresAt: NotRequired[str | None]


class Health(TypedDict):
    """
    `status` is `ok`; a service whose database is away answers 503 instead.
    """

    service: str
    version: str
    status: str


class IdentityStatus(TypedDict):
    """
    Whoever asks has proved who they are, so it is connected.
    """

    connected: bool


class Invoice(TypedDict):
    """
    `amount` is in the currency's minor unit: whole rupiah, or US cents. `receiptUrl` is a page of the provider's.
    """

    id: str
    plan: Literal["free", "growth", "scale", "starter"] | None
    amount: int
    currency: str
    status: Literal["open", "paid", "uncollectible", "void"]
    paidAt: str | None
    receiptUrl: str | None
    createdAt: str
    """
    When it was created.
    """


class Invoices(TypedDict):
    """
    A page of invoices, newest first; `cursor` is null on the last one.
    """

    data: list[Invoice]
    cursor: str | None
    hasMore: bool


class LabelLink(TypedDict):
    url: str


class LabelOrder(TypedDict):
    """
    Which shipments to print in one document, in this order, and how; the flags are those of a single label.
    """

    shipmentIds: list[str]
    size: NotRequired[Literal["a4", "thermal-100x150", "thermal-80x100"] | None]
    showSenderPhone: NotRequired[bool | None]
    showRecipientPhone: NotRequired[bool | None]
    maskRecipientName: NotRequired[bool | None]
    maskRecipientPhone: NotRequired[bool | None]
    showShippingCost: NotRequired[bool | None]
    showInsurance: NotRequired[bool | None]
    showItems: NotRequired[bool | None]
    showItemDescriptions: NotRequired[bool | None]
    showItemSkus: NotRequired[bool | None]
    layout: NotRequired[Literal["4up", "single"] | None]


class License(TypedDict):
    """
    The right of a customer to run a product on so many instances. `suspendedAt` is set while it is suspended.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    key: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """


class LicenseActivated(TypedDict):
    """
    A license was bound to a new instance.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    licenseId: str
    instanceId: str
    sequence: int


class LicenseActivation(TypedDict):
    """
    One instance's time in a slot; `deactivatedAt` is null while it holds it.
    """

    id: str
    licenseId: str
    instanceId: str
    activatedAt: str
    deactivatedAt: str | None


class LicenseActivationReply(TypedDict):
    activation: LicenseActivation


class LicenseActivations(TypedDict):
    activations: list[LicenseActivation]


class LicenseChange(TypedDict):
    """
    What is left out stays as it is; `expiresAt` null makes it perpetual.
    """

    maxActivations: NotRequired[int]
    expiresAt: NotRequired[str | None]


class LicenseCounts(TypedDict):
    active: int
    revoked: int


class LicenseDeactivated(TypedDict):
    """
    An instance was unbound from a license.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    licenseId: str
    instanceId: str
    sequence: int


class LicenseFile(TypedDict):
    """
    `content` is the file: a signed JSON Web Token. The license may end its validity before the request's date.
    """

    licenseId: str
    instanceId: str
    keyId: str
    issuedAt: str
    expiresAt: str
    content: str


class LicenseFileReply(TypedDict):
    licenseFile: LicenseFile


class LicenseIssued(TypedDict):
    """
    A license was issued. This event alone tells its key.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    key: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    licenseId: str
    sequence: int


class LicenseReinstated(TypedDict):
    """
    A suspended license is valid again.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    licenseId: str
    sequence: int


class LicenseReply(TypedDict):
    license: License


class LicenseRevoked(TypedDict):
    """
    A license was revoked, for good.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    licenseId: str
    sequence: int


class LicenseSlot(TypedDict):
    """
    An instance that wants a slot, or gives it back; the key may hold any characters.
    """

    key: str
    instanceId: str


class LicenseSuspended(TypedDict):
    """
    A license was suspended.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    licenseId: str
    sequence: int


class LicenseUpdated(TypedDict):
    """
    Fields of a license changed; `changed` lists them.
    """

    id: str
    accountId: str
    productId: str
    customerId: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None
    suspendedAt: str | None
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    licenseId: str
    changed: list[str]
    sequence: int


class LicenseValidity(TypedDict):
    """
    Whether a key is good to run with; of an unknown key nothing else is told.
    """

    valid: bool
    key: str | None
    status: Literal["active", "expired", "revoked", "suspended"] | None
    productId: str | None
    productName: str | None
    activations: int | None
    maxActivations: int | None
    expiresAt: str | None


class LicenseWithActivations(TypedDict):
    """
    A license with its activations, the newest first.
    """

    license: License
    activations: list[LicenseActivation]


class Licenses(TypedDict):
    licenses: list[License]


class ListMeta(TypedDict):
    """
    What a page of a list says of itself, and where the next one begins.
    """

    requestId: str
    """
    Identifies the request, for the service's logs; the header `X-Request-Id` repeats it.
    """

    timestamp: str
    """
    When the request was answered, by the service's clock.
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
    A level below its variant's threshold, with what it is and where; null where the catalog does not have it.
    """

    variantId: str
    productId: str | None
    name: str | None
    sku: str | None
    warehouseId: str
    warehouseName: str
    quantity: int
    lowStockThreshold: int
    updatedAt: str
    """
    When it was last changed.
    """


class MonthUsage(TypedDict):
    """
    What the calendar month (UTC) holds so far: `orders` is shipments booked, deliveries and licenses together.
    """

    month: str
    orders: int
    shipments: int
    deliveries: int
    licenses: int
    resetsAt: str


class NewAddress(TypedDict):
    customerId: str
    label: str
    contactName: str
    contactPhone: str
    address: str
    email: NotRequired[str | None]
    note: NotRequired[str | None]
    postalCode: NotRequired[str | None]
    areaId: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]
    isDefault: NotRequired[bool | None]


class NewApiKey(TypedDict):
    """
    `networks`: addresses, and networks such as `10.1.0.0/16`, that requests are to come from.
    """

    name: str
    scopes: NotRequired[list[Literal["admin", "read", "write"]] | None]
    expiresAt: NotRequired[str | None]
    networks: NotRequired[list[str] | None]


class NewDelivery(TypedDict):
    """
    `expiresAt` is 14 days ahead unless it is given.
    """

    productId: str
    customerId: str
    checkoutSessionId: str
    maxDownloads: NotRequired[int | None]
    expiresAt: NotRequired[str | None]
    externalSource: NotRequired[str | None]
    externalRef: NotRequired[str | None]


class NewLicense(TypedDict):
    """
    `maxActivations` defaults to the product's, else 1; `key` is made unless it is given.
    """

    productId: str
    customerId: str
    maxActivations: NotRequired[int | None]
    expiresAt: NotRequired[str | None]
    externalSource: NotRequired[str | None]
    externalRef: NotRequired[str | None]
    key: NotRequired[str | None]


class NewProduct(TypedDict):
    name: str
    sku: NotRequired[str | None]
    description: NotRequired[str | None]
    type: NotRequired[Literal["digital", "license", "physical"] | None]
    weight: NotRequired[int | None]
    length: NotRequired[int | None]
    width: NotRequired[int | None]
    height: NotRequired[int | None]
    licenseEnabled: NotRequired[bool | None]
    maxActivations: NotRequired[int | None]


class NewVariant(TypedDict):
    name: str
    sku: NotRequired[str | None]
    priceCents: NotRequired[int | None]
    costCents: NotRequired[int | None]
    lowStockThreshold: NotRequired[int | None]
    weight: NotRequired[int | None]
    isDefault: NotRequired[bool | None]


class NewWarehouse(TypedDict):
    name: str
    address: NotRequired[str | None]
    city: NotRequired[str | None]
    postal: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]
    phone: NotRequired[str | None]
    isDefault: NotRequired[bool | None]


class NewWebhookEndpoint(TypedDict):
    url: str
    events: NotRequired[list[str] | None]
    description: NotRequired[str | None]


class NewWorkspace(TypedDict):
    """
    `externalRef` is the partner's own id of it: the same one is the same workspace. `accountId` is for partners that
    share the identity provider of the service.
    """

    name: str
    externalRef: NotRequired[str | None]
    accountId: NotRequired[str | None]
    brandName: NotRequired[str | None]
    businessEmail: NotRequired[str | None]
    discountRate: NotRequired[float | None]


class OpenedCheckout(TypedDict):
    """
    Where a person pays. `subscriptionId` and `invoiceId` are ours, null where credit is bought.
    """

    subscriptionId: str | None
    invoiceId: str | None
    checkoutSessionId: str
    checkoutUrl: str


class Origin(TypedDict):
    """
    Where a parcel is picked up. What is left out comes from the configured shipping origin.
    """

    contactName: NotRequired[str | None]
    contactPhone: NotRequired[str | None]
    address: NotRequired[str | None]
    email: NotRequired[str | None]
    note: NotRequired[str | None]
    province: NotRequired[str | None]
    city: NotRequired[str | None]
    district: NotRequired[str | None]
    village: NotRequired[str | None]
    postalCode: NotRequired[str | None]
    areaId: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]


class OriginChange(TypedDict):
    """
    What is left out stays as it is, null clears; no couriers means every one that needs no coordinates.
    """

    address: str
    contactName: str
    contactPhone: str
    province: NotRequired[str | None]
    city: NotRequired[str | None]
    district: NotRequired[str | None]
    village: NotRequired[str | None]
    postal: NotRequired[str | None]
    areaId: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]
    note: NotRequired[str | None]
    couriers: NotRequired[list[str] | None]


class Outcome(TypedDict):
    """
    What became of row `index`: the HTTP status it would have had, and its `data` or its `error`.
    """

    index: int
    """
    The row's place in the list that was sent, from 0.
    """

    status: int
    """
    The HTTP status that the row would have been answered with, had it been a request of its own.
    """

    data: NotRequired[Any]
    """
    What that request would have answered under `data`; left out where the row was refused.
    """

    error: NotRequired[Any]
    """
    The row's refusal, with `code`, `message` and `field`; left out where the row was done.
    """


class Outcomes(TypedDict):
    """
    One outcome a row.
    """

    outcomes: list[Outcome]
    """
    One for each row that was sent, in the order of the rows.
    """


class PartnerKeyStatus(TypedDict):
    configured: bool


class PartnerWorkspace(TypedDict):
    """
    A workspace that a partner provisioned; `plan` null: it is internal, without limits.
    """

    accountId: str
    name: str
    brandName: str | None
    businessEmail: str | None
    discountRate: float | None
    externalRef: str | None
    plan: Literal["free", "growth", "scale", "starter"] | None
    partner: str
    createdAt: str
    """
    When it was created.
    """


class PaymentEventReply(TypedDict):
    """
    `applied`: whether it told of something that is ours, and had not been applied before.
    """

    applied: bool


class PaymentsStatus(TypedDict):
    webhookSecretSet: bool
    partnerKey: PartnerKeyStatus
    lastEventAt: str | None
    eventCount30d: int


class PlanCheckout(TypedDict):
    """
    The plan to buy. `email` is needed where the credential has none of its own.
    """

    plan: Literal["GROWTH", "SCALE", "STARTER"]
    email: NotRequired[str | None]
    name: NotRequired[str | None]
    currency: NotRequired[Literal["IDR", "USD"] | None]


class PlanOffer(TypedDict):
    """
    A plan of the catalogue: what it costs a month, in whole rupiah, and what it includes.
    """

    id: Literal["free", "growth", "scale", "starter"]
    name: str
    price: int
    currency: Literal["IDR"]
    features: list[str]


class ProductChange(TypedDict):
    """
    What is left out stays as it is; null clears. The type cannot change; `archived` false un-archives.
    """

    name: NotRequired[str]
    sku: NotRequired[str | None]
    description: NotRequired[str | None]
    type: NotRequired[Literal["digital", "license", "physical"]]
    weight: NotRequired[int | None]
    length: NotRequired[int | None]
    width: NotRequired[int | None]
    height: NotRequired[int | None]
    licenseEnabled: NotRequired[bool]
    maxActivations: NotRequired[int | None]
    archived: NotRequired[bool]


class PublicJwk(TypedDict):
    """
    The public key as a JSON Web Key.
    """

    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    alg: Literal["Ed25519"]
    use: Literal["sig"]


class PublicLicense(TypedDict):
    """
    What a license tells to whoever knows its key.
    """

    id: str
    productId: str
    customerId: str
    key: str
    status: Literal["active", "revoked"]
    activations: int
    maxActivations: int
    expiresAt: str | None


class RecentShipment(TypedDict):
    id: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    waybillId: str | None
    price: int
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class Refusal(TypedDict):
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


class RestockedItem(TypedDict):
    """
    Of one variant in one warehouse: how many were put back on its shelf, and how many were damaged and not.
    """

    variantId: str
    warehouseId: str
    quantity: int
    damaged: int


class ReturnedItem(TypedDict):
    """
    What came back of a variant: how many, and whether they are damaged, or how many of them.
    """

    variantId: str
    quantity: int
    damaged: NotRequired[bool | int | None]


class RevokedApiKey(TypedDict):
    id: str
    revokedAt: str


class RevokedApiKeyReply(TypedDict):
    apiKey: RevokedApiKey


class Shipment(TypedDict):
    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class ShipmentCancellation(TypedDict):
    """
    A blank `reason` is no other than the one that is meant where none is given.
    """

    reason: NotRequired[str | None]


class ShipmentCancelled(TypedDict):
    """
    The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
    """

    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    shipmentId: str
    reason: str
    creditRefunded: int
    sequence: int


class ShipmentCounts(TypedDict):
    """
    `byStatus` names every status, those of which there is none too.
    """

    total: int
    byStatus: dict[str, int]


class ShipmentCreated(TypedDict):
    """
    A shipment was drafted.
    """

    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    shipmentId: str
    sequence: int


class ShipmentEvent(TypedDict):
    """
    One courier record; `status` is the shipment's status after it.

    `reportedStatus` is the courier's word; null where the merchant cancelled.
    """

    id: str
    shipmentId: str
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
    reportedStatus: str | None
    note: str | None
    occurredAt: str


class ShipmentItem(TypedDict):
    """
    One line of a parcel: `value` and `weight` are those of one piece.

    Stock is taken of the variant, the product's default one if only that is named, and from the warehouse if one is
    named. Labels show `sku`, else the variant's.
    """

    name: str
    value: int
    weight: int
    quantity: int
    description: NotRequired[str | None]
    category: NotRequired[str | None]
    length: NotRequired[int | None]
    width: NotRequired[int | None]
    height: NotRequired[int | None]
    productId: NotRequired[str | None]
    variantId: NotRequired[str | None]
    warehouseId: NotRequired[str | None]
    sku: NotRequired[str | None]


class ShipmentPickupConfirmed(TypedDict):
    """
    The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
    """

    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    shipmentId: str
    sequence: int


class ShipmentRebooked(TypedDict):
    """
    A shipment was replaced: this is the new one, `previousShipmentId` the old.
    """

    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    shipmentId: str
    previousShipmentId: str
    sequence: int


class ShipmentRebooking(TypedDict):
    """
    What is not given is carried over; another service without a price is quoted anew.
    """

    courierCode: NotRequired[str | None]
    courierServiceCode: NotRequired[str | None]
    courierType: NotRequired[Literal["instant", "same_day", "standard"] | None]
    price: NotRequired[int | None]
    insured: NotRequired[bool | None]
    insurance: NotRequired[int | None]


class ShipmentReply(TypedDict):
    shipment: Shipment


class ShipmentRestock(TypedDict):
    """
    What came back with a returned parcel, as it was told once.
    """

    restockedAt: str
    createdBy: str | None
    items: list[RestockedItem]


class ShipmentRestockReply(TypedDict):
    shipment: Shipment
    restock: ShipmentRestock


class ShipmentRestockRequest(TypedDict):
    """
    Without `items` all of the parcel came back sound; with them, what is not named did not come back.
    """

    items: NotRequired[list[ReturnedItem] | None]


class ShipmentStatusUpdated(TypedDict):
    """
    The courier reported something: `status` is the status after the report, `reportedStatus` what it said.

    `creditRefunded` is there where a courier's cancellation gave credit back.
    """

    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    shipmentId: str
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
    reportedStatus: str
    note: str | None
    occurredAt: str
    creditRefunded: NotRequired[int]
    sequence: int


class ShipmentUpdated(TypedDict):
    """
    Something changed without a new status: `changed` lists the fields, `note` says more of a new price.

    They are fields of the shipment, or `driver`, whom the tracking routes name.
    """

    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    shipmentId: str
    changed: list[str]
    note: str | None
    sequence: int


class ShipmentWithEvents(TypedDict):
    id: str
    accountId: str
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
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: int
    insured: bool
    aggregatorOrderId: str
    waybillId: str | None
    labelUrl: str | None
    aggregatorTrackingId: str | None
    originSnapshot: dict[str, Any]
    destinationSnapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customerEmail: str | None
    customerId: str | None
    checkoutSessionId: str | None
    productId: str | None
    externalSource: str | None
    externalRef: str | None
    trackingPageUrl: str
    courierPrice: int | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    events: list[ShipmentEvent]
    restock: ShipmentRestock | None


class ShippingConfigChange(TypedDict):
    """
    What is left out stays as it is. `apiKey` null falls back to the platform's key.
    """

    apiKey: NotRequired[str | None]
    defaultOriginId: NotRequired[str | None]
    enabledCouriers: NotRequired[list[str]]
    defaultCourier: NotRequired[str | None]
    active: NotRequired[bool]


class ShippingConfigReply(TypedDict):
    """
    `couriers` are the catalogue's codes, none while no catalogue can be had.
    """

    config: AggregatorConfig
    couriers: list[str]


class ShippingOrigin(TypedDict):
    """
    The shipping origin; while none is set everything but `configured` is null.
    """

    address: str | None
    contactName: str | None
    contactPhone: str | None
    province: str | None
    city: str | None
    district: str | None
    village: str | None
    postal: str | None
    areaId: str | None
    lat: float | None
    lng: float | None
    note: str | None
    couriers: list[str] | None
    configured: bool


class ShippingRate(TypedDict):
    """
    One service; `price` excludes the premium, which stands in `insurance`.
    """

    courierCode: str
    courierName: str
    courierServiceCode: str
    courierServiceName: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    etaMin: int
    etaMax: int
    etaUnit: str
    insurance: int


class ShippingRateRequest(TypedDict):
    destination: Destination
    items: list[ShipmentItem]
    insurance: NotRequired[bool | None]


class ShippingRates(TypedDict):
    """
    `hasCoords` is false where the destination has no coordinates, so that instant couriers are not asked.
    """

    rates: list[ShippingRate]
    count: int
    hasCoords: bool


class SigningKey(TypedDict):
    """
    What the workspace's license files are signed with; `publicKey` is for the software that verifies them.
    """

    keyId: str
    publicKey: PublicJwk
    createdAt: str
    """
    When it was created.
    """


class SigningKeyReply(TypedDict):
    signingKey: SigningKey


class StockAdjusted(TypedDict):
    """
    A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
    """

    id: str
    variantId: str
    warehouseId: str
    delta: int
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
    note: str | None
    createdBy: str | None
    shipmentId: str | None
    quantityAfter: int
    number: int
    createdAt: str
    """
    When it was created.
    """

    movementId: str
    sequence: int


class StockAdjustment(TypedDict):
    """
    A signed change of one level. Ids of any shape are taken; an unknown variant makes its own level.
    """

    variantId: str
    warehouseId: str
    delta: int
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
    note: NotRequired[str | None]


class StockDifference(TypedDict):
    """
    A level whose quantity is not the sum of its movements.
    """

    variantId: str
    warehouseId: str
    quantity: int
    sumOfMovements: int


class StockLevel(TypedDict):
    """
    On-hand stock of one variant in one warehouse; reservations are not taken off.
    """

    variantId: str
    warehouseId: str
    quantity: int
    updatedAt: str
    """
    When it was last changed.
    """


class StockLow(TypedDict):
    """
    A stock level fell from at or above the variant's threshold to below it.
    """

    variantId: str
    productId: str
    sku: str | None
    name: str
    warehouseId: str
    quantity: int
    threshold: int
    movementId: str
    sequence: int


class StockMovement(TypedDict):
    """
    One line of a level's ledger.
    """

    id: str
    variantId: str
    warehouseId: str
    delta: int
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
    note: str | None
    createdBy: str | None
    shipmentId: str | None
    quantityAfter: int
    number: int
    createdAt: str
    """
    When it was created.
    """


class StockMovements(TypedDict):
    movements: list[StockMovement]


class StockReconciliation(TypedDict):
    levels: list[StockDifference]


class StockReservation(TypedDict):
    id: str
    variantId: str
    warehouseId: str
    quantity: int
    shipmentId: str | None
    checkoutSessionId: str | None
    expiresAt: str
    consumedAt: str | None
    releasedAt: str | None
    createdAt: str
    """
    When it was created.
    """


class StockReservations(TypedDict):
    reservations: list[StockReservation]


class StockTransfer(TypedDict):
    """
    Stock of one variant from one warehouse to another.
    """

    variantId: str
    fromWarehouseId: str
    toWarehouseId: str
    quantity: int
    note: NotRequired[str | None]


class StorefrontEventReply(TypedDict):
    """
    Whether the event changed anything: false for one that was applied before, one that is older than what is known,
    and one of a type that nobody knows.
    """

    applied: bool


class StorefrontLineError(TypedDict):
    """
    Why a line is not fulfilled yet, as a request would have been refused.
    """

    code: str
    message: str
    field: str | None


class StorefrontOrderLine(TypedDict):
    """
    One line, and what it became: part of a shipment, a delivery, or a license for each piece.
    """

    ref: str
    status: Literal["failed", "fulfilled", "waiting"]
    type: Literal["digital", "license", "physical"] | None
    productId: str | None
    variantId: str | None
    productRef: str | None
    variantRef: str | None
    quantity: int
    name: str | None
    value: int | None
    weight: int | None
    shipmentId: str | None
    deliveryId: str | None
    licenseIds: list[str]
    error: StorefrontLineError | None


class StorefrontShipping(TypedDict):
    """
    The service that the buyer chose and paid for; `insured` is whether there is a premium, unless it is said.
    """

    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    insurance: NotRequired[int | None]
    insured: NotRequired[bool | None]


class StorefrontStatus(TypedDict):
    webhookSecretSet: bool
    partnerKey: PartnerKeyStatus
    mirroredProductCount: int
    lastSyncAt: str | None


class Subscription(TypedDict):
    """
    How the workspace pays. Without anything bought it is `active`, and its period the calendar month (UTC).

    `cancelAt` is when it ends, or ended; null while it goes on.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    planName: str
    isForjioInternal: bool
    status: Literal["active", "canceled", "canceling", "incomplete", "past_due"]
    currentPeriodStart: str
    currentPeriodEnd: str
    cancelAt: str | None


class TrackedShipment(TypedDict):
    id: str
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
    events: list[ShipmentEvent]


class TrackingDriver(TypedDict):
    name: str | None
    phone: str | None
    plate: str | None
    photoUrl: str | None


class TrackingStep(TypedDict):
    """
    `status` is ours where the courier's word means one of ours, else the courier's own word.
    """

    status: str
    note: str | None
    updated_at: str
    """
    When it was last changed.
    """


class Usage(TypedDict):
    """
    What the calendar month (UTC) holds so far. Shipments are orders once they are booked.
    """

    plan: Literal["free", "growth", "internal", "scale", "starter"]
    ordersFulfilled: int
    ordersLimit: int
    shipmentsCreated: int
    licensesIssued: int
    resetAt: str


class UsageCounts(TypedDict):
    """
    What was used; `ordersFulfilled` is all of it.
    """

    shipmentsBooked: int
    deliveries: int
    licensesIssued: int
    ordersFulfilled: int


class Variant(TypedDict):
    """
    What stock is counted by.
    """

    id: str
    productId: str
    name: str
    sku: str | None
    priceCents: int | None
    costCents: int | None
    lowStockThreshold: int | None
    weight: int | None
    isDefault: bool
    archived: bool


class VariantArchived(TypedDict):
    """
    A variant was archived.
    """

    id: str
    productId: str
    name: str
    sku: str | None
    priceCents: int | None
    costCents: int | None
    lowStockThreshold: int | None
    weight: int | None
    isDefault: bool
    archived: bool
    variantId: str
    sequence: int


class VariantChange(TypedDict):
    """
    What is left out stays as it is; null clears; `archived` false un-archives.
    """

    name: NotRequired[str]
    sku: NotRequired[str | None]
    priceCents: NotRequired[int | None]
    costCents: NotRequired[int | None]
    lowStockThreshold: NotRequired[int | None]
    weight: NotRequired[int | None]
    isDefault: NotRequired[bool]
    archived: NotRequired[bool]


class VariantCreated(TypedDict):
    """
    A variant was added to a product. The one that a product begins with is told of by `product.created`.
    """

    id: str
    productId: str
    name: str
    sku: str | None
    priceCents: int | None
    costCents: int | None
    lowStockThreshold: int | None
    weight: int | None
    isDefault: bool
    archived: bool
    variantId: str
    sequence: int


class VariantReply(TypedDict):
    variant: Variant


class Warehouse(TypedDict):
    id: str
    accountId: str
    name: str
    address: str | None
    city: str | None
    postal: str | None
    lat: float | None
    lng: float | None
    phone: str | None
    isDefault: bool
    archived: bool
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
    address: NotRequired[str | None]
    city: NotRequired[str | None]
    postal: NotRequired[str | None]
    lat: NotRequired[float | None]
    lng: NotRequired[float | None]
    phone: NotRequired[str | None]
    isDefault: NotRequired[bool]
    archived: NotRequired[bool]


class WarehouseCreated(TypedDict):
    """
    A warehouse was created.
    """

    id: str
    accountId: str
    name: str
    address: str | None
    city: str | None
    postal: str | None
    lat: float | None
    lng: float | None
    phone: str | None
    isDefault: bool
    archived: bool
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    warehouseId: str
    sequence: int


class WarehouseReply(TypedDict):
    warehouse: Warehouse


class WarehouseSummary(TypedDict):
    id: str
    name: str
    isDefault: bool


class Warehouses(TypedDict):
    warehouses: list[Warehouse]


class WebhookAttempt(TypedDict):
    """
    One attempt; `nextRetryAt` is null on success and when it was the last.
    """

    attemptNumber: int
    status: Literal["failed", "succeeded"]
    responseCode: int | None
    durationMs: int
    error: str | None
    nextRetryAt: str | None
    attemptedAt: str


class WebhookDelivery(TypedDict):
    """
    A row of the delivery log: one event to one endpoint. `payload` is the envelope that is sent.
    """

    id: str
    accountId: str
    endpointId: str
    eventId: str
    type: str
    payload: dict[str, Any]
    status: Literal["failed", "pending", "sent"]
    attempts: int
    lastAttemptAt: str | None
    nextRetryAt: str | None
    responseCode: int | None
    responseBody: str | None
    lastError: str | None
    durationMs: int | None
    deliveredAt: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    deliveryAttempts: list[WebhookAttempt]


class WebhookDeliveryReply(TypedDict):
    event: WebhookDelivery


class WebhookEndpoint(TypedDict):
    """
    An endpoint as the API shows it; its secret is shown once, at registration.
    """

    id: str
    accountId: str
    url: str
    events: list[str]
    description: str
    active: bool
    consecutiveFailures: int
    failingSince: str | None
    disabledAt: str | None
    disabledReason: str | None
    secretPreview: str
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
    What is absent stays; a description of null is cleared.
    """

    url: NotRequired[str]
    events: NotRequired[list[str]]
    description: NotRequired[str | None]
    active: NotRequired[bool]


class WebhookEndpointDisabled(TypedDict):
    """
    A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
    """

    id: str
    accountId: str
    url: str
    events: list[str]
    description: str
    active: bool
    consecutiveFailures: int
    failingSince: str | None
    disabledAt: str | None
    disabledReason: str | None
    secretPreview: str
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    endpointId: str
    sequence: int


class WebhookEndpointReply(TypedDict):
    endpoint: WebhookEndpoint


class WebhookEndpointTest(TypedDict):
    """
    A webhook endpoint was tried out; it alone gets the event.
    """

    id: str
    accountId: str
    url: str
    events: list[str]
    description: str
    active: bool
    consecutiveFailures: int
    failingSince: str | None
    disabledAt: str | None
    disabledReason: str | None
    secretPreview: str
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    endpointId: str
    sequence: int


class WebhookEndpoints(TypedDict):
    endpoints: list[WebhookEndpoint]


class WebhookEventTypes(TypedDict):
    eventTypes: list[EventType]


class WebhookFailures(TypedDict):
    """
    Some of what is not well: what has failed for longest, and what failed last.
    """

    endpoints: list[FailingEndpoint]
    deliveries: list[FailedDelivery]


class WebhookRecovery(TypedDict):
    """
    A recovery: `queued` deliveries so far. It is stopped where its endpoint is paused, switched off or deleted.
    """

    id: str
    endpointId: str
    since: str
    until: str
    status: Literal["done", "running", "stopped"]
    queued: int
    createdAt: str
    """
    When it was created.
    """

    finishedAt: str | None


class WebhookRecoveryPeriod(TypedDict):
    """
    Of the events' `occurredAt`: `since` in it and `until` not; until now unless said.
    """

    since: str
    until: NotRequired[str | None]


class WebhookRecoveryReply(TypedDict):
    recovery: WebhookRecovery


class WebhookSecretRotation(TypedDict):
    """
    For how long the old secret signs beside the new one; 24 hours unless said, 0 not at all.
    """

    overlapSeconds: NotRequired[int | None]


class WebhookStats(TypedDict):
    """
    What came of an endpoint's attempts since then. `givenUp` are the deliveries whose last attempt failed.

    The percentiles are estimates. `pending` counts up to 10,000, and `pendingIsMore` says whether there are more.
    """

    window: Literal["24h", "30d", "7d"]
    since: str
    attempts: int
    succeeded: int
    failed: int
    givenUp: int
    successRate: float | None
    durationP50Ms: int | None
    durationP95Ms: int | None
    lastSuccessAt: str | None
    lastFailureAt: str | None
    pending: int
    pendingIsMore: bool


class WebhookStatsReply(TypedDict):
    stats: WebhookStats


class WorkspaceUsage(TypedDict):
    shipmentsBooked: int
    deliveries: int
    licensesIssued: int
    ordersFulfilled: int
    accountId: str
    name: str
    externalRef: str | None


class DeliveryCreatedEvent(TypedDict):
    """
    A digital delivery was granted.
    """

    id: str
    type: Literal["svc.delivery.created.v1"]
    occurredAt: str
    accountId: str
    data: DeliveryCreated
    metadata: dict[str, Any]


class DeliveryDownloadedEvent(TypedDict):
    """
    A download was counted.
    """

    id: str
    type: Literal["svc.delivery.downloaded.v1"]
    occurredAt: str
    accountId: str
    data: DeliveryDownloaded
    metadata: dict[str, Any]


class DeliveryExpiredEvent(TypedDict):
    """
    A delivery expired.
    """

    id: str
    type: Literal["svc.delivery.expired.v1"]
    occurredAt: str
    accountId: str
    data: DeliveryExpired
    metadata: dict[str, Any]


class DeliveryExpiringEvent(TypedDict):
    """
    A delivery expires within 24 hours; told once for each time that it is to expire.
    """

    id: str
    type: Literal["svc.delivery.expiring.v1"]
    occurredAt: str
    accountId: str
    data: DeliveryExpiring
    metadata: dict[str, Any]


class DeliveryUpdatedEvent(TypedDict):
    """
    A delivery was extended, reset or revoked; `action` says which.
    """

    id: str
    type: Literal["svc.delivery.updated.v1"]
    occurredAt: str
    accountId: str
    data: DeliveryUpdated
    metadata: dict[str, Any]


class LicenseActivatedEvent(TypedDict):
    """
    A license was bound to a new instance.
    """

    id: str
    type: Literal["svc.license.activated.v1"]
    occurredAt: str
    accountId: str
    data: LicenseActivated
    metadata: dict[str, Any]


class LicenseDeactivatedEvent(TypedDict):
    """
    An instance was unbound from a license.
    """

    id: str
    type: Literal["svc.license.deactivated.v1"]
    occurredAt: str
    accountId: str
    data: LicenseDeactivated
    metadata: dict[str, Any]


class LicenseIssuedEvent(TypedDict):
    """
    A license was issued. This event alone tells its key.
    """

    id: str
    type: Literal["svc.license.issued.v1"]
    occurredAt: str
    accountId: str
    data: LicenseIssued
    metadata: dict[str, Any]


class LicenseReinstatedEvent(TypedDict):
    """
    A suspended license is valid again.
    """

    id: str
    type: Literal["svc.license.reinstated.v1"]
    occurredAt: str
    accountId: str
    data: LicenseReinstated
    metadata: dict[str, Any]


class LicenseRevokedEvent(TypedDict):
    """
    A license was revoked, for good.
    """

    id: str
    type: Literal["svc.license.revoked.v1"]
    occurredAt: str
    accountId: str
    data: LicenseRevoked
    metadata: dict[str, Any]


class LicenseSuspendedEvent(TypedDict):
    """
    A license was suspended.
    """

    id: str
    type: Literal["svc.license.suspended.v1"]
    occurredAt: str
    accountId: str
    data: LicenseSuspended
    metadata: dict[str, Any]


class LicenseUpdatedEvent(TypedDict):
    """
    Fields of a license changed; `changed` lists them.
    """

    id: str
    type: Literal["svc.license.updated.v1"]
    occurredAt: str
    accountId: str
    data: LicenseUpdated
    metadata: dict[str, Any]


class ShipmentCancelledEvent(TypedDict):
    """
    The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
    """

    id: str
    type: Literal["svc.shipment.cancelled.v1"]
    occurredAt: str
    accountId: str
    data: ShipmentCancelled
    metadata: dict[str, Any]


class ShipmentCreatedEvent(TypedDict):
    """
    A shipment was drafted.
    """

    id: str
    type: Literal["svc.shipment.created.v1"]
    occurredAt: str
    accountId: str
    data: ShipmentCreated
    metadata: dict[str, Any]


class ShipmentPickupConfirmedEvent(TypedDict):
    """
    The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
    """

    id: str
    type: Literal["svc.shipment.pickup_confirmed.v1"]
    occurredAt: str
    accountId: str
    data: ShipmentPickupConfirmed
    metadata: dict[str, Any]


class ShipmentRebookedEvent(TypedDict):
    """
    A shipment was replaced: this is the new one, `previousShipmentId` the old.
    """

    id: str
    type: Literal["svc.shipment.rebooked.v1"]
    occurredAt: str
    accountId: str
    data: ShipmentRebooked
    metadata: dict[str, Any]


class ShipmentStatusUpdatedEvent(TypedDict):
    """
    The courier reported something: `status` is the status after the report, `reportedStatus` what it said.

    `creditRefunded` is there where a courier's cancellation gave credit back.
    """

    id: str
    type: Literal["svc.shipment.status_updated.v1"]
    occurredAt: str
    accountId: str
    data: ShipmentStatusUpdated
    metadata: dict[str, Any]


class ShipmentUpdatedEvent(TypedDict):
    """
    Something changed without a new status: `changed` lists the fields, `note` says more of a new price.

    They are fields of the shipment, or `driver`, whom the tracking routes name.
    """

    id: str
    type: Literal["svc.shipment.updated.v1"]
    occurredAt: str
    accountId: str
    data: ShipmentUpdated
    metadata: dict[str, Any]


class StockAdjustedEvent(TypedDict):
    """
    A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
    """

    id: str
    type: Literal["svc.stock.adjusted.v1"]
    occurredAt: str
    accountId: str
    data: StockAdjusted
    metadata: dict[str, Any]


class StockLowEvent(TypedDict):
    """
    A stock level fell from at or above the variant's threshold to below it.
    """

    id: str
    type: Literal["svc.stock.low.v1"]
    occurredAt: str
    accountId: str
    data: StockLow
    metadata: dict[str, Any]


class VariantArchivedEvent(TypedDict):
    """
    A variant was archived.
    """

    id: str
    type: Literal["svc.variant.archived.v1"]
    occurredAt: str
    accountId: str
    data: VariantArchived
    metadata: dict[str, Any]


class VariantCreatedEvent(TypedDict):
    """
    A variant was added to a product. The one that a product begins with is told of by `product.created`.
    """

    id: str
    type: Literal["svc.variant.created.v1"]
    occurredAt: str
    accountId: str
    data: VariantCreated
    metadata: dict[str, Any]


class WarehouseCreatedEvent(TypedDict):
    """
    A warehouse was created.
    """

    id: str
    type: Literal["svc.warehouse.created.v1"]
    occurredAt: str
    accountId: str
    data: WarehouseCreated
    metadata: dict[str, Any]


class WebhookEndpointDisabledEvent(TypedDict):
    """
    A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
    """

    id: str
    type: Literal["svc.webhook_endpoint.disabled.v1"]
    occurredAt: str
    accountId: str
    data: WebhookEndpointDisabled
    metadata: dict[str, Any]


class WebhookEndpointTestEvent(TypedDict):
    """
    A webhook endpoint was tried out; it alone gets the event.
    """

    id: str
    type: Literal["svc.webhook_endpoint.test.v1"]
    occurredAt: str
    accountId: str
    data: WebhookEndpointTest
    metadata: dict[str, Any]


class ActivatedLicenseReply(TypedDict):
    license: PublicLicense
    activation: LicenseActivation
    alreadyActive: bool


class ApiKeyWithSecretReply(TypedDict):
    apiKey: CreatedApiKey
    secret: str


class AuditEntries(TypedDict):
    entries: list[AuditEntry]


class BulkLicenses(TypedDict):
    """
    `licenses` as POST /licenses takes them.
    """

    licenses: list[NewLicense]


class BulkProducts(TypedDict):
    """
    `products` as POST /products takes them.
    """

    products: list[NewProduct]


class BulkStockAdjustment(TypedDict):
    """
    `adjustments` as POST /stock/adjust takes them; `atomic` does all of them or nothing.
    """

    adjustments: list[StockAdjustment]
    atomic: NotRequired[bool | None]


class CreatedWebhookEndpointReply(TypedDict):
    endpoint: WebhookEndpoint
    secret: str


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


class Deliveries(TypedDict):
    deliveries: list[Delivery]


class Failure(TypedDict):
    """
    The envelope of everything that is refused.
    """

    data: None
    """
    Always null.
    """

    error: Refusal
    """
    Why the request was refused.
    """

    meta: AnswerMeta
    """
    What the answer says of itself.
    """


class IntegrationStatus(TypedDict):
    """
    `aggregator` is null until the workspace has set an origin or a configuration.
    """

    identity: IdentityStatus
    aggregator: AggregatorStatus | None
    payments: PaymentsStatus
    storefront: StorefrontStatus


class LegacyCancelledShipmentReply(TypedDict):
    shipment: Shipment
    refunded: int


class LegacyShipmentReply(TypedDict):
    shipment: ShipmentWithEvents


class LegacyShipments(TypedDict):
    shipments: list[Shipment]


class ListedStockLevel(TypedDict):
    variantId: str
    warehouseId: str
    quantity: int
    updatedAt: str
    """
    When it was last changed.
    """

    warehouse: WarehouseSummary


class NewShipment(TypedDict):
    courierCode: str
    courierServiceCode: str
    courierType: Literal["instant", "same_day", "standard"]
    price: int
    origin: Origin
    destination: Destination
    items: list[ShipmentItem]
    insurance: NotRequired[int | None]
    insured: NotRequired[bool | None]
    productId: NotRequired[str | None]
    checkoutSessionId: NotRequired[str | None]
    customerId: NotRequired[str | None]
    customerEmail: NotRequired[str | None]
    externalSource: NotRequired[str | None]
    externalRef: NotRequired[str | None]


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
    accountId: str
    name: str
    sku: str | None
    description: str | None
    type: Literal["digital", "license", "physical"]
    weight: int | None
    length: int | None
    width: int | None
    height: int | None
    licenseEnabled: bool
    maxActivations: int | None
    archived: bool
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    variants: list[Variant]


class ProductArchived(TypedDict):
    """
    A product was archived.
    """

    id: str
    accountId: str
    name: str
    sku: str | None
    description: str | None
    type: Literal["digital", "license", "physical"]
    weight: int | None
    length: int | None
    width: int | None
    height: int | None
    licenseEnabled: bool
    maxActivations: int | None
    archived: bool
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    variants: list[Variant]
    productId: str
    sequence: int


class ProductCreated(TypedDict):
    """
    A product was created.
    """

    id: str
    accountId: str
    name: str
    sku: str | None
    description: str | None
    type: Literal["digital", "license", "physical"]
    weight: int | None
    length: int | None
    width: int | None
    height: int | None
    licenseEnabled: bool
    maxActivations: int | None
    archived: bool
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    variants: list[Variant]
    productId: str
    sequence: int


class ProductReply(TypedDict):
    product: Product


class ProductUpdated(TypedDict):
    """
    Fields of a product changed; `changed` lists them.
    """

    id: str
    accountId: str
    name: str
    sku: str | None
    description: str | None
    type: Literal["digital", "license", "physical"]
    weight: int | None
    length: int | None
    width: int | None
    height: int | None
    licenseEnabled: bool
    maxActivations: int | None
    archived: bool
    externalSource: str | None
    externalRef: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """

    variants: list[Variant]
    productId: str
    changed: list[str]
    sequence: int


class Products(TypedDict):
    products: list[Product]


class RebookedShipmentReply(TypedDict):
    shipment: Shipment
    previousShipmentId: str


class RotatedWebhookSecretReply(TypedDict):
    """
    `previousSecretUntil` is null where the old secret signs nothing any more.
    """

    endpoint: WebhookEndpoint
    secret: str
    previousSecretUntil: str | None


class StatsOverview(TypedDict):
    """
    Counters and recent rows; `deliveries` is how many were ever granted.
    """

    products: ArchivableCounts
    variants: ArchivableCounts
    warehouses: ArchivableCounts
    licenses: LicenseCounts
    shipments: ShipmentCounts
    deliveries: int
    month: MonthUsage
    credit: CreditBalance
    recentShipments: list[RecentShipment]
    lowStock: list[LowStockLevel]
    webhookFailures: WebhookFailures


class StockAdjustmentReply(TypedDict):
    stock: StockLevel
    movement: StockMovement


class StockLevels(TypedDict):
    stock: list[ListedStockLevel]


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
    accountId: str
    checkoutSessionId: str
    status: Literal["expired", "failed", "fulfilled", "open", "partly_fulfilled"]
    externalSource: str
    externalRef: str | None
    customer: dict[str, Any] | None
    destination: dict[str, Any] | None
    shipping: dict[str, Any] | None
    lines: list[StorefrontOrderLine]
    expiresAt: str
    paidAt: str | None
    createdAt: str
    """
    When it was created.
    """

    updatedAt: str
    """
    When it was last changed.
    """


class StorefrontOrderReply(TypedDict):
    order: StorefrontOrder


class StorefrontOrderRetry(TypedDict):
    """
    What the storefront did not say, or said wrongly; what is left out stays as it was.
    """

    shipping: NotRequired[StorefrontShipping | None]
    destination: NotRequired[Destination | None]


class StorefrontOrders(TypedDict):
    orders: list[StorefrontOrder]


class Tracking(TypedDict):
    """
    What the courier says now; `shipment` is null where the parcel is none of the workspace's.
    """

    waybillId: str | None
    courier: str
    status: str
    history: list[TrackingStep]
    driver: TrackingDriver | None
    externalLink: str | None
    shipment: TrackedShipment | None


class WebhookDeliveries(TypedDict):
    events: list[WebhookDelivery]
    nextCursor: str | None


class ProductArchivedEvent(TypedDict):
    """
    A product was archived.
    """

    id: str
    type: Literal["svc.product.archived.v1"]
    occurredAt: str
    accountId: str
    data: ProductArchived
    metadata: dict[str, Any]


class ProductCreatedEvent(TypedDict):
    """
    A product was created.
    """

    id: str
    type: Literal["svc.product.created.v1"]
    occurredAt: str
    accountId: str
    data: ProductCreated
    metadata: dict[str, Any]


class ProductUpdatedEvent(TypedDict):
    """
    Fields of a product changed; `changed` lists them.
    """

    id: str
    type: Literal["svc.product.updated.v1"]
    occurredAt: str
    accountId: str
    data: ProductUpdated
    metadata: dict[str, Any]


class BulkShipments(TypedDict):
    shipments: list[NewShipment]


WebhookEvent: TypeAlias = (
    DeliveryCreatedEvent
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
