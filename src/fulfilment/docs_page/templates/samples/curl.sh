{% set parts = ['"$timestamp"', '"$hash"'] + (['"$key"'] if sent.has_key else []) %}
{% if sent.has_body %}
body={{ sent.body | json | shell }}
{% endif %}
{% if sent.has_key %}
key=$(openssl rand -hex 16)
{% endif %}
{% if sent.is_signed %}
timestamp=$(date +%s)
hash=$(printf '%s' {{ '"$body"' if sent.has_body else "''" }} | openssl dgst -sha256 -r | cut -d ' ' -f 1)
signature=$(printf '{{ '%s\\n' * (parts | length + 1) }}%s' {{ sent.method }} {{ sent.target | shell }} \
  {{ parts | join(' ') }} | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)
{% endif %}
curl --silent --show-error --globoff {% if sent.method != 'GET' or sent.has_body %}--request {{ sent.method }} {% endif %}"$BASE"{{ sent.target | shell }}
{%- if sent.is_signed %} \
  --header "Authorization: {{ scheme }} keyId=$KEY_ID, scope=*, signature=$signature" \
  --header "{{ timestamp }}: $timestamp"
{%- endif %}
{%- if sent.has_key %} \
  --header "Idempotency-Key: $key"
{%- endif %}
{%- if sent.has_body %} \
  --header 'Content-Type: application/json' \
  --data-raw "$body"
{%- endif %}
{%- if sent.file %} \
  --output {{ sent.file }}
{%- endif %}

