// Generated from the OpenAPI document by scripts/generate.mjs. Do not change it by hand.

import type { Download } from "../download.js";
import type { Call } from "../operation.js";
import type { Pages } from "../pages.js";
import type { RawBody, RequestOptions } from "../options.js";
import { Resource } from "../resource.js";
import type { Transport } from "../transport.js";
import type * as t from "./schema.js";

type Query<Id extends keyof t.operations> = NonNullable<t.operations[Id]["parameters"]["query"]>;

/** The operations of `client.addresses`. */
export class AddressesApi extends Resource {
  /**
   * List saved addresses, defaults first, then the newest-updated.
   *
   * `GET /api/v1/addresses`
   */
  list(query?: Query<"listAddresses">, options?: RequestOptions): Pages<t.Address, t.AddressList> {
    return this._pages({ id: "listAddresses", method: "GET", path: "/api/v1/addresses" }, { query }, options, "addresses");
  }

  /**
   * Save an address; `isDefault` demotes the customer's former default.
   *
   * `POST /api/v1/addresses`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewAddress, options?: RequestOptions): Promise<t.Address> {
    return this._call({ id: "createAddress", method: "POST", path: "/api/v1/addresses" }, { body }, options, "address");
  }

  /**
   * Retrieve a saved address.
   *
   * `GET /api/v1/addresses/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Address> {
    return this._call({ id: "getAddress", method: "GET", path: "/api/v1/addresses/{id}" }, { path: { id } }, options, "address");
  }

  /**
   * Change an address.
   *
   * `PATCH /api/v1/addresses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.AddressChange, options?: RequestOptions): Promise<t.Address> {
    return this._call({ id: "updateAddress", method: "PATCH", path: "/api/v1/addresses/{id}" }, { path: { id }, body }, options, "address");
  }

  /**
   * Delete an address for good.
   *
   * `DELETE /api/v1/addresses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  delete(id: string, options?: RequestOptions): Promise<t.DeletedAddressReply> {
    return this._call({ id: "deleteAddress", method: "DELETE", path: "/api/v1/addresses/{id}" }, { path: { id } }, options);
  }
}

/** The operations of `client.apiKeys`. */
export class ApiKeysApi extends Resource {
  /**
   * List the workspace's keys, newest first, active and revoked. A partner sees only the keys that it made.
   *
   * `GET /api/v1/api-keys`
   */
  list(query?: Query<"listApiKeys">, options?: RequestOptions): Pages<t.ApiKey, t.ApiKeyList> {
    return this._pages({ id: "listApiKeys", method: "GET", path: "/api/v1/api-keys" }, { query }, options, "apiKeys");
  }

  /**
   * Create a key; its secret is shown in this answer only.
   *
   * `POST /api/v1/api-keys`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewApiKey, options?: RequestOptions): Promise<t.ApiKeyWithSecretReply> {
    return this._call({ id: "createApiKey", method: "POST", path: "/api/v1/api-keys" }, { body }, options);
  }

  /**
   * Revoke a key; requests signed with it are refused from now on.
   *
   * `POST /api/v1/api-keys/{id}/revoke`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ALREADY_REVOKED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  revoke(id: string, options?: RequestOptions): Promise<t.RevokedApiKey> {
    return this._call({ id: "revokeApiKey", method: "POST", path: "/api/v1/api-keys/{id}/revoke" }, { path: { id } }, options, "apiKey");
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
    return this._pages({ id: "listAuditEntries", method: "GET", path: "/api/v1/audit-log" }, { query }, options, "entries");
  }

  /**
   * Export the whole audit log as JSON lines, newest first.
   *
   * Each line is an entry; the last one is `{"end": {"entries": 1234}}`. A stream without it was cut off.
   *
   * Cost against the rate limit: 10.
   *
   * `GET /api/v1/audit-log/export`
   */
  export(query?: Query<"exportAuditLog">, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "exportAuditLog", method: "GET", path: "/api/v1/audit-log/export" }, { query }, options);
  }
}

/** The operations of `client.batches`. */
export class BatchesApi extends Resource {
  /**
   * List the workspace's batches, newest first. A batch is deleted 30 days after its end.
   *
   * `GET /api/v1/batches`
   */
  list(query?: Query<"listBatches">, options?: RequestOptions): Pages<t.Batch, t.BatchList> {
    return this._pages({ id: "listBatches", method: "GET", path: "/api/v1/batches" }, { query }, options, "batches");
  }

  /**
   * Create a batch: the worker books, cancels or prints the shipments after this answer.
   *
   * Cost against the rate limit: 10.
   *
   * `POST /api/v1/batches`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `TOO_MANY_BATCHES` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewBatch, options?: RequestOptions): Promise<t.Batch> {
    return this._call({ id: "createBatch", method: "POST", path: "/api/v1/batches" }, { body }, options, "batch");
  }

  /**
   * Preview a batch: the shipments that it would skip and why, and the credit that it needs now.
   *
   * Cost against the rate limit: 10.
   *
   * `POST /api/v1/batches/preview`
   *
   * Refused with `NOT_CONFIGURED` (400), `WORKSPACE_SUSPENDED` (403), `ALREADY_CONFIRMED` (409), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `NOT_READY` (409), `PRICE_CHANGED` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  preview(body: t.NewBatch, options?: RequestOptions): Promise<t.BatchPreview> {
    return this._call({ id: "previewBatch", method: "POST", path: "/api/v1/batches/preview" }, { body }, options);
  }

  /**
   * Retrieve a batch with the number of its shipments in each state.
   *
   * `GET /api/v1/batches/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Batch> {
    return this._call({ id: "getBatch", method: "GET", path: "/api/v1/batches/{id}" }, { path: { id } }, options, "batch");
  }

  /**
   * List the outcome of each shipment of a batch, in its order.
   *
   * `GET /api/v1/batches/{id}/rows`
   */
  listRows(id: string, query?: Query<"listBatchRows">, options?: RequestOptions): Pages<t.BatchRow, t.BatchRows> {
    return this._pages({ id: "listBatchRows", method: "GET", path: "/api/v1/batches/{id}/rows" }, { path: { id }, query }, options, "rows");
  }

  /**
   * Stop a batch: shipments that are not begun are left untouched, and the others are completed.
   *
   * `POST /api/v1/batches/{id}/stop`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  stop(id: string, options?: RequestOptions): Promise<t.Batch> {
    return this._call({ id: "stopBatch", method: "POST", path: "/api/v1/batches/{id}/stop" }, { path: { id } }, options, "batch");
  }

  /**
   * Retry the failed shipments of a batch, as new attempts.
   *
   * Cost against the rate limit: 10.
   *
   * `POST /api/v1/batches/{id}/retry`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `TOO_MANY_BATCHES` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  retry(id: string, options?: RequestOptions): Promise<t.Batch> {
    return this._call({ id: "retryBatch", method: "POST", path: "/api/v1/batches/{id}/retry" }, { path: { id } }, options, "batch");
  }

  /**
   * Print the labels of a batch's completed shipments, in its order, as one PDF per hundred shipments.
   *
   * Cost against the rate limit: 10.
   *
   * `GET /api/v1/batches/{id}/document`
   *
   * Refused with `NOT_READY` (409).
   */
  downloadDocument(id: string, query?: Query<"downloadBatchDocument">, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "downloadBatchDocument", method: "GET", path: "/api/v1/batches/{id}/document" }, { path: { id }, query }, options);
  }
}

