<?php

declare(strict_types=1);

namespace Shop;

/** The gateway's address, the shop's credentials, and the shop's own address. */
final class Config
{
    private function __construct(
        /** The gateway's base URL, without `/api/v1`. */
        public readonly string $gatewayUrl,
        public readonly string $apiKey,
        public readonly string $accessToken,
        /** The HMAC key for `hashed`. It never leaves the server. */
        public readonly string $secretKey,
        /** `return_url` and `callback_url` start with it. Not from the Host header, which anyone can set. */
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

    /** No default: a shop with a well-known key would trust anyone. */
    private static function required(string $name): string
    {
        return getenv($name) ?: throw new \RuntimeException("Set $name in the environment: see the README.");
    }
}
