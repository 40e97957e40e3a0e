import {% if sent.is_signed %}hashlib, hmac, {% endif %}{% if sent.has_body or not sent.file %}json, {% endif %}os, {% if sent.has_key %}secrets, {% endif %}{% if sent.is_signed %}time, {% endif %}urllib.request

{% if sent.is_signed %}
BASE, KEY_ID, SECRET = (os.environ[name] for name in ("BASE", "KEY_ID", "SECRET"))
{% else %}
BASE = os.environ["BASE"]
{% endif %}
target = {{ sent.target | python }}
{% if sent.has_body %}
body = json.dumps({{ sent.body | python }}).encode()
{% endif %}
headers = { {%- if sent.has_body %}"Content-Type": "application/json"{% endif %}{% if sent.has_body and sent.has_key %}, {% endif %}{% if sent.has_key %}"Idempotency-Key": secrets.token_hex(16){% endif -%} }
{% if sent.is_signed %}
timestamp = str(int(time.time()))
lines = ["{{ sent.method }}", target, timestamp, hashlib.sha256({{ 'body' if sent.has_body else 'b""' }}).hexdigest(){% if sent.has_key %}, headers["Idempotency-Key"]{% endif %}]
signature = hmac.new(SECRET.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()
headers["Authorization"] = f"{{ scheme }} keyId={KEY_ID}, scope=*, signature={signature}"
headers["{{ timestamp }}"] = timestamp
{% endif %}
request = urllib.request.Request(BASE + target, {% if sent.has_body %}body, {% endif %}headers=headers, method="{{ sent.method }}")
with urllib.request.urlopen(request) as answer:
{% if sent.file %}
    with open("{{ sent.file }}", "wb") as file:
        file.write(answer.read())
{% else %}
    print(json.dumps(json.load(answer), indent=2))
{% endif %}
