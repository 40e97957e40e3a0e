// Generated from the OpenAPI document by scripts/generate.mjs. Do not change it by hand.

import type { Download } from "../download.js";
import type { Call } from "../operation.js";
import type { Pages } from "../pages.js";
import type { RawBody, RequestOptions } from "../options.js";
import { Resource } from "../resource.js";
import type { Transport } from "../transport.js";
import type * as t from "./schema.js";

type Query<Id extends keyof t.operations> = NonNullable<t.operations[Id]["parameters"]["query"]>;

const getHealth: Call = { id: "getHealth", method: "GET", path: "/api/v1/health", isPublic: true };
const getOpenApiDocument: Call = { id: "getOpenApiDocument", method: "GET", path: "/api/v1/openapi.json", isPublic: true, isBare: true };
const getOwnWorkspace: Call = { id: "getOwnWorkspace", method: "GET", path: "/api/v1/workspace" };
const updateOwnWorkspace: Call = { id: "updateOwnWorkspace", method: "PATCH", path: "/api/v1/workspace" };
const listApiKeys: Call = { id: "listApiKeys", method: "GET", path: "/api/v1/api-keys" };
const createApiKey: Call = { id: "createApiKey", method: "POST", path: "/api/v1/api-keys" };
const revokeApiKey: Call = { id: "revokeApiKey", method: "POST", path: "/api/v1/api-keys/{id}/revoke" };
const listProducts: Call = { id: "listProducts", method: "GET", path: "/api/v1/products" };
const createProduct: Call = { id: "createProduct", method: "POST", path: "/api/v1/products" };
const getProduct: Call = { id: "getProduct", method: "GET", path: "/api/v1/products/{id}" };
const updateProduct: Call = { id: "updateProduct", method: "PATCH", path: "/api/v1/products/{id}" };
const archiveProduct: Call = { id: "archiveProduct", method: "DELETE", path: "/api/v1/products/{id}" };
const createProducts: Call = { id: "createProducts", method: "POST", path: "/api/v1/products/bulk" };
const createVariant: Call = { id: "createVariant", method: "POST", path: "/api/v1/products/{id}/variants" };
const updateVariant: Call = { id: "updateVariant", method: "PATCH", path: "/api/v1/products/{id}/variants/{variantId}" };
const archiveVariant: Call = { id: "archiveVariant", method: "DELETE", path: "/api/v1/products/{id}/variants/{variantId}" };
const listWarehouses: Call = { id: "listWarehouses", method: "GET", path: "/api/v1/warehouses" };
const createWarehouse: Call = { id: "createWarehouse", method: "POST", path: "/api/v1/warehouses" };
const getWarehouse: Call = { id: "getWarehouse", method: "GET", path: "/api/v1/warehouses/{id}" };
const updateWarehouse: Call = { id: "updateWarehouse", method: "PATCH", path: "/api/v1/warehouses/{id}" };
const archiveWarehouse: Call = { id: "archiveWarehouse", method: "DELETE", path: "/api/v1/warehouses/{id}" };
const listStockLevels: Call = { id: "listStockLevels", method: "GET", path: "/api/v1/stock/levels" };
const searchVariants: Call = { id: "searchVariants", method: "GET", path: "/api/v1/variants" };
const listStockMovements: Call = { id: "listStockMovements", method: "GET", path: "/api/v1/stock/movements" };
const listStockReservations: Call = { id: "listStockReservations", method: "GET", path: "/api/v1/stock/reservations" };
const adjustStock: Call = { id: "adjustStock", method: "POST", path: "/api/v1/stock/adjust" };
const adjustStockLevels: Call = { id: "adjustStockLevels", method: "POST", path: "/api/v1/stock/adjust/bulk" };
const transferStock: Call = { id: "transferStock", method: "POST", path: "/api/v1/stock/transfer" };
const reconcileStock: Call = { id: "reconcileStock", method: "GET", path: "/api/v1/stock/reconcile" };
const listAddresses: Call = { id: "listAddresses", method: "GET", path: "/api/v1/addresses" };
const createAddress: Call = { id: "createAddress", method: "POST", path: "/api/v1/addresses" };
const getAddress: Call = { id: "getAddress", method: "GET", path: "/api/v1/addresses/{id}" };
const updateAddress: Call = { id: "updateAddress", method: "PATCH", path: "/api/v1/addresses/{id}" };
const deleteAddress: Call = { id: "deleteAddress", method: "DELETE", path: "/api/v1/addresses/{id}" };
const getShippingOrigin: Call = { id: "getShippingOrigin", method: "GET", path: "/api/v1/shipping/origin" };
const updateShippingOrigin: Call = { id: "updateShippingOrigin", method: "PATCH", path: "/api/v1/shipping/origin" };
const listCouriers: Call = { id: "listCouriers", method: "GET", path: "/api/v1/shipping/couriers" };
const searchAreas: Call = { id: "searchAreas", method: "GET", path: "/api/v1/shipping/areas" };
const quoteRates: Call = { id: "quoteRates", method: "POST", path: "/api/v1/shipping/rates" };
const getShippingConfig: Call = { id: "getShippingConfig", method: "GET", path: "/api/v1/shipping/config" };
const updateShippingConfig: Call = { id: "updateShippingConfig", method: "PUT", path: "/api/v1/shipping/config" };
const listLegacyShipments: Call = { id: "listLegacyShipments", method: "GET", path: "/api/v1/shipments" };
const createShipment: Call = { id: "createShipment", method: "POST", path: "/api/v1/shipments" };
const getLegacyShipment: Call = { id: "getLegacyShipment", method: "GET", path: "/api/v1/shipments/{id}" };
const createShipments: Call = { id: "createShipments", method: "POST", path: "/api/v1/shipments/bulk" };
const listShipments: Call = { id: "listShipments", method: "GET", path: "/api/v1/shipping/shipments" };
const exportShipments: Call = { id: "exportShipments", method: "GET", path: "/api/v1/shipping/shipments/export" };
const getShipmentQueues: Call = { id: "getShipmentQueues", method: "GET", path: "/api/v1/shipments/queues" };
const getShipment: Call = { id: "getShipment", method: "GET", path: "/api/v1/shipping/shipments/{id}" };
const getShipmentTimeline: Call = { id: "getShipmentTimeline", method: "GET", path: "/api/v1/shipping/shipments/{id}/timeline" };
const confirmPickup: Call = { id: "confirmPickup", method: "POST", path: "/api/v1/shipments/{id}/confirm-pickup" };
const cancelLegacyShipment: Call = { id: "cancelLegacyShipment", method: "POST", path: "/api/v1/shipments/{id}/cancel" };
const cancelShipment: Call = { id: "cancelShipment", method: "POST", path: "/api/v1/shipping/shipments/{id}/cancel" };
const rebookLegacyShipment: Call = { id: "rebookLegacyShipment", method: "POST", path: "/api/v1/shipments/{id}/rebook" };
const rebookShipment: Call = { id: "rebookShipment", method: "POST", path: "/api/v1/shipping/shipments/{id}/rebook" };
const restockShipment: Call = { id: "restockShipment", method: "POST", path: "/api/v1/shipments/{id}/restock" };
const trackShipment: Call = { id: "trackShipment", method: "GET", path: "/api/v1/shipments/{id}/tracking" };
const trackWaybill: Call = { id: "trackWaybill", method: "GET", path: "/api/v1/shipping/track/{waybillId}" };
const downloadLabel: Call = { id: "downloadLabel", method: "GET", path: "/api/v1/shipments/{id}/label" };
const downloadLabels: Call = { id: "downloadLabels", method: "POST", path: "/api/v1/shipments/labels" };
const getLabelLink: Call = { id: "getLabelLink", method: "GET", path: "/api/v1/shipping/shipments/{id}/label" };
const downloadLinkedLabel: Call = { id: "downloadLinkedLabel", method: "GET", path: "/api/v1/label-links/{token}", isPublic: true };
const receiveCourierReport: Call = { id: "receiveCourierReport", method: "POST", path: "/api/v1/inbound/aggregator/{token}", isPublic: true, isForeign: true };
const markShipmentsPrinted: Call = { id: "markShipmentsPrinted", method: "POST", path: "/api/v1/shipments/printed" };
const downloadPackingSlips: Call = { id: "downloadPackingSlips", method: "POST", path: "/api/v1/shipments/packing-slips" };
const downloadHandOverList: Call = { id: "downloadHandOverList", method: "POST", path: "/api/v1/shipments/hand-over-list" };
const listBatches: Call = { id: "listBatches", method: "GET", path: "/api/v1/batches" };
const createBatch: Call = { id: "createBatch", method: "POST", path: "/api/v1/batches" };
const previewBatch: Call = { id: "previewBatch", method: "POST", path: "/api/v1/batches/preview" };
const getBatch: Call = { id: "getBatch", method: "GET", path: "/api/v1/batches/{id}" };
const listBatchRows: Call = { id: "listBatchRows", method: "GET", path: "/api/v1/batches/{id}/rows" };
const stopBatch: Call = { id: "stopBatch", method: "POST", path: "/api/v1/batches/{id}/stop" };
const retryBatch: Call = { id: "retryBatch", method: "POST", path: "/api/v1/batches/{id}/retry" };
const downloadBatchDocument: Call = { id: "downloadBatchDocument", method: "GET", path: "/api/v1/batches/{id}/document" };
const getShippingCredits: Call = { id: "getShippingCredits", method: "GET", path: "/api/v1/shipping-credits" };
const createCreditCheckout: Call = { id: "createCreditCheckout", method: "POST", path: "/api/v1/shipping-credits/checkout" };
const topUpShippingCredits: Call = { id: "topUpShippingCredits", method: "POST", path: "/api/v1/shipping-credits/topup" };
const adjustShippingCredits: Call = { id: "adjustShippingCredits", method: "POST", path: "/api/v1/shipping-credits/adjust" };
const listCreditTransactions: Call = { id: "listCreditTransactions", method: "GET", path: "/api/v1/shipping-credits/transactions" };
const getCreditStatement: Call = { id: "getCreditStatement", method: "GET", path: "/api/v1/shipping-credits/statement" };
const listPlans: Call = { id: "listPlans", method: "GET", path: "/api/v1/billing/plans", isPublic: true };
const getPlan: Call = { id: "getPlan", method: "GET", path: "/api/v1/billing/plan" };
const getSubscription: Call = { id: "getSubscription", method: "GET", path: "/api/v1/billing/subscription" };
const getUsage: Call = { id: "getUsage", method: "GET", path: "/api/v1/billing/usage" };
const listInvoices: Call = { id: "listInvoices", method: "GET", path: "/api/v1/billing/invoices" };
const createPlanCheckout: Call = { id: "createPlanCheckout", method: "POST", path: "/api/v1/billing/checkout" };
const cancelSubscription: Call = { id: "cancelSubscription", method: "POST", path: "/api/v1/billing/cancel" };
const receivePaymentEvent: Call = { id: "receivePaymentEvent", method: "POST", path: "/api/v1/inbound/payments", isPublic: true, isForeign: true };
const listDeliveries: Call = { id: "listDeliveries", method: "GET", path: "/api/v1/deliveries" };
const createDelivery: Call = { id: "createDelivery", method: "POST", path: "/api/v1/deliveries" };
const getDelivery: Call = { id: "getDelivery", method: "GET", path: "/api/v1/deliveries/{id}" };
const downloadDelivery: Call = { id: "downloadDelivery", method: "POST", path: "/api/v1/deliveries/{id}/download" };
const extendDelivery: Call = { id: "extendDelivery", method: "POST", path: "/api/v1/deliveries/{id}/extend" };
const resetDeliveryDownloads: Call = { id: "resetDeliveryDownloads", method: "POST", path: "/api/v1/deliveries/{id}/reset-downloads" };
const revokeDelivery: Call = { id: "revokeDelivery", method: "POST", path: "/api/v1/deliveries/{id}/revoke" };
const listLicenses: Call = { id: "listLicenses", method: "GET", path: "/api/v1/licenses" };
const createLicense: Call = { id: "createLicense", method: "POST", path: "/api/v1/licenses" };
const createLicenses: Call = { id: "createLicenses", method: "POST", path: "/api/v1/licenses/bulk" };
const lookUpLicense: Call = { id: "lookUpLicense", method: "GET", path: "/api/v1/licenses/lookup" };
const validateLicense: Call = { id: "validateLicense", method: "GET", path: "/api/v1/licenses/validate", isPublic: true };
const activateLicense: Call = { id: "activateLicense", method: "POST", path: "/api/v1/licenses/activate", isPublic: true };
const deactivateLicense: Call = { id: "deactivateLicense", method: "POST", path: "/api/v1/licenses/deactivate", isPublic: true };
const getLicenseSigningKey: Call = { id: "getLicenseSigningKey", method: "GET", path: "/api/v1/licenses/signing-key" };
const getLicense: Call = { id: "getLicense", method: "GET", path: "/api/v1/licenses/{id}" };
const updateLicense: Call = { id: "updateLicense", method: "PATCH", path: "/api/v1/licenses/{id}" };
const revokeLicense: Call = { id: "revokeLicense", method: "POST", path: "/api/v1/licenses/{id}/revoke" };
const suspendLicense: Call = { id: "suspendLicense", method: "POST", path: "/api/v1/licenses/{id}/suspend" };
const reinstateLicense: Call = { id: "reinstateLicense", method: "POST", path: "/api/v1/licenses/{id}/reinstate" };
const createLicenseFile: Call = { id: "createLicenseFile", method: "POST", path: "/api/v1/licenses/{id}/file" };
const listLicenseActivations: Call = { id: "listLicenseActivations", method: "GET", path: "/api/v1/licenses/{id}/activations" };
const releaseLicenseActivation: Call = { id: "releaseLicenseActivation", method: "POST", path: "/api/v1/licenses/{id}/activations/{activationId}/release" };
const listWebhookEndpoints: Call = { id: "listWebhookEndpoints", method: "GET", path: "/api/v1/webhooks/endpoints" };
const createWebhookEndpoint: Call = { id: "createWebhookEndpoint", method: "POST", path: "/api/v1/webhooks/endpoints" };
const getWebhookEndpoint: Call = { id: "getWebhookEndpoint", method: "GET", path: "/api/v1/webhooks/endpoints/{id}" };
const updateWebhookEndpoint: Call = { id: "updateWebhookEndpoint", method: "PATCH", path: "/api/v1/webhooks/endpoints/{id}" };
const deleteWebhookEndpoint: Call = { id: "deleteWebhookEndpoint", method: "DELETE", path: "/api/v1/webhooks/endpoints/{id}" };
const rotateWebhookEndpointSecret: Call = { id: "rotateWebhookEndpointSecret", method: "POST", path: "/api/v1/webhooks/endpoints/{id}/rotate-secret" };
const testWebhookEndpoint: Call = { id: "testWebhookEndpoint", method: "POST", path: "/api/v1/webhooks/endpoints/{id}/test" };
const listWebhookEventTypes: Call = { id: "listWebhookEventTypes", method: "GET", path: "/api/v1/webhooks/event-types" };
const recoverWebhookEndpoint: Call = { id: "recoverWebhookEndpoint", method: "POST", path: "/api/v1/webhooks/endpoints/{id}/recover" };
const getWebhookRecovery: Call = { id: "getWebhookRecovery", method: "GET", path: "/api/v1/webhooks/recoveries/{id}" };
const getWebhookEndpointStats: Call = { id: "getWebhookEndpointStats", method: "GET", path: "/api/v1/webhooks/endpoints/{id}/stats" };
const listWebhookDeliveries: Call = { id: "listWebhookDeliveries", method: "GET", path: "/api/v1/webhooks/events" };
const getWebhookDelivery: Call = { id: "getWebhookDelivery", method: "GET", path: "/api/v1/webhooks/events/{id}" };
const retryWebhookDelivery: Call = { id: "retryWebhookDelivery", method: "POST", path: "/api/v1/webhooks/events/{id}/retry" };
const listEvents: Call = { id: "listEvents", method: "GET", path: "/api/v1/events" };
const getEvent: Call = { id: "getEvent", method: "GET", path: "/api/v1/events/{id}" };
const listAuditEntries: Call = { id: "listAuditEntries", method: "GET", path: "/api/v1/audit-log" };
const exportAuditLog: Call = { id: "exportAuditLog", method: "GET", path: "/api/v1/audit-log/export" };
const getIntegrationStatus: Call = { id: "getIntegrationStatus", method: "GET", path: "/api/v1/integrations/status" };
const getStatsOverview: Call = { id: "getStatsOverview", method: "GET", path: "/api/v1/stats/overview" };
const createWorkspace: Call = { id: "createWorkspace", method: "POST", path: "/api/v1/admin/workspaces" };
const getWorkspace: Call = { id: "getWorkspace", method: "GET", path: "/api/v1/admin/workspaces/{accountId}" };
const getPartnerUsage: Call = { id: "getPartnerUsage", method: "GET", path: "/api/v1/admin/partner/usage" };
const receiveStorefrontEvent: Call = { id: "receiveStorefrontEvent", method: "POST", path: "/api/v1/inbound/storefront", isPublic: true, isForeign: true };
const listStorefrontOrders: Call = { id: "listStorefrontOrders", method: "GET", path: "/api/v1/storefront/orders" };
const getStorefrontOrder: Call = { id: "getStorefrontOrder", method: "GET", path: "/api/v1/storefront/orders/{id}" };
const retryStorefrontOrder: Call = { id: "retryStorefrontOrder", method: "POST", path: "/api/v1/storefront/orders/{id}/retry" };

