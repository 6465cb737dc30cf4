<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Services\Settlement;
use Illuminate\Http\Request;

/**
 * What the gateway sends. What is signed are the parameters as they were sent, so they are read from the raw body
 * and query: `$request->all()` has been trimmed, and empty texts are null there.
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
        // The order's own page shows the result, so that reloading it is not a second arrival.
        return redirect("/orders/{$order->invoice_no}", 303);
    }
}
