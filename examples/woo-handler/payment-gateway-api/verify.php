<?php

declare(strict_types=1);

namespace Payment_Api;

defined('ABSPATH') || exit;

const OWN = ['gateway', 'approved', 'canceled', 'invoice_no', 'amount', 'currency', 'paymet_method', 'payment_method', 'transaction_id'];

/**
 * The fields of a callback or return if `hashed` proves that the gateway sent them, else null. `$raw` is the query string or the JSON
 * body exactly as it arrived: `$_GET` renames and drops fields. Then compare invoice, amount, currency and gateway with your order.
 *
 * @return array<string, string>|null
 */
function verifiedFields(string $raw, #[\SensitiveParameter] string $secretKey): ?array
{
    $fields = [];
    foreach (pairsOf($raw) as [$name, $value]) {
        // Parameters of your own return_url are not signed.
        if (!in_array($name, [...OWN, 'hashed'], true)) {
            continue;
        }
        // A repeated name could mean one thing here and another to the code that reads it.
        if (isset($fields[$name]) || !(is_string($value) || is_int($value))) {
            return null;
        }
        $fields[$name] = (string) $value;
    }
    $hashed = $fields['hashed'] ?? '';
    unset($fields['hashed']);
    // Paid and canceled at once: the gateway never says that.
    if (($fields['approved'] ?? '') === '1' && isset($fields['canceled'])) {
        return null;
    }
    // In the order of arrival; hash_equals compares in constant time.
    $expected = strtoupper(hash_hmac('sha256', http_build_query($fields, '', '&'), $secretKey));

    return hash_equals($expected, $hashed) ? $fields : null;
}

/** @return list<array{int|string, mixed}> */
function pairsOf(string $raw): array
{
    if (str_starts_with(ltrim($raw), '{')) {
        $members = json_decode($raw, true);

        return is_array($members) ? array_map(null, array_keys($members), array_values($members)) : [];
    }
    $pairs = [];
    foreach (explode('&', ltrim($raw, '?')) as $pair) {
        [$name, $value] = explode('=', $pair, 2) + ['', ''];
        $pairs[] = [urldecode($name), urldecode($value)];
    }

    return $pairs;
}
