// SPDX-License-Identifier: Apache-2.0
// A partner's requests for a merchant, with every refusal told apart: `BASE=... KEY_ID=... SECRET=... node
// examples/partner.ts`

import { ApiError, Fulfilment, isRefusal, TimeoutError } from "fulfilment-client";

const { BASE = "http://127.0.0.1:8080", KEY_ID = "", SECRET = "" } = process.env;
const partner = new Fulfilment({
  baseUrl: BASE,
  keyId: KEY_ID,
  secret: SECRET,
  signing: 2,
  hooks: {
    onAnswer: ({ operation, status, requestId, durationMs }) =>
      console.log(`${operation} ${status} ${requestId} ${Math.round(durationMs)} ms`),
    onRetry: ({ operation, attempt, reason }) => console.log(`${operation} again after ${attempt}: ${reason.message}`),
  },
});

const { accountId } = await partner.workspaces.create({ name: "Toko Kopi", externalRef: "merchant-1" });
const merchant = partner.onBehalfOf(accountId);

/** The shop's own number of the order is the key, so that not even a second run does it twice. */
export async function addProduct(orderNumber: string, name: string): Promise<string> {
  try {
    const product = await merchant.products.create({ name }, { idempotencyKey: `add-${orderNumber}` });
    return product.id;
  } catch (problem) {
    if (isRefusal(problem, "PLAN_LIMIT")) throw new Error(`the plan is full: ${problem.field}`);
    if (isRefusal(problem, "IDEMPOTENCY_KEY_REUSED")) throw new Error("this number stood for something else");
    if (problem instanceof TimeoutError) console.log(`nobody knows whether it was done: ask under ${problem.idempotencyKey}`);
    if (problem instanceof ApiError) console.log(`tell the operator ${problem.requestId}`);
    throw problem;
  }
}

console.log((await addProduct("1", "Kopi")) === (await addProduct("1", "Kopi")));