/** The operations of `client.addresses`. */
export class AddressesApi extends Resource {
  /**
   * List saved addresses, defaults first, then the newest-updated.
   *
   * `GET /api/v1/addresses`
   */
  list(query?: Query<"listAddresses">, options?: RequestOptions): Pages<t.Address, t.AddressList> {
    return this._pages(listAddresses, { query }, options, "addresses");
  }

  /**
   * Save an address; `isDefault` demotes the customer's former default.
   *
   * `POST /api/v1/addresses`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewAddress, options?: RequestOptions): Promise<t.Address> {
    return this._call(createAddress, { body }, options, "address");
  }

  /**
   * Retrieve a saved address.
   *
   * `GET /api/v1/addresses/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Address> {
    return this._call(getAddress, { path: { id } }, options, "address");
  }

  /**
   * Change an address.
   *
   * `PATCH /api/v1/addresses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.AddressChange, options?: RequestOptions): Promise<t.Address> {
    return this._call(updateAddress, { path: { id }, body }, options, "address");
  }

  /**
   * Delete an address for good.
   *
   * `DELETE /api/v1/addresses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  delete(id: string, options?: RequestOptions): Promise<t.DeletedAddressReply> {
    return this._call(deleteAddress, { path: { id } }, options);
  }
}

/** The operations of `client.apiKeys`. */
export class ApiKeysApi extends Resource {
  /**
   * List the workspace's keys, newest first, active and revoked; a partner sees those that it made.
   *
   * `GET /api/v1/api-keys`
   */
  list(query?: Query<"listApiKeys">, options?: RequestOptions): Pages<t.ApiKey, t.ApiKeyList> {
    return this._pages(listApiKeys, { query }, options, "apiKeys");
  }

