<?php

/* Stubs for the WooCommerce classes and functions that the plugin uses, with orders in SQLite. */

declare(strict_types=1);

abstract class WC_Payment_Gateway
{
    public string $id = '';
    public string $title = '';
    public string $method_title = '';
    public bool $has_fields = false;
    public string $enabled = 'no';

    public function is_available(): bool
    {
        return $this->enabled === 'yes';
    }

    public function get_return_url(WC_Order $order): string
    {
        return $order->get_checkout_order_received_url();
    }
}

/** Like in WooCommerce, it is read once and written later, without a lock in between. */
final class WC_Order
{
    private array $new_meta = [];

    private function __construct(private array $row)
    {
    }

    public static function find(int $id): ?self
    {
        $row = shop_query('SELECT * FROM orders WHERE id = ?', $id)->fetch(PDO::FETCH_ASSOC);
        return $row ? new self($row) : null;
    }

    public function get_id(): int
    {
        return $this->row['id'];
    }

    public function get_total(): string
    {
        return $this->row['total'];
    }

    public function get_order_key(): string
    {
        return $this->row['order_key'];
    }

    public function get_payment_method(): string
    {
        return $this->row['payment_method'];
    }

    public function get_transaction_id(): string
    {
        return (string) $this->row['transaction_id'];
    }

    public function get_status(): string
    {
        return $this->row['status'];
    }

    public function has_status(string $status): bool
    {
        return $this->get_status() === $status;
    }

    public function is_paid(): bool
    {
        return $this->has_status('processing');
    }

    public function get_meta(string $key, bool $single = true): mixed
    {
        $values = 'SELECT value FROM meta WHERE order_id = ? AND name = ? ORDER BY rowid';
        $found = shop_query($values, $this->get_id(), $key)->fetchAll(PDO::FETCH_OBJ);
        return $single ? $found[0]->value ?? '' : $found;
    }

    public function add_meta_data(string $key, string $value): void
    {
        $this->new_meta[] = [$key, $value];
    }

    public function update_meta_data(string $key, string $value): void
    {
        shop_query('DELETE FROM meta WHERE order_id = ? AND name = ?', $this->get_id(), $key);
        $this->add_meta_data($key, $value);
    }

    public function save(): void
    {
        foreach ($this->new_meta as [$key, $value]) {
            shop_query('INSERT INTO meta (order_id, name, value) VALUES (?, ?, ?)', $this->get_id(), $key, $value);
        }
        $this->new_meta = [];
    }

    public function payment_complete(string $transaction_id): bool
    {
        if ($this->is_paid()) {
            return false;
        }
        $update = 'UPDATE orders SET transaction_id = ?, paid_times = paid_times + 1 WHERE id = ?';
        shop_query($update, $transaction_id, $this->get_id());
        $this->update_status('processing');
        return true;
    }

    public function update_status(string $status, string $note = ''): void
    {
        $this->row['status'] = $status;
        shop_query('UPDATE orders SET status = ? WHERE id = ?', $status, $this->get_id());
    }

    public function add_order_note(string $note): void
    {
        shop_query('INSERT INTO meta (order_id, name, value) VALUES (?, ?, ?)', $this->get_id(), 'note', $note);
    }

    public function get_checkout_payment_url(bool $on_checkout): string
    {
        return SHOP_URL . "/checkout/order-pay/{$this->get_id()}/?key={$this->get_order_key()}";
    }

    public function get_checkout_order_received_url(): string
    {
        return SHOP_URL . "/checkout/order-received/{$this->get_id()}/?key={$this->get_order_key()}";
    }
}

final class WooCommerce
{
    public function api_request_url(string $name): string
    {
        return SHOP_URL . "/wc-api/$name/";
    }
}

function WC(): WooCommerce
{
    return new WooCommerce();
}

function wc_get_order(int $id): WC_Order|false
{
    return WC_Order::find($id) ?? false;
}

function wc_get_payment_gateway_by_order(WC_Order $order): WC_Payment_Gateway
{
    return shop_gateways()[$order->get_payment_method()];
}

/** A multi-currency plugin would decide by customer. Here, the chosen gateway decides. */
function get_woocommerce_currency(): string
{
    return ($_POST['gateway'] ?? '') === 'cardgw' ? 'USD' : 'LYD';
}

function wc_format_decimal(string $number, int $decimals): string
{
    return number_format((float) $number, $decimals, '.', '');
}

function wc_clean(string $text): string
{
    return trim(strip_tags($text));
}

/** WooCommerce stores it in the customer's session. Here, a cookie keeps it until a page has shown it. */
function wc_add_notice(string $message, string $kind): void
{
    $GLOBALS['notice'] = $message;
    setcookie('notice', $message, ['path' => '/', 'httponly' => true, 'samesite' => 'Lax']);
}
