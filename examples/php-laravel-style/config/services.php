<?php

return [
    'payment_gateway' => [
        // The base URL, without /api/v1.
        'url' => env('GATEWAY_URL'),
        'api_key' => env('GATEWAY_API_KEY'),
        'access_token' => env('GATEWAY_ACCESS_TOKEN'),
        // The HMAC key for `hashed`. It never leaves the server.
        'secret_key' => env('GATEWAY_SECRET_KEY'),
        // return_url and callback_url start with it. Not from the Host header, which anyone can set.
        'shop_url' => env('MERCHANT_URL', env('APP_URL')),
    ],
];
