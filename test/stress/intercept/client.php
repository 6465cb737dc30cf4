<?php
// One verify by PHP, to an address that is hard-coded. Prints the version.
const URL = 'https://api.example.test/api/v1/transaction/walletB/verify';
const FORM = ['mobile_number' => '0945678901', 'amount' => '10.00'];

function keys(): array
{
    return ['Authorization' => 'Bearer ' . getenv('GATEWAY_ACCESS_TOKEN'), 'X-API-KEY' => getenv('GATEWAY_API_KEY')];
}

function lines(): array
{
    return array_map(fn ($name, $value) => "$name: $value", array_keys(keys()), keys());
}

function byCurl(): array
{
    $curl = curl_init(URL);
    $options = [CURLOPT_HTTPHEADER => lines(), CURLOPT_POSTFIELDS => http_build_query(FORM)];
    curl_setopt_array($curl, $options + [CURLOPT_RETURNTRANSFER => true]);
    return [PHP_VERSION, curl_exec($curl)];
}

function byStream(array $more = [], array $headers = []): array
{
    $form = ['method' => 'POST', 'content' => http_build_query(FORM)];
    $all = [...lines(), ...$headers, 'Content-Type: application/x-www-form-urlencoded'];
    $http = $form + ['header' => $all] + $more;
    return [PHP_VERSION, @file_get_contents(URL, false, stream_context_create(['http' => $http]))];
}

function byProxiedStream(): array
{
    $proxy = parse_url(getenv('HTTPS_PROXY'));
    $credentials = 'Proxy-Authorization: Basic ' . base64_encode("$proxy[user]:$proxy[pass]");
    return byStream(['proxy' => "tcp://$proxy[host]:$proxy[port]", 'request_fulluri' => true], [$credentials]);
}

function byGuzzle(array $options = []): array
{
    require_once 'GuzzleHttp/autoload.php';
    $client = new GuzzleHttp\Client($options);
    $body = (string) $client->post(URL, ['headers' => keys(), 'form_params' => FORM])->getBody();
    return [GuzzleHttp\ClientInterface::MAJOR_VERSION . '', $body];
}

$ways = [
    'curl' => 'byCurl',
    'stream' => 'byStream',
    'stream-proxy' => 'byProxiedStream',
    'guzzle' => 'byGuzzle',
    'guzzle-stream' => fn () => (require_once 'GuzzleHttp/autoload.php') ? byGuzzle(['handler' => GuzzleHttp\HandlerStack::create(new GuzzleHttp\Handler\StreamHandler())]) : [],
];
[$version, $body] = $ways[$argv[1]]();
echo $version, "\n";
exit(str_contains((string) $body, 'process_id') ? 0 : 1);
