// Tries an operation out: a request made of the form, signed in the browser. The key and its secret are kept for this
// tab alone (sessionStorage) and are gone when it is closed; nothing but signatures leaves the page.

import { fill, hasIds } from "./ids.js";
import { signature, target } from "./signing.js";

const form = document.getElementById("trial");
const state = document.getElementById("trial-state");
const { method, path, scheme, timestampHeader } = form.dataset;
const isSigned = form.dataset.signed === "true";
const keyId = document.getElementById("key-id");
const secret = document.getElementById("secret");
const keyInput = form.elements["header:Idempotency-Key"];

function showCredential() {
  const told = document.getElementById("credential-state");
  // Browsers offer their cryptography to pages that came over TLS or from this machine only.
  told.classList.toggle("is-warning", !window.isSecureContext);
  if (!window.isSecureContext) {
    told.textContent =
      "This page cannot sign: browsers do so over https, or on http://localhost. Open it there, or use a sample.";
  } else if (keyId.value && secret.value) {
    told.textContent = "Requests are signed here. The key is kept in this tab until it is closed.";
  } else {
    told.textContent = "The secret signs in your browser and is never sent. It is kept in this tab until it is closed.";
  }
}

if (isSigned) {
  keyId.value = sessionStorage.getItem("docs-key-id") ?? "";
  secret.value = sessionStorage.getItem("docs-secret") ?? "";
  document.querySelector(".credential").addEventListener("input", () => {
    sessionStorage.setItem("docs-key-id", keyId.value.trim());
    sessionStorage.setItem("docs-secret", secret.value.trim());
    showCredential();
  });
  document.getElementById("forget").addEventListener("click", () => {
    sessionStorage.removeItem("docs-key-id");
    sessionStorage.removeItem("docs-secret");
    keyId.value = secret.value = "";
    showCredential();
  });
  showCredential();
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The same request again repeats the same answer; another request gets another key.
let isSent = false;
if (keyInput) {
  keyInput.value = newKey();
  form.addEventListener("input", (event) => {
    if (isSent && event.target !== keyInput && !event.target.closest(".credential")) {
      keyInput.value = newKey();
      isSent = false;
    }
  });
}

function asked() {
  let filled = path;
  const query = new URLSearchParams();
  const headers = {};
  for (const input of form.elements) {
    const [where, name] = (input.name ?? "").split(":");
    if (where === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(input.value.trim()));
    else if (where === "query" && input.value) query.append(name, input.value);
    else if (where === "header" && input.value) headers[name] = input.value.trim();
  }
  const body = form.elements.body?.value.trim() || undefined;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return { address: query.size ? `${filled}?${query}` : filled, headers, body };
}

async function send(verb, address, headers = {}, body = undefined) {
  if (isSigned && keyId.value && secret.value && window.isSecureContext) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signed = await signature({
      secret: secret.value.trim(),
      method: verb,
      target: target(address, location.href),
      timestamp,
      body,
      idempotencyKey: headers["Idempotency-Key"],
    });
    headers[timestampHeader] = timestamp;
    headers.Authorization = `${scheme} keyId=${keyId.value.trim()}, scope=*, signature=${signed}`;
  }
  return fetch(address, { method: verb, headers, body, credentials: "omit", cache: "no-store" });
}

async function show(answer, milliseconds) {
  const type = answer.headers.get("content-type") ?? "";
  const body = document.getElementById("answer-body");
  const head = document.getElementById("answer-head");
  const repeated = answer.headers.get("idempotency-replayed") === "true" ? ", the answer of before" : "";
  head.textContent = `${answer.status} ${answer.statusText} in ${Math.round(milliseconds)} ms${repeated} `;
  head.className = answer.ok ? "is-good" : "is-bad";
  if (type.includes("json") && !type.includes("ndjson")) {
    const text = await answer.text();
    body.textContent = text ? JSON.stringify(JSON.parse(text), null, 2) : "";
  } else if (type.startsWith("text/") || type.includes("ndjson")) {
    body.textContent = await answer.text();
  } else {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = type === "application/pdf" ? "answer.pdf" : "answer";
    link.textContent = "Save it";
    head.append(link);
    body.textContent = type;
  }
  document.getElementById("answer").hidden = false;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { address, headers, body } = asked();
  state.textContent = "Sent; waiting for the answer.";
  const began = performance.now();
  try {
    const answer = await send(method, address, headers, body);
    await show(answer, performance.now() - began);
    state.textContent = "";
    isSent = true;
  } catch (problem) {
    state.textContent = `No answer: ${problem.message}`;
  }
});

const filling = document.getElementById("fill");
if (filling) filling.hidden = !hasIds(form);
filling?.addEventListener("click", async () => {
  state.textContent = "Looking for ids.";
  try {
    const missing = await fill(form, async (list) => {
      const answer = await send("GET", list);
      const { data, error } = await answer.json();
      // Things without a list, or below a thing that does not exist, are not in the workspace.
      if (error?.code === "NOT_FOUND") return null;
      if (error) throw new Error(`${error.code}: ${error.message}`);
      return data;
    });
    const lacking = missing.length ? ` Your workspace has none of these yet: ${missing.join(", ")}.` : "";
    state.textContent = `Filled in.${lacking}`;
    if (keyInput) keyInput.value = newKey();
  } catch (problem) {
    state.textContent = `They could not be looked up: ${problem.message}`;
  }
});