/** The operations of `client.billing`. */
export class BillingApi extends Resource {
  /**
   * List the plans, the smallest first; prices are a month's, in whole rupiah.
   *
   * Browsers may call this from pages of any origin.
   *
   * `GET /api/v1/billing/plans`
   */
  listPlans(options?: RequestOptions): Promise<t.PlanOffer[]> {
    return this._call({ id: "listPlans", method: "GET", path: "/api/v1/billing/plans", isPublic: true }, {}, options);
  }

  /**
   * Show the workspace's plan and its limits.
   *
   * `GET /api/v1/billing/plan`
   */
  getPlan(options?: RequestOptions): Promise<t.CurrentPlan> {
    return this._call({ id: "getPlan", method: "GET", path: "/api/v1/billing/plan" }, {}, options);
  }

  /**
   * Show the workspace's subscription, its status and its period.
   *
   * `GET /api/v1/billing/subscription`
   */
  getSubscription(options?: RequestOptions): Promise<t.Subscription> {
    return this._call({ id: "getSubscription", method: "GET", path: "/api/v1/billing/subscription" }, {}, options);
  }

  /**
   * Show the workspace's usage of this calendar month (UTC).
   *
   * `GET /api/v1/billing/usage`
   */
  getUsage(options?: RequestOptions): Promise<t.Usage> {
    return this._call({ id: "getUsage", method: "GET", path: "/api/v1/billing/usage" }, {}, options);
  }

  /**
   * List the invoices, newest first.
   *
   * `GET /api/v1/billing/invoices`
   */
  listInvoices(query?: Query<"listInvoices">, options?: RequestOptions): Pages<t.Invoice, t.Invoices> {
    return this._pages({ id: "listInvoices", method: "GET", path: "/api/v1/billing/invoices" }, { query }, options, "data");
  }

  /**
   * Open a page on which a plan is paid for.
   *
   * A request with an API key must give an `email`; for a signed-in user, the address of their token is used. Without a
   * currency, that of the present subscription is used. Without a subscription it is IDR in Indonesia and where the
   * country is not known, and USD elsewhere.
   *
   * Cost against the rate limit: 5.
   *
   * `POST /api/v1/billing/checkout`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `CHECKOUT_FAILED` (500), `PLAN_NOT_CONFIGURED` (503).
   */
  createCheckout(body: t.PlanCheckout, options?: RequestOptions): Promise<t.OpenedCheckout> {
    return this._call({ id: "createPlanCheckout", method: "POST", path: "/api/v1/billing/checkout" }, { body }, options);
  }

  /**
   * Cancel at the end of the current period; a workspace that pays for nothing is returned as it is.
   *
   * Cost against the rate limit: 5.
   *
   * `POST /api/v1/billing/cancel`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `IDEMPOTENCY_KEY_REUSED` (422), `CANCEL_FAILED` (500).
   */
  cancelSubscription(options?: RequestOptions): Promise<t.Subscription> {
    return this._call({ id: "cancelSubscription", method: "POST", path: "/api/v1/billing/cancel" }, {}, options);
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
    return this._pages({ id: "listDeliveries", method: "GET", path: "/api/v1/deliveries" }, { query }, options, "deliveries");
  }

  /**
   * Grant a customer downloads of a digital product.
   *
   * `POST /api/v1/deliveries`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewDelivery, options?: RequestOptions): Promise<t.Delivery> {
    return this._call({ id: "createDelivery", method: "POST", path: "/api/v1/deliveries" }, { body }, options, "delivery");
  }

  /**
   * Show a digital delivery.
   *
   * `GET /api/v1/deliveries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call({ id: "getDelivery", method: "GET", path: "/api/v1/deliveries/{id}" }, { path: { id } }, options, "delivery");
  }

  /**
   * Count a download, before the file is served.
   *
   * `POST /api/v1/deliveries/{id}/download`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `DOWNLOAD_LIMIT` (409), `EXPIRED` (410), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  download(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call({ id: "downloadDelivery", method: "POST", path: "/api/v1/deliveries/{id}/download" }, { path: { id } }, options, "delivery");
  }

  /**
   * Extend a digital delivery by 30 days.
   *
   * `POST /api/v1/deliveries/{id}/extend`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  extend(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call({ id: "extendDelivery", method: "POST", path: "/api/v1/deliveries/{id}/extend" }, { path: { id } }, options, "delivery");
  }

  /**
   * Reset the count of downloads to 0.
   *
   * `POST /api/v1/deliveries/{id}/reset-downloads`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  resetDownloads(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call({ id: "resetDeliveryDownloads", method: "POST", path: "/api/v1/deliveries/{id}/reset-downloads" }, { path: { id } }, options, "delivery");
  }

  /**
   * End a digital delivery now.
   *
   * `POST /api/v1/deliveries/{id}/revoke`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  revoke(id: string, options?: RequestOptions): Promise<t.Delivery> {
    return this._call({ id: "revokeDelivery", method: "POST", path: "/api/v1/deliveries/{id}/revoke" }, { path: { id } }, options, "delivery");
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
    return this._call({ id: "getOpenApiDocument", method: "GET", path: "/api/v1/openapi.json", isPublic: true, isBare: true }, {}, options);
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
    return this._pages({ id: "listEvents", method: "GET", path: "/api/v1/events" }, { query }, options, "events");
  }

  /**
   * Retrieve an event.
   *
   * `GET /api/v1/events/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Envelope> {
    return this._call({ id: "getEvent", method: "GET", path: "/api/v1/events/{id}" }, { path: { id } }, options, "event");
  }
}

/** The operations of `client.health`. */
export class HealthApi extends Resource {
  /**
   * Show the service's name and version, if its database answers.
   *
   * Browsers may call this from pages of any origin.
   *
   * `GET /api/v1/health`
   */
  get(options?: RequestOptions): Promise<t.Health> {
    return this._call({ id: "getHealth", method: "GET", path: "/api/v1/health", isPublic: true }, {}, options);
  }
}

/** The operations of `client.inbound`. */
export class InboundApi extends Resource {
  /**
   * Receive a courier report from the aggregator.
   *
   * `POST /api/v1/inbound/aggregator/{token}`
   *
   * Refused with `NOT_CONFIGURED` (400), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  receiveCourierReport(token: string, body: RawBody, options?: RequestOptions): Promise<t.CourierReportReply> {
    return this._call({ id: "receiveCourierReport", method: "POST", path: "/api/v1/inbound/aggregator/{token}", isPublic: true, isForeign: true }, { path: { token }, body }, options);
  }

  /**
   * Receive one signed event of the payment provider.
   *
   * `POST /api/v1/inbound/payments`
   *
   * Refused with `NOT_CONFIGURED` (400), `PAYLOAD_TOO_LARGE` (413), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  receivePaymentEvent(body: RawBody, options?: RequestOptions): Promise<t.PaymentEventReply> {
    return this._call({ id: "receivePaymentEvent", method: "POST", path: "/api/v1/inbound/payments", isPublic: true, isForeign: true }, { body }, options);
  }

  /**
   * Receive an event of a partner's storefront, signed with the storefront's secret like a webhook.
   *
   * `POST /api/v1/inbound/storefront`
   *
   * Refused with `NOT_CONFIGURED` (400), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `KEY_TAKEN` (409), `SKU_TAKEN` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  receiveStorefrontEvent(query: Query<"receiveStorefrontEvent">, body: RawBody, options?: RequestOptions): Promise<t.StorefrontEventReply> {
    return this._call({ id: "receiveStorefrontEvent", method: "POST", path: "/api/v1/inbound/storefront", isPublic: true, isForeign: true }, { query, body }, options);
  }
}

/** The operations of `client.integrations`. */
export class IntegrationsApi extends Resource {
  /**
   * Show the integrations of the workspace, computed on every call.
   *
   * `GET /api/v1/integrations/status`
   */
  getStatus(options?: RequestOptions): Promise<t.IntegrationStatus> {
    return this._call({ id: "getIntegrationStatus", method: "GET", path: "/api/v1/integrations/status" }, {}, options);
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
    return this._pages({ id: "listLegacyShipments", method: "GET", path: "/api/v1/shipments" }, { query }, options, "shipments");
  }

