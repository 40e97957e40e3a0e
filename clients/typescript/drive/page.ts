// SPDX-License-Identifier: Apache-2.0
// What a page does with the client; the test bundles it, and calls `work` in a browser.

import { ApiError, Fulfilment, readEvent } from "fulfilment-client";

/** Works with a person's token on the page's own origin; a webhook is verified there too, since Web Crypto is there. */
export async function work(token: string, webhook: { header: string; body: string; secret: string }) {
  const asked: boolean[] = [];
  const client = new Fulfilment({
    baseUrl: "/",
    token: async ({ isStale }) => {
      asked.push(isStale);
      return isStale ? token : "not.a.token";
    },
  });
  const made = await client.products.create({ name: "Kaos é日本" }, { idempotencyKey: "from-a-page" });
  const again = await client.products.create({ name: "Kaos é日本" }, { idempotencyKey: "from-a-page" });
  const names: string[] = [];
  for await (const { name } of client.products.list({ limit: 1 })) names.push(name);
  const statement = await client.shippingCredits.getStatement({ format: "csv" });
  const body = new TextEncoder().encode(webhook.body);
  const event = await readEvent(new Headers({ "Svc-Signature": webhook.header }), body, webhook.secret);
  const refused = await client.products.get("prod_unknown").catch((problem: ApiError) => problem.code);
  return { isOnce: made.id === again.id, names, csv: await statement.text(), type: event.type, refused, asked };
}
