<?php

declare(strict_types=1);

namespace Shop;

/** Calls the gateway with form fields and two headers. Answers have one of two JSON formats. */
final class GatewayClient
{
    /** A payment whose result is unknown may have succeeded, so paying again could charge the customer twice. */
    private const UNKNOWN = 'The result is unknown: check with us before you pay again.';
    private const UNKNOWN_CODES = ['BACKEND_ERROR', 'BACKEND_SERVER_ERROR', 'ADD_PAYMENT_ERROR'];

    private const CONNECT_TIMEOUT_SECONDS = 5;
    /** Longer than any answer should take, and about as long as a customer waits. */
    private const TIMEOUT_SECONDS = 20;

    public function __construct(private readonly Config $config)
    {
    }

    /**
     * POST /api/v1/transaction/<gateway>/<verify or confirm> (API documentation, Endpoints).
     *
     * @param array<string, string> $fields
     * @return array<string, mixed> the answer's `result`
     * @throws GatewayError for every answer except a 200 with a `result`
     */
    public function call(string $path, array $fields): array
    {
        [$status, $body] = $this->post("{$this->config->gatewayUrl}/api/v1/transaction/$path", $fields);
        $answer = json_decode($body, true, flags: JSON_BIGINT_AS_STRING);
        $result = is_array($answer) ? $answer['result'] ?? null : null;
        if ($status === 200 && is_array($result)) {
            return $result;
        }
        $error = is_array($answer) ? $answer['error'] ?? null : null;
        if (!is_array($error)) {
            throw new GatewayError("The gateway gave an answer that we cannot read (HTTP $status). " . self::UNKNOWN, false);
        }
        $code = $error['code'] ?? null;
        // 4xx: our request was wrong. After a 5xx, the effect is unknown (API documentation, HTTP statuses), and so it
        // is after some codes of a confirm.
        $isUnknown = $status >= 500 || (str_ends_with($path, '/confirm') && in_array($code, self::UNKNOWN_CODES, true));
        throw new GatewayError(
            ($error['message'] ?? '') . ($isUnknown ? ' ' . self::UNKNOWN : ''),
            !$isUnknown,
            $code,
            $error['fields'] ?? [],
        );
    }

    /** @return array{int, string} status and body */
    private function post(string $url, array $fields): array
    {
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_POSTFIELDS => http_build_query($fields, '', '&'),
            CURLOPT_HTTPHEADER => [
                // API documentation, Authentication 1: every request carries both.
                "Authorization: Bearer {$this->config->accessToken}",
                "X-API-KEY: {$this->config->apiKey}",
                'Accept: application/json',
            ],
            // A redirect would send our keys to another address.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_CONNECTTIMEOUT => self::CONNECT_TIMEOUT_SECONDS,
            CURLOPT_TIMEOUT => self::TIMEOUT_SECONDS,
            CURLOPT_RETURNTRANSFER => true,
        ]);
        $body = curl_exec($request);
        if ($body === false) {
            error_log('The gateway did not answer: ' . curl_error($request));
            throw new GatewayError('The payment service did not answer. ' . self::UNKNOWN, false);
        }
        return [curl_getinfo($request, CURLINFO_RESPONSE_CODE), $body];
    }
}