  /**
   * Retrieve a shipment with its courier records (legacy; prefer /shipping/shipments/{id}).
   *
   * `GET /api/v1/shipments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.ShipmentWithEvents> {
    return this._call({ id: "getLegacyShipment", method: "GET", path: "/api/v1/shipments/{id}" }, { path: { id } }, options, "shipment");
  }

  /**
   * Cancel a shipment and return its stock and credit (legacy; prefer /shipping/shipments/{id}/cancel).
   *
   * `POST /api/v1/shipments/{id}/cancel`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  cancel(id: string, body?: t.ShipmentCancellation, options?: RequestOptions): Promise<t.LegacyCancelledShipmentReply> {
    return this._call({ id: "cancelLegacyShipment", method: "POST", path: "/api/v1/shipments/{id}/cancel" }, { path: { id }, body }, options);
  }

  /**
   * Replace a shipment by a new pending one (legacy; prefer /shipping/shipments/{id}/rebook).
   *
   * A booked courier is cancelled first.
   *
   * `POST /api/v1/shipments/{id}/rebook`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  rebook(id: string, body?: t.ShipmentRebooking, options?: RequestOptions): Promise<t.RebookedShipmentReply> {
    return this._call({ id: "rebookLegacyShipment", method: "POST", path: "/api/v1/shipments/{id}/rebook" }, { path: { id }, body }, options);
  }
}

/** The operations of `client.licenses`. */
export class LicensesApi extends Resource {
  /**
   * List licenses, newest first; with `q`, in the order of the matching texts.
   *
   * `GET /api/v1/licenses`
   */
  list(query?: Query<"listLicenses">, options?: RequestOptions): Pages<t.License, t.LicenseList> {
    return this._pages({ id: "listLicenses", method: "GET", path: "/api/v1/licenses" }, { query }, options, "licenses");
  }

  /**
   * Issue a license; the service generates the key unless it is given.
   *
   * `POST /api/v1/licenses`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `KEY_TAKEN` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewLicense, options?: RequestOptions): Promise<t.License> {
    return this._call({ id: "createLicense", method: "POST", path: "/api/v1/licenses" }, { body }, options, "license");
  }

  /**
   * Issue up to 500 licenses; an outcome per row.
   *
   * Cost against the rate limit: 1 for every 100 `licenses`.
   *
   * `POST /api/v1/licenses/bulk`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `KEY_TAKEN` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  createBulk(body: t.BulkLicenses, options?: RequestOptions): Promise<t.BulkItemResult[]> {
    return this._call({ id: "createLicenses", method: "POST", path: "/api/v1/licenses/bulk" }, { body }, options, "outcomes");
  }

  /**
   * Find a license of the workspace by its key, with its activations.
   *
   * `GET /api/v1/licenses/lookup`
   */
  lookUp(query: Query<"lookUpLicense">, options?: RequestOptions): Pages<t.LicenseActivation, t.LicenseWithActivations> {
    return this._pages({ id: "lookUpLicense", method: "GET", path: "/api/v1/licenses/lookup" }, { query }, options, "activations");
  }

  /**
   * Validate a license key; an invalid key is not an error.
   *
   * Browsers may call this from pages of any origin.
   *
   * `GET /api/v1/licenses/validate`
   */
  validate(query: Query<"validateLicense">, options?: RequestOptions): Promise<t.LicenseValidity> {
    return this._call({ id: "validateLicense", method: "GET", path: "/api/v1/licenses/validate", isPublic: true }, { query }, options);
  }

  /**
   * Activate a license on an instance, unless it is active there.
   *
   * Browsers may call this from pages of any origin.
   *
   * `POST /api/v1/licenses/activate`
   *
   * Refused with `EXPIRED` (403), `LICENSE_SUSPENDED` (403), `WORKSPACE_SUSPENDED` (403), `MAX_ACTIVATIONS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  activate(body: t.LicenseActivationRequest, options?: RequestOptions): Promise<t.ActivatedLicenseReply> {
    return this._call({ id: "activateLicense", method: "POST", path: "/api/v1/licenses/activate", isPublic: true }, { body }, options);
  }

  /**
   * Deactivate a license on an instance; an invalid key is not an error.
   *
   * Browsers may call this from pages of any origin.
   *
   * `POST /api/v1/licenses/deactivate`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  deactivate(body: t.LicenseActivationRequest, options?: RequestOptions): Promise<t.DeactivatedLicenseReply> {
    return this._call({ id: "deactivateLicense", method: "POST", path: "/api/v1/licenses/deactivate", isPublic: true }, { body }, options);
  }

  /**
   * Show the public key that verifies the workspace's license files.
   *
   * `GET /api/v1/licenses/signing-key`
   */
  getSigningKey(options?: RequestOptions): Promise<t.SigningKey> {
    return this._call({ id: "getLicenseSigningKey", method: "GET", path: "/api/v1/licenses/signing-key" }, {}, options, "signingKey");
  }

