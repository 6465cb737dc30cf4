<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

/** A payment method of the checkout, with one instance per gateway of the API. */
class WC_Gateway_Payment_Api extends WC_Payment_Gateway
{
    public const TOKENS = ['walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator'];

    public const INVOICE = '_payment_api_invoice';
    private const PROCESS = '_payment_api_process';

    private readonly Payment_Api_Client $client;

    public function __construct(private readonly string $token)
    {
        $this->id = "payment_api_$token";
        $this->title = $token;
        $this->method_title = "Payment gateway API: $token";
        $this->has_fields = $this->asks() !== [];
        $this->enabled = 'yes';
        $this->client = new Payment_Api_Client();
        add_action("woocommerce_receipt_{$this->id}", [$this, 'code_form']);
        add_filter('woocommerce_thankyou_order_received_text', [$this, 'received_text'], 10, 2);
        add_action("woocommerce_thankyou_{$this->id}", [$this, 'failed_text']);
    }

    /** cardgw charges US dollars, all others dinars (API documentation, What the service does). */
    public function is_available(): bool
    {
        $currency = $this->token === 'cardgw' ? 'USD' : 'LYD';
        return parent::is_available() && get_woocommerce_currency() === $currency;
    }

    /** The fields for the customer, in addition to those of the checkout. */
    public function payment_fields(): void
    {
        foreach ($this->asks() as $name => $label) {
            $label = esc_html($label);
            echo "<label>$label <input name=\"$name\" inputmode=\"numeric\"></label>";
        }
    }

    /**
     * Called by the checkout with the new order.
     *
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        // Unique and never reused (API documentation, Limits): each new attempt gets another number. The order keeps the
        // old one, which may still be paid on an open page.
        $invoice_no = 'WC-' . $order->get_id() . '-' . strtoupper(bin2hex(random_bytes(6)));
        $order->add_meta_data(self::INVOICE, $invoice_no);
        $order->save();
        try {
            $address = $this->is_wallet() ? $this->send_code($order) : $this->open_checkout($order, $invoice_no);
        } catch (Payment_Api_Exception $exception) {
            wc_add_notice($exception->getMessage(), 'error');
            return ['result' => 'failure', 'code' => $exception->error_code, 'status' => $exception->status];
        }
        return ['result' => 'success', 'redirect' => $address];
    }

    /**
     * Pays a wallet order. After a refusal, it still awaits payment, and its invoice number can be used again.
     *
     * @throws Payment_Api_Exception
     */
    public function pay_with_code(WC_Order $order, string $code): void
    {
        $invoices = wp_list_pluck($order->get_meta(self::INVOICE, false), 'value');
        $amount = $this->amount($order);
        try {
            $result = $this->client->call("{$this->token}/confirm", [
                'process_id' => (string) $order->get_meta(self::PROCESS),
                'code' => $code,
                'amount' => $amount,
                'invoice_no' => (string) end($invoices),
            ]);
        } catch (Payment_Api_Exception $exception) {
            // After a double click, one request pays and the other is refused. Nobody needs to see that.
            if (Payment_Api_Messages::fresh_order($order->get_id())->is_paid()) {
                return;
            }
            throw $exception;
        }
        // Wallets send no callback: this answer is the proof (API documentation, Events).
        $transaction_id = (string) ($result['transaction_id'] ?? '');
        $confirmed = (string) ($result['amount'] ?? '');
        if ($transaction_id === '' || !Payment_Api_Messages::is_same_amount($confirmed, $amount)) {
            throw new Payment_Api_Exception('The payment service confirmed something other than this order.');
        }
        Payment_Api_Messages::book($order->get_id(), $transaction_id);
    }

