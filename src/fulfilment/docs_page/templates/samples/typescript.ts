{% if sent.is_signed %}
import { createHash, createHmac{% if sent.has_key %}, randomUUID{% endif %} } from "node:crypto";
{% elif sent.has_key %}
import { randomUUID } from "node:crypto";
{% endif %}
{% if sent.file %}
import { writeFile } from "node:fs/promises";
{% endif %}
import { env } from "node:process";

const target = {{ sent.target | compact }};
{% if sent.has_body %}
const body = JSON.stringify({{ sent.body | json }});
{% endif %}
const headers: Record<string, string> = { {%- if sent.has_body %} "Content-Type": "application/json"{% endif %}{% if sent.has_body and sent.has_key %},{% endif %}{% if sent.has_key %} "Idempotency-Key": randomUUID(){% endif %}{% if sent.has_body or sent.has_key %} {% endif -%} };
{% if sent.is_signed %}
const timestamp = String(Math.floor(Date.now() / 1000));
const hash = createHash("sha256").update({{ 'body' if sent.has_body else '""' }}).digest("hex");
const lines = ["{{ sent.method }}", target, timestamp, hash{% if sent.has_key %}, headers["Idempotency-Key"]{% endif %}];
const signature = createHmac("sha256", env.SECRET!).update(lines.join("\n")).digest("hex");
headers["Authorization"] = `{{ scheme }} keyId=${env.KEY_ID}, scope=*, signature=${signature}`;
headers["{{ timestamp }}"] = timestamp;
{% endif %}
const answer = await fetch(env.BASE + target, { method: "{{ sent.method }}", headers{% if sent.has_body %}, body{% endif %} });
if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
{% if sent.file %}
await writeFile("{{ sent.file }}", new Uint8Array(await answer.arrayBuffer()));
{% else %}
console.log(JSON.stringify(await answer.json(), null, 2));
{% endif %}
