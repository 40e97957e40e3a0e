"""Every operation of the API. Generated: `make clients`."""

from __future__ import annotations

from .operation import Operation

GET_HEALTH = Operation(
    "getHealth",
    "GET",
    "/api/v1/health",
    is_public=True,
)
GET_OPEN_API_DOCUMENT = Operation(
    "getOpenApiDocument",
    "GET",
    "/api/v1/openapi.json",
    is_public=True,
    is_enveloped=False,
)
GET_OWN_WORKSPACE = Operation(
    "getOwnWorkspace",
    "GET",
    "/api/v1/workspace",
)
UPDATE_OWN_WORKSPACE = Operation(
    "updateOwnWorkspace",
    "PATCH",
    "/api/v1/workspace",
    takes_key=True,
)
GET_WORKSPACE_SETUP = Operation(
    "getWorkspaceSetup",
    "GET",
    "/api/v1/workspace/setup",
)
LIST_API_KEYS = Operation(
    "listApiKeys",
    "GET",
    "/api/v1/api-keys",
    rows="apiKeys",
)
CREATE_API_KEY = Operation(
    "createApiKey",
    "POST",
    "/api/v1/api-keys",
    takes_key=True,
)
REVOKE_API_KEY = Operation(
    "revokeApiKey",
    "POST",
    "/api/v1/api-keys/{id}/revoke",
    takes_key=True,
    unwraps="apiKey",
)
LIST_PRODUCTS = Operation(
    "listProducts",
    "GET",
    "/api/v1/products",
    rows="products",
)
CREATE_PRODUCT = Operation(
    "createProduct",
    "POST",
    "/api/v1/products",
    takes_key=True,
    unwraps="product",
)
GET_PRODUCT = Operation(
    "getProduct",
    "GET",
    "/api/v1/products/{id}",
    unwraps="product",
)
UPDATE_PRODUCT = Operation(
    "updateProduct",
    "PATCH",
    "/api/v1/products/{id}",
    takes_key=True,
    unwraps="product",
)
ARCHIVE_PRODUCT = Operation(
    "archiveProduct",
    "DELETE",
    "/api/v1/products/{id}",
    takes_key=True,
)
CREATE_PRODUCTS = Operation(
    "createProducts",
    "POST",
    "/api/v1/products/bulk",
    takes_key=True,
    unwraps="outcomes",
)
CREATE_VARIANT = Operation(
    "createVariant",
    "POST",
    "/api/v1/products/{id}/variants",
    takes_key=True,
    unwraps="variant",
)
UPDATE_VARIANT = Operation(
    "updateVariant",
    "PATCH",
    "/api/v1/products/{id}/variants/{variantId}",
    takes_key=True,
    unwraps="variant",
)
ARCHIVE_VARIANT = Operation(
    "archiveVariant",
    "DELETE",
    "/api/v1/products/{id}/variants/{variantId}",
    takes_key=True,
)
LIST_WAREHOUSES = Operation(
    "listWarehouses",
    "GET",
    "/api/v1/warehouses",
    rows="warehouses",
)
CREATE_WAREHOUSE = Operation(
    "createWarehouse",
    "POST",
    "/api/v1/warehouses",
    takes_key=True,
    unwraps="warehouse",
)
GET_WAREHOUSE = Operation(
    "getWarehouse",
    "GET",
    "/api/v1/warehouses/{id}",
    unwraps="warehouse",
)
UPDATE_WAREHOUSE = Operation(
    "updateWarehouse",
    "PATCH",
    "/api/v1/warehouses/{id}",
    takes_key=True,
    unwraps="warehouse",
)
ARCHIVE_WAREHOUSE = Operation(
    "archiveWarehouse",
    "DELETE",
    "/api/v1/warehouses/{id}",
    takes_key=True,
)
LIST_STOCK_LEVELS = Operation(
    "listStockLevels",
    "GET",
    "/api/v1/stock/levels",
    rows="stock",
)
SEARCH_VARIANTS = Operation(
    "searchVariants",
    "GET",
    "/api/v1/variants",
    unwraps="variants",
)
LIST_STOCK_MOVEMENTS = Operation(
    "listStockMovements",
    "GET",
    "/api/v1/stock/movements",
    rows="movements",
)
LIST_STOCK_RESERVATIONS = Operation(
    "listStockReservations",
    "GET",
    "/api/v1/stock/reservations",
    rows="reservations",
)
ADJUST_STOCK = Operation(
    "adjustStock",
    "POST",
    "/api/v1/stock/adjust",
    takes_key=True,
)
ADJUST_STOCK_LEVELS = Operation(
    "adjustStockLevels",
    "POST",
    "/api/v1/stock/adjust/bulk",
    takes_key=True,
    unwraps="outcomes",
)
TRANSFER_STOCK = Operation(
    "transferStock",
    "POST",
    "/api/v1/stock/transfer",
    takes_key=True,
)
RECONCILE_STOCK = Operation(
    "reconcileStock",
    "GET",
    "/api/v1/stock/reconcile",
    rows="levels",
)
LIST_ADDRESSES = Operation(
    "listAddresses",
    "GET",
    "/api/v1/addresses",
    rows="addresses",
)
CREATE_ADDRESS = Operation(
    "createAddress",
    "POST",
    "/api/v1/addresses",
    takes_key=True,
    unwraps="address",
)
GET_ADDRESS = Operation(
    "getAddress",
    "GET",
    "/api/v1/addresses/{id}",
    unwraps="address",
)
UPDATE_ADDRESS = Operation(
    "updateAddress",
    "PATCH",
    "/api/v1/addresses/{id}",
    takes_key=True,
    unwraps="address",
)
DELETE_ADDRESS = Operation(
    "deleteAddress",
    "DELETE",
    "/api/v1/addresses/{id}",
    takes_key=True,
)
GET_SHIPPING_ORIGIN = Operation(
    "getShippingOrigin",
    "GET",
    "/api/v1/shipping/origin",
)
UPDATE_SHIPPING_ORIGIN = Operation(
    "updateShippingOrigin",
    "PATCH",
    "/api/v1/shipping/origin",
    takes_key=True,
)
LIST_COURIERS = Operation(
    "listCouriers",
    "GET",
    "/api/v1/shipping/couriers",
    rows="",
)
SEARCH_AREAS = Operation(
    "searchAreas",
    "GET",
    "/api/v1/shipping/areas",
    rows="",
)
QUOTE_RATES = Operation(
    "quoteRates",
    "POST",
    "/api/v1/shipping/rates",
    takes_key=True,
)
GET_SHIPPING_CONFIG = Operation(
    "getShippingConfig",
    "GET",
    "/api/v1/shipping/config",
)
UPDATE_SHIPPING_CONFIG = Operation(
    "updateShippingConfig",
    "PUT",
    "/api/v1/shipping/config",
    takes_key=True,
)
LIST_LEGACY_SHIPMENTS = Operation(
    "listLegacyShipments",
    "GET",
    "/api/v1/shipments",
    rows="shipments",
)
CREATE_SHIPMENT = Operation(
    "createShipment",
    "POST",
    "/api/v1/shipments",
    takes_key=True,
    unwraps="shipment",
)
GET_LEGACY_SHIPMENT = Operation(
    "getLegacyShipment",
    "GET",
    "/api/v1/shipments/{id}",
    unwraps="shipment",
)
CREATE_SHIPMENTS = Operation(
    "createShipments",
    "POST",
    "/api/v1/shipments/bulk",
    takes_key=True,
    unwraps="outcomes",
)
LIST_SHIPMENTS = Operation(
    "listShipments",
    "GET",
    "/api/v1/shipping/shipments",
    rows="",
)
EXPORT_SHIPMENTS = Operation(
    "exportShipments",
    "GET",
    "/api/v1/shipping/shipments/export",
)
GET_SHIPMENT_QUEUES = Operation(
    "getShipmentQueues",
    "GET",
    "/api/v1/shipments/queues",
)
GET_SHIPMENT = Operation(
    "getShipment",
    "GET",
    "/api/v1/shipping/shipments/{id}",
)
GET_SHIPMENT_TIMELINE = Operation(
    "getShipmentTimeline",
    "GET",
    "/api/v1/shipping/shipments/{id}/timeline",
)
CONFIRM_PICKUP = Operation(
    "confirmPickup",
    "POST",
    "/api/v1/shipments/{id}/confirm-pickup",
    takes_key=True,
    unwraps="shipment",
)
CANCEL_LEGACY_SHIPMENT = Operation(
    "cancelLegacyShipment",
    "POST",
    "/api/v1/shipments/{id}/cancel",
    takes_key=True,
    body_is_optional=True,
)
CANCEL_SHIPMENT = Operation(
    "cancelShipment",
    "POST",
    "/api/v1/shipping/shipments/{id}/cancel",
    takes_key=True,
    body_is_optional=True,
)
REBOOK_LEGACY_SHIPMENT = Operation(
    "rebookLegacyShipment",
    "POST",
    "/api/v1/shipments/{id}/rebook",
    takes_key=True,
    body_is_optional=True,
)
REBOOK_SHIPMENT = Operation(
    "rebookShipment",
    "POST",
    "/api/v1/shipping/shipments/{id}/rebook",
    takes_key=True,
    body_is_optional=True,
)
RESTOCK_SHIPMENT = Operation(
    "restockShipment",
    "POST",
    "/api/v1/shipments/{id}/restock",
    takes_key=True,
    body_is_optional=True,
)
TRACK_SHIPMENT = Operation(
    "trackShipment",
    "GET",
    "/api/v1/shipments/{id}/tracking",
)
TRACK_WAYBILL = Operation(
    "trackWaybill",
    "GET",
    "/api/v1/shipping/track/{waybillId}",
)
DOWNLOAD_LABEL = Operation(
    "downloadLabel",
    "GET",
    "/api/v1/shipments/{id}/label",
)
DOWNLOAD_LABELS = Operation(
    "downloadLabels",
    "POST",
    "/api/v1/shipments/labels",
    takes_key=True,
)
GET_LABEL_LINK = Operation(
    "getLabelLink",
    "GET",
    "/api/v1/shipping/shipments/{id}/label",
)
DOWNLOAD_LINKED_LABEL = Operation(
    "downloadLinkedLabel",
    "GET",
    "/api/v1/label-links/{token}",
    is_public=True,
)
RECEIVE_COURIER_REPORT = Operation(
    "receiveCourierReport",
    "POST",
    "/api/v1/inbound/aggregator/{token}",
    is_public=True,
)
MARK_SHIPMENTS_PRINTED = Operation(
    "markShipmentsPrinted",
    "POST",
    "/api/v1/shipments/printed",
    takes_key=True,
    unwraps="shipments",
)
DOWNLOAD_PACKING_SLIPS = Operation(
    "downloadPackingSlips",
    "POST",
    "/api/v1/shipments/packing-slips",
    takes_key=True,
)
DOWNLOAD_HAND_OVER_LIST = Operation(
    "downloadHandOverList",
    "POST",
    "/api/v1/shipments/hand-over-list",
    takes_key=True,
)
LIST_BATCHES = Operation(
    "listBatches",
    "GET",
    "/api/v1/batches",
    rows="batches",
)
CREATE_BATCH = Operation(
    "createBatch",
    "POST",
    "/api/v1/batches",
    takes_key=True,
    unwraps="batch",
)
PREVIEW_BATCH = Operation(
    "previewBatch",
    "POST",
    "/api/v1/batches/preview",
    takes_key=True,
)
GET_BATCH = Operation(
    "getBatch",
    "GET",
    "/api/v1/batches/{id}",
    unwraps="batch",
)
LIST_BATCH_ROWS = Operation(
    "listBatchRows",
    "GET",
    "/api/v1/batches/{id}/rows",
    rows="rows",
)
STOP_BATCH = Operation(
    "stopBatch",
    "POST",
    "/api/v1/batches/{id}/stop",
    takes_key=True,
    unwraps="batch",
)
RETRY_BATCH = Operation(
    "retryBatch",
    "POST",
    "/api/v1/batches/{id}/retry",
    takes_key=True,
    unwraps="batch",
)
DOWNLOAD_BATCH_DOCUMENT = Operation(
    "downloadBatchDocument",
    "GET",
    "/api/v1/batches/{id}/document",
)
GET_SHIPPING_CREDITS = Operation(
    "getShippingCredits",
    "GET",
    "/api/v1/shipping-credits",
)
CREATE_CREDIT_CHECKOUT = Operation(
    "createCreditCheckout",
    "POST",
    "/api/v1/shipping-credits/checkout",
    takes_key=True,
)
TOP_UP_SHIPPING_CREDITS = Operation(
    "topUpShippingCredits",
    "POST",
    "/api/v1/shipping-credits/topup",
    takes_key=True,
)
ADJUST_SHIPPING_CREDITS = Operation(
    "adjustShippingCredits",
    "POST",
    "/api/v1/shipping-credits/adjust",
    takes_key=True,
)
LIST_CREDIT_TRANSACTIONS = Operation(
    "listCreditTransactions",
    "GET",
    "/api/v1/shipping-credits/transactions",
    rows="transactions",
)
GET_CREDIT_STATEMENT = Operation(
    "getCreditStatement",
    "GET",
    "/api/v1/shipping-credits/statement",
    rows="transactions",
)
LIST_PLANS = Operation(
    "listPlans",
    "GET",
    "/api/v1/billing/plans",
    is_public=True,
)
GET_PLAN = Operation(
    "getPlan",
    "GET",
    "/api/v1/billing/plan",
)
GET_SUBSCRIPTION = Operation(
    "getSubscription",
    "GET",
    "/api/v1/billing/subscription",
)
GET_USAGE = Operation(
    "getUsage",
    "GET",
    "/api/v1/billing/usage",
)
LIST_INVOICES = Operation(
    "listInvoices",
    "GET",
    "/api/v1/billing/invoices",
    rows="data",
)
CREATE_PLAN_CHECKOUT = Operation(
    "createPlanCheckout",
    "POST",
    "/api/v1/billing/checkout",
    takes_key=True,
)
CANCEL_SUBSCRIPTION = Operation(
    "cancelSubscription",
    "POST",
    "/api/v1/billing/cancel",
    takes_key=True,
)
RECEIVE_PAYMENT_EVENT = Operation(
    "receivePaymentEvent",
    "POST",
    "/api/v1/inbound/payments",
    is_public=True,
)
LIST_DELIVERIES = Operation(
    "listDeliveries",
    "GET",
    "/api/v1/deliveries",
    rows="deliveries",
)
CREATE_DELIVERY = Operation(
    "createDelivery",
    "POST",
    "/api/v1/deliveries",
    takes_key=True,
    unwraps="delivery",
)
GET_DELIVERY = Operation(
    "getDelivery",
    "GET",
    "/api/v1/deliveries/{id}",
    unwraps="delivery",
)
DOWNLOAD_DELIVERY = Operation(
    "downloadDelivery",
    "POST",
    "/api/v1/deliveries/{id}/download",
    takes_key=True,
    unwraps="delivery",
)
EXTEND_DELIVERY = Operation(
    "extendDelivery",
    "POST",
    "/api/v1/deliveries/{id}/extend",
    takes_key=True,
    unwraps="delivery",
)
RESET_DELIVERY_DOWNLOADS = Operation(
    "resetDeliveryDownloads",
    "POST",
    "/api/v1/deliveries/{id}/reset-downloads",
    takes_key=True,
    unwraps="delivery",
)
REVOKE_DELIVERY = Operation(
    "revokeDelivery",
    "POST",
    "/api/v1/deliveries/{id}/revoke",
    takes_key=True,
    unwraps="delivery",
)
LIST_LICENSES = Operation(
    "listLicenses",
    "GET",
    "/api/v1/licenses",
    rows="licenses",
)
CREATE_LICENSE = Operation(
    "createLicense",
    "POST",
    "/api/v1/licenses",
    takes_key=True,
    unwraps="license",
)
CREATE_LICENSES = Operation(
    "createLicenses",
    "POST",
    "/api/v1/licenses/bulk",
    takes_key=True,
    unwraps="outcomes",
)
LOOK_UP_LICENSE = Operation(
    "lookUpLicense",
    "GET",
    "/api/v1/licenses/lookup",
    rows="activations",
)
VALIDATE_LICENSE = Operation(
    "validateLicense",
    "GET",
    "/api/v1/licenses/validate",
    is_public=True,
)
ACTIVATE_LICENSE = Operation(
    "activateLicense",
    "POST",
    "/api/v1/licenses/activate",
    takes_key=True,
    is_public=True,
)
DEACTIVATE_LICENSE = Operation(
    "deactivateLicense",
    "POST",
    "/api/v1/licenses/deactivate",
    takes_key=True,
    is_public=True,
)
GET_LICENSE_SIGNING_KEY = Operation(
    "getLicenseSigningKey",
    "GET",
    "/api/v1/licenses/signing-key",
    unwraps="signingKey",
)
GET_LICENSE = Operation(
    "getLicense",
    "GET",
    "/api/v1/licenses/{id}",
    unwraps="license",
)
UPDATE_LICENSE = Operation(
    "updateLicense",
    "PATCH",
    "/api/v1/licenses/{id}",
    takes_key=True,
    unwraps="license",
)
REVOKE_LICENSE = Operation(
    "revokeLicense",
    "POST",
    "/api/v1/licenses/{id}/revoke",
    takes_key=True,
    unwraps="license",
)
SUSPEND_LICENSE = Operation(
    "suspendLicense",
    "POST",
    "/api/v1/licenses/{id}/suspend",
    takes_key=True,
    unwraps="license",
)
REINSTATE_LICENSE = Operation(
    "reinstateLicense",
    "POST",
    "/api/v1/licenses/{id}/reinstate",
    takes_key=True,
    unwraps="license",
)
CREATE_LICENSE_FILE = Operation(
    "createLicenseFile",
    "POST",
    "/api/v1/licenses/{id}/file",
    takes_key=True,
    unwraps="licenseFile",
)
LIST_LICENSE_ACTIVATIONS = Operation(
    "listLicenseActivations",
    "GET",
    "/api/v1/licenses/{id}/activations",
    rows="activations",
)
RELEASE_LICENSE_ACTIVATION = Operation(
    "releaseLicenseActivation",
    "POST",
    "/api/v1/licenses/{id}/activations/{activationId}/release",
    takes_key=True,
    unwraps="activation",
)
LIST_WEBHOOK_ENDPOINTS = Operation(
    "listWebhookEndpoints",
    "GET",
    "/api/v1/webhooks/endpoints",
    rows="endpoints",
)
CREATE_WEBHOOK_ENDPOINT = Operation(
    "createWebhookEndpoint",
    "POST",
    "/api/v1/webhooks/endpoints",
    takes_key=True,
)
GET_WEBHOOK_ENDPOINT = Operation(
    "getWebhookEndpoint",
    "GET",
    "/api/v1/webhooks/endpoints/{id}",
    unwraps="endpoint",
)
UPDATE_WEBHOOK_ENDPOINT = Operation(
    "updateWebhookEndpoint",
    "PATCH",
    "/api/v1/webhooks/endpoints/{id}",
    takes_key=True,
    unwraps="endpoint",
)
DELETE_WEBHOOK_ENDPOINT = Operation(
    "deleteWebhookEndpoint",
    "DELETE",
    "/api/v1/webhooks/endpoints/{id}",
    takes_key=True,
)
ROTATE_WEBHOOK_ENDPOINT_SECRET = Operation(
    "rotateWebhookEndpointSecret",
    "POST",
    "/api/v1/webhooks/endpoints/{id}/rotate-secret",
    takes_key=True,
    body_is_optional=True,
)
TEST_WEBHOOK_ENDPOINT = Operation(
    "testWebhookEndpoint",
    "POST",
    "/api/v1/webhooks/endpoints/{id}/test",
    takes_key=True,
    unwraps="event",
)
LIST_WEBHOOK_EVENT_TYPES = Operation(
    "listWebhookEventTypes",
    "GET",
    "/api/v1/webhooks/event-types",
    rows="eventTypes",
)
RECOVER_WEBHOOK_ENDPOINT = Operation(
    "recoverWebhookEndpoint",
    "POST",
    "/api/v1/webhooks/endpoints/{id}/recover",
    takes_key=True,
    unwraps="recovery",
)
GET_WEBHOOK_RECOVERY = Operation(
    "getWebhookRecovery",
    "GET",
    "/api/v1/webhooks/recoveries/{id}",
    unwraps="recovery",
)
GET_WEBHOOK_ENDPOINT_STATS = Operation(
    "getWebhookEndpointStats",
    "GET",
    "/api/v1/webhooks/endpoints/{id}/stats",
    unwraps="stats",
)
LIST_WEBHOOK_DELIVERIES = Operation(
    "listWebhookDeliveries",
    "GET",
    "/api/v1/webhooks/events",
    rows="events",
)
GET_WEBHOOK_DELIVERY = Operation(
    "getWebhookDelivery",
    "GET",
    "/api/v1/webhooks/events/{id}",
    unwraps="event",
)
RETRY_WEBHOOK_DELIVERY = Operation(
    "retryWebhookDelivery",
    "POST",
    "/api/v1/webhooks/events/{id}/retry",
    takes_key=True,
    unwraps="event",
)
LIST_EVENTS = Operation(
    "listEvents",
    "GET",
    "/api/v1/events",
    rows="events",
)
GET_EVENT = Operation(
    "getEvent",
    "GET",
    "/api/v1/events/{id}",
    unwraps="event",
)
LIST_AUDIT_ENTRIES = Operation(
    "listAuditEntries",
    "GET",
    "/api/v1/audit-log",
    rows="entries",
)
EXPORT_AUDIT_LOG = Operation(
    "exportAuditLog",
    "GET",
    "/api/v1/audit-log/export",
)
GET_INTEGRATION_STATUS = Operation(
    "getIntegrationStatus",
    "GET",
    "/api/v1/integrations/status",
)
GET_STATS_OVERVIEW = Operation(
    "getStatsOverview",
    "GET",
    "/api/v1/stats/overview",
)
GET_STATS_DAYS = Operation(
    "getStatsDays",
    "GET",
    "/api/v1/stats/days",
)
CREATE_WORKSPACE = Operation(
    "createWorkspace",
    "POST",
    "/api/v1/admin/workspaces",
    takes_key=True,
)
GET_WORKSPACE = Operation(
    "getWorkspace",
    "GET",
    "/api/v1/admin/workspaces/{accountId}",
)
GET_PARTNER_USAGE = Operation(
    "getPartnerUsage",
    "GET",
    "/api/v1/admin/partner/usage",
    rows="workspaces",
)
RECEIVE_STOREFRONT_EVENT = Operation(
    "receiveStorefrontEvent",
    "POST",
    "/api/v1/inbound/storefront",
    is_public=True,
)
LIST_STOREFRONT_ORDERS = Operation(
    "listStorefrontOrders",
    "GET",
    "/api/v1/storefront/orders",
    rows="orders",
)
GET_STOREFRONT_ORDER = Operation(
    "getStorefrontOrder",
    "GET",
    "/api/v1/storefront/orders/{id}",
    unwraps="order",
)
RETRY_STOREFRONT_ORDER = Operation(
    "retryStorefrontOrder",
    "POST",
    "/api/v1/storefront/orders/{id}/retry",
    takes_key=True,
    unwraps="order",
    body_is_optional=True,
)

