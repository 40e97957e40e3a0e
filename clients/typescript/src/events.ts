// SPDX-License-Identifier: Apache-2.0

import type { EventData } from "./generated/events.js";

export type { EventData };

/** The types of events that this version knows, with the brand before them. */
export type EventType<Brand extends string = "svc"> = `${Brand}.${keyof EventData}`;

interface Envelope<Type extends string, Data> {
  /** The same at every attempt and for every endpoint: take each once. */
  readonly id: string;
  readonly type: Type;
  readonly occurredAt: string;
  readonly accountId: string;
  readonly data: Data;
  readonly metadata: Record<string, unknown>;
}

/**
 * The type of an event that this version does not know: any text.
 *
 * The pattern is one that no known type fits, because TypeScript tells events apart by it.
 */
export type UnknownType = `${string} (unknown)`;

export type KnownEvent<Brand extends string = "svc"> = {
  [Name in keyof EventData]: Envelope<`${Brand}.${Name}`, EventData[Name]>;
}[keyof EventData];

/** What a newer service may send: in a `switch` over `type`, what comes to `default`. */
export type UnknownEvent = Envelope<UnknownType, Record<string, unknown> & { readonly sequence: number }>;

/** An event; what it tells follows from its `type`. */
export type Event<Brand extends string = "svc"> = KnownEvent<Brand> | UnknownEvent;
