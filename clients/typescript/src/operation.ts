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
  /** It is somebody else's webhook, which is sent once, as it is. */
  readonly isForeign?: boolean;
  /** Its answer is a JSON document without the envelope. */
  readonly isBare?: boolean;
}

/** What an operation is called with. */
export interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  /** Sent as JSON; text and bytes are sent as they are to an operation that is somebody else's webhook. */
  readonly body?: unknown;
}

/** Path and query, as they are sent and signed. Throws a TypeError where an id could lead to another path. */
export function targetOf(call: Call, input: Input): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, input.path?.[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    // Of a list each value is said, under the same name.
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one));
    }
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

function segment(name: string, value: unknown): string {
  // A dot or two would be taken off by the URL, and so would an empty id: the request would go somewhere else.
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be an id`);
  return encodeURIComponent(value);
}
