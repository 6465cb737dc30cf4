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
        $this->settlement->callback($this->jsonFields($request->getContent()));
        return response('ok');
    }

    public function customerReturn(Request $request)
    {
        $order = $this->settlement->customerReturn($this->queryFields($request->server('QUERY_STRING') ?? ''));
        // The order's own page shows the result, so that reloading it is not a second arrival.
        return redirect("/orders/{$order->invoice_no}", 303);
    }

    /** @return array<string, string> */
    private function queryFields(string $query): array
    {
        $fields = [];
        foreach (array_filter(explode('&', $query)) as $pair) {
            [$name, $value] = array_map('urldecode', explode('=', $pair, 2) + [1 => '']);
            abort_if(isset($fields[$name]), 400, 'A parameter came twice.');
            $fields[$name] = $value;
        }
        return $fields;
    }

    /**
     * Numbers become text: the document calls `approved` "1 or 0" and `transaction_id` "string/number".
     *
     * @return array<string, string>
     */
    private function jsonFields(string $body): array
    {
        $fields = json_decode($body, true, 2, JSON_BIGINT_AS_STRING);
        $isText = fn (mixed $value): bool => is_string($value) || is_int($value);
        $isFlat = is_array($fields) && array_filter($fields, $isText) === $fields;
        abort_unless($isFlat, 400, 'The body is not a flat JSON object.');
        return array_map(strval(...), $fields);
    }
}
