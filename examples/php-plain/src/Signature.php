<?php

declare(strict_types=1);

namespace Shop;

/** Checks `hashed`, which the gateway sends with each callback and return (the document, Authentication, 7). */
final class Signature
{
    public function __construct(#[\SensitiveParameter] private readonly string $secretKey)
    {
    }

    /**
     * Whether the gateway sent these fields. It says nothing about which order they belong to: compare invoice,
     * gateway and amount as well.
     *
     * @param array<string, string> $fields all that were received, in the order of arrival
     */
    public function isGenuine(array $fields): bool
    {
        $hashed = $fields['hashed'] ?? '';
        unset($fields['hashed']);
        $expected = strtoupper(hash_hmac('sha256', http_build_query($fields, '', '&'), $this->secretKey));
        // In constant time: `===` would tell by its speed how much of a guess was right.
        return hash_equals($expected, $hashed);
    }
}
