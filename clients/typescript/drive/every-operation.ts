// SPDX-License-Identifier: Apache-2.0
// Calls every operation of a running service once, and prints the operations that were answered with success.
//
// Its parameters come from standard input. It ends with an error that names the operation if `CALLS` lacks an operation
// of the document, or if the service refuses a call.

import { Fulfilment } from "fulfilment-client";

interface Given {
  baseUrl: string;
  keyId: string;
  secret: string;
  /** The ids of the workspace's records. */
  world: Record<string, string>;
  /** Requests of other systems to the service: their address, body and headers. */
  inbound: Record<"courier" | "payment" | "storefront", { name: string; body: string; headers: Record<string, string> }>;
  payments: string;
}

let text = "";
for await (const piece of process.stdin.setEncoding("utf8")) text += piece;
const given: Given = JSON.parse(text);
const { world, inbound } = given;

const answered = new Set<string>();
const client = new Fulfilment({
  ...given,
  hooks: { onAnswer: ({ operation, status }) => status < 300 && answered.add(operation) },
});

const MOST_LOOKS = 200;
const ITEM = { name: "Coffee", value: 150_000, weight: 800, quantity: 1 };
const DESTINATION = { contactName: "Siti", contactPhone: "0811", address: "Jl. Dago 2", postalCode: "40132" };
const SHIPMENT = {
  courierCode: "jne",
  courierServiceCode: "reg",
  courierType: "standard" as const,
  price: 20_000,
  origin: {},
  destination: DESTINATION,
  items: [ITEM],
};

/** The id of the world's `name`. */
function id(name: string): string {
  const found = world[name];
  if (!found) throw new Error(`the world has no ${name}`);
  return found;
}

const draft = async () => (await client.shipments.create(SHIPMENT)).id;
const booked = async () => (await client.shipments.confirmPickup(await draft())).id;
const license = () => client.licenses.create({ productId: id("license_product"), customerId: "cus_2" });
const delivery = (checkoutSessionId: string) =>
  client.deliveries.create({ productId: id("digital_product"), customerId: "cus_2", checkoutSessionId });
const endpoint = async () => (await client.webhookEndpoints.create({ url: "http://127.0.0.1:9/more" })).endpoint.id;
const storefront = () => ({ storefront: inbound.storefront.name });

