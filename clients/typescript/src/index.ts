// SPDX-License-Identifier: Apache-2.0

export type { Answer, Meta } from "./answer.js";
export { namesOf } from "./brand.js";
export { Fulfilment } from "./client.js";
export type { Download } from "./download.js";
export { ApiError, ConnectionError, FulfilmentError, isRefusal, TimeoutError } from "./errors.js";
export type { Event, EventData, EventType, KnownEvent, UnknownEvent } from "./events.js";
export type { ErrorCode } from "./generated/codes.js";
export type * from "./generated/schema.js";
export type {
  Answered,
  Attempt,
  ClientOptions,
  Hooks,
  Names,
  RawBody,
  RequestOptions,
  Retrying,
  TokenSource,
} from "./options.js";
export type { Page, Pages } from "./pages.js";
export { type Signable, sign, type Signing } from "./signing.js";
export {
  type Bytes,
  type HeadersLike,
  readEvent,
  type ReadOptions,
  TOLERANCE_SECONDS,
  type VerificationCode,
  VerificationError,
  verify,
  type VerifyOptions,
} from "./webhooks.js";
