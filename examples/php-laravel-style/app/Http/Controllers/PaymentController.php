<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Services\Settlement;
use Illuminate\Http\Request;

/**
 * Handles the gateway's messages. The signature covers the parameters as sent, so they are read from the raw body
 * and query: `$request->all()` is trimmed and turns empty strings into null.
 */
class PaymentController
{
    public function __construct(private readonly Settlement $settlement)
    {
    }

    public function callback(Request $request)
    {
        $this->settlement->callback($request->getContent());
        return response('ok');
    }

    public function customerReturn(Request $request)
    {
        $order = $this->settlement->customerReturn($request->server('QUERY_STRING') ?? '');
        // Redirects, so that a reload of the order page does not count as a second arrival.
        return redirect("/orders/{$order->invoice_no}", 303);
    }
}