  /**
   * Retrieve one license.
   *
   * `GET /api/v1/licenses/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call({ id: "getLicense", method: "GET", path: "/api/v1/licenses/{id}" }, { path: { id } }, options, "license");
  }

  /**
   * Change the maximum number of activations of a license, or its expiry.
   *
   * `PATCH /api/v1/licenses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.LicenseChange, options?: RequestOptions): Promise<t.License> {
    return this._call({ id: "updateLicense", method: "PATCH", path: "/api/v1/licenses/{id}" }, { path: { id }, body }, options, "license");
  }

  /**
   * Revoke a license for good.
   *
   * `POST /api/v1/licenses/{id}/revoke`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  revoke(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call({ id: "revokeLicense", method: "POST", path: "/api/v1/licenses/{id}/revoke" }, { path: { id } }, options, "license");
  }

  /**
   * Suspend a license until it is reinstated.
   *
   * `POST /api/v1/licenses/{id}/suspend`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  suspend(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call({ id: "suspendLicense", method: "POST", path: "/api/v1/licenses/{id}/suspend" }, { path: { id } }, options, "license");
  }

  /**
   * Reinstate a suspended license.
   *
   * `POST /api/v1/licenses/{id}/reinstate`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  reinstate(id: string, options?: RequestOptions): Promise<t.License> {
    return this._call({ id: "reinstateLicense", method: "POST", path: "/api/v1/licenses/{id}/reinstate" }, { path: { id } }, options, "license");
  }

  /**
   * Issue a signed license file for an active instance, for offline validation.
   *
   * `POST /api/v1/licenses/{id}/file`
   *
   * Refused with `EXPIRED` (403), `LICENSE_SUSPENDED` (403), `WORKSPACE_SUSPENDED` (403), `LICENSE_REVOKED` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  createFile(id: string, body: t.LicenseFileRequest, options?: RequestOptions): Promise<t.LicenseFile> {
    return this._call({ id: "createLicenseFile", method: "POST", path: "/api/v1/licenses/{id}/file" }, { path: { id }, body }, options, "licenseFile");
  }

  /**
   * List a license's activations, newest first.
   *
   * `GET /api/v1/licenses/{id}/activations`
   */
  listActivations(id: string, query?: Query<"listLicenseActivations">, options?: RequestOptions): Pages<t.LicenseActivation, t.LicenseActivations> {
    return this._pages({ id: "listLicenseActivations", method: "GET", path: "/api/v1/licenses/{id}/activations" }, { path: { id }, query }, options, "activations");
  }

  /**
   * End an activation of a license as the merchant.
   *
   * `POST /api/v1/licenses/{id}/activations/{activationId}/release`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  releaseActivation(id: string, activationId: string, options?: RequestOptions): Promise<t.LicenseActivation> {
    return this._call({ id: "releaseLicenseActivation", method: "POST", path: "/api/v1/licenses/{id}/activations/{activationId}/release" }, { path: { id, activationId } }, options, "activation");
  }
}

/** The operations of `client.partner`. */
export class PartnerApi extends Resource {
  /**
   * Show the usage of each workspace of the partner, and their total, by calendar months.
   *
   * `GET /api/v1/admin/partner/usage`
   */
  getUsage(query?: Query<"getPartnerUsage">, options?: RequestOptions): Pages<t.WorkspaceUsage, t.PartnerUsage> {
    return this._pages({ id: "getPartnerUsage", method: "GET", path: "/api/v1/admin/partner/usage" }, { query }, options, "workspaces");
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
    return this._pages({ id: "listProducts", method: "GET", path: "/api/v1/products" }, { query }, options, "products");
  }

  /**
   * Create a product; it gets a Default variant.
   *
   * `POST /api/v1/products`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewProduct, options?: RequestOptions): Promise<t.Product> {
    return this._call({ id: "createProduct", method: "POST", path: "/api/v1/products" }, { body }, options, "product");
  }

  /**
   * Retrieve one product with its variants.
   *
   * `GET /api/v1/products/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Product> {
    return this._call({ id: "getProduct", method: "GET", path: "/api/v1/products/{id}" }, { path: { id } }, options, "product");
  }

  /**
   * Change a product; its type stays.
   *
   * `PATCH /api/v1/products/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.ProductChange, options?: RequestOptions): Promise<t.Product> {
    return this._call({ id: "updateProduct", method: "PATCH", path: "/api/v1/products/{id}" }, { path: { id }, body }, options, "product");
  }

  /**
   * Archive a product; its data stays.
   *
   * `DELETE /api/v1/products/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  archive(id: string, options?: RequestOptions): Promise<t.ArchivedResponse> {
    return this._call({ id: "archiveProduct", method: "DELETE", path: "/api/v1/products/{id}" }, { path: { id } }, options);
  }

  /**
   * Create up to 200 products; an outcome per row.
   *
   * Cost against the rate limit: 1 for every 20 `products`.
   *
   * `POST /api/v1/products/bulk`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  createBulk(body: t.BulkProducts, options?: RequestOptions): Promise<t.BulkItemResult[]> {
    return this._call({ id: "createProducts", method: "POST", path: "/api/v1/products/bulk" }, { body }, options, "outcomes");
  }
}

/** The operations of `client.shipments`. */
export class ShipmentsApi extends Resource {
  /**
   * Create a pending shipment and allocate its stock; no courier is called yet.
   *
   * `POST /api/v1/shipments`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  create(body: t.NewShipment, options?: RequestOptions): Promise<t.Shipment> {
    return this._call({ id: "createShipment", method: "POST", path: "/api/v1/shipments" }, { body }, options, "shipment");
  }

  /**
   * Create up to 100 pending shipments, with an outcome for each row.
   *
   * Cost against the rate limit: 1 for every 10 `shipments`.
   *
   * `POST /api/v1/shipments/bulk`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  createBulk(body: t.BulkShipments, options?: RequestOptions): Promise<t.BulkItemResult[]> {
    return this._call({ id: "createShipments", method: "POST", path: "/api/v1/shipments/bulk" }, { body }, options, "outcomes");
  }

  /**
   * List shipments, newest first. The total is null under any filter but the status.
   *
   * `GET /api/v1/shipping/shipments`
   */
  list(query?: Query<"listShipments">, options?: RequestOptions): Pages<t.Shipment, t.Shipment[]> {
    return this._pages({ id: "listShipments", method: "GET", path: "/api/v1/shipping/shipments" }, { query }, options, "");
  }

  /**
   * Export the shipments that match the filters as CSV, in the order of the list and without a limit.
   *
   * The file is UTF-8 with a byte order mark, so that spreadsheets read it. Text that a spreadsheet would run as a
   * formula begins with an apostrophe.
   *
   * Cost against the rate limit: 10.
   *
   * `GET /api/v1/shipping/shipments/export`
   */
  export(query?: Query<"exportShipments">, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "exportShipments", method: "GET", path: "/api/v1/shipping/shipments/export" }, { query }, options);
  }

  /**
   * Count the shipments in each work queue, up to 99: to book, to print, uncollected, silent, unclear, returned.
   *
   * `GET /api/v1/shipments/queues`
   */
  getQueues(options?: RequestOptions): Promise<t.ShipmentQueues> {
    return this._call({ id: "getShipmentQueues", method: "GET", path: "/api/v1/shipments/queues" }, {}, options);
  }

  /**
   * Retrieve a shipment with its courier records.
   *
   * `GET /api/v1/shipping/shipments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.ShipmentWithEvents> {
    return this._call({ id: "getShipment", method: "GET", path: "/api/v1/shipping/shipments/{id}" }, { path: { id } }, options);
  }

  /**
   * Show the timeline of a shipment, newest first: courier, money, stock, webhooks and people.
   *
   * A user sees only the entries that their roles may read.
   *
   * `GET /api/v1/shipping/shipments/{id}/timeline`
   */
  getTimeline(id: string, options?: RequestOptions): Promise<t.ShipmentTimeline> {
    return this._call({ id: "getShipmentTimeline", method: "GET", path: "/api/v1/shipping/shipments/{id}/timeline" }, { path: { id } }, options);
  }

