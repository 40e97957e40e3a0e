// SPDX-License-Identifier: Apache-2.0
// From an empty workspace to a label: `BASE=... KEY_ID=... SECRET=... node examples/first-order.ts label.pdf`

import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Fulfilment } from "fulfilment-client";

const { BASE = "http://127.0.0.1:8080", KEY_ID = "", SECRET = "" } = process.env;
const client = new Fulfilment({ baseUrl: BASE, keyId: KEY_ID, secret: SECRET });

const product = await client.products.create({ name: "Kopi Gayo 250 g", sku: "KOPI-GAYO-250", weight: 250 });
const warehouse = await client.warehouses.create({ name: "Jakarta" });
const [variant] = product.variants;
if (!variant) throw new Error("a product begins with one variant");
await client.stock.adjust({ variantId: variant.id, warehouseId: warehouse.id, delta: 20, reason: "initial_stock" });

await client.shipping.updateOrigin({
  address: "Jl. Senopati 1",
  contactName: "Toko Kopi",
  contactPhone: "0811000001",
  postal: "12110",
});
await client.shippingCredits.topUp({ amount: 500_000 });

const destination = { contactName: "Siti", contactPhone: "0811000002", address: "Jl. Dago 2", postalCode: "40132" };
const items = [{ name: "Kopi Gayo 250 g", value: 95_000, weight: 250, quantity: 1, variantId: variant.id }];
const { rates } = await client.shipping.quoteRates({ destination, items });
const rate = rates.find(({ courierType }) => courierType === "standard");
if (!rate) throw new Error("no courier goes there");

const { courierCode, courierServiceCode, price } = rate;
const shipment = await client.shipments.create({
  courierCode,
  courierServiceCode,
  courierType: "standard",
  price,
  origin: {},
  destination,
  items,
});
const booked = await client.shipments.confirmPickup(shipment.id);
console.log(`waybill ${booked.waybillId}`);

const label = await client.shipments.downloadLabel(shipment.id);
await pipeline(label, createWriteStream(process.argv[2] ?? label.fileName ?? "label.pdf"));

for await (const { id, status } of client.shipments.list({ limit: 50 })) console.log(id, status);