  /**
   * Create a key; its secret is shown in this answer only.
   *
   * `POST /api/v1/api-keys`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewApiKey, options?: RequestOptions): Promise<t.ApiKeyWithSecretReply> {
    return this._call(createApiKey, { body }, options);
  }

  /**
   * Revoke a key; requests signed with it are refused from now on.
   *
   * `POST /api/v1/api-keys/{id}/revoke`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ALREADY_REVOKED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  revoke(id: string, options?: RequestOptions): Promise<t.RevokedApiKey> {
    return this._call(revokeApiKey, { path: { id } }, options, "apiKey");
  }
}

/** The operations of `client.auditLog`. */
export class AuditLogApi extends Resource {
  /**
   * List audit entries, newest first; `action` filters by prefix.
   *
   * `GET /api/v1/audit-log`
   */
  list(query?: Query<"listAuditEntries">, options?: RequestOptions): Pages<t.AuditEntry, t.AuditEntries> {
    return this._pages(listAuditEntries, { query }, options, "entries");
  }

  /**
   * The audit log as JSON lines, newest first, as long as it is.
   *
   * Each line is an entry; the last one is `{"end": {"entries": 1234}}`. A stream without it was cut off.
   *
   * This takes 10 of the requests a minute.
   *
   * `GET /api/v1/audit-log/export`
   */
  export(query?: Query<"exportAuditLog">, options?: RequestOptions): Promise<Download> {
    return this._download(exportAuditLog, { query }, options);
  }
}

/** The operations of `client.batches`. */
export class BatchesApi extends Resource {
  /**
   * List the workspace's batches, newest first; 30 days after their end they are forgotten.
   *
   * `GET /api/v1/batches`
   */
  list(query?: Query<"listBatches">, options?: RequestOptions): Pages<t.Batch, t.BatchList> {
    return this._pages(listBatches, { query }, options, "batches");
  }

  /**
   * Have many shipments booked, cancelled or printed, one after the other; the answer comes before it begins.
   *
   * This takes 10 of the requests a minute.
   *
   * `POST /api/v1/batches`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `TOO_MANY_BATCHES` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewBatch, options?: RequestOptions): Promise<t.Batch> {
    return this._call(createBatch, { body }, options, "batch");
  }

  /**
   * Tell what such a batch would do, why shipments would be skipped, and what it takes of the credit.
   *
   * This takes 10 of the requests a minute.
   *
   * `POST /api/v1/batches/preview`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ALREADY_CONFIRMED` (409), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `NOT_READY` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  preview(body: t.NewBatch, options?: RequestOptions): Promise<t.BatchPreview> {
    return this._call(previewBatch, { body }, options);
  }

  /**
   * Retrieve a batch with how many of its shipments have come how far.
   *
   * `GET /api/v1/batches/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Batch> {
    return this._call(getBatch, { path: { id } }, options, "batch");
  }

  /**
   * List what became of each shipment of a batch, in its order.
   *
   * `GET /api/v1/batches/{id}/rows`
   */
  listRows(id: string, query?: Query<"listBatchRows">, options?: RequestOptions): Pages<t.BatchRow, t.BatchRows> {
    return this._pages(listBatchRows, { path: { id }, query }, options, "rows");
  }

  /**
   * Leave alone what the batch has not begun yet; what it has begun comes to its end.
   *
   * `POST /api/v1/batches/{id}/stop`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  stop(id: string, options?: RequestOptions): Promise<t.Batch> {
    return this._call(stopBatch, { path: { id } }, options, "batch");
  }

  /**
   * Try what failed again, as new attempts of the same batch.
   *
   * This takes 10 of the requests a minute.
   *
   * `POST /api/v1/batches/{id}/retry`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `TOO_MANY_BATCHES` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  retry(id: string, options?: RequestOptions): Promise<t.Batch> {
    return this._call(retryBatch, { path: { id } }, options, "batch");
  }

  /**
   * Print the labels of a batch's good rows, in its order, as one PDF for every hundred shipments.
   *
   * This takes 10 of the requests a minute.
   *
   * `GET /api/v1/batches/{id}/document`
   *
   * Refused with `NOT_READY` (409).
   */
  downloadDocument(id: string, query?: Query<"downloadBatchDocument">, options?: RequestOptions): Promise<Download> {
    return this._download(downloadBatchDocument, { path: { id }, query }, options);
  }
}

/** The operations of `client.billing`. */
export class BillingApi extends Resource {
  /**
   * List the plans, the smallest first; prices are a month's, in whole rupiah.
   *
   * `GET /api/v1/billing/plans`
   */
  listPlans(options?: RequestOptions): Promise<t.PlanOffer[]> {
    return this._call(listPlans, {}, options);
  }

  /**
   * Show the workspace's plan and its limits.
   *
   * `GET /api/v1/billing/plan`
   */
  getPlan(options?: RequestOptions): Promise<t.CurrentPlan> {
    return this._call(getPlan, {}, options);
  }

  /**
   * Show how the workspace pays, and until when.
   *
   * `GET /api/v1/billing/subscription`
   */
  getSubscription(options?: RequestOptions): Promise<t.Subscription> {
    return this._call(getSubscription, {}, options);
  }

  /**
   * Show what the workspace used this calendar month (UTC).
   *
   * `GET /api/v1/billing/usage`
   */
  getUsage(options?: RequestOptions): Promise<t.Usage> {
    return this._call(getUsage, {}, options);
  }

  /**
   * List the invoices, newest first.
   *
   * `GET /api/v1/billing/invoices`
   */
  listInvoices(query?: Query<"listInvoices">, options?: RequestOptions): Pages<t.Invoice, t.Invoices> {
    return this._pages(listInvoices, { query }, options, "data");
  }

  /**
   * Open a page on which a plan is paid for.
   *
   * A caller with an API key must say an email; a person's own is used. Without a currency it is that of what is paid
   * already, else IDR in Indonesia and where the country is not known, and USD elsewhere.
   *
   * `POST /api/v1/billing/checkout`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `CHECKOUT_FAILED` (500), `PLAN_NOT_CONFIGURED` (503).
   */
  createCheckout(body: t.PlanCheckout, options?: RequestOptions): Promise<t.OpenedCheckout> {
    return this._call(createPlanCheckout, { body }, options);
  }

