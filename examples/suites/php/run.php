<?php

/** Runs the suite: `php run.php`. Exit code 0 when all passed, 1 otherwise. */

declare(strict_types=1);

foreach (['runner', 'sandbox', 'merchant', 'gateway_tests', 'wallet_tests', 'checkout_tests'] as $part) {
    require __DIR__ . "/$part.php";
}

try {
    $tenant = new Tenant(getenv('GATEWAY_SANDBOX_URL') ?: 'http://127.0.0.1:4700', 'PHP suite');
    $merchant = new Merchant($tenant->secretKey);
} catch (Exception $exception) {
    fwrite(STDERR, $exception->getMessage() . "\n");
    exit(1);
}

$gateways = [
    new WalletTests(
        $tenant,
        $merchant,
        'walletA',
        customer: ['mobile_number' => '0912345678', 'birth_year' => '1990'],
        unknownNumber: '0919999901',
        unknownNumberError: 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR',
        emptyWalletCode: '000003',
        wrongCodeError: 'INVLIAD_OTP',
    ),
    new WalletTests(
        $tenant,
        $merchant,
        'walletB',
        customer: ['mobile_number' => '0945678901'],
        unknownNumber: '0949999901',
        unknownNumberError: 'NOT_SUBSCRIBED',
        emptyWalletCode: '0003',
        wrongCodeError: 'CONFIRMATION_ERROR',
    ),
    new CheckoutTests($tenant, $merchant, 'localbankcards'),
    new CheckoutTests($tenant, $merchant, 'cardgw', ownFields: ['currency' => 'USD']),
    new CheckoutTests(
        $tenant,
        $merchant,
        'aggregator',
        ownFields: ['paymet_method' => 'method_1'],
        hasCallbackUrl: true,
    ),
];

$count = runTests(...array_map(fn (GatewayTests $gateway) => $gateway->tests(), $gateways));
echo "{$count['passed']} passed, {$count['failed']} failed\n";
exit($count['failed'] === 0 ? 0 : 1);
