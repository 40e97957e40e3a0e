// SPDX-License-Identifier: Apache-2.0

import type { EventData } from "./generated/events.js";

export type { EventData };

/** The types of events that this version knows, with the brand before them. */
export type EventType<Brand extends string = "svc"> = `${Brand}.${keyof EventData}`;

interface Envelope<Type extends string, Data> {
  /** The same at every attempt and for every endpoint: process each id once. */
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
 * No known type fits the pattern, because TypeScript tells events apart by it.
 */
export type UnknownType = `${string} (unknown)`;

export type KnownEvent<Brand extends string = "svc"> = {
  [Name in keyof EventData]: Envelope<`${Brand}.${Name}`, EventData[Name]>;
}[keyof EventData];

/** An event of a newer service; a `switch` over `type` handles it under `default`. */
export type UnknownEvent = Envelope<UnknownType, Record<string, unknown> & { readonly sequence: number }>;

/** An event; its `type` decides the type of its `data`. */
export type Event<Brand extends string = "svc"> = KnownEvent<Brand> | UnknownEvent;