  /**
   * Cancel at the end of the current period; a workspace that pays for nothing is answered as it is.
   *
   * `POST /api/v1/billing/cancel`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `IDEMPOTENCY_KEY_REUSED` (422), `CANCEL_FAILED` (500).
   */
  cancelSubscription(options?: RequestOptions): Promise<t.Subscription> {
    return this._call(cancelSubscription, {}, options);
  }
}

/** The operations of `client.deliveries`. */
export class DeliveriesApi extends Resource {
  /**
   * List digital deliveries, newest first.
   *
   * `GET /api/v1/deliveries`
   */
  list(query?: Query<"listDeliveries">, options?: RequestOptions): Pages<t.Delivery, t.DeliveryList> {
    return this._pages(listDeliveries, { query }, options, "deliveries");
  }

  /**
   * Let a customer download a digital product.
   *
   * `POST /api/v1/deliveries`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewDelivery, options?: RequestOptions): Promise<t.Delivery> {
    return this._call(createDelivery, { body }, options, "delivery");
  }

  /**
   * Show a digital delivery.
   *
   * `GET /api/v1/deliveries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call(getDelivery, { path: { id } }, options, "delivery");
  }

  /**
   * Count a download, before the file is served.
   *
   * `POST /api/v1/deliveries/{id}/download`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `DOWNLOAD_LIMIT` (409), `EXPIRED` (410), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  download(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call(downloadDelivery, { path: { id } }, options, "delivery");
  }

  /**
   * Let the customer download for 30 days more.
   *
   * `POST /api/v1/deliveries/{id}/extend`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  extend(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call(extendDelivery, { path: { id } }, options, "delivery");
  }

  /**
   * Count the downloads from zero again.
   *
   * `POST /api/v1/deliveries/{id}/reset-downloads`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  resetDownloads(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call(resetDeliveryDownloads, { path: { id } }, options, "delivery");
  }

  /**
   * End a digital delivery now.
   *
   * `POST /api/v1/deliveries/{id}/revoke`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  revoke(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call(revokeDelivery, { path: { id } }, options, "delivery");
  }
}

/** The operations of `client.documentation`. */
export class DocumentationApi extends Resource {
  /**
   * This API as an OpenAPI 3.1 document.
   *
   * Compressed where `Accept-Encoding` takes gzip; 304 where `If-None-Match` has its `ETag`.
   *
   * `GET /api/v1/openapi.json`
   */
  getOpenapiDocument(options?: RequestOptions): Promise<Record<string, unknown>> {
    return this._call(getOpenApiDocument, {}, options);
  }
}

/** The operations of `client.events`. */
export class EventsApi extends Resource {
  /**
   * List the events of the last 30 days, newest first; `subject` is the resource whose events are counted.
   *
   * `GET /api/v1/events`
   */
  list(query?: Query<"listEvents">, options?: RequestOptions): Pages<t.Envelope, t.EventList> {
    return this._pages(listEvents, { query }, options, "events");
  }

  /**
   * Retrieve an event.
   *
   * `GET /api/v1/events/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Envelope> {
    return this._call(getEvent, { path: { id } }, options, "event");
  }
}

/** The operations of `client.health`. */
export class HealthApi extends Resource {
  /**
   * The service's name and version, once its database answers.
   *
   * `GET /api/v1/health`
   */
  get(options?: RequestOptions): Promise<t.Health> {
    return this._call(getHealth, {}, options);
  }
}

/** The operations of `client.inbound`. */
export class InboundApi extends Resource {
  /**
   * Take a courier report from the aggregator.
   *
   * `POST /api/v1/inbound/aggregator/{token}`
   *
   * Refused with `NOT_CONFIGURED` (400), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  receiveCourierReport(token: string, body: RawBody, options?: RequestOptions): Promise<t.CourierReportReply> {
    return this._call(receiveCourierReport, { path: { token }, body }, options);
  }

  /**
   * Take one event of the payment provider, signed by it.
   *
   * `POST /api/v1/inbound/payments`
   *
   * Refused with `NOT_CONFIGURED` (400), `PAYLOAD_TOO_LARGE` (413), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  receivePaymentEvent(body: RawBody, options?: RequestOptions): Promise<t.PaymentEventReply> {
    return this._call(receivePaymentEvent, { body }, options);
  }

  /**
   * Take an event of a partner's storefront, signed with the storefront's secret as webhooks are.
   *
   * `POST /api/v1/inbound/storefront`
   *
   * Refused with `NOT_CONFIGURED` (400), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `KEY_TAKEN` (409), `SKU_TAKEN` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  receiveStorefrontEvent(query: Query<"receiveStorefrontEvent">, body: RawBody, options?: RequestOptions): Promise<t.StorefrontEventReply> {
    return this._call(receiveStorefrontEvent, { query, body }, options);
  }
}

/** The operations of `client.integrations`. */
export class IntegrationsApi extends Resource {
  /**
   * Show what the workspace is connected to, computed on every call.
   *
   * `GET /api/v1/integrations/status`
   */
  getStatus(options?: RequestOptions): Promise<t.IntegrationStatus> {
    return this._call(getIntegrationStatus, {}, options);
  }
}

/** The operations of `client.legacyShipments`. */
export class LegacyShipmentsApi extends Resource {
  /**
   * List the newest shipments (legacy; prefer /shipping/shipments).
   *
   * `GET /api/v1/shipments`
   */
  list(query?: Query<"listLegacyShipments">, options?: RequestOptions): Pages<t.Shipment, t.LegacyShipments> {
    return this._pages(listLegacyShipments, { query }, options, "shipments");
  }

  /**
   * Retrieve a shipment with its courier records (legacy; prefer /shipping/shipments/{id}).
   *
   * `GET /api/v1/shipments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.ShipmentWithEvents> {
    return this._call(getLegacyShipment, { path: { id } }, options, "shipment");
  }

  /**
   * Cancel a shipment; its stock and its credit go back (legacy; prefer /shipping/shipments/{id}/cancel).
   *
   * `POST /api/v1/shipments/{id}/cancel`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  cancel(id: string, body?: t.ShipmentCancellation, options?: RequestOptions): Promise<t.LegacyCancelledShipmentReply> {
    return this._call(cancelLegacyShipment, { path: { id }, body }, options);
  }

  /**
   * Replace a shipment by a new pending one (legacy; prefer /shipping/shipments/{id}/rebook).
   *
   * A courier that is booked is cancelled first.
   *
   * `POST /api/v1/shipments/{id}/rebook`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  rebook(id: string, body?: t.ShipmentRebooking, options?: RequestOptions): Promise<t.RebookedShipmentReply> {
    return this._call(rebookLegacyShipment, { path: { id }, body }, options);
  }
}

/** The operations of `client.licenses`. */
export class LicensesApi extends Resource {
  /**
   * List licenses, newest first; with `q`, in the order of what was found.
   *
   * `GET /api/v1/licenses`
   */
  list(query?: Query<"listLicenses">, options?: RequestOptions): Pages<t.License, t.LicenseList> {
    return this._pages(listLicenses, { query }, options, "licenses");
  }

  /**
   * Issue a license; the key is made unless it is given.
   *
   * `POST /api/v1/licenses`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `KEY_TAKEN` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewLicense, options?: RequestOptions): Promise<t.License> {
    return this._call(createLicense, { body }, options, "license");
  }

  /**
   * Issue up to 500 licenses; an outcome per row.
   *
   * This takes 1 for every 100 `licenses` of the requests a minute.
   *
   * `POST /api/v1/licenses/bulk`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `KEY_TAKEN` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  createBulk(body: t.BulkLicenses, options?: RequestOptions): Promise<t.Outcome[]> {
    return this._call(createLicenses, { body }, options, "outcomes");
  }

  /**
   * Find a license of the workspace by its key, with its activations.
   *
   * `GET /api/v1/licenses/lookup`
   */
  lookUp(query: Query<"lookUpLicense">, options?: RequestOptions): Pages<t.LicenseActivation, t.LicenseWithActivations> {
    return this._pages(lookUpLicense, { query }, options, "activations");
  }

  /**
   * Say whether a key is good to run with; never an error, whatever the key.
   *
   * `GET /api/v1/licenses/validate`
   */
  validate(query: Query<"validateLicense">, options?: RequestOptions): Promise<t.LicenseValidity> {
    return this._call(validateLicense, { query }, options);
  }

