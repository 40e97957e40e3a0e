// SPDX-License-Identifier: Apache-2.0

import type { Names } from "./options.js";

/** The brand as headers have it: `Svc` for `svc`. */
export function titleOf(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** The names of a brand's signing scheme and headers. */
export function namesOf(brand = "svc", others: Partial<Names> = {}): Names {
  const title = titleOf(brand);
  return {
    scheme: `${title}-HMAC-SHA256`,
    timestampHeader: `X-${title}-Timestamp`,
    onBehalfOfHeader: `X-${title}-On-Behalf-Of`,
    workspaceHeader: `${title}-Workspace`,
    ...others,
  };
}