  /**
   * Book the courier: one order and one charge, however often this is requested.
   *
   * `POST /api/v1/shipments/{id}/confirm-pickup`
   *
   * Refused with `INSUFFICIENT_SHIPPING_CREDIT` (402), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `ALREADY_CONFIRMED` (409), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PRICE_CHANGED` (409), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  confirmPickup(id: string, options?: RequestOptions): Promise<t.Shipment> {
    return this._call({ id: "confirmPickup", method: "POST", path: "/api/v1/shipments/{id}/confirm-pickup" }, { path: { id } }, options, "shipment");
  }

  /**
   * Cancel a shipment and return its stock and credit.
   *
   * `POST /api/v1/shipping/shipments/{id}/cancel`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  cancel(id: string, body?: t.ShipmentCancellation, options?: RequestOptions): Promise<t.CancelledShipment> {
    return this._call({ id: "cancelShipment", method: "POST", path: "/api/v1/shipping/shipments/{id}/cancel" }, { path: { id }, body }, options);
  }

  /**
   * Replace a shipment by a new pending one; a booked courier is cancelled first.
   *
   * `POST /api/v1/shipping/shipments/{id}/rebook`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  rebook(id: string, body?: t.ShipmentRebooking, options?: RequestOptions): Promise<t.RebookedShipmentReply> {
    return this._call({ id: "rebookShipment", method: "POST", path: "/api/v1/shipping/shipments/{id}/rebook" }, { path: { id }, body }, options);
  }

  /**
   * Restock the goods of a returned shipment, once; damaged pieces are recorded and not put back.
   *
   * `POST /api/v1/shipments/{id}/restock`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500).
   */
  restock(id: string, body?: t.ShipmentRestockRequest, options?: RequestOptions): Promise<t.ShipmentRestockReply> {
    return this._call({ id: "restockShipment", method: "POST", path: "/api/v1/shipments/{id}/restock" }, { path: { id }, body }, options);
  }

  /**
   * Track a shipment: its current status, its history and its driver, as the courier reports them.
   *
   * `GET /api/v1/shipments/{id}/tracking`
   *
   * Refused with `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  track(id: string, options?: RequestOptions): Promise<t.Tracking> {
    return this._call({ id: "trackShipment", method: "GET", path: "/api/v1/shipments/{id}/tracking" }, { path: { id } }, options);
  }

  /**
   * Print the shipping label as a PDF.
   *
   * `GET /api/v1/shipments/{id}/label`
   */
  downloadLabel(id: string, query?: Query<"downloadLabel">, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "downloadLabel", method: "GET", path: "/api/v1/shipments/{id}/label" }, { path: { id }, query }, options);
  }

  /**
   * Print the labels of up to 100 shipments as one PDF.
   *
   * Cost against the rate limit: 1 for every 10 `shipmentIds`.
   *
   * `POST /api/v1/shipments/labels`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  downloadLabels(body: t.LabelRequest, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "downloadLabels", method: "POST", path: "/api/v1/shipments/labels" }, { body }, options);
  }

  /**
   * Create a link to the label that needs no signature and expires. The link fixes the print options.
   *
   * `GET /api/v1/shipping/shipments/{id}/label`
   *
   * Refused with `NOT_READY` (409).
   */
  getLabelLink(id: string, query?: Query<"getLabelLink">, options?: RequestOptions): Promise<t.LabelLink> {
    return this._call({ id: "getLabelLink", method: "GET", path: "/api/v1/shipping/shipments/{id}/label" }, { path: { id }, query }, options);
  }

  /**
   * Open a label by its link: the courier's own label where there is one, else the service's.
   *
   * `GET /api/v1/label-links/{token}`
   */
  downloadLinkedLabel(token: string, query?: Query<"downloadLinkedLabel">, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "downloadLinkedLabel", method: "GET", path: "/api/v1/label-links/{token}", isPublic: true }, { path: { token }, query }, options);
  }

  /**
   * Mark up to 500 shipments as printed without rendering anything, or remove the marks.
   *
   * Cost against the rate limit: 1 for every 100 `shipmentIds`.
   *
   * `POST /api/v1/shipments/printed`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  markPrinted(body: t.PrintMarking, options?: RequestOptions): Promise<t.PrintMark[]> {
    return this._call({ id: "markShipmentsPrinted", method: "POST", path: "/api/v1/shipments/printed" }, { body }, options, "shipments");
  }

  /**
   * Print the packing slips of up to 100 shipments as one PDF.
   *
   * Cost against the rate limit: 1 for every 10 `shipmentIds`.
   *
   * `POST /api/v1/shipments/packing-slips`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  downloadPackingSlips(body: t.PackingSlipRequest, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "downloadPackingSlips", method: "POST", path: "/api/v1/shipments/packing-slips" }, { body }, options);
  }

  /**
   * Print one hand-over list per courier, for both sides to sign, as one PDF.
   *
   * Cost against the rate limit: 10.
   *
   * `POST /api/v1/shipments/hand-over-list`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  downloadHandOverList(body: t.ManifestRequest, options?: RequestOptions): Promise<Download> {
    return this._download({ id: "downloadHandOverList", method: "POST", path: "/api/v1/shipments/hand-over-list" }, { body }, options);
  }
}

/** The operations of `client.shipping`. */
export class ShippingApi extends Resource {
  /**
   * Show the shipping origin; all fields are null if none is set.
   *
   * `GET /api/v1/shipping/origin`
   */
  getOrigin(options?: RequestOptions): Promise<t.ShippingOrigin> {
    return this._call({ id: "getShippingOrigin", method: "GET", path: "/api/v1/shipping/origin" }, {}, options);
  }

