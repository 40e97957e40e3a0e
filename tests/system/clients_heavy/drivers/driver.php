<?php

// Answers each line of standard input: what is signed, or whether a webhook verifies. Fields are base64, - is null.
require 'fulfilment.php';

$field = fn (string $text): ?string => $text === '-' ? null : base64_decode($text);
while (($line = fgets(STDIN)) !== false) {
    [$what, $fields] = explode("\t", rtrim($line, "\n"), 2);
    $given = array_map($field, explode("\t", $fields));
    if ($what === 'sign') {
        echo fulfilment_sign(...$given), "\n";
    } else {
        [$header, $body, $now] = $given;
        echo fulfilment_verify($header, $body, array_slice($given, 3), (float) $now) ? 'true' : 'false', "\n";
    }
}
