// SPDX-License-Identifier: Apache-2.0
// In a page, with a person's token. The service is on the page's own host, or a proxy brings it there.

import { Fulfilment } from "fulfilment-client";

declare function signIn(options: { isSilent: boolean }): Promise<string>;

let token: string | undefined;

const client = new Fulfilment({
  baseUrl: "/",
  token: async ({ isStale }) => (token = isStale || !token ? await signIn({ isSilent: true }) : token),
});

export async function showLabel(shipmentId: string, frame: HTMLIFrameElement): Promise<void> {
  const label = await client.shipments.downloadLabel(shipmentId);
  frame.src = URL.createObjectURL(new Blob([await label.arrayBuffer()], { type: "application/pdf" }));
}
