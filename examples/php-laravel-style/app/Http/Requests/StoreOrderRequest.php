<?php

declare(strict_types=1);

namespace App\Http\Requests;

use App\Services\PaymentGateway;
use Illuminate\Foundation\Http\FormRequest;

/** The format of an order. The gateway checks the mobile number (API documentation, Endpoints). */
class StoreOrderRequest extends FormRequest
{
    public function authorize(): bool
    {
        return true;
    }

    /** @return array<string, string[]> */
    public function rules(): array
    {
        return [
            'gateway' => ['required', 'in:' . implode(',', PaymentGateway::GATEWAYS)],
            // A real shop takes the amount from its own basket, never from the customer's form.
            'amount' => ['required', 'regex:/^\d+(\.\d{1,2})?$/'],
            'mobile_number' => ['required_if:gateway,walletA,walletB,aggregator'],
            'birth_year' => ['required_if:gateway,walletA'],
        ];
    }
}
