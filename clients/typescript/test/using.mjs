// A client of a scripted service, for one test.

import { Fulfilment } from "fulfilment-client";
import { serve } from "./server.mjs";

export const KEY = { keyId: "svc_key_0123456789abcdef", secret: "svcsk_c2VjcmV0LW9mLXRoaXMtdGVzdA" };

/** A client of a service that gives these answers; it is closed when the test is over. */
export async function against(test, answers, options = KEY) {
  const service = await serve(...answers);
  test.after(service.close);
  return { client: new Fulfilment({ baseUrl: service.baseUrl, ...options }), ...service };
}

/** The error that the promise was rejected with. */
export async function failure(promise) {
  try {
    await promise;
  } catch (problem) {
    return problem;
  }
  throw new Error("it was expected to fail");
}