  /**
   * Bind an instance to a license: it takes a slot, unless it has one.
   *
   * `POST /api/v1/licenses/activate`
   *
   * Refused with `EXPIRED` (403), `LICENSE_SUSPENDED` (403), `MAX_ACTIVATIONS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  activate(body: t.LicenseSlot, options?: RequestOptions): Promise<t.ActivatedLicenseReply> {
    return this._call(activateLicense, { body }, options);
  }

  /**
   * Unbind an instance from a license; never an error, whatever the key.
   *
   * `POST /api/v1/licenses/deactivate`
   *
   * Refused with `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  deactivate(body: t.LicenseSlot, options?: RequestOptions): Promise<t.DeactivatedLicenseReply> {
    return this._call(deactivateLicense, { body }, options);
  }

  /**
   * Show the public key that verifies the workspace's license files.
   *
   * `GET /api/v1/licenses/signing-key`
   */
  getSigningKey(options?: RequestOptions): Promise<t.SigningKey> {
    return this._call(getLicenseSigningKey, {}, options, "signingKey");
  }

  /**
   * Retrieve one license.
   *
   * `GET /api/v1/licenses/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call(getLicense, { path: { id } }, options, "license");
  }

  /**
   * Change how many instances a license allows, and until when.
   *
   * `PATCH /api/v1/licenses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.LicenseChange, options?: RequestOptions): Promise<t.License> {
    return this._call(updateLicense, { path: { id }, body }, options, "license");
  }

  /**
   * Revoke a license for good.
   *
   * `POST /api/v1/licenses/{id}/revoke`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  revoke(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call(revokeLicense, { path: { id } }, options, "license");
  }

  /**
   * Suspend a license until it is reinstated.
   *
   * `POST /api/v1/licenses/{id}/suspend`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  suspend(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call(suspendLicense, { path: { id } }, options, "license");
  }

  /**
   * Reinstate a suspended license.
   *
   * `POST /api/v1/licenses/{id}/reinstate`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  reinstate(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call(reinstateLicense, { path: { id } }, options, "license");
  }

  /**
   * Issue a signed file by which an active instance proves its license offline.
   *
   * `POST /api/v1/licenses/{id}/file`
   *
   * Refused with `EXPIRED` (403), `LICENSE_SUSPENDED` (403), `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  createFile(id: string, body: t.FileRequest, options?: RequestOptions): Promise<t.LicenseFile> {
    return this._call(createLicenseFile, { path: { id }, body }, options, "licenseFile");
  }

  /**
   * List a license's activations, newest first.
   *
   * `GET /api/v1/licenses/{id}/activations`
   */
  listActivations(id: string, query?: Query<"listLicenseActivations">, options?: RequestOptions): Pages<t.LicenseActivation, t.LicenseActivations> {
    return this._pages(listLicenseActivations, { path: { id }, query }, options, "activations");
  }

  /**
   * Free the slot of an instance in the merchant's name.
   *
   * `POST /api/v1/licenses/{id}/activations/{activationId}/release`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  releaseActivation(id: string, activationId: string, options?: RequestOptions): Promise<t.LicenseActivation> {
    return this._call(releaseLicenseActivation, { path: { id, activationId } }, options, "activation");
  }
}

/** The operations of `client.partner`. */
export class PartnerApi extends Resource {
  /**
   * Show what each workspace of the partner used, and all together, by calendar months.
   *
   * `GET /api/v1/admin/partner/usage`
   */
  getUsage(query?: Query<"getPartnerUsage">, options?: RequestOptions): Pages<t.WorkspaceUsage, t.PartnerUsage> {
    return this._pages(getPartnerUsage, { query }, options, "workspaces");
  }
}

/** The operations of `client.products`. */
export class ProductsApi extends Resource {
  /**
   * List products with their variants, newest first; with `q` and no `sku`, in the order of the words found.
   *
   * `GET /api/v1/products`
   */
  list(query?: Query<"listProducts">, options?: RequestOptions): Pages<t.Product, t.ProductList> {
    return this._pages(listProducts, { query }, options, "products");
  }

  /**
   * Create a product; it gets a Default variant.
   *
   * `POST /api/v1/products`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewProduct, options?: RequestOptions): Promise<t.Product> {
    return this._call(createProduct, { body }, options, "product");
  }

  /**
   * Retrieve one product with its variants.
   *
   * `GET /api/v1/products/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Product> {
    return this._call(getProduct, { path: { id } }, options, "product");
  }

  /**
   * Change a product; its type stays.
   *
   * `PATCH /api/v1/products/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.ProductChange, options?: RequestOptions): Promise<t.Product> {
    return this._call(updateProduct, { path: { id }, body }, options, "product");
  }

  /**
   * Archive a product; nothing of it is lost.
   *
   * `DELETE /api/v1/products/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  archive(id: string, options?: RequestOptions): Promise<t.ArchivedReply> {
    return this._call(archiveProduct, { path: { id } }, options);
  }

  /**
   * Create up to 200 products; an outcome per row.
   *
   * This takes 1 for every 20 `products` of the requests a minute.
   *
   * `POST /api/v1/products/bulk`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  createBulk(body: t.BulkProducts, options?: RequestOptions): Promise<t.Outcome[]> {
    return this._call(createProducts, { body }, options, "outcomes");
  }
}

/** The operations of `client.shipments`. */
export class ShipmentsApi extends Resource {
  /**
   * Create a pending shipment and take its stock; no courier is called yet.
   *
   * `POST /api/v1/shipments`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  create(body: t.NewShipment, options?: RequestOptions): Promise<t.Shipment> {
    return this._call(createShipment, { body }, options, "shipment");
  }

  /**
   * Create up to 100 pending shipments; an outcome per row.
   *
   * This takes 1 for every 10 `shipments` of the requests a minute.
   *
   * `POST /api/v1/shipments/bulk`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  createBulk(body: t.BulkShipments, options?: RequestOptions): Promise<t.Outcome[]> {
    return this._call(createShipments, { body }, options, "outcomes");
  }

  /**
   * List shipments, newest first, with their maintained total; it is null under any filter but the status.
   *
   * `GET /api/v1/shipping/shipments`
   */
  list(query?: Query<"listShipments">, options?: RequestOptions): Pages<t.Shipment, t.Shipment[]> {
    return this._pages(listShipments, { query }, options, "");
  }

  /**
   * The shipments that a filter lets pass as CSV, in the order of the list, as long as it is.
   *
   * UTF-8 with a byte order mark, so that spreadsheets read it. Text that a spreadsheet would run as a formula is led by
   * an apostrophe.
   *
   * This takes 10 of the requests a minute.
   *
   * `GET /api/v1/shipping/shipments/export`
   */
  export(query?: Query<"exportShipments">, options?: RequestOptions): Promise<Download> {
    return this._download(exportShipments, { query }, options);
  }

  /**
   * Count what waits for somebody, each kind up to 99: to book, to print, uncollected, silent, unclear, returned.
   *
   * `GET /api/v1/shipments/queues`
   */
  getQueues(options?: RequestOptions): Promise<t.ShipmentQueues> {
    return this._call(getShipmentQueues, {}, options);
  }

  /**
   * Retrieve a shipment with its courier records.
   *
   * `GET /api/v1/shipping/shipments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.ShipmentWithEvents> {
    return this._call(getShipment, { path: { id } }, options);
  }

  /**
   * Everything that happened to a shipment, newest first: courier, money, stock, webhooks and people.
   *
   * A person sees of it what their roles may read.
   *
   * `GET /api/v1/shipping/shipments/{id}/timeline`
   */
  getTimeline(id: string, options?: RequestOptions): Promise<t.ShipmentTimeline> {
    return this._call(getShipmentTimeline, { path: { id } }, options);
  }

  /**
   * Book the courier: one order and one charge, however often it is asked.
   *
   * `POST /api/v1/shipments/{id}/confirm-pickup`
   *
   * Refused with `INSUFFICIENT_SHIPPING_CREDIT` (402), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `ALREADY_CONFIRMED` (409), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PRICE_CHANGED` (409), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  confirmPickup(id: string, options?: RequestOptions): Promise<t.Shipment> {
    return this._call(confirmPickup, { path: { id } }, options, "shipment");
  }

  /**
   * Cancel a shipment; its stock and its credit go back.
   *
   * `POST /api/v1/shipping/shipments/{id}/cancel`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  cancel(id: string, body?: t.ShipmentCancellation, options?: RequestOptions): Promise<t.CancelledShipment> {
    return this._call(cancelShipment, { path: { id }, body }, options);
  }

  /**
   * Replace a shipment by a new pending one; a courier that is booked is cancelled first.
   *
   * `POST /api/v1/shipping/shipments/{id}/rebook`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  rebook(id: string, body?: t.ShipmentRebooking, options?: RequestOptions): Promise<t.RebookedShipmentReply> {
    return this._call(rebookShipment, { path: { id }, body }, options);
  }

  /**
   * Put the goods of a returned shipment back on their shelves, once; what is damaged is noted and not put back.
   *
   * `POST /api/v1/shipments/{id}/restock`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500).
   */
  restock(id: string, body?: t.ShipmentRestockRequest, options?: RequestOptions): Promise<t.ShipmentRestockReply> {
    return this._call(restockShipment, { path: { id }, body }, options);
  }

