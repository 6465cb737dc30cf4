<?php

/*
 * A small shop that replaces WordPress and WooCommerce: `php -S 127.0.0.1:3000 stubs/server.php`. It creates
 * orders, calls the plugin's hooks like WooCommerce, and shows the pages that the plugin extends.
 */

declare(strict_types=1);

define('SHOP_URL', rtrim(getenv('MERCHANT_URL') ?: "http://127.0.0.1:{$_SERVER['SERVER_PORT']}", '/'));
define('DATABASE_FILE', getenv('DATABASE_FILE') ?: __DIR__ . '/orders.sqlite');

require __DIR__ . '/wordpress.php';
require __DIR__ . '/woocommerce.php';
require __DIR__ . '/../payment-gateway-api/payment-gateway-api.php';
do_action('before_woocommerce_init');
do_action('plugins_loaded');
// Created early, as in WooCommerce, because their constructors add hooks.
shop_gateways();

$method = $_SERVER['REQUEST_METHOD'];
$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$parts = explode('/', trim($path, '/'));
header('Cache-Control: no-store');
match (true) {
    $path === '/' => shop_page('Checkout', shop_form()),
    "$method $path" === 'POST /orders' => shop_checkout(),
    $method === 'GET' && $parts[0] === 'orders' => shop_order(shop_by_invoice($parts[1] ?? '')),
    $method === 'POST' && $parts[0] === 'orders' => shop_code(shop_by_invoice($parts[1] ?? '')),
    "$method $path" === 'POST /callback' => do_action('woocommerce_api_payment_api_callback'),
    in_array($path, ['/return', '/callback'], true) => do_action('woocommerce_api_payment_api_return'),
    $parts[0] === 'wc-api' => do_action('woocommerce_api_' . ($parts[1] ?? '')),
    $parts[0] === 'checkout' => shop_checkout_page($parts[1] ?? '', (int) ($parts[2] ?? 0)),
    default => shop_json(404, ['error' => ['message' => 'There is nothing at this address.']]),
};

/** What WooCommerce does when the customer places the order. */
function shop_checkout(): void
{
    $gateway = shop_gateways()['payment_api_' . ($_POST['gateway'] ?? '')] ?? null;
    if (!$gateway?->is_available()) {
        shop_json(422, ['error' => ['message' => 'Choose a way to pay.']]);
        return;
    }
    $key = 'wc_order_' . bin2hex(random_bytes(8));
    $insert = 'INSERT INTO orders (total, payment_method, order_key) VALUES (?, ?, ?)';
    shop_query($insert, trim((string) ($_POST['amount'] ?? '')), $gateway->id, $key);
    $id = shop_query('SELECT id FROM orders WHERE order_key = ?', $key)->fetchColumn();
    $answer = $gateway->process_payment($id);
    $order = wc_get_order($id);
    if (shop_wants_page()) {
        $isRefused = $answer['result'] !== 'success';
        $isRefused ? shop_page('Checkout', shop_form()) : wp_safe_redirect($answer['redirect'], 303);
        return;
    }
    $shown = ['invoice_no' => shop_invoice($order), 'status' => 'awaiting'];
    if ($answer['result'] !== 'success') {
        $error = ['code' => $answer['code'], 'message' => $GLOBALS['notice']];
        shop_json($answer['status'], [...$shown, 'error' => $error]);
        return;
    }
    $process_id = $order->get_meta('_payment_api_process');
    $next = $process_id === '' ? ['redirect_url' => $answer['redirect']] : ['process_id' => $process_id];
    shop_json(201, [...$shown, ...$next]);
}

/** The plugin's form, for programs. */
function shop_code(WC_Order $order): void
{
    try {
        wc_get_payment_gateway_by_order($order)->pay_with_code($order, (string) ($_POST['code'] ?? ''));
        shop_order(wc_get_order($order->get_id()));
    } catch (Payment_Api_Exception $exception) {
        $error = ['code' => $exception->error_code, 'message' => $exception->getMessage()];
        $shown = ['invoice_no' => shop_invoice($order), 'status' => shop_status($order), 'error' => $error];
        shop_json($exception->status, $shown);
    }
}