  /**
   * Set or change the shipping origin.
   *
   * `PATCH /api/v1/shipping/origin`
   *
   * Refused with `VALIDATION_ERROR` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  updateOrigin(body: t.OriginChange, options?: RequestOptions): Promise<t.ShippingOrigin> {
    return this._call({ id: "updateShippingOrigin", method: "PATCH", path: "/api/v1/shipping/origin" }, { body }, options);
  }

  /**
   * List the courier catalogue: one row for each service of a courier.
   *
   * `GET /api/v1/shipping/couriers`
   *
   * Refused with `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  listCouriers(query?: Query<"listCouriers">, options?: RequestOptions): Pages<t.CourierService, t.CourierService[]> {
    return this._pages({ id: "listCouriers", method: "GET", path: "/api/v1/shipping/couriers" }, { query }, options, "");
  }

  /**
   * Search areas by name or postal code; about ten hits.
   *
   * `GET /api/v1/shipping/areas`
   *
   * Refused with `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  searchAreas(query: Query<"searchAreas">, options?: RequestOptions): Pages<t.Area, t.Area[]> {
    return this._pages({ id: "searchAreas", method: "GET", path: "/api/v1/shipping/areas" }, { query }, options, "");
  }

  /**
   * Quote the rates of the enabled couriers for a parcel, cheapest first.
   *
   * Cost against the rate limit: 5.
   *
   * `POST /api/v1/shipping/rates`
   *
   * Refused with `NOT_CONFIGURED` (400), `VALIDATION_ERROR` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  quoteRates(body: t.ShippingRateRequest, options?: RequestOptions): Promise<t.ShippingRates> {
    return this._call({ id: "quoteRates", method: "POST", path: "/api/v1/shipping/rates" }, { body }, options);
  }

  /**
   * Show the aggregator config and the catalogue's courier codes.
   *
   * `GET /api/v1/shipping/config`
   *
   * Refused with `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  getConfig(options?: RequestOptions): Promise<t.ShippingConfigReply> {
    return this._call({ id: "getShippingConfig", method: "GET", path: "/api/v1/shipping/config" }, {}, options);
  }

  /**
   * Change the aggregator config; omitted fields stay as they are.
   *
   * `PUT /api/v1/shipping/config`
   *
   * Refused with `NOT_CONFIGURED` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  updateConfig(body: t.ShippingConfigChange, options?: RequestOptions): Promise<t.ShippingConfigReply> {
    return this._call({ id: "updateShippingConfig", method: "PUT", path: "/api/v1/shipping/config" }, { body }, options);
  }

  /**
   * Track a parcel by its courier's waybill.
   *
   * `GET /api/v1/shipping/track/{waybillId}`
   *
   * Refused with `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  trackWaybill(waybillId: string, query: Query<"trackWaybill">, options?: RequestOptions): Promise<t.Tracking> {
    return this._call({ id: "trackWaybill", method: "GET", path: "/api/v1/shipping/track/{waybillId}" }, { path: { waybillId }, query }, options);
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
    return this._call({ id: "getShippingCredits", method: "GET", path: "/api/v1/shipping-credits" }, {}, options);
  }

  /**
   * Open a page on which shipping credit is paid for; the credit is added after the payment.
   *
   * Cost against the rate limit: 5.
   *
   * `POST /api/v1/shipping-credits/checkout`
   *
   * Refused with `NOT_CONFIGURED` (400), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `CHECKOUT_FAILED` (500).
   */
  createCheckout(body: t.CreditCheckout, options?: RequestOptions): Promise<t.OpenedCheckout> {
    return this._call({ id: "createCreditCheckout", method: "POST", path: "/api/v1/shipping-credits/checkout" }, { body }, options);
  }

  /**
   * Add prepaid shipping credit; 200 if the externalRef is known.
   *
   * `POST /api/v1/shipping-credits/topup`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  topUp(body: t.CreditTopUp, options?: RequestOptions): Promise<t.CreditTransactionReply> {
    return this._call({ id: "topUpShippingCredits", method: "POST", path: "/api/v1/shipping-credits/topup" }, { body }, options);
  }

  /**
   * Correct the balance by hand, or give back part of a shipment's charge.
   *
   * `POST /api/v1/shipping-credits/adjust`
   *
   * Refused with `INSUFFICIENT_SHIPPING_CREDIT` (402), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  adjust(body: t.CreditAdjustment, options?: RequestOptions): Promise<t.CreditTransactionReply> {
    return this._call({ id: "adjustShippingCredits", method: "POST", path: "/api/v1/shipping-credits/adjust" }, { body }, options);
  }

  /**
   * List the credit transactions, newest first.
   *
   * `GET /api/v1/shipping-credits/transactions`
   */
  listTransactions(query?: Query<"listCreditTransactions">, options?: RequestOptions): Pages<t.CreditTransaction, t.CreditTransactions> {
    return this._pages({ id: "listCreditTransactions", method: "GET", path: "/api/v1/shipping-credits/transactions" }, { query }, options, "transactions");
  }

  /**
   * Show the statement of a period: the balances before and after, and every transaction between.
   *
   * It is CSV with `format=csv` or `Accept: text/csv`. For JSON, `limit` is at most 1,000. CSV without `limit` has every
   * transaction, and the period may hold 50,000.
   *
   * Cost against the rate limit: 10.
   *
   * `GET /api/v1/shipping-credits/statement`
   */
  getStatement(query: Query<"getCreditStatement"> & { format: "csv" }, options?: RequestOptions): Promise<Download>;
  /**
   * Show the statement of a period: the balances before and after, and every transaction between.
   *
   * It is CSV with `format=csv` or `Accept: text/csv`. For JSON, `limit` is at most 1,000. CSV without `limit` has every
   * transaction, and the period may hold 50,000.
   *
   * Cost against the rate limit: 10.
   *
   * `GET /api/v1/shipping-credits/statement`
   */
  getStatement(query?: Query<"getCreditStatement"> & { format?: Exclude<Query<"getCreditStatement">["format"], "csv"> }, options?: RequestOptions): Pages<t.CreditTransaction, t.CreditStatement>;
  getStatement(query?: Query<"getCreditStatement">, options?: RequestOptions): Promise<Download> | Pages<t.CreditTransaction, t.CreditStatement> {
    const call: Call = { id: "getCreditStatement", method: "GET", path: "/api/v1/shipping-credits/statement" };
    if (query?.format === "csv") return this._download(call, { query }, options);
    return this._pages(call, { query }, options, "transactions");
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
    return this._call({ id: "getStatsOverview", method: "GET", path: "/api/v1/stats/overview" }, {}, options);
  }

  /**
   * Show the outcomes of shipments and the changes of the shipping credit, day by day.
   *
   * `GET /api/v1/stats/days`
   */
  getDays(query?: Query<"getStatsDays">, options?: RequestOptions): Promise<t.StatsDays> {
    return this._call({ id: "getStatsDays", method: "GET", path: "/api/v1/stats/days" }, { query }, options);
  }
}

/** The operations of `client.stock`. */
export class StockApi extends Resource {
  /**
   * List stock levels, newest-updated first; with `at`, as they were at a time; with `q`, of products found.
   *
   * `GET /api/v1/stock/levels`
   */
  listLevels(query?: Query<"listStockLevels">, options?: RequestOptions): Pages<t.ListedStockLevel, t.StockLevels> {
    return this._pages({ id: "listStockLevels", method: "GET", path: "/api/v1/stock/levels" }, { query }, options, "stock");
  }

  /**
   * List stock movements, newest first.
   *
   * `GET /api/v1/stock/movements`
   */
  listMovements(query?: Query<"listStockMovements">, options?: RequestOptions): Pages<t.StockMovement, t.StockMovements> {
    return this._pages({ id: "listStockMovements", method: "GET", path: "/api/v1/stock/movements" }, { query }, options, "movements");
  }

  /**
   * List stock reservations, newest first.
   *
   * `GET /api/v1/stock/reservations`
   */
  listReservations(query?: Query<"listStockReservations">, options?: RequestOptions): Pages<t.StockReservation, t.StockReservations> {
    return this._pages({ id: "listStockReservations", method: "GET", path: "/api/v1/stock/reservations" }, { query }, options, "reservations");
  }

  /**
   * Change a stock level by a signed delta, with a reason.
   *
   * `POST /api/v1/stock/adjust`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500).
   */
  adjust(body: t.StockAdjustment, options?: RequestOptions): Promise<t.StockAdjustmentReply> {
    return this._call({ id: "adjustStock", method: "POST", path: "/api/v1/stock/adjust" }, { body }, options);
  }

