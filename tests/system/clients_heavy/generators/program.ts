// An integrator's program against the generated types, with no more than the document demands.
import type { components, paths } from "./schema.js";

type Shipment = paths["/api/v1/shipments"]["post"]["requestBody"]["content"]["application/json"];
type Products = paths["/api/v1/products"]["get"];
type Label = paths["/api/v1/shipments/{id}/label"]["get"]["responses"][200]["content"]["application/pdf"];
type Created = components["schemas"]["svc.shipment.created.v1"];

export const smallest: Shipment = {
  courierCode: "jne",
  courierServiceCode: "reg",
  courierType: "standard",
  price: 20_000,
  origin: {},
  destination: { contactName: "Siti Rahma", contactPhone: "+628125550198", address: "Jl. Dago No. 112" },
  items: [{ name: "Kopi Gayo 1 kg", value: 335_000, weight: 1_050, quantity: 2 }],
};
export const product: components["schemas"]["NewProduct"] = { name: "Kopi Gayo 250 g" };
export const delivery: components["schemas"]["NewDelivery"] = {
  productId: "prod_1",
  customerId: "cus_1",
  checkoutSessionId: "cs_1",
};
export const query: NonNullable<Products["parameters"]["query"]> = { archived: "true", limit: 10 };

export function names(answer: Products["responses"][200]["content"]["application/json"]): string[] {
  return answer.error === null ? answer.data.products.map((each) => each.name) : [];
}

export function label(given: Label): string {
  return given;
}

export function waybill(event: Created): string {
  return `${event.type}: ${event.data.waybillId ?? "none"} ${event.data.sequence}`;
}

// @ts-expect-error: a field that is demanded is missing.
export const incomplete: Shipment = { courierCode: "jne" };
// @ts-expect-error: no such value.
export const unknown: components["schemas"]["NewProduct"] = { name: "Kopi", type: "service" };
