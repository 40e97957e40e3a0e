// SPDX-License-Identifier: Apache-2.0
// Adds 1 to a stock level `mutations` times, and prints the counts of retries and replayed answers.

import { Fulfilment } from "fulfilment-client";
import { spoil, type Trouble } from "./proxy.ts";

interface Given {
  baseUrl: string;
  keyId: string;
  secret: string;
  signing: 1 | 2;
  variantId: string;
  warehouseId: string;
  mutations: number;
  trouble: "lost" | "storm" | "none";
}

const TOGETHER = 32;
const ENOUGH_RETRIES = 40;

const TROUBLES: Record<Given["trouble"], Trouble> = {
  none: () => "none",
  lost: (count) => (count % 5 === 0 ? "lost" : "none"),
  // Two in three of the first 600 requests fail, half of these after the deed.
  storm: (count) => (count > 600 || count % 3 === 0 ? "none" : count % 3 === 1 ? "refused" : "replaced"),
};

let text = "";
for await (const piece of process.stdin.setEncoding("utf8")) text += piece;
const given: Given = JSON.parse(text);

const proxy = given.trouble === "none" ? undefined : await spoil(given.baseUrl, TROUBLES[given.trouble]);
let retries = 0;
let replayed = 0;
const client = new Fulfilment({
  ...given,
  baseUrl: proxy?.url ?? given.baseUrl,
  maxRetries: ENOUGH_RETRIES,
  // The signature is over the service's host, not the proxy's.
  signingHost: new URL(given.baseUrl).host,
  hooks: { onRetry: () => (retries += 1), onAnswer: ({ isReplayed }) => (replayed += Number(isReplayed)) },
});

let left = given.mutations;
async function work(): Promise<void> {
  const { variantId, warehouseId } = given;
  while ((left -= 1) >= 0) await client.stock.adjust({ variantId, warehouseId, delta: 1, reason: "manual_adjust" });
}

await Promise.all(Array.from({ length: TOGETHER }, work));
console.log(JSON.stringify({ retries, replayed, ...proxy?.counts }));
process.exit();
