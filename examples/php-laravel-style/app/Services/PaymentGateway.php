<?php

declare(strict_types=1);

namespace App\Services;

use App\Exceptions\GatewayException;
use App\Models\Order;
use GuzzleHttp\Exception\TransferException;
use Illuminate\Contracts\Config\Repository;
use Illuminate\Http\Client\ConnectionException;
use Illuminate\Http\Client\Factory;

/** Starts payments, and pays wallet orders with the customer's code. */
class PaymentGateway
{
    public const GATEWAYS = ['walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator'];

    /** Longer than any answer should take, and about as long as a customer waits. */
    private const TIMEOUT_SECONDS = 20;

    /** A payment whose result is unknown may have succeeded, so paying again could charge the customer twice. */
    private const UNKNOWN = 'The result is unknown: check with us before you pay again.';
    private const UNKNOWN_CODES = ['BACKEND_ERROR', 'BACKEND_SERVER_ERROR', 'ADD_PAYMENT_ERROR'];

    public function __construct(private readonly Factory $http, private readonly Repository $config)
    {
    }

    /**
     * @return array{process_id: string}|array{redirect_url: string} the next step: a code, or the hosted page
     * @throws GatewayException
     */
    public function start(Order $order, ?string $mobileNumber, ?string $birthYear): array
    {
        return match ($order->gateway) {
            'walletA' => $this->verify($order, ['mobile_number' => $mobileNumber, 'birth_year' => $birthYear]),
            'walletB' => $this->verify($order, ['mobile_number' => $mobileNumber]),
            'localbankcards', 'cardgw' => $this->openCheckout($order, []),
            'aggregator' => $this->openCheckout($order, [
                'mobile_number' => $mobileNumber,
                'callback_url' => $this->setting('shop_url') . '/callback',
            ]),
        };
    }

    /**
     * Pays a wallet order. After a refusal, it still awaits payment, and its invoice number can be used again.
     *
     * @throws GatewayException
     */
    public function payWithCode(Order $order, string $code): void
    {
        $result = $this->call("{$order->gateway}/confirm", [
            'process_id' => $order->process_id,
            'code' => $code,
            'amount' => $order->amount,
            'invoice_no' => $order->invoice_no,
        ]);
        // Wallets send no callback: this answer is the proof (API documentation, Events).
        $transactionId = (string) ($result['transaction_id'] ?? '');
        if ($transactionId === '' || !Amount::isSame((string) ($result['amount'] ?? ''), $order->amount)) {
            throw new GatewayException('The gateway confirmed something other than this order.');
        }
        $order->markPaid($transactionId);
    }

    private function verify(Order $order, array $customer): array
    {
        $result = $this->call("{$order->gateway}/verify", [...$customer, 'amount' => $order->amount]);
        $processId = (string) ($result['process_id'] ?? '');
        if ($processId === '') {
            throw new GatewayException('The gateway sent no process_id.');
        }
        $order->update(['process_id' => $processId]);
        return ['process_id' => $processId];
    }

    private function openCheckout(Order $order, array $more): array
    {
        $result = $this->call("{$order->gateway}/confirm", [
            'amount' => $order->amount,
            'invoice_no' => $order->invoice_no,
            'return_url' => $this->setting('shop_url') . '/return',
            'lang' => 'en',
            ...$more,
        ]);
        $address = (string) ($result['redirect_url'] ?? '');
        if (($result['code'] ?? '') !== 'CHECKOUT_REDIRECT' || !preg_match('~^https?://~i', $address)) {
            throw new GatewayException('The gateway sent no address of a payment page.');
        }
        return ['redirect_url' => $address];
    }

    /**
     * POST /api/v1/transaction/<gateway>/<verify or confirm> (API documentation, Endpoints).
     *
     * @return array<string, mixed> the answer's `result`
     */
    private function call(string $path, array $fields): array
    {
        try {
            $response = $this->http->asForm()->acceptJson()
                // API documentation, Authentication 1: every request carries both.
                ->withToken($this->setting('access_token'))
                ->withHeaders(['X-API-KEY' => $this->setting('api_key')])
                // A redirect would send our keys to another address.
                ->withoutRedirecting()
                ->timeout(self::TIMEOUT_SECONDS)
                ->post($this->setting('url') . "/api/v1/transaction/$path", $fields);
        } catch (ConnectionException | TransferException) {
            // Guzzle throws the second one if the connection breaks before the answer is complete.
            throw new GatewayException('The payment service did not answer. ' . self::UNKNOWN);
        }
        $status = $response->status();
        if ($status === 200 && is_array($response->json('result'))) {
            return $response->json('result');
        }
        $error = $response->json('error');
        if (!is_array($error)) {
            throw new GatewayException("The gateway gave an answer that we cannot read (HTTP $status). " . self::UNKNOWN);
        }
        $code = $error['code'] ?? null;
        // 4xx: our request was wrong. After a 5xx, the effect is unknown (API documentation, HTTP statuses), and so it
        // is after some codes of a confirm.
        $isUnknown = $status >= 500 || (str_ends_with($path, '/confirm') && in_array($code, self::UNKNOWN_CODES, true));
        throw new GatewayException(
            ($error['message'] ?? '') . ($isUnknown ? ' ' . self::UNKNOWN : ''),
            !$isUnknown,
            $code,
            $error['fields'] ?? [],
        );
    }

    private function setting(string $name): string
    {
        return rtrim((string) $this->config->get("services.payment_gateway.$name"), '/');
    }
}
