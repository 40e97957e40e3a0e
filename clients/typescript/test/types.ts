// SPDX-License-Identifier: Apache-2.0
// What the types let through and what they refuse; it is compiled, never run.

import {
  type ErrorCode,
  type Event,
  Fulfilment,
  isRefusal,
  type NewShipment,
  type Product,
  readEvent,
  type UnknownEvent,
} from "fulfilment-client";

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const holds = <_Claim extends true>(): void => undefined;

const client = new Fulfilment({ baseUrl: "https://fulfilment.example.com", keyId: "id", secret: "secret" });

export async function calls(): Promise<void> {
  const product = await client.products.create({ name: "Kaos" });
  holds<Same<typeof product.id, string>>();
  const whole: Product = product;
  void whole;
  // @ts-expect-error a product needs a name
  await client.products.create({});
  // @ts-expect-error there is no such field
  await client.products.create({ name: "Kaos", colour: "red" });
  // @ts-expect-error there is no such type
  await client.products.create({ name: "Kaos", type: "imaginary" });
  // @ts-expect-error an id is a text
  await client.products.get(5);
  // @ts-expect-error there is no such filter
  client.products.list({ colour: "red" });
  for await (const row of client.shipments.list({ limit: 5 })) holds<Same<typeof row.id, string>>();
  const page = await client.shippingCredits.getStatement();
  holds<Same<typeof page.body.openingBalance, number>>();
  const csv = await client.shippingCredits.getStatement({ format: "csv" });
  holds<Same<typeof csv.contentType, string | undefined>>();
}

// Nothing but what the service needs has to be given.
export const smallest: NewShipment = {
  courierCode: "jne",
  courierServiceCode: "reg",
  courierType: "standard",
  price: 20_000,
  origin: {},
  destination: { contactName: "Siti", contactPhone: "0811", address: "Jl. Dago 2", postalCode: "40132" },
  items: [{ name: "Coffee", value: 1, weight: 1, quantity: 1 }],
};

export async function events(): Promise<void> {
  const event = await readEvent(new Headers(), new ArrayBuffer(0), "whsec_");
  holds<Same<typeof event, Event>>();
  if (event.type === "svc.stock.low.v1") holds<Same<typeof event.data.threshold, number>>();
  // @ts-expect-error what it tells is not known before its type is
  void event.data.threshold;
  switch (event.type) {
    case "svc.product.created.v1":
      holds<Same<typeof event.data.productId, string>>();
      break;
    // @ts-expect-error it is no event of this brand
    case "acme.product.created.v1":
      break;
    default: {
      const other: Event | UnknownEvent = event;
      void other;
    }
  }
  const branded = await readEvent(new Headers(), new ArrayBuffer(0), "whsec_", { brand: "acme" });
  if (branded.type === "acme.stock.low.v1") holds<Same<typeof branded.data.threshold, number>>();
}

export function errors(problem: unknown): void {
  if (isRefusal(problem, "PLAN_LIMIT", "SKU_TAKEN")) holds<Same<typeof problem.code, "PLAN_LIMIT" | "SKU_TAKEN">>();
  // @ts-expect-error there is no such code
  isRefusal(problem, "NO_SUCH_CODE");
  if (isRefusal(problem)) holds<Same<typeof problem.code, ErrorCode | (string & {})>>();
}
