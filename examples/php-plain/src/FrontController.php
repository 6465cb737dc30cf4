<?php

declare(strict_types=1);

namespace Shop;

/** Routes requests. Programs get JSON, browsers get pages. */
final class FrontController
{
    public function __construct(
        private readonly Orders $orders,
        private readonly Payments $payments,
        private readonly Arrivals $arrivals,
    ) {
    }

    public function serve(): void
    {
        $method = $_SERVER['REQUEST_METHOD'];
        $path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
        $invoiceNo = explode('/', $path)[2] ?? '';
        match ("$method $path") {
            'GET /' => Answer::send(200, [], Page::shop(...)),
            'POST /orders' => $this->startOrder(),
            "GET /orders/$invoiceNo" => $this->showOrder($this->orders->get($invoiceNo)),
            "POST /orders/$invoiceNo/code" => $this->payWithCode($this->orders->get($invoiceNo)),
            'POST /callback' => $this->callback(),
            // Card gateways send their callback as a GET with the customer's query (API documentation, Events).
            'GET /return', 'GET /callback' => $this->customerReturn(),
            default => throw new Refusal(404, 'There is nothing at this address.'),
        };
    }

    private function startOrder(): void
    {
        // A real shop takes the amount from its own basket, never from the customer's form.
        $order = $this->orders->create($this->field('gateway'), $this->field('amount'));
        try {
            $next = $this->payments->start($order, $this->field('mobile_number'), $this->field('birth_year'));
        } catch (GatewayError $error) {
            $this->refuse($order, $error);
            return;
        }
        if (Answer::wantsPage()) {
            Answer::redirect($next['redirect_url'] ?? "/orders/{$order['invoice_no']}");
            return;
        }
        Answer::send(201, ['invoice_no' => $order['invoice_no'], 'status' => 'awaiting', ...$next]);
    }

    private function payWithCode(array $order): void
    {
        try {
            $this->payments->payWithCode($order, $this->field('code'));
        } catch (GatewayError $error) {
            $order = $this->orders->get($order['invoice_no']);
            // After a double click, one request pays and the other is refused. Nobody needs to see that.
            if ($order['status'] !== 'paid') {
                $this->refuse($order, $error);
                return;
            }
        }
        if (Answer::wantsPage()) {
            Answer::redirect("/orders/{$order['invoice_no']}");
            return;
        }
        $this->showOrder($this->orders->get($order['invoice_no']));
    }

    private function callback(): void
    {
        $this->arrivals->callback((string) file_get_contents('php://input'));
        header('Content-Type: text/plain; charset=utf-8');
        echo 'ok';
    }

    private function customerReturn(): void
    {
        $order = $this->arrivals->customerReturn($_SERVER['QUERY_STRING'] ?? '');
        // Redirects, so that a reload of the order page does not count as a second arrival.
        Answer::redirect("/orders/{$order['invoice_no']}");
    }

    private function showOrder(array $order): void
    {
        $names = ['invoice_no', 'status', 'paid_times', 'gateway', 'amount'];
        $shown = array_intersect_key($order, array_flip($names));
        Answer::send(200, $shown, fn () => Page::order($order));
    }

    /** Shows the customer the gateway's message and leaves the order unchanged. */
    private function refuse(array $order, GatewayError $error): void
    {
        $said = ['code' => $error->errorCode, 'message' => $error->getMessage(), 'fields' => (object) $error->fields];
        $shown = ['invoice_no' => $order['invoice_no'], 'status' => $order['status'], 'error' => $said];
        Answer::send($error->isAnswer ? 422 : 502, $shown, fn () => Page::order($order, $error));
    }

    private function field(string $name): string
    {
        $value = $_POST[$name] ?? '';
        return is_string($value) ? trim($value) : '';
    }
}
