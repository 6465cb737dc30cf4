<?php

/* The front controller: `php -S 127.0.0.1:3000 index.php`. The payment logic is in src/. */

declare(strict_types=1);

use Shop\Answer;
use Shop\Arrivals;
use Shop\Config;
use Shop\FrontController;
use Shop\GatewayClient;
use Shop\Orders;
use Shop\Payments;
use Shop\Refusal;

require __DIR__ . '/src/verify.php';
spl_autoload_register(function (string $class): void {
    require __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Shop\\'))) . '.php';
});

header('Cache-Control: no-store');
header('Referrer-Policy: no-referrer');
header('X-Frame-Options: DENY');

try {
    $config = Config::fromEnvironment();
    $orders = new Orders($config->databaseFile);
    $payments = new Payments($config, new GatewayClient($config), $orders);
    $arrivals = new Arrivals($config->secretKey, $orders);
    (new FrontController($orders, $payments, $arrivals))->serve();
} catch (Refusal $refusal) {
    Answer::problem($refusal->status, $refusal->getMessage());
} catch (Throwable $error) {
    // Only the message: a stack trace would show the arguments, including the keys.
    error_log($error->getMessage());
    Answer::problem(500, 'That was our fault. Please try again.');
}
