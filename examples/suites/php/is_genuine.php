<?php

declare(strict_types=1);

/** Whether `hashed` proves that the gateway sent these fields, taken in the order in which they came. */
function isGenuine(array $fields, string $secretKey): bool
{
    $hashed = $fields['hashed'] ?? '';
    unset($fields['hashed']);
    $expected = strtoupper(hash_hmac('sha256', http_build_query($fields), $secretKey));
    return is_string($hashed) && hash_equals($expected, $hashed);
}
