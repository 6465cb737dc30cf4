<?php

declare(strict_types=1);

namespace Shop;

/** Where the gateway is, how the shop signs in to it, and where gateway and browser find the shop. */
final class Config
{
    private function __construct(
        /** The gateway's base address, without `/api/v1`. */
        public readonly string $gatewayUrl,
        public readonly string $apiKey,
        public readonly string $accessToken,
        /** Key of the HMAC in `hashed`. It never leaves the server. */
        public readonly string $secretKey,
        /** `return_url` and `callback_url` begin with it. Not from the Host header, which anyone may write. */
        public readonly string $shopUrl,
        public readonly string $databaseFile,
    ) {
    }

    public static function fromEnvironment(): self
    {
        return new self(
            rtrim(self::required('GATEWAY_URL'), '/'),
            self::required('GATEWAY_API_KEY'),
            self::required('GATEWAY_ACCESS_TOKEN'),
            self::required('GATEWAY_SECRET_KEY'),
            rtrim(getenv('MERCHANT_URL') ?: "http://127.0.0.1:{$_SERVER['SERVER_PORT']}", '/'),
            getenv('DATABASE_FILE') ?: dirname(__DIR__) . '/orders.sqlite',
        );
    }

    /** Without a default: a shop that runs with a key that everyone knows believes everyone. */
    private static function required(string $name): string
    {
        return getenv($name) ?: throw new \RuntimeException("Set $name in the environment: see the README.");
    }
}
