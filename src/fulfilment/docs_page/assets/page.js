// The documentation page: Swagger UI over our own document, with every try-out signed on its way out. The key and its
// secret live in the two inputs and nowhere else: they are not stored, and are gone when the page is.

import { signature, target } from "./signing.js";

const { document: documentAddress, scheme, timestampHeader } = document.body.dataset;
const keyId = document.getElementById("key-id");
const secret = document.getElementById("secret");
const state = document.getElementById("credential-state");

function showState() {
  // Browsers offer their cryptography to pages that came over TLS or from this machine only.
  const canSign = window.isSecureContext;
  state.classList.toggle("is-warning", !canSign);
  if (!canSign) {
    state.value = "Signing needs https, or http on localhost.";
  } else if (keyId.value && secret.value) {
    state.value = "Requests are signed.";
  } else {
    state.value = "Enter a key to sign requests; it stays in this page's memory.";
  }
}

async function sign(request) {
  const isApi = new URL(request.url, location.href).origin === location.origin && !request.loadSpec;
  if (!isApi || !keyId.value || !secret.value || !window.isSecureContext) {
    return request;
  }
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = await signature({
    secret: secret.value.trim(),
    method: request.method ?? "GET",
    target: target(request.url, location.href),
    timestamp,
    body: request.body,
    idempotencyKey: request.headers["Idempotency-Key"],
  });
  request.headers[timestampHeader] = timestamp;
  request.headers.Authorization = `${scheme} keyId=${keyId.value.trim()}, scope=*, signature=${signed}`;
  return request;
}

document.getElementById("credential").addEventListener("input", showState);
document.getElementById("credential").addEventListener("submit", (event) => event.preventDefault());
showState();

window.SwaggerUIBundle({
  url: documentAddress,
  dom_id: "#operations",
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  tryItOutEnabled: true,
  persistAuthorization: false,
  queryConfigEnabled: false,
  requestInterceptor: sign,
});