  /**
   * Change up to 1,000 stock levels; an outcome per row.
   *
   * Cost against the rate limit: 1 for every 100 `adjustments`.
   *
   * `POST /api/v1/stock/adjust/bulk`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500).
   */
  adjustBulk(body: t.BulkStockAdjustment, options?: RequestOptions): Promise<t.BulkItemResult[]> {
    return this._call({ id: "adjustStockLevels", method: "POST", path: "/api/v1/stock/adjust/bulk" }, { body }, options, "outcomes");
  }

  /**
   * Move stock from one warehouse to another.
   *
   * `POST /api/v1/stock/transfer`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  transfer(body: t.StockTransfer, options?: RequestOptions): Promise<t.StockTransferReply> {
    return this._call({ id: "transferStock", method: "POST", path: "/api/v1/stock/transfer" }, { body }, options);
  }

  /**
   * Find the levels that differ from the sum of their movements; none if the ledger is consistent.
   *
   * Cost against the rate limit: 10.
   *
   * `GET /api/v1/stock/reconcile`
   */
  reconcile(query?: Query<"reconcileStock">, options?: RequestOptions): Pages<t.StockDifference, t.StockReconciliation> {
    return this._pages({ id: "reconcileStock", method: "GET", path: "/api/v1/stock/reconcile" }, { query }, options, "levels");
  }
}

/** The operations of `client.storefrontOrders`. */
export class StorefrontOrdersApi extends Resource {
  /**
   * List the orders of a partner's storefront, newest first.
   *
   * `GET /api/v1/storefront/orders`
   */
  list(query?: Query<"listStorefrontOrders">, options?: RequestOptions): Pages<t.StorefrontOrder, t.StorefrontOrders> {
    return this._pages({ id: "listStorefrontOrders", method: "GET", path: "/api/v1/storefront/orders" }, { query }, options, "orders");
  }

  /**
   * Show an order of a partner's storefront, with the outcome of each line.
   *
   * `GET /api/v1/storefront/orders/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.StorefrontOrder> {
    return this._call({ id: "getStorefrontOrder", method: "GET", path: "/api/v1/storefront/orders/{id}" }, { path: { id } }, options, "order");
  }

  /**
   * Retry the failed lines of a paid order.
   *
   * `POST /api/v1/storefront/orders/{id}/retry`
   *
   * Refused with `NOT_CONFIGURED` (400), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `DUPLICATE` (409), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `KEY_TAKEN` (409), `STOCK_INSUFFICIENT` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
   */
  retry(id: string, body?: t.StorefrontOrderRetry, options?: RequestOptions): Promise<t.StorefrontOrder> {
    return this._call({ id: "retryStorefrontOrder", method: "POST", path: "/api/v1/storefront/orders/{id}/retry" }, { path: { id }, body }, options, "order");
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
    return this._call({ id: "createVariant", method: "POST", path: "/api/v1/products/{id}/variants" }, { path: { id }, body }, options, "variant");
  }

  /**
   * Change a variant; promoting it to the default demotes its sibling.
   *
   * `PATCH /api/v1/products/{id}/variants/{variantId}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `SKU_TAKEN` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, variantId: string, body: t.VariantChange, options?: RequestOptions): Promise<t.Variant> {
    return this._call({ id: "updateVariant", method: "PATCH", path: "/api/v1/products/{id}/variants/{variantId}" }, { path: { id, variantId }, body }, options, "variant");
  }

  /**
   * Archive a variant; if it is the default, the oldest active sibling becomes the default.
   *
   * `DELETE /api/v1/products/{id}/variants/{variantId}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  archive(id: string, variantId: string, options?: RequestOptions): Promise<t.ArchivedResponse> {
    return this._call({ id: "archiveVariant", method: "DELETE", path: "/api/v1/products/{id}/variants/{variantId}" }, { path: { id, variantId } }, options);
  }

  /**
   * Find variants by words of names and skus, by ids or by whole skus, with weight, price and available stock.
   *
   * `GET /api/v1/variants`
   */
  search(query?: Query<"searchVariants">, options?: RequestOptions): Promise<t.VariantSearchResult[]> {
    return this._call({ id: "searchVariants", method: "GET", path: "/api/v1/variants" }, { query }, options, "variants");
  }
}

/** The operations of `client.warehouses`. */
export class WarehousesApi extends Resource {
  /**
   * List the warehouses, the default first, then by age; with `archived`, archived ones too.
   *
   * `GET /api/v1/warehouses`
   */
  list(query?: Query<"listWarehouses">, options?: RequestOptions): Pages<t.Warehouse, t.WarehouseList> {
    return this._pages({ id: "listWarehouses", method: "GET", path: "/api/v1/warehouses" }, { query }, options, "warehouses");
  }

