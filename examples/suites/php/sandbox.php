<?php

declare(strict_types=1);

/** An answer of the gateway or the control API. */
final class Answer
{
    public function __construct(public readonly int $status, public readonly array $body)
    {
    }

    public function result(): array
    {
        same(200, $this->status, json_encode($this->body));
        return $this->body['result'];
    }
}

/** A tenant of a running sandbox: the calls of your app, and the calls that only tests make. */
final class Tenant
{
    public readonly string $id;
    public readonly string $secretKey;
    private readonly string $apiKey;
    private readonly string $accessToken;
    private int $invoices = 0;

    /** A separate account, so that any number of suites can share one sandbox. */
    public function __construct(private readonly string $url, string $name)
    {
        $answer = $this->order('accounts', ['name' => $name]);
        same(201, $answer->status, 'accounts');
        $account = $answer->body;
        $this->id = $account['id'];
        $this->apiKey = $account['api_key'];
        $this->accessToken = $account['access_tokens']['test'];
        $this->secretKey = $account['secret_key'];
    }

    public function newInvoice(): string
    {
        return 'INV-' . ++$this->invoices;
    }

    /** Calls the gateway like your app. */
    public function call(string $path, array $fields, ?string $apiKey = null): Answer
    {
        $headers = [
            "Authorization: Bearer {$this->accessToken}",
            'X-API-KEY: ' . ($apiKey ?? $this->apiKey),
            'Content-Type: application/x-www-form-urlencoded',
        ];
        return answer('POST', "{$this->url}/api/v1/transaction/$path", $headers, http_build_query($fields));
    }

    /** The newest code on the customer's phone. Waits for it. */
    public function sentCode(string $mobileNumber): array
    {
        return $this->ask('otps/latest', ['mobile_number' => $mobileNumber, 'wait' => '10s']);
    }

    public function transaction(string $invoiceNo): array
    {
        return $this->ask('transactions', ['invoice_no' => $invoiceNo])['data'][0];
    }

    public function callbacks(string $invoiceNo): array
    {
        return $this->ask('callbacks', ['invoice_no' => $invoiceNo])['data'];
    }

    /** Returns when every callback has been delivered. */
    public function waitUntilSettled(): void
    {
        $query = http_build_query(['account' => $this->id, 'wait' => '10s']);
        same(200, $this->order("callbacks/settled?$query")->status, 'callbacks/settled');
    }

    /** GET of the control API, limited to this tenant. */
    public function ask(string $path, array $query): array
    {
        $answer = $this->control('GET', "$path?" . http_build_query([...$query, 'account' => $this->id]));
        same(200, $answer->status, $path);
        return $answer->body;
    }

    /** POST of the control API. */
    public function order(string $path, array $members = []): Answer
    {
        return $this->control('POST', $path, json_encode((object) $members));
    }

    /** `approve`, `decline`, `cancel` or `expire`: what the customer does on the page. */
    public function decide(string $redirectUrl, string $decision, array $members = []): Answer
    {
        return $this->order('checkouts/' . rawurlencode($redirectUrl) . "/$decision", $members);
    }

    /** The next confirm gets this error. */
    public function failNextConfirm(string $gateway, string $code): void
    {
        $match = ['account' => $this->id, 'gateway' => $gateway, 'action' => 'confirm'];
        $answer = $this->order('faults', ['match' => $match, 'effect' => ['code' => $code]]);
        same(201, $answer->status, 'faults');
    }

    private function control(string $method, string $path, ?string $body = null): Answer
    {
        // Only a sandbox that listens on the network needs the token.
        $token = getenv('GATEWAY_SANDBOX_TOKEN') ?: 'none';
        $headers = ["Authorization: Bearer $token", 'Content-Type: application/json'];
        return answer($method, "{$this->url}/_sandbox/api/$path", $headers, $body);
    }
}

function answer(string $method, string $url, array $headers, ?string $body): Answer
{
    $http = ['method' => $method, 'header' => $headers, 'ignore_errors' => true, 'timeout' => 30];
    $context = stream_context_create(['http' => $body === null ? $http : [...$http, 'content' => $body]]);
    $stream = @fopen($url, 'r', false, $context);
    if ($stream === false) {
        throw new RuntimeException("No sandbox answers at $url.");
    }
    [$statusLine] = stream_get_meta_data($stream)['wrapper_data'];
    $json = json_decode(stream_get_contents($stream), true);
    return new Answer((int) explode(' ', $statusLine)[1], is_array($json) ? $json : []);
}
