<?php
// A client whose address is hard-coded, with PHP's curl extension.
const API = 'https://api.example.test/api/v1/transaction/';

function ask(string $url, array $options = []): string
{
    $curl = curl_init($url);
    curl_setopt_array($curl, $options + [CURLOPT_RETURNTRANSFER => true]);
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($body === false || $status >= 400) {
        fwrite(STDERR, "$url $status " . curl_error($curl) . $body . "\n");
        exit(1);
    }
    return $body;
}

function call(string $path, array $fields): array
{
    $keys = ['Authorization: Bearer ' . getenv('GATEWAY_ACCESS_TOKEN'), 'X-API-KEY: ' . getenv('GATEWAY_API_KEY')];
    $form = [CURLOPT_HTTPHEADER => $keys, CURLOPT_POSTFIELDS => http_build_query($fields)];
    return json_decode(ask(API . $path, $form), true)['result'];
}

function control(string $path, array $options = []): array
{
    return json_decode(ask(getenv('GATEWAY_SANDBOX_URL') . "/_sandbox/api/$path", $options), true);
}

function wallet(string $gateway, array $fields): void
{
    $process = call("$gateway/verify", $fields + ['amount' => '10.00'])['process_id'];
    $code = control('otps/latest?mobile_number=' . $fields['mobile_number'])['code'];
    $confirm = ['process_id' => $process, 'code' => $code, 'amount' => '10.00', 'invoice_no' => $gateway];
    echo $gateway, ' ', call("$gateway/confirm", $confirm)['amount'], "\n";
}

function checkout(string $gateway, array $fields): void
{
    $fields += ['amount' => '10.00', 'invoice_no' => $gateway, 'return_url' => 'http://127.0.0.1:9/return'];
    $address = call("$gateway/confirm", $fields)['redirect_url'];
    $shown = ask($address) === '' ? 'nothing' : 200;
    $paid = control('checkouts/' . rawurlencode($address) . '/approve', [CURLOPT_POST => true, CURLOPT_POSTFIELDS => '']);
    echo $gateway, ' ', $shown, ' ', $paid['status'], "\n";
}

wallet('walletA', ['mobile_number' => '0912345678', 'birth_year' => '1990']);
wallet('walletB', ['mobile_number' => '0945678901']);
checkout('localbankcards', []);
checkout('cardgw', []);
checkout('aggregator', ['mobile_number' => '0912345678', 'callback_url' => 'http://127.0.0.1:9/callback']);
