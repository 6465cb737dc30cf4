<?php

declare(strict_types=1);

const UNKNOWN_CODES = ['BACKEND_ERROR', 'BACKEND_SERVER_ERROR', 'ADD_PAYMENT_ERROR'];

final class Rejected extends RuntimeException
{
}

/**
 * The result of a call. Rejected means that the gateway refused it. Any other exception of a confirm means that the outcome is unknown.
 *
 * @param array<string, string> $fields
 * @return array<string, mixed>
 */
function call(string $path, array $fields): array
{
    $request = curl_init((getenv('GATEWAY_URL') ?: 'http://127.0.0.1:4700') . "/api/v1/transaction/$path");
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => http_build_query($fields),
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . (getenv('GATEWAY_ACCESS_TOKEN') ?: 'demo_test_token'),
            'X-API-KEY: ' . (getenv('GATEWAY_API_KEY') ?: 'demo_api_key'),
        ],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
    ]);
    $text = curl_exec($request);
    $body = is_string($text) ? json_decode($text, true) : null;
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if (isset($body['result'])) {
        return $body['result'];
    }
    $code = $body['error']['code'] ?? (string) $status;
    $message = "$code: " . ($body['error']['message'] ?? curl_error($request));
    $isRejected = isset($body['error']) && $status < 500 && !in_array($code, UNKNOWN_CODES, true);
    throw $isRejected ? new Rejected($message) : new RuntimeException($message);
}

['process_id' => $process] = call('walletB/verify', ['mobile_number' => '0945678903', 'amount' => '10.00']);
echo 'Code: ';
$code = trim((string) fgets(STDIN));
$order = ['process_id' => (string) $process, 'code' => $code, 'amount' => '10.00', 'invoice_no' => 'PHP-1'];
$paid = call('walletB/confirm', $order);
echo 'Paid: transaction ', $paid['transaction_id'], PHP_EOL;

$checkout = call('localbankcards/confirm', [
    'amount' => '25.50',
    'invoice_no' => 'PHP-2',
    'return_url' => 'http://localhost:3000/return',
]);
echo 'Redirect the customer to ', $checkout['redirect_url'], PHP_EOL;
