<?php
$target = {{ sent.target | php_text }};
{% if sent.has_body %}
$body = json_encode({{ sent.body | php }});
{% endif %}
{% if sent.has_key %}
$key = bin2hex(random_bytes(16));
{% endif %}
{% if sent.is_signed %}
$timestamp = (string) time();
$lines = ['{{ sent.method }}', $target, $timestamp, hash('sha256', {{ '$body' if sent.has_body else "''" }}){% if sent.has_key %}, $key{% endif %}];
$signature = hash_hmac('sha256', implode("\n", $lines), getenv('SECRET'));
{% endif %}
$headers = [
{% if sent.is_signed %}
    '{{ "Authorization: " ~ scheme }} keyId=' . getenv('KEY_ID') . ", scope=*, signature=$signature",
    "{{ timestamp }}: $timestamp",
{% endif %}
{% if sent.has_key %}
    "Idempotency-Key: $key",
{% endif %}
{% if sent.has_body %}
    'Content-Type: application/json',
{% endif %}
];
$http = ['method' => '{{ sent.method }}', 'header' => $headers, 'ignore_errors' => true{% if sent.has_body %}, 'content' => $body{% endif %}];
$answer = file_get_contents(getenv('BASE') . $target, false, stream_context_create(['http' => $http]));
{% if sent.file %}
file_put_contents('{{ sent.file }}', $answer);
{% else %}
echo json_encode(json_decode($answer), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
{% endif %}