/** Buy a plan and pay on the simulator's page; resolves when the service knows of the payment. */
async function subscribe(): Promise<void> {
  const { checkoutSessionId } = await client.billing.createCheckout({ plan: "STARTER", email: "siti@example.com" });
  const page = `${given.payments}/_control/sessions/${checkoutSessionId}/pay`;
  const paid = await fetch(page, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  if (!paid.ok) throw new Error(`the page was not paid: ${await paid.text()}`);
  for (let looks = 0; (await client.billing.getSubscription()).plan !== "starter"; looks += 1) {
    if (looks > MOST_LOOKS) throw new Error("the service never heard of the payment");
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** The call of each operation, by the operation's name in clients (`x-client`). */
const CALLS: Record<string, () => PromiseLike<unknown>> = {
  "health.get": () => client.health.get(),
  "documentation.get_openapi_document": () => client.documentation.getOpenapiDocument(),
  "api_keys.list": () => client.apiKeys.list(),
  "api_keys.create": () => client.apiKeys.create({ name: "Third", scopes: ["read"] }),
  "api_keys.revoke": () => client.apiKeys.revoke(id("api_key")),
  "products.list": () => client.products.list({ limit: 2 }),
  "products.create": () => client.products.create({ name: "Kopi Gayo", sku: "GAYO", weight: 250 }),
  "products.get": () => client.products.get(id("product")),
  "products.update": () => client.products.update(id("product"), { description: "Beans of Aceh" }),
  "products.archive": async () => client.products.archive((await client.products.create({ name: "Gone" })).id),
  "products.create_bulk": () => client.products.createBulk({ products: [{ name: "One" }, { name: "Two" }] }),
  "variants.create": () => client.variants.create(id("product"), { name: "Small" }),
  "variants.update": () => client.variants.update(id("product"), id("variant"), { priceCents: 160_000 }),
  "variants.archive": async () => {
    const variant = await client.variants.create(id("product"), { name: "Gone" });
    return client.variants.archive(id("product"), variant.id);
  },
  "warehouses.list": () => client.warehouses.list(),
  "warehouses.create": () => client.warehouses.create({ name: "Third" }),
  "warehouses.get": () => client.warehouses.get(id("warehouse")),
  "warehouses.update": () => client.warehouses.update(id("warehouse"), { city: "Bandung" }),
  "warehouses.archive": async () => client.warehouses.archive((await client.warehouses.create({ name: "Gone" })).id),
  "stock.list_levels": () => client.stock.listLevels(),
  "stock.list_movements": () => client.stock.listMovements(),
  "stock.list_reservations": () => client.stock.listReservations(),
  "stock.adjust": () =>
    client.stock.adjust({ variantId: id("variant"), warehouseId: id("warehouse"), delta: 20, reason: "manual_adjust" }),
  "stock.adjust_bulk": () =>
    client.stock.adjustBulk({
      adjustments: [{ variantId: id("variant"), warehouseId: id("warehouse"), delta: 1, reason: "manual_adjust" }],
    }),
  "stock.transfer": () =>
    client.stock.transfer({
      variantId: id("variant"),
      fromWarehouseId: id("warehouse"),
      toWarehouseId: id("other_warehouse"),
      quantity: 1,
    }),
  "stock.reconcile": () => client.stock.reconcile(),
  "addresses.list": () => client.addresses.list(),
  "addresses.create": () => client.addresses.create({ customerId: "cus_2", label: "Home", ...DESTINATION }),
  "addresses.get": () => client.addresses.get(id("address")),
  "addresses.update": () => client.addresses.update(id("address"), { label: "Office" }),
  "addresses.delete": () => client.addresses.delete(id("address")),
  "shipping.get_origin": () => client.shipping.getOrigin(),
  "shipping.update_origin": () =>
    client.shipping.updateOrigin({ address: "Jl. Senopati 1", contactName: "Toko", contactPhone: "0811", postal: "12110" }),
  "shipping.list_couriers": () => client.shipping.listCouriers(),
  "shipping.search_areas": () => client.shipping.searchAreas({ q: "Senopati" }),
  "shipping.quote_rates": () => client.shipping.quoteRates({ destination: DESTINATION, items: [ITEM] }),
  "shipping.get_config": () => client.shipping.getConfig(),
  "shipping.update_config": () => client.shipping.updateConfig({ defaultCourier: "jne" }),
  "legacy_shipments.list": () => client.legacyShipments.list(),
  "legacy_shipments.get": () => client.legacyShipments.get(id("shipment")),
  "legacy_shipments.cancel": async () => client.legacyShipments.cancel(await draft()),
  "legacy_shipments.rebook": async () => client.legacyShipments.rebook(await draft(), { price: 30_000 }),
  "shipments.create": draft,
  "shipments.create_bulk": () => client.shipments.createBulk({ shipments: [SHIPMENT] }),
  "shipments.list": () => client.shipments.list({ limit: 1 }),
  "shipments.get": () => client.shipments.get(id("shipment")),
  "shipments.confirm_pickup": booked,
  "shipments.cancel": async () => client.shipments.cancel(await booked(), { reason: "others" }),
  "shipments.rebook": async () => client.shipments.rebook(await draft()),
  "shipments.restock": () => client.shipments.restock(id("returned")),
  "shipments.track": () => client.shipments.track(id("shipment")),
  "shipping.track_waybill": () => client.shipping.trackWaybill(id("waybill"), { courier: "jne" }),
  "shipments.download_label": async () => (await client.shipments.downloadLabel(id("shipment"))).bytes(),
  "shipments.download_labels": async () =>
    (await client.shipments.downloadLabels({ shipmentIds: [id("shipment")] })).bytes(),
  "variants.search": () => client.variants.search({ q: "coffee" }),
  "workspace.get": () => client.workspace.get(),
  "workspace.get_setup": () => client.workspace.getSetup(),
  "workspace.update": () => client.workspace.update({ timeZone: "Asia/Makassar" }),
  "shipments.get_queues": () => client.shipments.getQueues(),
  "shipments.get_timeline": () => client.shipments.getTimeline(id("shipment")),
  "shipments.export": async () => (await client.shipments.export({ status: "pending" })).bytes(),
  "batches.create": async () => client.batches.create({ kind: "print", shipmentIds: [await draft()] }),
  "batches.preview": () => client.batches.preview({ kind: "print", shipmentIds: [id("shipment")] }),
  "batches.list": () => client.batches.list(),
  "batches.get": () => client.batches.get(id("batch")),
  "batches.list_rows": () => client.batches.listRows(id("batch")),
  "batches.stop": () => client.batches.stop(id("batch")),
  "batches.retry": () => client.batches.retry(id("failed_batch")),
  "batches.download_document": async () => (await client.batches.downloadDocument(id("batch"))).bytes(),
  "shipments.mark_printed": () => client.shipments.markPrinted({ shipmentIds: [id("shipment")], printed: true }),
  "shipments.download_packing_slips": async () =>
    (await client.shipments.downloadPackingSlips({ shipmentIds: [id("shipment")] })).bytes(),
  "shipments.download_hand_over_list": async () =>
    (await client.shipments.downloadHandOverList({ shipmentIds: [id("shipment")] })).bytes(),
  "shipments.get_label_link": () => client.shipments.getLabelLink(id("shipment")),
  "shipments.download_linked_label": async () => {
    const { url } = await client.shipments.getLabelLink(id("shipment"));
    const token = new URL(url).pathname.split("/").at(-1) ?? "";
    return (await client.shipments.downloadLinkedLabel(token)).bytes();
  },
  "inbound.receive_courier_report": () =>
    client.inbound.receiveCourierReport(inbound.courier.name, inbound.courier.body, { headers: inbound.courier.headers }),
  "shipping_credits.get": () => client.shippingCredits.get(),
  "shipping_credits.create_checkout": () => client.shippingCredits.createCheckout({ amount: 50_000, email: "siti@example.com" }),
  "shipping_credits.top_up": () => client.shippingCredits.topUp({ amount: 10_000, externalRef: "second" }),
  "shipping_credits.adjust": () => client.shippingCredits.adjust({ amount: -500, kind: "manual_adjustment" }),
  "shipping_credits.list_transactions": () => client.shippingCredits.listTransactions(),
  "shipping_credits.get_statement": async () => {
    const statement = await client.shippingCredits.getStatement({ limit: 2 });
    const csv = await (await client.shippingCredits.getStatement({ format: "csv" })).text();
    if (!csv.includes(statement.data[0]?.id ?? "none")) throw new Error("the two statements differ");
  },
  "billing.list_plans": () => client.billing.listPlans(),
  "billing.get_plan": () => client.billing.getPlan(),
  "billing.get_subscription": () => client.billing.getSubscription(),
  "billing.get_usage": () => client.billing.getUsage(),
  "billing.list_invoices": () => client.billing.listInvoices(),
  "billing.create_checkout": subscribe,
  "billing.cancel_subscription": () => client.billing.cancelSubscription(),
  "inbound.receive_payment_event": () =>
    client.inbound.receivePaymentEvent(inbound.payment.body, { headers: inbound.payment.headers }),
  "deliveries.list": () => client.deliveries.list(),
  "deliveries.create": () => delivery("cs_10"),
  "deliveries.get": () => client.deliveries.get(id("delivery")),
  "deliveries.download": () => client.deliveries.download(id("delivery")),
  "deliveries.extend": () => client.deliveries.extend(id("delivery")),
  "deliveries.reset_downloads": () => client.deliveries.resetDownloads(id("delivery")),
  "deliveries.revoke": async () => client.deliveries.revoke((await delivery("cs_11")).id),
  "licenses.list": () => client.licenses.list(),
  "licenses.create": license,
  "licenses.create_bulk": () =>
    client.licenses.createBulk({ licenses: [{ productId: id("license_product"), customerId: "cus_3" }] }),
  "licenses.look_up": async () => (await client.licenses.lookUp({ key: id("license_key") })).body.license.id,
  "licenses.validate": () => client.licenses.validate({ key: id("license_key") }),
  "licenses.activate": () => client.licenses.activate({ key: id("license_key"), instanceId: "instance_9" }),
  "licenses.deactivate": () => client.licenses.deactivate({ key: id("license_key"), instanceId: "instance_9" }),
  "licenses.get_signing_key": () => client.licenses.getSigningKey(),
  "licenses.get": () => client.licenses.get(id("license")),
  "licenses.update": () => client.licenses.update(id("license"), { maxActivations: 5 }),
  "licenses.revoke": async () => client.licenses.revoke((await license()).id),
  "licenses.suspend": () => client.licenses.suspend(id("license")),
  "licenses.reinstate": () => client.licenses.reinstate(id("license")),
  "licenses.create_file": () => client.licenses.createFile(id("license"), { instanceId: "instance_1" }),
  "licenses.list_activations": () => client.licenses.listActivations(id("license")),
  "licenses.release_activation": () => client.licenses.releaseActivation(id("license"), id("activation")),
  "webhook_endpoints.list": () => client.webhookEndpoints.list(),
  "webhook_endpoints.create": endpoint,
  "webhook_endpoints.get": () => client.webhookEndpoints.get(id("endpoint")),
  "webhook_endpoints.update": () => client.webhookEndpoints.update(id("endpoint"), { description: "changed" }),
  "webhook_endpoints.delete": async () => client.webhookEndpoints.delete(await endpoint()),
  "webhook_endpoints.rotate_secret": () => client.webhookEndpoints.rotateSecret(id("endpoint"), { overlapSeconds: 60 }),
  "webhook_endpoints.test": () => client.webhookEndpoints.test(id("endpoint")),
  "webhook_endpoints.list_event_types": () => client.webhookEndpoints.listEventTypes(),
  "webhook_endpoints.recover": async () =>
    client.webhookEndpoints.recover(await endpoint(), { since: new Date(Date.now() - 3_600_000).toISOString() }),
  "webhook_recoveries.get": () => client.webhookRecoveries.get(id("recovery")),
  "webhook_endpoints.get_stats": () => client.webhookEndpoints.getStats(id("endpoint"), { window: "7d" }),
  "webhook_deliveries.list": () => client.webhookDeliveries.list(),
  "webhook_deliveries.get": () => client.webhookDeliveries.get(id("event")),
  "webhook_deliveries.retry": () => client.webhookDeliveries.retry(id("failed_delivery")),
  "events.list": () => client.events.list({ type: "svc.product.*" }),
  "events.get": () => client.events.get(id("envelope")),
  "audit_log.list": () => client.auditLog.list({ limit: 3 }),
  "audit_log.export": async () => {
    const first = (await (await client.auditLog.export()).text()).split("\n")[0] ?? "";
    if (!JSON.parse(first).id) throw new Error("the export holds no entry");
  },
  "integrations.get_status": () => client.integrations.getStatus(),
  "stats.get_overview": () => client.stats.getOverview(),
  "stats.get_days": () => client.stats.getDays(),
  "workspaces.create": () => client.workspaces.create({ name: "Merchant", externalRef: "second" }),
  "workspaces.get": () => client.workspaces.get(id("workspace")),
  "partner.get_usage": () => client.partner.getUsage(),
  "inbound.receive_storefront_event": () =>
    client.inbound.receiveStorefrontEvent(storefront(), inbound.storefront.body, { headers: inbound.storefront.headers }),
  "storefront_orders.list": () => client.storefrontOrders.list(),
  "storefront_orders.get": () => client.storefrontOrders.get(id("order")),
  "storefront_orders.retry": () => client.storefrontOrders.retry(id("order"), { destination: DESTINATION }),
};

type Document = { paths: Record<string, Record<string, { operationId: string; "x-client": string }>> };
const document = (await client.documentation.getOpenapiDocument()) as Document;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const failures: string[] = [];
for (const { operationId, "x-client": name } of operations) {
  answered.delete(operationId);
  const call = CALLS[name];
  if (!call) {
    failures.push(`${name} is not called`);
    continue;
  }
  try {
    await call();
    if (!answered.has(operationId)) failures.push(`${name} did not send ${operationId}`);
  } catch (problem) {
    failures.push(`${name} failed: ${problem}`);
  }
}
console.log(JSON.stringify({ answered: [...answered].sort(), failures }));
