<?php

/* The front controller: `php -S 127.0.0.1:3000 index.php`. What a payment means is in src/. */

declare(strict_types=1);

use Shop\Arrivals;
use Shop\Config;
use Shop\GatewayClient;
use Shop\GatewayError;
use Shop\Orders;
use Shop\Page;
use Shop\Payments;
use Shop\Received;
use Shop\Refusal;
use Shop\Signature;

spl_autoload_register(function (string $class): void {
    require __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Shop\\'))) . '.php';
});

header('Cache-Control: no-store');
header('Referrer-Policy: no-referrer');
header('X-Frame-Options: DENY');

try {
    $config = Config::fromEnvironment();
    $orders = new Orders($config->databaseFile);
    $payments = new Payments($config, new GatewayClient($config), $orders);
    $arrivals = new Arrivals(new Signature($config->secretKey), $orders);
    serve($orders, $payments, $arrivals);
} catch (Refusal $refusal) {
    answerProblem($refusal->status, $refusal->getMessage());
} catch (Throwable $error) {
    // The message alone: a stack trace would show the arguments, and among them the keys.
    error_log($error->getMessage());
    answerProblem(500, 'That was our fault. Please try again.');
}

function serve(Orders $orders, Payments $payments, Arrivals $arrivals): void
{
    $method = $_SERVER['REQUEST_METHOD'];
    $path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    $invoiceNo = explode('/', $path)[2] ?? '';
    match ("$method $path") {
        'GET /' => answer(200, [], Page::shop(...)),
        'POST /orders' => startOrder($orders, $payments),
        "GET /orders/$invoiceNo" => showOrder($orders->get($invoiceNo)),
        "POST /orders/$invoiceNo/code" => payWithCode($orders->get($invoiceNo), $orders, $payments),
        'POST /callback' => callback($arrivals),
        // The card gateways call back by GET, with the query that the customer brings too (the document, Events).
        'GET /return', 'GET /callback' => customerReturn($arrivals),
        default => throw new Refusal(404, 'There is nothing at this address.'),
    };
}

function startOrder(Orders $orders, Payments $payments): void
{
    // A real shop takes the amount from its own basket, never from the customer's form.
    $order = $orders->create(field('gateway'), field('amount'));
    try {
        $next = $payments->start($order, field('mobile_number'), field('birth_year'));
    } catch (GatewayError $error) {
        refuse($order, $error);
        return;
    }
    if (wantsPage()) {
        redirect($next['redirect_url'] ?? "/orders/{$order['invoice_no']}");
        return;
    }
    answer(201, ['invoice_no' => $order['invoice_no'], 'status' => 'awaiting', ...$next]);
}

function payWithCode(array $order, Orders $orders, Payments $payments): void
{
    try {
        $payments->payWithCode($order, field('code'));
    } catch (GatewayError $error) {
        $order = $orders->get($order['invoice_no']);
        // The button pressed twice: one request is paid, the other refused, and the customer need not hear of it.
        if ($order['status'] !== 'paid') {
            refuse($order, $error);
            return;
        }
    }
    if (wantsPage()) {
        redirect("/orders/{$order['invoice_no']}");
        return;
    }
    showOrder($orders->get($order['invoice_no']));
}

function callback(Arrivals $arrivals): void
{
    $arrivals->callback(Received::json((string) file_get_contents('php://input')));
    header('Content-Type: text/plain; charset=utf-8');
    echo 'ok';
}

function customerReturn(Arrivals $arrivals): void
{
    $order = $arrivals->customerReturn(Received::query($_SERVER['QUERY_STRING'] ?? ''));
    // The order's own page shows the result, so that reloading it is not a second arrival.
    redirect("/orders/{$order['invoice_no']}");
}

function showOrder(array $order): void
{
    $names = ['invoice_no', 'status', 'paid_times', 'gateway', 'amount'];
    $shown = array_intersect_key($order, array_flip($names));
    answer(200, $shown, fn () => Page::order($order));
}

/** The customer reads what the gateway said, and the order stays as it is. */
function refuse(array $order, GatewayError $error): void
{
    $said = ['code' => $error->errorCode, 'message' => $error->getMessage(), 'fields' => $error->fields];
    $shown = ['invoice_no' => $order['invoice_no'], 'status' => $order['status'], 'error' => $said];
    answer($error->isAnswer ? 422 : 502, $shown, fn () => Page::order($order, $error));
}

function answerProblem(int $status, string $message): void
{
    answer($status, ['error' => ['message' => $message]], fn () => Page::problem($message));
}

/** JSON, or a page for a browser. */
function answer(int $status, array $json, ?callable $page = null): void
{
    http_response_code($status);
    $asPage = $page !== null && (wantsPage() || $json === []);
    header('Content-Type: ' . ($asPage ? 'text/html' : 'application/json') . '; charset=utf-8');
    echo $asPage ? $page() : json_encode($json, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

function redirect(string $address): void
{
    header("Location: $address", true, 303);
}

function wantsPage(): bool
{
    return str_contains($_SERVER['HTTP_ACCEPT'] ?? '', 'text/html');
}

function field(string $name): string
{
    $value = $_POST[$name] ?? '';
    return is_string($value) ? trim($value) : '';
}