ALL = (
    GET_HEALTH,
    GET_OPEN_API_DOCUMENT,
    GET_OWN_WORKSPACE,
    UPDATE_OWN_WORKSPACE,
    GET_WORKSPACE_SETUP,
    LIST_API_KEYS,
    CREATE_API_KEY,
    REVOKE_API_KEY,
    LIST_PRODUCTS,
    CREATE_PRODUCT,
    GET_PRODUCT,
    UPDATE_PRODUCT,
    ARCHIVE_PRODUCT,
    CREATE_PRODUCTS,
    CREATE_VARIANT,
    UPDATE_VARIANT,
    ARCHIVE_VARIANT,
    LIST_WAREHOUSES,
    CREATE_WAREHOUSE,
    GET_WAREHOUSE,
    UPDATE_WAREHOUSE,
    ARCHIVE_WAREHOUSE,
    LIST_STOCK_LEVELS,
    SEARCH_VARIANTS,
    LIST_STOCK_MOVEMENTS,
    LIST_STOCK_RESERVATIONS,
    ADJUST_STOCK,
    ADJUST_STOCK_LEVELS,
    TRANSFER_STOCK,
    RECONCILE_STOCK,
    LIST_ADDRESSES,
    CREATE_ADDRESS,
    GET_ADDRESS,
    UPDATE_ADDRESS,
    DELETE_ADDRESS,
    GET_SHIPPING_ORIGIN,
    UPDATE_SHIPPING_ORIGIN,
    LIST_COURIERS,
    SEARCH_AREAS,
    QUOTE_RATES,
    GET_SHIPPING_CONFIG,
    UPDATE_SHIPPING_CONFIG,
    LIST_LEGACY_SHIPMENTS,
    CREATE_SHIPMENT,
    GET_LEGACY_SHIPMENT,
    CREATE_SHIPMENTS,
    LIST_SHIPMENTS,
    EXPORT_SHIPMENTS,
    GET_SHIPMENT_QUEUES,
    GET_SHIPMENT,
    GET_SHIPMENT_TIMELINE,
    CONFIRM_PICKUP,
    CANCEL_LEGACY_SHIPMENT,
    CANCEL_SHIPMENT,
    REBOOK_LEGACY_SHIPMENT,
    REBOOK_SHIPMENT,
    RESTOCK_SHIPMENT,
    TRACK_SHIPMENT,
    TRACK_WAYBILL,
    DOWNLOAD_LABEL,
    DOWNLOAD_LABELS,
    GET_LABEL_LINK,
    DOWNLOAD_LINKED_LABEL,
    RECEIVE_COURIER_REPORT,
    MARK_SHIPMENTS_PRINTED,
    DOWNLOAD_PACKING_SLIPS,
    DOWNLOAD_HAND_OVER_LIST,
    LIST_BATCHES,
    CREATE_BATCH,
    PREVIEW_BATCH,
    GET_BATCH,
    LIST_BATCH_ROWS,
    STOP_BATCH,
    RETRY_BATCH,
    DOWNLOAD_BATCH_DOCUMENT,
    GET_SHIPPING_CREDITS,
    CREATE_CREDIT_CHECKOUT,
    TOP_UP_SHIPPING_CREDITS,
    ADJUST_SHIPPING_CREDITS,
    LIST_CREDIT_TRANSACTIONS,
    GET_CREDIT_STATEMENT,
    LIST_PLANS,
    GET_PLAN,
    GET_SUBSCRIPTION,
    GET_USAGE,
    LIST_INVOICES,
    CREATE_PLAN_CHECKOUT,
    CANCEL_SUBSCRIPTION,
    RECEIVE_PAYMENT_EVENT,
    LIST_DELIVERIES,
    CREATE_DELIVERY,
    GET_DELIVERY,
    DOWNLOAD_DELIVERY,
    EXTEND_DELIVERY,
    RESET_DELIVERY_DOWNLOADS,
    REVOKE_DELIVERY,
    LIST_LICENSES,
    CREATE_LICENSE,
    CREATE_LICENSES,
    LOOK_UP_LICENSE,
    VALIDATE_LICENSE,
    ACTIVATE_LICENSE,
    DEACTIVATE_LICENSE,
    GET_LICENSE_SIGNING_KEY,
    GET_LICENSE,
    UPDATE_LICENSE,
    REVOKE_LICENSE,
    SUSPEND_LICENSE,
    REINSTATE_LICENSE,
    CREATE_LICENSE_FILE,
    LIST_LICENSE_ACTIVATIONS,
    RELEASE_LICENSE_ACTIVATION,
    LIST_WEBHOOK_ENDPOINTS,
    CREATE_WEBHOOK_ENDPOINT,
    GET_WEBHOOK_ENDPOINT,
    UPDATE_WEBHOOK_ENDPOINT,
    DELETE_WEBHOOK_ENDPOINT,
    ROTATE_WEBHOOK_ENDPOINT_SECRET,
    TEST_WEBHOOK_ENDPOINT,
    LIST_WEBHOOK_EVENT_TYPES,
    RECOVER_WEBHOOK_ENDPOINT,
    GET_WEBHOOK_RECOVERY,
    GET_WEBHOOK_ENDPOINT_STATS,
    LIST_WEBHOOK_DELIVERIES,
    GET_WEBHOOK_DELIVERY,
    RETRY_WEBHOOK_DELIVERY,
    LIST_EVENTS,
    GET_EVENT,
    LIST_AUDIT_ENTRIES,
    EXPORT_AUDIT_LOG,
    GET_INTEGRATION_STATUS,
    GET_STATS_OVERVIEW,
    GET_STATS_DAYS,
    CREATE_WORKSPACE,
    GET_WORKSPACE,
    GET_PARTNER_USAGE,
    RECEIVE_STOREFRONT_EVENT,
    LIST_STOREFRONT_ORDERS,
    GET_STOREFRONT_ORDER,
    RETRY_STOREFRONT_ORDER,
)
