<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

/**
 * Calls the gateway with form fields and two headers. Answers have one of two JSON formats. Reads the
 * URL and keys from the environment, so that no copy of the database contains them.
 */
final class Payment_Api_Client
{
    /** Longer than any answer should take, and about as long as a customer waits. */
    private const TIMEOUT_SECONDS = 20;

    /** A payment whose result is unknown may have succeeded, so paying again could charge the customer twice. */
    private const UNKNOWN = 'The result is unknown: check with us before you pay again.';
    private const UNKNOWN_CODES = ['BACKEND_ERROR', 'BACKEND_SERVER_ERROR', 'ADD_PAYMENT_ERROR'];

    /**
     * POST /api/v1/transaction/<gateway>/<verify or confirm> (API documentation, Endpoints).
     *
     * @param array<string, string> $fields
     * @return array<string, mixed> the answer's `result`
     * @throws Payment_Api_Exception for every answer except a 200 with a `result`
     */
    public function call(string $path, array $fields): array
    {
        $answer = wp_remote_post(rtrim((string) getenv('GATEWAY_URL'), '/') . "/api/v1/transaction/$path", [
            'headers' => [
                // API documentation, Authentication 1: every request carries both.
                'Authorization' => 'Bearer ' . getenv('GATEWAY_ACCESS_TOKEN'),
                'X-API-KEY' => (string) getenv('GATEWAY_API_KEY'),
                'Accept' => 'application/json',
            ],
            'body' => $fields,
            // A redirect would send our keys to another address.
            'redirection' => 0,
            'timeout' => self::TIMEOUT_SECONDS,
        ]);
        if (is_wp_error($answer)) {
            throw new Payment_Api_Exception('The payment service did not answer. ' . self::UNKNOWN);
        }
        $status = (int) wp_remote_retrieve_response_code($answer);
        $body = json_decode(wp_remote_retrieve_body($answer), true, flags: JSON_BIGINT_AS_STRING);
        if ($status === 200 && is_array($body['result'] ?? null)) {
            return $body['result'];
        }
        $error = $body['error'] ?? null;
        if (!is_array($error)) {
            throw new Payment_Api_Exception("The payment service gave an answer that we cannot read (HTTP $status). " . self::UNKNOWN);
        }
        $message = (string) ($error['message'] ?? '');
        foreach ($error['fields'] ?? [] as $name => $reasons) {
            $message .= " $name " . implode(', ', $reasons) . '.';
        }
        $code = $error['code'] ?? null;
        // The effect is unknown after a 5xx (API documentation, HTTP statuses), and after some codes of a confirm.
        if ($status >= 500 || (str_ends_with($path, '/confirm') && in_array($code, self::UNKNOWN_CODES, true))) {
            throw new Payment_Api_Exception("$message " . self::UNKNOWN, 502, $code);
        }
        throw new Payment_Api_Exception($message, 422, $code);
    }
}
