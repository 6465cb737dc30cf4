<?php

declare(strict_types=1);

namespace App\Services;

use Illuminate\Contracts\Config\Repository;
use RuntimeException;

/** Checks `hashed`, which the gateway sends with each callback and return (the document, Authentication, 7). */
class Signature
{
    private readonly string $secretKey;

    public function __construct(Repository $config)
    {
        // Without a default: a shop that runs with a key that everyone knows believes everyone.
        $this->secretKey = $config->get('services.payment_gateway.secret_key')
            ?: throw new RuntimeException('Set GATEWAY_SECRET_KEY in the environment: see the README.');
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
