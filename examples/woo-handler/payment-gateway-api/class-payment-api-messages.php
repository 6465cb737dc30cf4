<?php

declare(strict_types=1);

use function Payment_Api\verifiedFields;

defined('ABSPATH') || exit;

/**
 * Applies the gateway's messages to orders (API documentation, Events). They arrive in any order, repeatedly and
 * simultaneously, and anyone can send one: nothing is trusted before `hashed` is checked.
 */
final class Payment_Api_Messages
{
    public function __construct(private readonly string $secret_key)
    {
    }

    /** wc-api/payment_api_callback: the aggregator's POST. A repeat gets the same answer. */
    public function callback(): void
    {
        try {
            $fields = $this->genuine((string) file_get_contents('php://input'));
            self::locked($this->order_id($fields), fn (WC_Order $order) => $this->settle($order, $fields));
            echo 'ok';
        } catch (Payment_Api_Exception $refusal) {
            status_header($refusal->status);
            echo esc_html($refusal->getMessage());
        }
        exit;
    }

    /** wc-api/payment_api_return: by the customer and, for cards, also by the gateway with the same query. */
    public function customer_return(): void
    {
        try {
            $fields = $this->genuine($_SERVER['QUERY_STRING'] ?? '');
            $order = self::locked($this->order_id($fields), fn (WC_Order $order) => $this->returned($order, $fields));
        } catch (Payment_Api_Exception $refusal) {
            wp_die(esc_html($refusal->getMessage()), '', ['response' => $refusal->status]);
        }
        wp_safe_redirect($order->get_checkout_order_received_url(), 303);
        exit;
    }

    /** Records the payment, once. */
    public static function book(int $order_id, string $transaction_id): void
    {
        self::locked($order_id, fn (WC_Order $order) => self::pay($order, $transaction_id));
    }

    /** Whether two amounts are equal as numbers: `5`, `5.0` and `5.00` are. */
    public static function is_same_amount(string $one, string $other): bool
    {
        $is_amount = fn (string $text): bool => preg_match('/^\d{1,12}(\.\d{1,2})?$/D', $text) === 1;
        $hundredths = fn (string $text): int => (int) round((float) $text * 100);
        return $is_amount($one) && $is_amount($other) && $hundredths($one) === $hundredths($other);
    }

    /**
     * Handles one request per order at a time, with the current order: `payment_complete()` checks before it writes,
     * so several of twenty simultaneous callbacks would get through. The lock ends with the request.
     */
    private static function locked(int $order_id, callable $work): mixed
    {
        global $wpdb;
        $name = "{$wpdb->prefix}payment_api_$order_id";
        if ((int) $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, 10)', $name)) !== 1) {
            throw new Payment_Api_Exception('The shop is busy. Please try again.', 503);
        }
        try {
            return $work(self::fresh_order($order_id));
        } finally {
            $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $name));
        }
    }

    /** The current order: WordPress would return what this request has read earlier. */
    public static function fresh_order(int $order_id): WC_Order
    {
        wp_cache_flush_runtime();
        return wc_get_order($order_id) ?: throw new Payment_Api_Exception('We know no order by this number.', 404);
    }

    private static function pay(WC_Order $order, string $transaction_id): void
    {
        if (!$order->is_paid()) {
            $order->payment_complete($transaction_id);
        } elseif ($order->get_transaction_id() !== $transaction_id) {
            $order->add_order_note("Paid a second time, by transaction $transaction_id: please refund it.");
        }
    }

    private function returned(WC_Order $order, array $fields): WC_Order
    {
        if ($order->get_payment_method() !== 'payment_api_aggregator') {
            $this->settle($order, $fields);
        } elseif (($fields['approved'] ?? '') === '0') {
            // Without an amount to compare, this return may close an order but never pay it. The callback does that.
            $this->close($order, 'failed');
        }
        return $order;
    }

    private function settle(WC_Order $order, array $fields): void
    {
        $problem = $this->difference($order, $fields);
        if ($problem !== null) {
            throw new Payment_Api_Exception($problem, 400);
        }
        match (true) {
            isset($fields['canceled']) => $this->close($order, 'cancelled'),
            $fields['approved'] === '0' => $this->close($order, 'failed'),
            default => self::pay($order, $fields['transaction_id']),
        };
    }

    /** A paid order stays paid, whatever comes later. */
    private function close(WC_Order $order, string $status): void
    {
        if ($order->has_status('pending')) {
            $order->update_status($status, 'Told by the payment gateway.');
        }
    }

    /** Genuine messages about other orders or of other kinds have a valid hash too. */
    private function difference(WC_Order $order, array $fields): ?string
    {
        $gateway = $fields['gateway'] ?? '';
        $currency = $gateway === 'cardgw' ? 'USD' : null;
        // `approved` and `canceled` exclude each other (API documentation, Events).
        $approved = isset($fields['canceled']) ? [null] : ['0', '1'];
        return match (true) {
            "payment_api_$gateway" !== $order->get_payment_method() => 'gateway is not the order’s.',
            !self::is_same_amount($fields['amount'] ?? '', $order->get_total()) => 'amount is not the order’s.',
            ($fields['currency'] ?? null) !== $currency => 'currency is not the order’s.',
            ($fields['transaction_id'] ?? '') === '' => 'transaction_id is missing.',
            !in_array($fields['approved'] ?? null, $approved, true) => 'approved is neither 1 nor 0.',
            default => null,
        };
    }

    /** Finds the order of one of our invoice numbers. */
    private function order_id(array $fields): int
    {
        $invoice_no = $fields['invoice_no'] ?? '';
        $order = wc_get_order(absint(explode('-', $invoice_no)[1] ?? 0));
        $ours = $order ? wp_list_pluck($order->get_meta(WC_Gateway_Payment_Api::INVOICE, false), 'value') : [];
        if (!in_array($invoice_no, $ours, true)) {
            throw new Payment_Api_Exception('We know no order by this number.', 404);
        }
        return $order->get_id();
    }

    /**
     * The fields, if `hashed` proves that the gateway sent them (API documentation, Authentication, 7).
     *
     * @param string $message the query or the body as it arrived
     * @return array<string, string>
     */
    private function genuine(string $message): array
    {
        // An empty key counts as missing.
        $fields = $this->secret_key === '' ? null : verifiedFields($message, $this->secret_key);
        return $fields ?? throw new Payment_Api_Exception('This message is not from the gateway: hashed does not match.', 400);
    }
}