    /** wc-api/payment_api_code: the form below. The order's key proves that the order belongs to this customer. */
    public static function code(): void
    {
        $order = wc_get_order(absint($_POST['order_id'] ?? 0));
        $key = wc_clean(wp_unslash($_POST['key'] ?? ''));
        if (!$order || !hash_equals($order->get_order_key(), $key)) {
            wp_die('We know no order by this number.', '', ['response' => 404]);
        }
        $gateway = wc_get_payment_gateway_by_order($order);
        try {
            if ($order->has_status('pending')) {
                $gateway->pay_with_code($order, wc_clean(wp_unslash($_POST['code'] ?? '')));
            }
            wp_safe_redirect($gateway->get_return_url($order), 303);
        } catch (Payment_Api_Exception $exception) {
            wc_add_notice($exception->getMessage(), 'error');
            wp_safe_redirect($order->get_checkout_payment_url(true), 303);
        }
        exit;
    }

    /** On the page for paying an order. */
    public function code_form(int $order_id): void
    {
        $order = wc_get_order($order_id);
        $action = esc_url(WC()->api_request_url('payment_api_code'));
        $key = esc_attr($order->get_order_key());
        echo "<form method=\"post\" action=\"$action\"><input type=\"hidden\" name=\"order_id\" value=\"$order_id\">
            <input type=\"hidden\" name=\"key\" value=\"$key\"><label>Code from the message
            <input name=\"code\" inputmode=\"numeric\" autocomplete=\"one-time-code\" required></label>
            <button>Pay</button></form>";
    }

    /** On the page that the customer returns to, which would otherwise also say thanks for unpaid orders. */
    public function received_text(string $text, $order): string
    {
        return match (true) {
            !$order || $order->get_payment_method() !== $this->id => $text,
            $order->is_paid() => 'Paid. Thank you! Your order is on its way.',
            $order->has_status('cancelled') => 'You canceled on the payment page. Nothing was charged.',
            default => 'The payment service has not confirmed your payment yet.',
        };
    }

    public function failed_text(int $order_id): void
    {
        if (wc_get_order($order_id)->has_status('failed')) {
            echo '<p>The payment was not completed. Nothing was charged.</p>';
        }
    }

    private function is_wallet(): bool
    {
        return in_array($this->token, ['walletA', 'walletB'], true);
    }

    private function send_code(WC_Order $order): string
    {
        $fields = [...$this->answers(), 'amount' => $this->amount($order)];
        $result = $this->client->call("{$this->token}/verify", $fields);
        $process_id = (string) ($result['process_id'] ?? '');
        if ($process_id === '') {
            throw new Payment_Api_Exception('The payment service sent no process_id.');
        }
        $order->update_meta_data(self::PROCESS, $process_id);
        $order->save();
        return $order->get_checkout_payment_url(true);
    }

    private function open_checkout(WC_Order $order, string $invoice_no): string
    {
        $callback = ['callback_url' => WC()->api_request_url('payment_api_callback')];
        $result = $this->client->call("{$this->token}/confirm", [
            'amount' => $this->amount($order),
            'invoice_no' => $invoice_no,
            'return_url' => WC()->api_request_url('payment_api_return'),
            'lang' => str_starts_with(get_locale(), 'ar') ? 'ar' : 'en',
            ...$this->answers(),
            ...($this->token === 'aggregator' ? $callback : []),
        ]);
        $address = (string) ($result['redirect_url'] ?? '');
        if (($result['code'] ?? '') !== 'CHECKOUT_REDIRECT' || !preg_match('~^https?://~i', $address)) {
            throw new Payment_Api_Exception('The payment service sent no address of a payment page.');
        }
        return $address;
    }

    /** At most two decimals (API documentation, Limits), while dinars have three. */
    private function amount(WC_Order $order): string
    {
        return wc_format_decimal($order->get_total(), 2);
    }

    /** @return array<string, string> label by field */
    private function asks(): array
    {
        return match ($this->token) {
            'walletA' => ['mobile_number' => 'Mobile number', 'birth_year' => 'Year of birth'],
            'walletB', 'aggregator' => ['mobile_number' => 'Mobile number'],
            default => [],
        };
    }

    /** @return array<string, string> */
    private function answers(): array
    {
        $answer = fn (string $name): string => wc_clean(wp_unslash($_POST[$name] ?? ''));
        return array_combine(array_keys($this->asks()), array_map($answer, array_keys($this->asks())));
    }
}
