import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldRule } from '../../src/gateways/fields.ts';
import type { Gateway, OtpGateway } from '../../src/gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../src/gateways/index.ts';
import type { Action } from '../../src/protocol/vocabulary.ts';
import { defaultSettings } from '../../src/settings/settings.ts';
import { anchor, code, generated, sentence, table } from './markdown.ts';
import { exampleOf, meaningOf, setupOf } from './merchant-calls.ts';
import { checkRows, errorsOf } from './merchant-errors.ts';
import { messagesOf } from './merchant-messages.ts';

const all: readonly Gateway[] = gatewayTokens.map((token) => gateways[token]);
const { test, live } = defaultSettings('observed').limits.maximum_amount;

/** docs/reference/merchant-api.md: the API for your app, from the gateways' definitions. */
export function merchantApiPage(): string {
  return `# The merchant API

The API that your app calls, as the sandbox serves it: endpoints, fields, responses, errors, callbacks and returns.
As OpenAPI: [merchant.json](../openapi/merchant.json). To learn it step by step, read [the first payment](../guides/first-payment.md).

${generated}

${table(['gateway', 'flow', 'currency', 'calls', 'the result arrives'], all.map(summary))}

A gateway may have another name in your sandbox: [\`names\`](config.md#members) in the config file.

## Requests

Every call is a \`POST\` to \`BASE_URL/api/v1/transaction/GATEWAY/ACTION\` with form fields (\`application/x-www-form-urlencoded\` or
\`multipart/form-data\`) and two headers. The base URL of a sandbox is \`http://127.0.0.1:4700\`; the live service accepts HTTPS only.

| header | value |
|---|---|
| \`Authorization\` | \`Bearer ACCESS_TOKEN\`. The access token selects the mode: a test token moves no money |
| \`X-API-KEY\` | the API key |

An \`amount\` is a text such as \`10\`, \`10.5\` or \`10.50\`: greater than zero, at most ${test} with a test token and ${live} with a live one. Use a
new \`invoice_no\` for every payment.

## Responses

Success is HTTP 200 with \`{"status": 200, "result": {…}}\`, and for the wallets a \`message\`. The HTTP status of an error is its
\`error.status\`. Decide by \`error.code\`, and write your own message for the customer:

\`\`\`text
{"error":{"status":422,"code":"INVALID_INPUTS","message":"Some fields are missing or filled out incorrectly.","fields":{"amount":["is required"]}}}
\`\`\`

**Unknown is not failed.** After a timeout, a broken connection, a 5xx, \`BACKEND_ERROR\`, \`BACKEND_SERVER_ERROR\` or \`ADD_PAYMENT_ERROR\` of
\`confirm\`, the payment may have gone through. Look it up before you try again: wait for the callback of a checkout; for a wallet, which has no callback, look in the
account dashboard.

## Errors

The sandbox checks a request in this order, and the first check that fails decides. [Every code](errors.md), with a command that triggers it.

${table(['the request has', 'otherwise'], checkRows())}

${all.map(section).join('\n\n')}

## Verify a message

Callbacks and returns carry \`hashed\`, an HMAC-SHA256 with your secret key. Verify it over the raw query or the raw body, and compare gateway,
invoice, amount and currency with your order. [The signature](../guides/signature.md) has the function in PHP, Node.js and Python; \`snippet verify\` also
prints it in Go and Java. The examples above are signed with \`demo_secret_key\`.

Respond to a callback with 2xx once you have stored the result (for a GET, 3xx counts too). Otherwise the sandbox sends it again after 5 s,
30 s, 2 min and 10 min, always with the same bytes, so your app must recognize a repeat. [Callbacks and races](../guides/callbacks.md)

## In your language

Each program pays with a wallet, reads the code from its input, and starts a checkout. Without variables, it uses a sandbox on this machine with
the demo account.

${languages.map(program).join('\n\n')}
`;
}

function summary(gateway: Gateway): string[] {
  const { token, currency, flow } = gateway;
  const link = `[${code(token)}](#${anchor(token)})`;
  if (flow === 'otp')
    return [link, 'one-time code', currency, '`verify`, then `confirm`', 'in the response of `confirm`'];
  const { method, to } = gateway.callback;
  return [
    link,
    'hosted checkout',
    currency,
    '`confirm`',
    `by a callback (${method} to ${code(to)}) and a return`,
  ];
}

function section(gateway: Gateway): string {
  const errors = errorsOf(gateway);
  const parts = [
    `## ${gateway.token}`,
    gateway.flow === 'otp' ? otpIntroduction(gateway) : checkoutIntroduction,
    ...(gateway.flow === 'otp' ? [endpoint(gateway, 'verify', gateway.verifyFields)] : []),
    endpoint(gateway, 'confirm', gateway.confirmFields),
    ...(errors.length > 0
      ? [
          `### Errors of ${gateway.token}`,
          'Besides the errors above. They are known from public clients, not from the provider’s documentation.',
          table(['code', 'status', 'message'], errors),
        ]
      : []),
    ...(gateway.flow === 'checkout' ? messagesOf(gateway) : []),
  ];
  return parts.join('\n\n');
}

function otpIntroduction({ codeLength }: OtpGateway): string {
  return `Two steps: \`verify\` sends a code of ${codeLength} digits to the customer's phone and registers an unpaid invoice; \`confirm\` pays it. There is no callback.`;
}

const checkoutIntroduction =
  'One step: `confirm` returns the address of a hosted page. Redirect the customer’s browser there. The callback and the return bring the result.';

function endpoint(gateway: Gateway, action: Action, fields: readonly FieldRule[]): string {
  return `### ${gateway.token} ${action}

\`POST /api/v1/transaction/${gateway.token}/${action}\`

${table(
  ['field', 'required', 'rule', 'meaning'],
  fields.map(({ name, required, rule }) => [
    code(name),
    required ? 'yes' : 'no',
    sentence(rule),
    meaningOf(name, gateway),
  ]),
)}

\`\`\`sh
${setupOf(gateway, action)}${exampleOf(gateway, fields, action)}
\`\`\`

\`\`\`text output
${answers[action === 'verify' ? 'verify' : gateway.flow]}
\`\`\``;
}

/** The shell output of the examples. The page's test runs them. */
const answers = {
  verify: '{"status":200,"result":{"process_id":…},"message":"OTP has been sent to your mobile number"}',
  otp: '{"status":200,"result":{"transaction_id":…,"amount":"10.00"},"message":"Transaction completed successfully"}',
  checkout: '{"status":200,"result":{"code":"CHECKOUT_REDIRECT","redirect_url":"http://…/checkout?token=…"}}',
} as const;

const languages = [
  { name: 'Node.js', fence: 'js', file: 'pay.mjs', run: 'node', number: '0945678902' },
  { name: 'PHP', fence: 'php', file: 'pay.php', run: 'php', number: '0945678903' },
  { name: 'Python', fence: 'python', file: 'pay.py', run: 'python3', number: '0945678904' },
] as const;

function program({ name, fence, file, run, number }: (typeof languages)[number]): string {
  return `### In ${name}

\`\`\`${fence} ${file}
${readFileSync(join(import.meta.dirname, 'merchant-api', file), 'utf8').trimEnd()}
\`\`\`

\`\`\`sh
npx gateway-sandbox otp ${number} --wait 10 | ${run} ${file}
\`\`\`

\`\`\`text output
Code: …Paid: transaction …
Redirect the customer to http://…/checkout?token=…
\`\`\``;
}
