// SPDX-License-Identifier: Apache-2.0

/** One operation of the API, as the generated code names it. */
export interface Call {
  /** The `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its parameters in braces, so that no id or token of a path stands in a log or an error. */
  readonly path: string;
  /** It takes no credential, so none is sent. */
  readonly isPublic?: boolean;
  /** Another system's webhook, which is sent once and unchanged. */
  readonly isForeign?: boolean;
  /** Its answer is a JSON document without the envelope. */
  readonly isBare?: boolean;
}

/** Arguments of an operation. */
export interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  /** Sent as JSON; another system's webhook is sent unchanged, as text or bytes. */
  readonly body?: unknown;
}

/** Path and query, as they are sent and signed. Throws a TypeError where an id could lead to another path. */
export function targetOf(call: Call, input: Input): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, input.path?.[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    // A list is sent value by value, under the same name.
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one));
    }
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

function segment(name: string, value: unknown): string {
  // The URL would drop `.`, `..` and an empty id, and the request would go to another path.
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be an id`);
  return encodeURIComponent(value);
}
