// Generated from the OpenAPI document by scripts/generate.mjs. Do not change it by hand.

import type { components } from "./schema.js";

/** What each event tells, by its type without the brand before it. */
export interface EventData {
  /** A product was created. */
  "product.created.v1": components["schemas"]["svc.product.created.v1"]["data"];
  /** Fields of a product changed; `changed` lists them. */
  "product.updated.v1": components["schemas"]["svc.product.updated.v1"]["data"];
  /** A product was archived. */
  "product.archived.v1": components["schemas"]["svc.product.archived.v1"]["data"];
  /** A variant was added to a product. A product's first variant has no event of its own: see `product.created`. */
  "variant.created.v1": components["schemas"]["svc.variant.created.v1"]["data"];
  /** A variant was archived. */
  "variant.archived.v1": components["schemas"]["svc.variant.archived.v1"]["data"];
  /** A warehouse was created. */
  "warehouse.created.v1": components["schemas"]["svc.warehouse.created.v1"]["data"];
  /** A stock level was adjusted or transferred, for any reason; `quantityAfter` is the level after it. */
  "stock.adjusted.v1": components["schemas"]["svc.stock.adjusted.v1"]["data"];
  /** A stock level fell from at or above the variant's threshold to below it. */
  "stock.low.v1": components["schemas"]["svc.stock.low.v1"]["data"];
  /** A shipment was drafted. */
  "shipment.created.v1": components["schemas"]["svc.shipment.created.v1"]["data"];
  /** The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged. */
  "shipment.pickup_confirmed.v1": components["schemas"]["svc.shipment.pickup_confirmed.v1"]["data"];
  /** The courier reported something: `status` is the status after it, `reportedStatus` the courier's own status. */
  "shipment.status_updated.v1": components["schemas"]["svc.shipment.status_updated.v1"]["data"];
  /** The merchant cancelled a shipment; `creditRefunded` is the shipping credit refunded. */
  "shipment.cancelled.v1": components["schemas"]["svc.shipment.cancelled.v1"]["data"];
  /** A shipment was replaced: `id` is the new shipment, `previousShipmentId` the old one. */
  "shipment.rebooked.v1": components["schemas"]["svc.shipment.rebooked.v1"]["data"];
  /** A shipment changed without a new status: `changed` lists the fields, and `note` explains a new price. */
  "shipment.updated.v1": components["schemas"]["svc.shipment.updated.v1"]["data"];
  /** A batch finished: every shipment has its outcome, or was left untouched since the batch was stopped. */
  "batch.finished.v1": components["schemas"]["svc.batch.finished.v1"]["data"];
  /** A license was issued. Only this event contains the key. */
  "license.issued.v1": components["schemas"]["svc.license.issued.v1"]["data"];
  /** Fields of a license changed. */
  "license.updated.v1": components["schemas"]["svc.license.updated.v1"]["data"];
  /** A license was suspended. */
  "license.suspended.v1": components["schemas"]["svc.license.suspended.v1"]["data"];
  /** A suspended license is valid again. */
  "license.reinstated.v1": components["schemas"]["svc.license.reinstated.v1"]["data"];
  /** A license was revoked, for good. */
  "license.revoked.v1": components["schemas"]["svc.license.revoked.v1"]["data"];
  /** A license was activated on an instance. */
  "license.activated.v1": components["schemas"]["svc.license.activated.v1"]["data"];
  /** A license was deactivated on an instance, by its software or by the merchant. */
  "license.deactivated.v1": components["schemas"]["svc.license.deactivated.v1"]["data"];
  /** A digital delivery was granted. */
  "delivery.created.v1": components["schemas"]["svc.delivery.created.v1"]["data"];
  /** A delivery was extended, reset or revoked. */
  "delivery.updated.v1": components["schemas"]["svc.delivery.updated.v1"]["data"];
  /** A download was counted. */
  "delivery.downloaded.v1": components["schemas"]["svc.delivery.downloaded.v1"]["data"];
  /** A delivery expires within 24 hours; sent once for each time of expiry. */
  "delivery.expiring.v1": components["schemas"]["svc.delivery.expiring.v1"]["data"];
  /** A delivery expired. */
  "delivery.expired.v1": components["schemas"]["svc.delivery.expired.v1"]["data"];
  /** The service disabled a webhook endpoint for its failures; the workspace's other endpoints get the event. */
  "webhook_endpoint.disabled.v1": components["schemas"]["svc.webhook_endpoint.disabled.v1"]["data"];
  /** A test of a webhook endpoint; only that endpoint gets the event. */
  "webhook_endpoint.test.v1": components["schemas"]["svc.webhook_endpoint.test.v1"]["data"];
}
