<?php

declare(strict_types=1);

final class CheckoutTests extends GatewayTests
{
    public function __construct(
        Tenant $tenant,
        Merchant $merchant,
        string $gateway,
        private readonly array $ownFields = [],
        private readonly bool $hasCallbackUrl = false,
    ) {
        parent::__construct($tenant, $merchant, $gateway);
    }

    public function tests(): array
    {
        $approval = "{$this->gateway}: an approved payment arrives once with a genuine hash";
        $return = "{$this->gateway}: the customer’s return has a genuine hash too";
        $first = "{$this->gateway}: a callback that goes first is there before the customer returns";
        $forgery = "{$this->gateway}: a forged callback is refused, and the genuine one pays";
        return [
            ...parent::tests(),
            $approval => $this->approval(...),
            $return => $this->customerReturn(...),
            $first => $this->callbackFirst(...),
            "{$this->gateway}: a cancellation pays nothing" => $this->cancellation(...),
            "{$this->gateway}: a declined customer tries again and pays" => $this->decline(...),
            "{$this->gateway}: an expired checkout cannot be paid" => $this->expiry(...),
            $forgery => $this->forgery(...),
        ];
    }

    protected function payment(string $invoiceNo, string $amount = '25.50'): array
    {
        $url = $this->merchant->url;
        $fields = ['amount' => $amount, 'invoice_no' => $invoiceNo, 'return_url' => "$url/return"];
        $more = ['mobile_number' => '0912345678', 'callback_url' => "$url/callback"];
        return $this->hasCallbackUrl ? [...$fields, ...$more] : $fields;
    }

    protected function firstCall(string $amount): Answer
    {
        return $this->confirm($this->payment($this->tenant->newInvoice(), $amount));
    }

    /** @return array{string, string} invoice number and redirect URL */
    private function startCheckout(): array
    {
        $invoiceNo = $this->tenant->newInvoice();
        return [$invoiceNo, $this->confirm($this->payment($invoiceNo))->result()['redirect_url']];
    }

    private function decide(string $redirectUrl, string $decision, array $members = []): array
    {
        $answer = $this->tenant->decide($redirectUrl, $decision, $members);
        same(200, $answer->status, $decision);
        return $answer->body;
    }

    private function onlyArrival(string $invoiceNo): array
    {
        $arrivals = $this->merchant->arrivals($invoiceNo);
        same(1, count($arrivals), 'arrivals');
        return $arrivals[0];
    }

    private function approval(): void
    {
        [$invoiceNo, $redirectUrl] = $this->startCheckout();
        $this->decide($redirectUrl, 'approve');
        $this->tenant->waitUntilSettled();
        $arrival = $this->onlyArrival($invoiceNo);
        same($this->hasCallbackUrl ? 'POST' : 'GET', $arrival['method'], 'method');
        same(true, $arrival['genuine'], 'genuine');
        $told = ['gateway' => $this->gateway, 'approved' => '1', 'invoice_no' => $invoiceNo];
        foreach ([...$told, 'amount' => '25.50', ...$this->ownFields] as $name => $value) {
            same($value, $arrival['fields'][$name] ?? null, $name);
        }
    }

    private function customerReturn(): void
    {
        [$invoiceNo, $redirectUrl] = $this->startCheckout();
        $answer = $this->decide($redirectUrl, 'approve', ['order' => 'return-only']);
        file_get_contents($answer['return_url']);
        $arrival = $this->onlyArrival($invoiceNo);
        same(['GET', true], [$arrival['method'], $arrival['genuine']], 'method and genuine');
        same('1', $arrival['fields']['approved'], 'approved');
    }

    private function callbackFirst(): void
    {
        [$invoiceNo, $redirectUrl] = $this->startCheckout();
        $this->decide($redirectUrl, 'approve', ['order' => 'callback-first']);
        same(true, $this->merchant->hasBeenPaid($invoiceNo), 'paid');
    }

    /** Cards report it with a callback. The aggregator sends none, so only the customer returns. */
    private function cancellation(): void
    {
        [$invoiceNo, $redirectUrl] = $this->startCheckout();
        $answer = $this->decide($redirectUrl, 'cancel');
        $this->tenant->waitUntilSettled();
        if ($this->hasCallbackUrl) {
            same([], $this->tenant->callbacks($invoiceNo), 'callbacks');
            file_get_contents($answer['return_url']);
        }
        $arrival = $this->onlyArrival($invoiceNo);
        [$name, $value] = $this->hasCallbackUrl ? ['approved', '0'] : ['canceled', '1'];
        same([true, $value], [$arrival['genuine'], $arrival['fields'][$name]], "genuine and $name");
        same(false, $this->merchant->hasBeenPaid($invoiceNo), 'paid');
    }

    private function decline(): void
    {
        [$invoiceNo, $redirectUrl] = $this->startCheckout();
        $this->decide($redirectUrl, 'decline', ['reason' => 'insufficient_funds']);
        same([], $this->tenant->callbacks($invoiceNo), 'callbacks');
        $this->decide($redirectUrl, 'approve');
        $this->tenant->waitUntilSettled();
        same(true, $this->merchant->hasBeenPaid($invoiceNo), 'paid');
    }

    private function expiry(): void
    {
        [$invoiceNo, $redirectUrl] = $this->startCheckout();
        $this->decide($redirectUrl, 'expire');
        $this->refused($this->tenant->decide($redirectUrl, 'approve'), 409, 'ALREADY_DECIDED');
        same('expired', $this->tenant->transaction($invoiceNo)['status'], 'status');
        same([], $this->tenant->callbacks($invoiceNo), 'callbacks');
    }

    /** The forged callback is sent instead of the genuine one, which is held. */
    private function forgery(): void
    {
        [$invoiceNo, $redirectUrl] = $this->startCheckout();
        $this->decide($redirectUrl, 'approve', ['order' => 'callback-first', 'tamper' => 'wrong-hash']);
        $callbacks = array_column($this->tenant->callbacks($invoiceNo), null, 'tampered');
        [$forged, $genuine] = [$callbacks['wrong-hash'], $callbacks['']];
        // A refused callback is repeated until it is held.
        $this->tenant->order("callbacks/{$forged['id']}/hold");
        same(400, $forged['attempts'][0]['answer']['status'], 'answer to the forged callback');
        same(false, $this->merchant->hasBeenPaid($invoiceNo), 'paid');
        $this->tenant->order("callbacks/{$genuine['id']}/release");
        $this->tenant->waitUntilSettled();
        same(true, $this->merchant->hasBeenPaid($invoiceNo), 'paid');
    }
}
