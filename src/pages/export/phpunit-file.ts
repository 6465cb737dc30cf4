import type { Script } from './script.ts';
import type { CallStep, Pairs, ScriptStep, Value } from './script-steps.ts';

/** A transaction's timeline as a PHPUnit test case. Run it with `phpunit FILE`. */
export function phpunitFile(script: Script): string {
  return `<?php
declare(strict_types=1);

use PHPUnit\\Framework\\TestCase;

// Repeats transaction ${script.id} against a running sandbox: phpunit Transaction${script.id}Test.php
final class Transaction${script.id}Test extends TestCase
{
    public function testEndsAsItDid(): void
    {
        $invoice = ${quoted(script.invoicePrefix)} . uniqid();
${script.steps.map((each) => indented(step(each))).join('\n')}

${indented(end(script))}
    }

    private function call(string $endpoint, array $fields): array
    {
        $headers = [
            'Authorization: Bearer ' . (getenv('GATEWAY_ACCESS_TOKEN') ?: 'demo_${script.mode}_token'),
            'X-API-KEY: ' . (getenv('GATEWAY_API_KEY') ?: 'demo_api_key'),
            'Content-Type: application/x-www-form-urlencoded',
        ];
        return $this->ask('POST', '/api/v1/transaction/' . $endpoint, $headers, http_build_query($fields));
    }

    private function control(string $method, string $path, string $body = ''): array
    {
        // Only a sandbox on the network needs the token.
        $token = getenv('GATEWAY_SANDBOX_TOKEN');
        $headers = ['Content-Type: application/json', ...($token ? ["Authorization: Bearer $token"] : [])];
        [$status, $answer] = $this->ask($method, '/_sandbox/api/' . $path, $headers, $body);
        $this->assertLessThan(400, $status, json_encode($answer));
        return $answer;
    }

    private function ask(string $method, string $path, array $headers, string $body): array
    {
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => $headers,
            'content' => $body,
            'ignore_errors' => true,
            'timeout' => 30,
        ]]);
        $text = file_get_contents((getenv('GATEWAY_SANDBOX_URL') ?: ${quoted(script.sandboxUrl)}) . $path, false, $context);
        preg_match('/ (\\d{3})/', $http_response_header[0], $status);
        return [(int) $status[1], json_decode($text, true)];
    }
}
`;
}

function step(each: ScriptStep): string {
  switch (each.kind) {
    case 'call':
      return call(each);
    case 'code':
      return "$otp = $this->control('GET', \"otps?process_id=$processId&limit=1\")['data'][0];";
    case 'otp':
      return `$this->control('POST', "otps/{$otp['id']}/${each.action}");`;
    case 'checkout':
      return `$this->control('POST', "checkouts/$token/${each.action}", ${quoted(JSON.stringify(each.body))});`;
  }
}

function call({ endpoint, fields, status, code, gives }: CallStep): string {
  const given = {
    process: "$processId = (string) $answer['result']['process_id'];",
    transaction: "$transactionId = (string) $answer['result']['transaction_id'];",
    checkout:
      "$this->assertSame('CHECKOUT_REDIRECT', $answer['result']['code']);\n$token = explode('token=', $answer['result']['redirect_url'])[1];",
  };
  return [
    `[$status, $answer] = $this->call(${quoted(endpoint)}, ${array(fields)});`,
    `$this->assertSame(${status}, $status, json_encode($answer));`,
    ...(code === null ? [] : [`$this->assertSame(${quoted(code)}, $answer['error']['code']);`]),
    ...(gives ? [given[gives]] : []),
  ].join('\n');
}

function end({ isCheckout, status, callbacks }: Script): string {
  return [
    ...(isCheckout
      ? ["$transactionId = $this->control('GET', \"checkouts/$token\")['transaction_id'];"]
      : []),
    `$this->assertSame(${quoted(status)}, $this->control('GET', "transactions/$transactionId")['status']);`,
    "$callbacks = array_reverse($this->control('GET', \"callbacks?transaction_id=$transactionId\")['data']);",
    `$this->assertCount(${callbacks.length}, $callbacks);`,
    ...callbacks.flatMap(({ tampered, fields }, at) =>
      tampered === null
        ? [
            `$this->assertMatchesRegularExpression('/^[0-9A-F]{64}$/', $callbacks[${at}]['fields']['hashed']);`,
            `unset($callbacks[${at}]['fields']['hashed']);`,
            `$this->assertSame(${array(fields)}, $callbacks[${at}]['fields']);`,
          ]
        : [`$this->assertSame(${quoted(tampered)}, $callbacks[${at}]['tampered']);`],
    ),
  ].join('\n');
}

function array(fields: Pairs): string {
  return `[${fields.map(([name, value]) => `${quoted(name)} => ${literal(value)}`).join(', ')}]`;
}

const variables = {
  invoice: '$invoice',
  process: '$processId',
  code: "$otp['code']",
  'wrong-code': "($otp['code'][0] === '1' ? '2' : '1') . substr($otp['code'], 1)",
  transaction: '$transactionId',
} as const;

function literal(value: Value): string {
  if ('text' in value) return value.isNumber ? value.text : quoted(value.text);
  return value.isNumber ? `(int) ${variables[value.known]}` : variables[value.known];
}

/** The only two characters that are special in PHP's single quotes. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '        ');
}
