<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Exceptions\GatewayException;
use App\Http\Requests\StoreOrderRequest;
use App\Models\Order;
use App\Services\PaymentGateway;
use Illuminate\Http\Request;

/** The customer's actions: order, enter a code, view the order. Answers JSON, or a page for browsers. */
class OrderController
{
    public function __construct(private readonly PaymentGateway $gateway)
    {
    }

    public function create()
    {
        return view('shop', ['gateways' => PaymentGateway::GATEWAYS]);
    }

    public function store(StoreOrderRequest $request)
    {
        $order = Order::create([
            // Unique and never reused (API documentation, Limits).
            'invoice_no' => 'SHOP-' . strtoupper(bin2hex(random_bytes(8))),
            'gateway' => $request->input('gateway'),
            'amount' => $request->input('amount'),
        ]);
        try {
            $next = $this->gateway->start($order, $request->input('mobile_number'), $request->input('birth_year'));
        } catch (GatewayException $exception) {
            return $this->refused($request, $order, $exception);
        }
        if ($this->wantsPage($request)) {
            return redirect($next['redirect_url'] ?? "/orders/{$order->invoice_no}", 303);
        }
        return response()->json(['invoice_no' => $order->invoice_no, 'status' => $order->status, ...$next], 201);
    }

    public function code(Request $request, Order $order)
    {
        try {
            if ($order->process_id !== null && $order->status === 'awaiting') {
                $this->gateway->payWithCode($order, (string) $request->input('code'));
            }
        } catch (GatewayException $exception) {
            // After a double click, one request pays and the other is refused. Nobody needs to see that.
            if ($order->refresh()->status !== 'paid') {
                return $this->refused($request, $order, $exception);
            }
        }
        return $this->wantsPage($request)
            ? redirect("/orders/{$order->invoice_no}", 303)
            : $this->show($request, $order->refresh());
    }

    public function show(Request $request, Order $order)
    {
        return $this->wantsPage($request)
            ? view('order', ['order' => $order, 'problem' => ''])
            : response()->json($order->only(['invoice_no', 'status', 'paid_times', 'gateway', 'amount']));
    }

    /** Shows the customer the gateway's message and leaves the order unchanged. */
    private function refused(Request $request, Order $order, GatewayException $exception)
    {
        $status = $exception->isAnswer ? 422 : 502;
        if ($this->wantsPage($request)) {
            $shown = ['order' => $order, 'problem' => $exception->forCustomer()];
            return response()->view('order', $shown, $status);
        }
        $message = $exception->getMessage();
        $said = ['code' => $exception->errorCode, 'message' => $message, 'fields' => (object) $exception->fields];
        $shown = ['invoice_no' => $order->invoice_no, 'status' => $order->status, 'error' => $said];
        return response()->json($shown, $status);
    }

    private function wantsPage(Request $request): bool
    {
        return str_contains((string) $request->header('Accept', ''), 'text/html');
    }
}