  /**
   * Where a shipment is now: its status, its history and its driver, as the courier tells them.
   *
   * `GET /api/v1/shipments/{id}/tracking`
   *
   * Refused with `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  track(id: string, options?: RequestOptions): Promise<t.Tracking> {
    return this._call(trackShipment, { path: { id } }, options);
  }

  /**
   * Print the shipping label as a PDF.
   *
   * `GET /api/v1/shipments/{id}/label`
   */
  downloadLabel(id: string, query?: Query<"downloadLabel">, options?: RequestOptions): Promise<Download> {
    return this._download(downloadLabel, { path: { id }, query }, options);
  }

  /**
   * Print the labels of up to 100 shipments as one PDF.
   *
   * This takes 1 for every 10 `shipmentIds` of the requests a minute.
   *
   * `POST /api/v1/shipments/labels`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  downloadLabels(body: t.LabelOrder, options?: RequestOptions): Promise<Download> {
    return this._download(downloadLabels, { body }, options);
  }

  /**
   * A link to the label that needs no signature and expires.
   *
   * `GET /api/v1/shipping/shipments/{id}/label`
   *
   * Refused with `NOT_READY` (409).
   */
  getLabelLink(id: string, options?: RequestOptions): Promise<t.LabelLink> {
    return this._call(getLabelLink, { path: { id } }, options);
  }

  /**
   * Open a label by its link: the courier's own where there is one, else ours.
   *
   * `GET /api/v1/label-links/{token}`
   */
  downloadLinkedLabel(token: string, query?: Query<"downloadLinkedLabel">, options?: RequestOptions): Promise<Download> {
    return this._download(downloadLinkedLabel, { path: { token }, query }, options);
  }

  /**
   * Mark up to 500 shipments as printed without drawing anything, or take the marks away.
   *
   * This takes 1 for every 100 `shipmentIds` of the requests a minute.
   *
   * `POST /api/v1/shipments/printed`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  markPrinted(body: t.PrintMarking, options?: RequestOptions): Promise<t.PrintMark[]> {
    return this._call(markShipmentsPrinted, { body }, options, "shipments");
  }

  /**
   * Print the packing slips of up to 100 shipments as one PDF.
   *
   * This takes 1 for every 10 `shipmentIds` of the requests a minute.
   *
   * `POST /api/v1/shipments/packing-slips`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  downloadPackingSlips(body: t.PackingSlipOrder, options?: RequestOptions): Promise<Download> {
    return this._download(downloadPackingSlips, { body }, options);
  }

  /**
   * Print what each courier is handed, for both sides to sign, as one PDF.
   *
   * This takes 10 of the requests a minute.
   *
   * `POST /api/v1/shipments/hand-over-list`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  downloadHandOverList(body: t.HandOverOrder, options?: RequestOptions): Promise<Download> {
    return this._download(downloadHandOverList, { body }, options);
  }
}

/** The operations of `client.shipping`. */
export class ShippingApi extends Resource {
  /**
   * Show the shipping origin; everything is null while none is set.
   *
   * `GET /api/v1/shipping/origin`
   */
  getOrigin(options?: RequestOptions): Promise<t.ShippingOrigin> {
    return this._call(getShippingOrigin, {}, options);
  }

  /**
   * Set or change the shipping origin.
   *
   * `PATCH /api/v1/shipping/origin`
   *
   * Refused with `VALIDATION_ERROR` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  updateOrigin(body: t.OriginChange, options?: RequestOptions): Promise<t.ShippingOrigin> {
    return this._call(updateShippingOrigin, { body }, options);
  }

  /**
   * List the courier catalogue: one row for each courier and service.
   *
   * `GET /api/v1/shipping/couriers`
   *
   * Refused with `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  listCouriers(query?: Query<"listCouriers">, options?: RequestOptions): Pages<t.CourierService, t.CourierService[]> {
    return this._pages(listCouriers, { query }, options, "");
  }

  /**
   * Search areas by name or postal code; about ten hits.
   *
   * `GET /api/v1/shipping/areas`
   *
   * Refused with `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  searchAreas(query: Query<"searchAreas">, options?: RequestOptions): Pages<t.Area, t.Area[]> {
    return this._pages(searchAreas, { query }, options, "");
  }

  /**
   * Quote what the enabled couriers ask for a parcel, cheapest first.
   *
   * This takes 5 of the requests a minute.
   *
   * `POST /api/v1/shipping/rates`
   *
   * Refused with `NOT_CONFIGURED` (400), `VALIDATION_ERROR` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  quoteRates(body: t.ShippingRateRequest, options?: RequestOptions): Promise<t.ShippingRates> {
    return this._call(quoteRates, { body }, options);
  }

  /**
   * Show the aggregator config and the catalogue's courier codes.
   *
   * `GET /api/v1/shipping/config`
   *
   * Refused with `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  getConfig(options?: RequestOptions): Promise<t.ShippingConfigReply> {
    return this._call(getShippingConfig, {}, options);
  }

  /**
   * Change the aggregator config; what is left out stays as it is.
   *
   * `PUT /api/v1/shipping/config`
   *
   * Refused with `NOT_CONFIGURED` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  updateConfig(body: t.ShippingConfigChange, options?: RequestOptions): Promise<t.ShippingConfigReply> {
    return this._call(updateShippingConfig, { body }, options);
  }

  /**
   * Where a parcel is now, by the waybill of its courier.
   *
   * `GET /api/v1/shipping/track/{waybillId}`
   *
   * Refused with `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  trackWaybill(waybillId: string, query: Query<"trackWaybill">, options?: RequestOptions): Promise<t.Tracking> {
    return this._call(trackWaybill, { path: { waybillId }, query }, options);
  }
}

/** The operations of `client.shippingCredits`. */
export class ShippingCreditsApi extends Resource {
  /**
   * Show the workspace's prepaid shipping credit.
   *
   * `GET /api/v1/shipping-credits`
   */
  get(options?: RequestOptions): Promise<t.CreditBalance> {
    return this._call(getShippingCredits, {}, options);
  }

  /**
   * Open a page on which shipping credit is paid for; it is credited once it has been paid.
   *
   * `POST /api/v1/shipping-credits/checkout`
   *
   * Refused with `NOT_CONFIGURED` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `CHECKOUT_FAILED` (500).
   */
  createCheckout(body: t.CreditCheckout, options?: RequestOptions): Promise<t.OpenedCheckout> {
    return this._call(createCreditCheckout, { body }, options);
  }

  /**
   * Add prepaid shipping credit; 200 where the externalRef is known.
   *
   * `POST /api/v1/shipping-credits/topup`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  topUp(body: t.CreditTopUp, options?: RequestOptions): Promise<t.CreditTransactionReply> {
    return this._call(topUpShippingCredits, { body }, options);
  }

  /**
   * Correct the balance by hand, or give back part of a shipment's charge.
   *
   * `POST /api/v1/shipping-credits/adjust`
   *
   * Refused with `INSUFFICIENT_SHIPPING_CREDIT` (402), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  adjust(body: t.CreditAdjustment, options?: RequestOptions): Promise<t.CreditTransactionReply> {
    return this._call(adjustShippingCredits, { body }, options);
  }

  /**
   * List the credit transactions, newest first.
   *
   * `GET /api/v1/shipping-credits/transactions`
   */
  listTransactions(query?: Query<"listCreditTransactions">, options?: RequestOptions): Pages<t.CreditTransaction, t.CreditTransactions> {
    return this._pages(listCreditTransactions, { query }, options, "transactions");
  }

