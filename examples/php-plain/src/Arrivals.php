<?php

declare(strict_types=1);

namespace Shop;

/**
 * Applies the gateway's messages to orders (API documentation, Events). They arrive in any order, repeatedly and
 * simultaneously, and anyone can send one: nothing is trusted before `hashed` is checked.
 */
final class Arrivals
{
    public function __construct(
        #[\SensitiveParameter] private readonly string $secretKey,
        private readonly Orders $orders,
    ) {
    }

    /**
     * A callback with the whole transaction. A repeat changes nothing and gets the same answer.
     *
     * @param string $body as it arrived
     * @throws Refusal
     */
    public function callback(string $body): void
    {
        $fields = $this->genuine($body);
        $this->settle($this->orderOf($fields), $fields);
    }

    /**
     * A GET of the return URL: by the customer and, for cards, also by the gateway with the same query.
     *
     * @param string $query as it arrived
     * @return array the order
     * @throws Refusal
     */
    public function customerReturn(string $query): array
    {
        $fields = $this->genuine($query);
        $order = $this->orderOf($fields);
        if ($order['gateway'] !== 'aggregator') {
            $this->settle($order, $fields);
        } elseif (($fields['approved'] ?? '') === '0') {
            // Without an amount to compare, this return may close an order but never pay it. The callback does that.
            $this->orders->close($order['invoice_no'], 'declined');
        }
        return $order;
    }

    /** @return array<string, string> */
    private function genuine(string $message): array
    {
        return verifiedFields($message, $this->secretKey)
            ?? throw new Refusal(400, 'This message is not from the gateway: hashed does not match.');
    }

    private function orderOf(array $fields): array
    {
        return $this->orders->get($fields['invoice_no'] ?? '');
    }

    private function settle(array $order, array $fields): void
    {
        $this->compare($order, $fields);
        if (isset($fields['canceled'])) {
            $this->orders->close($order['invoice_no'], 'canceled');
        } elseif ($fields['approved'] === '0') {
            $this->orders->close($order['invoice_no'], 'declined');
        } else {
            $this->orders->markPaid($order['invoice_no'], $fields['transaction_id']);
        }
    }

    /** Genuine messages about other orders or of other kinds have a valid hash too. */
    private function compare(array $order, array $fields): void
    {
        $currency = $order['gateway'] === 'cardgw' ? 'USD' : null;
        // `approved` and `canceled` exclude each other (API documentation, Events).
        $approved = isset($fields['canceled']) ? [null] : ['0', '1'];
        $problem = match (true) {
            ($fields['gateway'] ?? '') !== $order['gateway'] => 'gateway is not the order’s.',
            !Amount::isSame($fields['amount'] ?? '', $order['amount']) => 'amount is not the order’s.',
            ($fields['currency'] ?? null) !== $currency => 'currency is not the order’s.',
            ($fields['transaction_id'] ?? '') === '' => 'transaction_id is missing.',
            !in_array($fields['approved'] ?? null, $approved, true) => 'approved is neither 1 nor 0.',
            default => null,
        };
        if ($problem !== null) {
            throw new Refusal(400, $problem);
        }
    }
}