function shop_order(WC_Order $order): void
{
    $paid_times = shop_query('SELECT paid_times FROM orders WHERE id = ?', $order->get_id())->fetchColumn();
    $shown = ['invoice_no' => shop_invoice($order), 'status' => shop_status($order), 'paid_times' => $paid_times];
    shop_json(200, $shown);
}

function shop_checkout_page(string $page, int $id): void
{
    $order = wc_get_order($id);
    if (!$order || !hash_equals($order->get_order_key(), (string) ($_GET['key'] ?? ''))) {
        wp_die('There is no such order.', '', ['response' => 404]);
    }
    ob_start();
    if ($page === 'order-pay') {
        do_action("woocommerce_receipt_{$order->get_payment_method()}", $id);
    } else {
        $thanks = apply_filters('woocommerce_thankyou_order_received_text', 'Thank you. We have your order.', $order);
        echo '<p>' . ($order->has_status('failed') ? 'Your order cannot be processed.' : $thanks) . '</p>';
        do_action("woocommerce_thankyou_{$order->get_payment_method()}", $id);
    }
    shop_page("Order {$order->get_id()}", (string) ob_get_clean());
}

function shop_form(): string
{
    $options = array_map(fn ($gateway) => "<option>$gateway->title</option>", shop_gateways());
    return '<form method="post" action="/orders"><label>Amount <input name="amount" value="25.50"></label>
        <label>Pay by <select name="gateway">' . implode($options) . '</select></label>
        <label>Mobile number <input name="mobile_number" placeholder="0912345678"></label>
        <label>Year of birth <input name="birth_year" placeholder="1990"></label><button>Buy</button></form>';
}

function shop_page(string $title, string $content): void
{
    $notice = $GLOBALS['notice'] ?? $_COOKIE['notice'] ?? '';
    setcookie('notice', '', 1, '/');
    $alert = $notice === '' ? '' : '<p role="alert">' . esc_html($notice) . '</p>';
    header('Content-Type: text/html; charset=utf-8');
    $style = file_get_contents(__DIR__ . '/shop.css');
    echo "<!doctype html><html lang=\"en\"><meta name=\"viewport\" content=\"width=device-width\"><title>$title</title>
        <style>$style</style><main><h1>$title</h1>$alert$content</main></html>";
}

function shop_json(int $status, array $json): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($json, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

function shop_wants_page(): bool
{
    return str_contains($_SERVER['HTTP_ACCEPT'] ?? '', 'text/html');
}

function shop_status(WC_Order $order): string
{
    return match ($order->get_status()) {
        'processing' => 'paid',
        'cancelled' => 'canceled',
        'failed' => 'declined',
        default => 'awaiting',
    };
}

function shop_invoice(WC_Order $order): string
{
    $invoices = $order->get_meta(WC_Gateway_Payment_Api::INVOICE, false);
    return end($invoices)->value;
}

function shop_by_invoice(string $invoice_no): WC_Order
{
    $id = shop_query('SELECT order_id FROM meta WHERE value = ?', $invoice_no)->fetchColumn();
    $order = $id ? wc_get_order($id) : false;
    if (!$order) {
        shop_json(404, ['error' => ['message' => 'We know no order by this number.']]);
        exit;
    }
    return $order;
}

/** @return array<string, WC_Payment_Gateway> by id */
function shop_gateways(): array
{
    static $gateways = null;
    $gateways ??= array_column(apply_filters('woocommerce_payment_gateways', []), null, 'id');
    return $gateways;
}

function shop_query(string $sql, mixed ...$values): PDOStatement
{
    static $database = null;
    if ($database === null) {
        // Waits up to ten seconds while another request writes.
        $database = new PDO('sqlite:' . DATABASE_FILE, options: [PDO::ATTR_TIMEOUT => 10]);
        $database->exec("CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, total TEXT, payment_method TEXT,
            order_key TEXT, status TEXT DEFAULT 'pending', transaction_id TEXT, paid_times INTEGER DEFAULT 0)");
        $database->exec('CREATE TABLE IF NOT EXISTS meta (order_id INTEGER, name TEXT, value TEXT)');
    }
    $statement = $database->prepare($sql);
    $statement->execute($values);
    return $statement;
}