  /**
   * Create a warehouse; the first one is the default.
   *
   * `POST /api/v1/warehouses`
   *
   * Refused with `IDEMPOTENCY_KEY_REQUIRED` (400), `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewWarehouse, options?: RequestOptions): Promise<t.Warehouse> {
    return this._call({ id: "createWarehouse", method: "POST", path: "/api/v1/warehouses" }, { body }, options, "warehouse");
  }

  /**
   * Retrieve a warehouse, archived or not.
   *
   * `GET /api/v1/warehouses/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.Warehouse> {
    return this._call({ id: "getWarehouse", method: "GET", path: "/api/v1/warehouses/{id}" }, { path: { id } }, options, "warehouse");
  }

  /**
   * Change a warehouse.
   *
   * `PATCH /api/v1/warehouses/{id}`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.WarehouseChange, options?: RequestOptions): Promise<t.Warehouse> {
    return this._call({ id: "updateWarehouse", method: "PATCH", path: "/api/v1/warehouses/{id}" }, { path: { id }, body }, options, "warehouse");
  }

  /**
   * Archive a warehouse; its stock is no longer available to new shipments.
   *
   * `DELETE /api/v1/warehouses/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  archive(id: string, options?: RequestOptions): Promise<t.ArchivedResponse> {
    return this._call({ id: "archiveWarehouse", method: "DELETE", path: "/api/v1/warehouses/{id}" }, { path: { id } }, options);
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
    return this._pages({ id: "listWebhookDeliveries", method: "GET", path: "/api/v1/webhooks/events" }, { query }, options, "events");
  }

  /**
   * Retrieve one row of the delivery log.
   *
   * `GET /api/v1/webhooks/events/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.WebhookDelivery> {
    return this._call({ id: "getWebhookDelivery", method: "GET", path: "/api/v1/webhooks/events/{id}" }, { path: { id } }, options, "event");
  }

  /**
   * Queue one more attempt of a delivery that was sent or has failed.
   *
   * `POST /api/v1/webhooks/events/{id}/retry`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ALREADY_QUEUED` (409), `ENDPOINT_DISABLED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  retry(id: string, options?: RequestOptions): Promise<t.WebhookDelivery> {
    return this._call({ id: "retryWebhookDelivery", method: "POST", path: "/api/v1/webhooks/events/{id}/retry" }, { path: { id } }, options, "event");
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
    return this._pages({ id: "listWebhookEndpoints", method: "GET", path: "/api/v1/webhooks/endpoints" }, { query }, options, "endpoints");
  }

  /**
   * Register a webhook endpoint; its signing secret is shown in this answer only.
   *
   * `POST /api/v1/webhooks/endpoints`
   *
   * Refused with `PLAN_LIMIT` (403), `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewWebhookEndpoint, options?: RequestOptions): Promise<t.CreatedWebhookEndpointReply> {
    return this._call({ id: "createWebhookEndpoint", method: "POST", path: "/api/v1/webhooks/endpoints" }, { body }, options);
  }

  /**
   * Retrieve a webhook endpoint, with only the end of its secret.
   *
   * `GET /api/v1/webhooks/endpoints/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.WebhookEndpoint> {
    return this._call({ id: "getWebhookEndpoint", method: "GET", path: "/api/v1/webhooks/endpoints/{id}" }, { path: { id } }, options, "endpoint");
  }

  /**
   * Change, pause or resume a webhook endpoint; its secret stays.
   *
   * `PATCH /api/v1/webhooks/endpoints/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(id: string, body: t.WebhookEndpointChange, options?: RequestOptions): Promise<t.WebhookEndpoint> {
    return this._call({ id: "updateWebhookEndpoint", method: "PATCH", path: "/api/v1/webhooks/endpoints/{id}" }, { path: { id }, body }, options, "endpoint");
  }

  /**
   * Delete a webhook endpoint with its delivery log; deliveries stop at once.
   *
   * `DELETE /api/v1/webhooks/endpoints/{id}`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  delete(id: string, options?: RequestOptions): Promise<t.DeletedWebhookEndpointReply> {
    return this._call({ id: "deleteWebhookEndpoint", method: "DELETE", path: "/api/v1/webhooks/endpoints/{id}" }, { path: { id } }, options);
  }

  /**
   * Rotate the signing secret of a webhook endpoint; the new one is shown in this answer only.
   *
   * The old secret also signs for a time.
   *
   * `POST /api/v1/webhooks/endpoints/{id}/rotate-secret`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  rotateSecret(id: string, body?: t.WebhookSecretRotation, options?: RequestOptions): Promise<t.RotatedWebhookSecretReply> {
    return this._call({ id: "rotateWebhookEndpointSecret", method: "POST", path: "/api/v1/webhooks/endpoints/{id}/rotate-secret" }, { path: { id }, body }, options);
  }

  /**
   * Send a test event to this webhook endpoint alone, whatever it is subscribed to.
   *
   * `POST /api/v1/webhooks/endpoints/{id}/test`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ENDPOINT_DISABLED` (409), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  test(id: string, options?: RequestOptions): Promise<t.WebhookDelivery> {
    return this._call({ id: "testWebhookEndpoint", method: "POST", path: "/api/v1/webhooks/endpoints/{id}/test" }, { path: { id } }, options, "event");
  }

  /**
   * List every event type, in alphabetical order, each with the JSON Schema of its deliveries.
   *
   * `GET /api/v1/webhooks/event-types`
   */
  listEventTypes(query?: Query<"listWebhookEventTypes">, options?: RequestOptions): Pages<t.EventType, t.WebhookEventTypes> {
    return this._pages({ id: "listWebhookEventTypes", method: "GET", path: "/api/v1/webhooks/event-types" }, { query }, options, "eventTypes");
  }

  /**
   * Recover a webhook endpoint: deliver again the events of a period that it failed to accept or missed.
   *
   * Cost against the rate limit: 10.
   *
   * `POST /api/v1/webhooks/endpoints/{id}/recover`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `ALREADY_QUEUED` (409), `ENDPOINT_DISABLED` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  recover(id: string, body: t.WebhookRecoveryPeriod, options?: RequestOptions): Promise<t.WebhookRecovery> {
    return this._call({ id: "recoverWebhookEndpoint", method: "POST", path: "/api/v1/webhooks/endpoints/{id}/recover" }, { path: { id }, body }, options, "recovery");
  }

  /**
   * Show the statistics of a webhook endpoint: attempts, successes, durations and pending deliveries.
   *
   * `GET /api/v1/webhooks/endpoints/{id}/stats`
   */
  getStats(id: string, query?: Query<"getWebhookEndpointStats">, options?: RequestOptions): Promise<t.WebhookStats> {
    return this._call({ id: "getWebhookEndpointStats", method: "GET", path: "/api/v1/webhooks/endpoints/{id}/stats" }, { path: { id }, query }, options, "stats");
  }
}

/** The operations of `client.webhookRecoveries`. */
export class WebhookRecoveriesApi extends Resource {
  /**
   * Retrieve a recovery and its progress.
   *
   * `GET /api/v1/webhooks/recoveries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<t.WebhookRecovery> {
    return this._call({ id: "getWebhookRecovery", method: "GET", path: "/api/v1/webhooks/recoveries/{id}" }, { path: { id } }, options, "recovery");
  }
}

/** The operations of `client.workspace`. */
export class WorkspaceApi extends Resource {
  /**
   * Show the workspace of the credential: its name, plan, language, time zone and label size.
   *
   * `GET /api/v1/workspace`
   */
  get(options?: RequestOptions): Promise<t.Workspace> {
    return this._call({ id: "getOwnWorkspace", method: "GET", path: "/api/v1/workspace" }, {}, options);
  }

  /**
   * Change the workspace's name and the preferences of its console.
   *
   * `PATCH /api/v1/workspace`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  update(body: t.WorkspaceChange, options?: RequestOptions): Promise<t.Workspace> {
    return this._call({ id: "updateOwnWorkspace", method: "PATCH", path: "/api/v1/workspace" }, { body }, options);
  }

  /**
   * Show which steps to its first label the workspace has completed.
   *
   * `GET /api/v1/workspace/setup`
   */
  getSetup(options?: RequestOptions): Promise<t.WorkspaceSetup> {
    return this._call({ id: "getWorkspaceSetup", method: "GET", path: "/api/v1/workspace/setup" }, {}, options);
  }
}

/** The operations of `client.workspaces`. */
export class WorkspacesApi extends Resource {
  /**
   * Provision a workspace that the partner may act for; the same `externalRef` returns the same workspace.
   *
   * `POST /api/v1/admin/workspaces`
   *
   * Refused with `WORKSPACE_SUSPENDED` (403), `CROSS_PARTNER` (409), `DUPLICATE` (409), `PAYLOAD_TOO_LARGE` (413), `UNSUPPORTED_MEDIA_TYPE` (415), `IDEMPOTENCY_KEY_REUSED` (422).
   */
  create(body: t.NewWorkspace, options?: RequestOptions): Promise<t.PartnerWorkspace> {
    return this._call({ id: "createWorkspace", method: "POST", path: "/api/v1/admin/workspaces" }, { body }, options);
  }

  /**
   * Show a workspace that the partner provisioned.
   *
   * `GET /api/v1/admin/workspaces/{accountId}`
   */
  get(accountId: string, options?: RequestOptions): Promise<t.PartnerWorkspace> {
    return this._call({ id: "getWorkspace", method: "GET", path: "/api/v1/admin/workspaces/{accountId}" }, { path: { accountId } }, options);
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
