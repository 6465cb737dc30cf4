<?php

declare(strict_types=1);

/** Tests for every gateway. */
abstract class GatewayTests
{
    public function __construct(
        protected readonly Tenant $tenant,
        protected readonly Merchant $merchant,
        protected readonly string $gateway,
    ) {
    }

    /** The fields of a confirm that succeeds. */
    abstract protected function payment(string $invoiceNo): array;

    /** The first call of a payment: verify of a wallet, confirm of a checkout. */
    abstract protected function firstCall(string $amount): Answer;

    /** The tests by title. */
    public function tests(): array
    {
        return [
            "{$this->gateway}: an amount above the maximum is refused" => $this->tooLargeAmount(...),
            "{$this->gateway}: a used invoice is refused" => $this->usedInvoice(...),
            "{$this->gateway}: a wrong API key is refused" => $this->wrongApiKey(...),
            "{$this->gateway}: a refused payment succeeds after maintenance" => $this->maintenance(...),
        ];
    }

    protected function confirm(array $fields, ?string $apiKey = null): Answer
    {
        return $this->tenant->call("{$this->gateway}/confirm", $fields, $apiKey);
    }

    /** @param ?string $field the only field that the error names */
    protected function refused(Answer $answer, int $status, string $code, ?string $field = null): void
    {
        same([$status, $code], [$answer->status, $answer->body['error']['code'] ?? null], 'refusal');
        if ($field !== null) {
            same([$field], array_keys($answer->body['error']['fields']), 'refused field');
        }
    }

    private function tooLargeAmount(): void
    {
        $this->refused($this->firstCall('500.01'), 400, 'AMOUNT_EXCEEDED_MAXIMUM');
    }

    private function usedInvoice(): void
    {
        $invoiceNo = $this->tenant->newInvoice();
        $this->confirm($this->payment($invoiceNo))->result();
        $this->refused($this->confirm($this->payment($invoiceNo)), 422, 'INVALID_INPUTS', 'invoice_no');
    }

    private function wrongApiKey(): void
    {
        $payment = $this->payment($this->tenant->newInvoice());
        $this->refused($this->confirm($payment, apiKey: 'wrong'), 401, 'UNAUTHORIZED');
    }

    private function maintenance(): void
    {
        $this->tenant->failNextConfirm($this->gateway, 'MAINTENANCE_MODE');
        $payment = $this->payment($this->tenant->newInvoice());
        $this->refused($this->confirm($payment), 400, 'MAINTENANCE_MODE');
        $this->confirm($payment)->result();
    }
}
