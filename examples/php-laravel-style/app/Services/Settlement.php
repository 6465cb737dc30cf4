<?php

declare(strict_types=1);

namespace App\Services;

use App\Models\Order;
use Illuminate\Contracts\Config\Repository;
use RuntimeException;

/**
 * Applies the gateway's messages to orders (API documentation, Events). They arrive in any order, repeatedly and
 * simultaneously, and anyone can send one: nothing is trusted before `hashed` is checked.
 */
class Settlement
{
    private readonly string $secretKey;

    public function __construct(Repository $config)
    {
        // No default: an app with a well-known key would trust anyone.
        $this->secretKey = $config->get('services.payment_gateway.secret_key')
            ?: throw new RuntimeException('Set GATEWAY_SECRET_KEY in the environment: see the README.');
    }

    /**
     * A callback with the whole transaction. A repeat changes nothing and gets the same answer.
     *
     * @param string $body as it arrived
     */
    public function callback(string $body): void
    {
        $fields = $this->genuine($body);
        $this->settle($this->orderOf($fields), $fields);
    }

    /**
     * A GET of the return URL: by the customer and, for cards, also by the gateway.
     *
     * @param string $query as it arrived
     */
    public function customerReturn(string $query): Order
    {
        $fields = $this->genuine($query);
        $order = $this->orderOf($fields);
        if ($order->gateway !== 'aggregator') {
            $this->settle($order, $fields);
        } elseif (($fields['approved'] ?? '') === '0') {
            // Without an amount to compare, this return may close an order but never pay it. The callback does that.
            $order->close('declined');
        }
        return $order;
    }

    /** @return array<string, string> */
    private function genuine(string $message): array
    {
        $fields = verifiedFields($message, $this->secretKey);
        abort_if($fields === null, 400, 'This message is not from the gateway.');
        return $fields;
    }

    private function orderOf(array $fields): Order
    {
        return Order::where('invoice_no', $fields['invoice_no'] ?? '')->firstOrFail();
    }

    private function settle(Order $order, array $fields): void
    {
        $problem = $this->difference($order, $fields);
        abort_if($problem !== null, 400, (string) $problem);
        match (true) {
            isset($fields['canceled']) => $order->close('canceled'),
            $fields['approved'] === '0' => $order->close('declined'),
            default => $order->markPaid($fields['transaction_id']),
        };
    }

    /** Genuine messages about other orders or of other kinds have a valid hash too. */
    private function difference(Order $order, array $fields): ?string
    {
        $currency = $order->gateway === 'cardgw' ? 'USD' : null;
        // `approved` and `canceled` exclude each other (API documentation, Events).
        $approved = isset($fields['canceled']) ? [null] : ['0', '1'];
        return match (true) {
            ($fields['gateway'] ?? '') !== $order->gateway => 'gateway is not the order’s.',
            !Amount::isSame($fields['amount'] ?? '', $order->amount) => 'amount is not the order’s.',
            ($fields['currency'] ?? null) !== $currency => 'currency is not the order’s.',
            ($fields['transaction_id'] ?? '') === '' => 'transaction_id is missing.',
            !in_array($fields['approved'] ?? null, $approved, true) => 'approved is neither 1 nor 0.',
            default => null,
        };
    }
}
