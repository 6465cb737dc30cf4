<?php

declare(strict_types=1);

final class WalletTests extends GatewayTests
{
    private string $codeId = '';

    public function __construct(
        Tenant $tenant,
        Merchant $merchant,
        string $gateway,
        private readonly array $customer,
        private readonly string $unknownNumber,
        private readonly string $unknownNumberError,
        private readonly string $emptyWalletCode,
        private readonly string $wrongCodeError,
    ) {
        parent::__construct($tenant, $merchant, $gateway);
    }

    public function tests(): array
    {
        return [
            ...parent::tests(),
            "{$this->gateway}: the code on the phone pays" => $this->codePays(...),
            "{$this->gateway}: a wrong code is refused, the right one pays" => $this->wrongCode(...),
            "{$this->gateway}: an expired code is refused" => $this->expiredCode(...),
            "{$this->gateway}: a payment is confirmed once" => $this->repeatedConfirm(...),
            "{$this->gateway}: a magic number is refused" => $this->magicNumber(...),
            "{$this->gateway}: a magic code finds the wallet empty" => $this->magicCode(...),
        ];
    }

    protected function payment(string $invoiceNo): array
    {
        $processId = $this->verify()->result()['process_id'];
        $sent = $this->tenant->sentCode($this->customer['mobile_number']);
        $this->codeId = $sent['id'];
        $code = $sent['code'];
        return ['process_id' => $processId, 'code' => $code, 'amount' => '10.00', 'invoice_no' => $invoiceNo];
    }

    protected function firstCall(string $amount): Answer
    {
        return $this->verify(['amount' => $amount]);
    }

    private function verify(array $changes = []): Answer
    {
        $fields = [...$this->customer, 'amount' => '10.00', ...$changes];
        return $this->tenant->call("{$this->gateway}/verify", $fields);
    }

    private function codePays(): void
    {
        $invoiceNo = $this->tenant->newInvoice();
        $result = $this->confirm($this->payment($invoiceNo))->result();
        same('10.00', $result['amount'], 'amount');
        $transaction = $this->tenant->transaction($invoiceNo);
        same((string) $result['transaction_id'], $transaction['transaction_id'], 'transaction_id');
        same('completed', $transaction['status'], 'status');
        $query = ['type' => 'transaction.completed', 'invoice_no' => $invoiceNo, 'wait' => '10s'];
        same(1, count($this->tenant->ask('events', $query)['data']), 'events');
    }

    private function wrongCode(): void
    {
        $payment = $this->payment($this->tenant->newInvoice());
        $wrong = str_repeat($payment['code'][0] === '1' ? '2' : '1', strlen($payment['code']));
        $this->refused($this->confirm([...$payment, 'code' => $wrong]), 400, $this->wrongCodeError);
        $this->confirm($payment)->result();
    }

    private function expiredCode(): void
    {
        $payment = $this->payment($this->tenant->newInvoice());
        $this->tenant->order("otps/{$this->codeId}/expire");
        $this->refused($this->confirm($payment), 400, 'OTP_EXPIRED');
    }

    private function repeatedConfirm(): void
    {
        $payment = $this->payment($this->tenant->newInvoice());
        $this->confirm($payment)->result();
        $again = [...$payment, 'invoice_no' => $this->tenant->newInvoice()];
        $this->refused($this->confirm($again), 422, 'INVALID_INPUTS', 'process_id');
    }

    private function magicNumber(): void
    {
        $answer = $this->verify(['mobile_number' => $this->unknownNumber]);
        $this->refused($answer, 400, $this->unknownNumberError);
    }

    private function magicCode(): void
    {
        $payment = [...$this->payment($this->tenant->newInvoice()), 'code' => $this->emptyWalletCode];
        $this->refused($this->confirm($payment), 400, 'INSUFFICIENT_BALANCE');
    }
}