  /**
   * A statement of a period: the balance before and after, and every transaction between.
   *
   * CSV with `format=csv` or `Accept: text/csv`. As JSON `limit` is at most 1,000; as CSV every transaction is shown
   * without it, and the period may hold 50,000.
   *
   * This takes 10 of the requests a minute.
   *
   * `GET /api/v1/shipping-credits/statement`
   */
  getStatement(query: Query<"getCreditStatement"> & { format: "csv" }, options?: RequestOptions): Promise<Download>;
  /**
   * A statement of a period: the balance before and after, and every transaction between.
   *
   * CSV with `format=csv` or `Accept: text/csv`. As JSON `limit` is at most 1,000; as CSV every transaction is shown
   * without it, and the period may hold 50,000.
   *
   * This takes 10 of the requests a minute.
   *
   * `GET /api/v1/shipping-credits/statement`
   */
  getStatement(query?: Query<"getCreditStatement"> & { format?: Exclude<Query<"getCreditStatement">["format"], "csv"> }, options?: RequestOptions): Pages<t.CreditTransaction, t.CreditStatement>;
  getStatement(query?: Query<"getCreditStatement">, options?: RequestOptions): Promise<Download> | Pages<t.CreditTransaction, t.CreditStatement> {
    if (query?.format === "csv") return this._download(getCreditStatement, { query }, options);
    return this._pages(getCreditStatement, { query }, options, "transactions");
  }
}

/** The operations of `client.stats`. */
export class StatsApi extends Resource {
  /**
   * Show counters and recent rows, as for a dashboard.
   *
   * `GET /api/v1/stats/overview`
   */
  getOverview(options?: RequestOptions): Promise<t.StatsOverview> {
    return this._call(getStatsOverview, {}, options);
  }
}

/** The operations of `client.stock`. */
export class StockApi extends Resource {
  /**
   * List stock levels, newest-updated first; with `at`, as they were at a moment; of goods that `q` finds.
   *
   * `GET /api/v1/stock/levels`
   */
  listLevels(query?: Query<"listStockLevels">, options?: RequestOptions): Pages<t.ListedStockLevel, t.StockLevels> {
    return this._pages(listStockLevels, { query }, options, "stock");
  }

  /**
   * List stock movements, newest first.
   *
   * `GET /api/v1/stock/movements`
   */
  listMovements(query?: Query<"listStockMovements">, options?: RequestOptions): Pages<t.StockMovement, t.StockMovements> {
    return this._pages(listStockMovements, { query }, options, "movements");
  }

  /**
   * List stock reservations, newest first.
   *
   * `GET /api/v1/stock/reservations`
   */
  listReservations(query?: Query<"listStockReservations">, options?: RequestOptions): Pages<t.StockReservation, t.StockReservations> {
    return this._pages(listStockReservations, { query }, options, "reservations");
  }

  /**
   * Move one stock level by a signed delta and record why.
   *
   * `POST /api/v1/stock/adjust`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500).
   */
  adjust(body: t.StockAdjustment, options?: RequestOptions): Promise<t.StockAdjustmentReply> {
    return this._call(adjustStock, { body }, options);
  }

  /**
   * Move up to 1,000 levels; an outcome per row.
   *
   * This takes 1 for every 100 `adjustments` of the requests a minute.
   *
   * `POST /api/v1/stock/adjust/bulk`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500).
   */
  adjustBulk(body: t.BulkStockAdjustment, options?: RequestOptions): Promise<t.Outcome[]> {
    return this._call(adjustStockLevels, { body }, options, "outcomes");
  }

  /**
   * Move stock from one warehouse to another.
   *
   * `POST /api/v1/stock/transfer`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  transfer(body: t.StockTransfer, options?: RequestOptions): Promise<t.StockTransferReply> {
    return this._call(transferStock, { body }, options);
  }

  /**
   * Find the levels that are not the sum of their movements; none when all is true.
   *
   * This takes 10 of the requests a minute.
   *
   * `GET /api/v1/stock/reconcile`
   */
  reconcile(query?: Query<"reconcileStock">, options?: RequestOptions): Pages<t.StockDifference, t.StockReconciliation> {
    return this._pages(reconcileStock, { query }, options, "levels");
  }
}

/** The operations of `client.storefrontOrders`. */
export class StorefrontOrdersApi extends Resource {
  /**
   * List what was bought in a partner's storefront, newest first.
   *
   * `GET /api/v1/storefront/orders`
   */
  list(query?: Query<"listStorefrontOrders">, options?: RequestOptions): Pages<t.StorefrontOrder, t.StorefrontOrders> {
    return this._pages(listStorefrontOrders, { query }, options, "orders");
  }

  /**
   * Show an order of a partner's storefront, and what became of each of its lines.
   *
   * `GET /api/v1/storefront/orders/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.StorefrontOrder> {
    return this._call(getStorefrontOrder, { path: { id } }, options, "order");
  }

  /**
   * Try again what could not be fulfilled of a paid order.
   *
   * `POST /api/v1/storefront/orders/{id}/retry`
   *
   * Refused with `NOT_CONFIGURED` (400), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `KEY_TAKEN` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  retry(id: string, body?: t.StorefrontOrderRetry, options?: RequestOptions): Promise<t.StorefrontOrder> {
    return this._call(retryStorefrontOrder, { path: { id }, body }, options, "order");
  }
}

/** The operations of `client.variants`. */
export class VariantsApi extends Resource {
  /**
   * Add a variant to a product.
   *
   * `POST /api/v1/products/{id}/variants`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `SKU_TAKEN` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(id: string, body: t.NewVariant, options?: RequestOptions): Promise<t.Variant> {
    return this._call(createVariant, { path: { id }, body }, options, "variant");
  }

  /**
   * Change a variant; promoting it to the default demotes its sibling.
   *
   * `PATCH /api/v1/products/{id}/variants/{variantId}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `SKU_TAKEN` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, variantId: string, body: t.VariantChange, options?: RequestOptions): Promise<t.Variant> {
    return this._call(updateVariant, { path: { id, variantId }, body }, options, "variant");
  }

  /**
   * Archive a variant; a default passes on to the oldest active sibling.
   *
   * `DELETE /api/v1/products/{id}/variants/{variantId}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  archive(id: string, variantId: string, options?: RequestOptions): Promise<t.ArchivedReply> {
    return this._call(archiveVariant, { path: { id, variantId } }, options);
  }

  /**
   * Find variants by the words of names and skus, or by ids, with their weight, their price and what is free.
   *
   * `GET /api/v1/variants`
   */
  search(query?: Query<"searchVariants">, options?: RequestOptions): Promise<t.VariantOffer[]> {
    return this._call(searchVariants, { query }, options, "variants");
  }
}

/** The operations of `client.warehouses`. */
export class WarehousesApi extends Resource {
  /**
   * List the warehouses, the default first, then by age; archived ones too where that is asked for.
   *
   * `GET /api/v1/warehouses`
   */
  list(query?: Query<"listWarehouses">, options?: RequestOptions): Pages<t.Warehouse, t.WarehouseList> {
    return this._pages(listWarehouses, { query }, options, "warehouses");
  }

  /**
   * Create a warehouse; the first one is the default.
   *
   * `POST /api/v1/warehouses`
   *
   * Refused with `IDEMPOTENCY_KEY_REQUIRED` (400), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewWarehouse, options?: RequestOptions): Promise<t.Warehouse> {
    return this._call(createWarehouse, { body }, options, "warehouse");
  }

  /**
   * Retrieve a warehouse, archived or not.
   *
   * `GET /api/v1/warehouses/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Warehouse> {
    return this._call(getWarehouse, { path: { id } }, options, "warehouse");
  }

  /**
   * Change a warehouse.
   *
   * `PATCH /api/v1/warehouses/{id}`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.WarehouseChange, options?: RequestOptions): Promise<t.Warehouse> {
    return this._call(updateWarehouse, { path: { id }, body }, options, "warehouse");
  }

  /**
   * Archive a warehouse; its stock is no longer available to new shipments.
   *
   * `DELETE /api/v1/warehouses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  archive(id: string, options?: RequestOptions): Promise<t.ArchivedReply> {
    return this._call(archiveWarehouse, { path: { id } }, options);
  }
}

/** The operations of `client.webhookDeliveries`. */
export class WebhookDeliveriesApi extends Resource {
  /**
   * List the delivery log, newest first, with every attempt.
   *
   * `GET /api/v1/webhooks/events`
   */
  list(query?: Query<"listWebhookDeliveries">, options?: RequestOptions): Pages<t.WebhookDelivery, t.WebhookDeliveries> {
    return this._pages(listWebhookDeliveries, { query }, options, "events");
  }

