<?php

declare(strict_types=1);

namespace Shop;

/** Starts payments, and pays wallet orders with the customer's code. */
final class Payments
{
    public const GATEWAYS = ['walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator'];

    public function __construct(
        private readonly Config $config,
        private readonly GatewayClient $gateway,
        private readonly Orders $orders,
    ) {
    }

    /**
     * @return array{process_id: string}|array{redirect_url: string} the next step: a code, or the hosted page
     * @throws GatewayError
     */
    public function start(array $order, string $mobileNumber, string $birthYear): array
    {
        return match ($order['gateway']) {
            'walletA' => $this->sendCode($order, ['mobile_number' => $mobileNumber, 'birth_year' => $birthYear]),
            'walletB' => $this->sendCode($order, ['mobile_number' => $mobileNumber]),
            'localbankcards', 'cardgw' => $this->openCheckout($order, []),
            'aggregator' => $this->openCheckout($order, [
                'mobile_number' => $mobileNumber,
                'callback_url' => "{$this->config->shopUrl}/callback",
            ]),
        };
    }

    /**
     * Pays a wallet order. After a refusal, it still awaits payment, and its invoice number can be used again.
     *
     * @throws GatewayError
     */
    public function payWithCode(array $order, string $code): void
    {
        if ($order['process_id'] === null || $order['status'] !== 'awaiting') {
            return;
        }
        $result = $this->gateway->call("{$order['gateway']}/confirm", [
            'process_id' => $order['process_id'],
            'code' => $code,
            'amount' => $order['amount'],
            'invoice_no' => $order['invoice_no'],
        ]);
        // Wallets send no callback: this answer is the proof (API documentation, Events).
        $transactionId = (string) ($result['transaction_id'] ?? '');
        if ($transactionId === '' || !Amount::isSame((string) ($result['amount'] ?? ''), $order['amount'])) {
            throw new GatewayError('The gateway confirmed something other than this order.', false);
        }
        $this->orders->markPaid($order['invoice_no'], $transactionId);
    }

    private function sendCode(array $order, array $customer): array
    {
        $fields = [...$customer, 'amount' => $order['amount']];
        $result = $this->gateway->call("{$order['gateway']}/verify", $fields);
        $processId = (string) ($result['process_id'] ?? '');
        if ($processId === '') {
            throw new GatewayError('The gateway sent no process_id.', false);
        }
        $this->orders->keepProcess($order['invoice_no'], $processId);
        return ['process_id' => $processId];
    }

    private function openCheckout(array $order, array $more): array
    {
        $result = $this->gateway->call("{$order['gateway']}/confirm", [
            'amount' => $order['amount'],
            'invoice_no' => $order['invoice_no'],
            'return_url' => "{$this->config->shopUrl}/return",
            'lang' => 'en',
            ...$more,
        ]);
        $address = (string) ($result['redirect_url'] ?? '');
        if (($result['code'] ?? '') !== 'CHECKOUT_REDIRECT' || !preg_match('~^https?://~i', $address)) {
            throw new GatewayError('The gateway sent no address of a payment page.', false);
        }
        return ['redirect_url' => $address];
    }
}
