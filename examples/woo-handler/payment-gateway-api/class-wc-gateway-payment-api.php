<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

/** One payment method of the checkout; there is an instance for each gateway of the API. */
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

    /** cardgw charges US dollars, all others dinars (the document, What the service does). */
    public function is_available(): bool
    {
        $currency = $this->token === 'cardgw' ? 'USD' : 'LYD';
        return parent::is_available() && get_woocommerce_currency() === $currency;
    }

    /** What the customer fills in beside the checkout's own fields. */
    public function payment_fields(): void
    {
        foreach ($this->asks() as $name => $label) {
            $label = esc_html($label);
            echo "<label>$label <input name=\"$name\" inputmode=\"numeric\"></label>";
        }
    }

    /**
     * Called by the checkout with the order that it has made.
     *
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        // Unique and never used before (the document, Limits): an order that is tried again gets another number, and
        // keeps the old one, which may still be paid on a page that is open.
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
     * Pays a wallet's order. After a refusal it is awaiting still, and its invoice number free for another try.
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
            // The button pressed twice: one request is paid, the other refused, and nobody need hear of it.
            if (Payment_Api_Messages::fresh_order($order->get_id())->is_paid()) {
                return;
            }
            throw $exception;
        }
        // No callback comes for wallets: this answer is the proof (the document, Events).
        $transaction_id = (string) ($result['transaction_id'] ?? '');
        $confirmed = (string) ($result['amount'] ?? '');
        if ($transaction_id === '' || !Payment_Api_Messages::is_same_amount($confirmed, $amount)) {
            throw new Payment_Api_Exception('The payment service confirmed something else than this order.');
        }
        Payment_Api_Messages::book($order->get_id(), $transaction_id);
    }

    /** wc-api/payment_api_code: the form below. The order's key shows that the order is this customer's. */
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

    /** On the page that the customer comes back to, which otherwise thanks for orders that are not paid, too. */
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

    /** At most two decimals (the document, Limits), while dinars have three. */
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