  /**
   * Retrieve one row of the delivery log.
   *
   * `GET /api/v1/webhooks/events/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.WebhookDelivery> {
    return this._call(getWebhookDelivery, { path: { id } }, options, "event");
  }

  /**
   * Queue one more attempt of a delivery that was sent or has failed.
   *
   * `POST /api/v1/webhooks/events/{id}/retry`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ALREADY_QUEUED` (409), `ENDPOINT_DISABLED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  retry(id: string, options?: RequestOptions): Promise<t.WebhookDelivery> {
    return this._call(retryWebhookDelivery, { path: { id } }, options, "event");
  }
}

/** The operations of `client.webhookEndpoints`. */
export class WebhookEndpointsApi extends Resource {
  /**
   * List webhook endpoints, newest first.
   *
   * `GET /api/v1/webhooks/endpoints`
   */
  list(query?: Query<"listWebhookEndpoints">, options?: RequestOptions): Pages<t.WebhookEndpoint, t.WebhookEndpoints> {
    return this._pages(listWebhookEndpoints, { query }, options, "endpoints");
  }

  /**
   * Register a webhook endpoint; its signing secret is shown in this answer only.
   *
   * `POST /api/v1/webhooks/endpoints`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewWebhookEndpoint, options?: RequestOptions): Promise<t.CreatedWebhookEndpointReply> {
    return this._call(createWebhookEndpoint, { body }, options);
  }

  /**
   * Retrieve a webhook endpoint; of its secret the end alone is shown.
   *
   * `GET /api/v1/webhooks/endpoints/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.WebhookEndpoint> {
    return this._call(getWebhookEndpoint, { path: { id } }, options, "endpoint");
  }

  /**
   * Change a webhook endpoint, pause it, or have it active again; its secret stays.
   *
   * `PATCH /api/v1/webhooks/endpoints/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.WebhookEndpointChange, options?: RequestOptions): Promise<t.WebhookEndpoint> {
    return this._call(updateWebhookEndpoint, { path: { id }, body }, options, "endpoint");
  }

  /**
   * Delete a webhook endpoint with its delivery log; deliveries stop at once.
   *
   * `DELETE /api/v1/webhooks/endpoints/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  delete(id: string, options?: RequestOptions): Promise<t.DeletedWebhookEndpointReply> {
    return this._call(deleteWebhookEndpoint, { path: { id } }, options);
  }

  /**
   * Give a webhook endpoint a new signing secret, shown in this answer only; for a time the old one signs too.
   *
   * `POST /api/v1/webhooks/endpoints/{id}/rotate-secret`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  rotateSecret(id: string, body?: t.WebhookSecretRotation, options?: RequestOptions): Promise<t.RotatedWebhookSecretReply> {
    return this._call(rotateWebhookEndpointSecret, { path: { id }, body }, options);
  }

  /**
   * Queue an event for this webhook endpoint alone, to try it out, whatever it is subscribed to.
   *
   * `POST /api/v1/webhooks/endpoints/{id}/test`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ENDPOINT_DISABLED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  test(id: string, options?: RequestOptions): Promise<t.WebhookDelivery> {
    return this._call(testWebhookEndpoint, { path: { id } }, options, "event");
  }

  /**
   * List every type of event, in alphabetical order, each with the JSON Schema of what is delivered.
   *
   * `GET /api/v1/webhooks/event-types`
   */
  listEventTypes(query?: Query<"listWebhookEventTypes">, options?: RequestOptions): Pages<t.EventType, t.WebhookEventTypes> {
    return this._pages(listWebhookEventTypes, { query }, options, "eventTypes");
  }

  /**
   * Deliver again what this webhook endpoint failed to take, or missed, in a period.
   *
   * This takes 10 of the requests a minute.
   *
   * `POST /api/v1/webhooks/endpoints/{id}/recover`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ALREADY_QUEUED` (409), `ENDPOINT_DISABLED` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  recover(id: string, body: t.WebhookRecoveryPeriod, options?: RequestOptions): Promise<t.WebhookRecovery> {
    return this._call(recoverWebhookEndpoint, { path: { id }, body }, options, "recovery");
  }

  /**
   * Tell how a webhook endpoint fares: attempts, successes, durations and what is pending.
   *
   * `GET /api/v1/webhooks/endpoints/{id}/stats`
   */
  getStats(id: string, query?: Query<"getWebhookEndpointStats">, options?: RequestOptions): Promise<t.WebhookStats> {
    return this._call(getWebhookEndpointStats, { path: { id }, query }, options, "stats");
  }
}

/** The operations of `client.webhookRecoveries`. */
export class WebhookRecoveriesApi extends Resource {
  /**
   * Retrieve a recovery, to see how far it is.
   *
   * `GET /api/v1/webhooks/recoveries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.WebhookRecovery> {
    return this._call(getWebhookRecovery, { path: { id } }, options, "recovery");
  }
}

/** The operations of `client.workspace`. */
export class WorkspaceApi extends Resource {
  /**
   * Show the workspace of the credential: its name, plan, language, zone and paper.
   *
   * `GET /api/v1/workspace`
   */
  get(options?: RequestOptions): Promise<t.Workspace> {
    return this._call(getOwnWorkspace, {}, options);
  }

  /**
   * Change the workspace's name, and how its console shows things.
   *
   * `PATCH /api/v1/workspace`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(body: t.WorkspaceChange, options?: RequestOptions): Promise<t.Workspace> {
    return this._call(updateOwnWorkspace, { body }, options);
  }
}

/** The operations of `client.workspaces`. */
export class WorkspacesApi extends Resource {
  /**
   * Provision a workspace that the partner may act for; the same `externalRef` is the same workspace.
   *
   * `POST /api/v1/admin/workspaces`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `CROSS_PARTNER` (409), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewWorkspace, options?: RequestOptions): Promise<t.PartnerWorkspace> {
    return this._call(createWorkspace, { body }, options);
  }

  /**
   * Show a workspace that the partner provisioned.
   *
   * `GET /api/v1/admin/workspaces/{accountId}`
   */
  get(accountId: string, options?: RequestOptions): Promise<t.PartnerWorkspace> {
    return this._call(getWorkspace, { path: { accountId } }, options);
  }
}

/** One object for each resource of the API. */
export class Api {
  readonly addresses: AddressesApi;
  readonly apiKeys: ApiKeysApi;
  readonly auditLog: AuditLogApi;
  readonly batches: BatchesApi;
  readonly billing: BillingApi;
  readonly deliveries: DeliveriesApi;
  readonly documentation: DocumentationApi;
  readonly events: EventsApi;
  readonly health: HealthApi;
  readonly inbound: InboundApi;
  readonly integrations: IntegrationsApi;
  readonly legacyShipments: LegacyShipmentsApi;
  readonly licenses: LicensesApi;
  readonly partner: PartnerApi;
  readonly products: ProductsApi;
  readonly shipments: ShipmentsApi;
  readonly shipping: ShippingApi;
  readonly shippingCredits: ShippingCreditsApi;
  readonly stats: StatsApi;
  readonly stock: StockApi;
  readonly storefrontOrders: StorefrontOrdersApi;
  readonly variants: VariantsApi;
  readonly warehouses: WarehousesApi;
  readonly webhookDeliveries: WebhookDeliveriesApi;
  readonly webhookEndpoints: WebhookEndpointsApi;
  readonly webhookRecoveries: WebhookRecoveriesApi;
  readonly workspace: WorkspaceApi;
  readonly workspaces: WorkspacesApi;

  constructor(transport: Transport) {
    this.addresses = new AddressesApi(transport);
    this.apiKeys = new ApiKeysApi(transport);
    this.auditLog = new AuditLogApi(transport);
    this.batches = new BatchesApi(transport);
    this.billing = new BillingApi(transport);
    this.deliveries = new DeliveriesApi(transport);
    this.documentation = new DocumentationApi(transport);
    this.events = new EventsApi(transport);
    this.health = new HealthApi(transport);
    this.inbound = new InboundApi(transport);
    this.integrations = new IntegrationsApi(transport);
    this.legacyShipments = new LegacyShipmentsApi(transport);
    this.licenses = new LicensesApi(transport);
    this.partner = new PartnerApi(transport);
    this.products = new ProductsApi(transport);
    this.shipments = new ShipmentsApi(transport);
    this.shipping = new ShippingApi(transport);
    this.shippingCredits = new ShippingCreditsApi(transport);
    this.stats = new StatsApi(transport);
    this.stock = new StockApi(transport);
    this.storefrontOrders = new StorefrontOrdersApi(transport);
    this.variants = new VariantsApi(transport);
    this.warehouses = new WarehousesApi(transport);
    this.webhookDeliveries = new WebhookDeliveriesApi(transport);
    this.webhookEndpoints = new WebhookEndpointsApi(transport);
    this.webhookRecoveries = new WebhookRecoveriesApi(transport);
    this.workspace = new WorkspaceApi(transport);
    this.workspaces = new WorkspacesApi(transport);
  }
}
