<?php

declare(strict_types=1);

/*
 * The shop's handler of callbacks and returns, run by PHP's built-in server. It trusts only genuine messages,
 * and writes a line of JSON about each one before it answers.
 */

require __DIR__ . '/verify.php';

$method = $_SERVER['REQUEST_METHOD'];
$message = $method === 'POST' ? file_get_contents('php://input') : $_SERVER['QUERY_STRING'] ?? '';
$genuine = verifiedFields($message, getenv('SECRET_KEY')) !== null;
$fields = array_column(pairsOf($message), 1, 0);

$arrival = ['method' => $method, 'fields' => $fields, 'genuine' => $genuine];
file_put_contents('php://stdout', json_encode($arrival) . "\n");
http_response_code($genuine ? 200 : 400);
