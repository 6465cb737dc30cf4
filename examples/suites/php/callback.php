<?php

declare(strict_types=1);

/*
 * The shop's own handler of callbacks and returns, under PHP's built-in server. It believes only what is
 * genuine, and writes a line of JSON about each arrival before it answers.
 */

require __DIR__ . '/is_genuine.php';

$method = $_SERVER['REQUEST_METHOD'];
$fields = $method === 'POST' ? json_decode(file_get_contents('php://input'), true) ?? [] : $_GET;
$genuine = isGenuine($fields, getenv('SECRET_KEY'));

$arrival = ['method' => $method, 'fields' => $fields, 'genuine' => $genuine];
file_put_contents('php://stdout', json_encode($arrival) . "\n");
http_response_code($genuine ? 200 : 400);
