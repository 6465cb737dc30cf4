import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { commandLine } from '../../src/cli/program.ts';
import { fileMembers } from '../../src/config/member-values.ts';
import { controlOperations } from '../../src/control-api/operations.ts';
import { magicValues } from '../../src/faults/magic.ts';
import type { Outcome, Payment } from '../../src/gateways/definition.ts';
import type { FieldRule } from '../../src/gateways/fields.ts';
import type { CheckoutGateway, Gateway } from '../../src/gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../src/gateways/index.ts';
import { oldestNode } from '../../src/host/node-version.ts';
import { eventTypes } from '../../src/journal/event-type.ts';
import { errorTable, isDocumented } from '../../src/protocol/errors.ts';
import type { Field } from '../../src/protocol/signature.ts';
import { deliveryOrders, tamperings } from '../../src/settings/delivery.ts';
import { errorCodes } from '../../src/settings/kinds.ts';
import { defaultSettings, settingEntries, valueAt } from '../../src/settings/settings.ts';
import { projectRoot } from '../bundle.ts';
import { documented } from './commands.ts';
import { callOf, taken } from './control-api.ts';

/** llms.txt: the whole product on one page, for language models. */
export function llmsPage(): string {
  return `${head}

## Merchant API

POST \`/api/v1/transaction/<gateway>/<verify|confirm>\`, form fields, headers \`Authorization: Bearer ACCESS_TOKEN\` and \`X-API-KEY: API_KEY\`.
The access token selects test or live mode. \`?\` marks an optional field.

${gatewayTokens.map((token) => gatewayLines(gateways[token])).join('\n')}

${envelopes}

Errors:

${errorCodes.map((code) => `- ${code} (${errorTable[code][0]}${isDocumented(code) ? '' : ', seen in public clients, not in the documentation'}): ${errorTable[code][1]}`).join('\n')}

${deliveries}

## Control API

Under \`/_sandbox/api/\`, JSON, no keys. Every answer by example: docs/reference/control-api.md. Durations are "10m", "90s", "250ms" or
milliseconds; times ISO 8601; ids texts. Lists: \`{"data": […], "next": cursor|null}\`.

${controlOperations
  .map((each) => [`- ${callOf(each)}: ${each.summary}.`, ...taken(each)].join(' '))
  .join('\n')
  .replaceAll('](../', '](docs/')}

Event types: ${eventTypes.join(', ')}.

## Commands

${commandLine()
  .commands.flatMap((each) => commandLines(each))
  .join('\n')}

## Configuration

Flags, then \`GATEWAY_SANDBOX_*\` variables, then \`gateway-sandbox.config.json\`, then defaults. Members:

${fileMembers.map(([name, { is }]) => `- ${name}: ${is}`).join('\n')}

Settings, each with its default (all of \`settings\` can be changed while it runs):

${settingLines()}

## Magic values

- Mobile numbers at verify: ${magicValues.mobile_numbers.map(({ number, gateway, code }) => `${number} (${gateway}) ${code ?? 'no code arrives'}`).join('; ')}.
- Codes at confirm: ${magicValues.codes.map(({ digits, gateway, code }) => `${digits} (${gateway}) ${code}`).join('; ')}.
- Amounts at the checkout: ${magicValues.amounts.map(({ amount, reason }) => `${amount} ${reason}`).join('; ')}.
- Invoice numbers that begin with: ${magicValues.invoice_prefixes.map(({ prefix, order }) => `${prefix} ${order}`).join('; ')}.

${readFileSync(join(projectRoot, 'docs/client.md'), 'utf8')
  .replace(/^#/gm, '##')
  .replace(/\]\((?=\w)(?!https?:)/g, '](docs/')
  .trimEnd()}
`;
}

const head = `# gateway-sandbox

> A payment gateway on your own machine: the seven endpoints of its REST API, hosted checkout pages, one-time codes, signed
> callbacks and browser returns. Change the base URL and keys in your app and start taking test payments. No account, no network, and no
> money moves.

\`npx gateway-sandbox start\` serves http://127.0.0.1:4700 with its data in memory and one account: API key \`demo_api_key\`, access token
\`demo_test_token\` (test) or \`demo_live_token\` (live), secret key \`demo_secret_key\`. Node.js ${oldestNode} or newer. For tests:
\`npx gateway-sandbox exec -- CMD\` runs CMD against a sandbox of its own with GATEWAY_URL, GATEWAY_API_KEY, GATEWAY_ACCESS_TOKEN,
GATEWAY_SECRET_KEY and GATEWAY_SANDBOX_URL set; or \`startSandbox()\` in JavaScript. Pages: dashboard \`/_sandbox/\`, inbox of the codes
\`/_sandbox/inbox\`, checkout \`/checkout?token=…\` (its \`data-testid\`s: docs/test-ids.md).

- [All documentation, by role and by problem](docs/README.md)
- [The merchant API](docs/reference/merchant-api.md): fields, answers and errors of each endpoint, with examples in curl, PHP, Node.js, Python
- [Verify the signature](docs/guides/signature.md), or print the code: \`gateway-sandbox snippet verify --lang node|php|python|go|java\`
- [Troubleshooting](docs/troubleshooting.md), [errors](docs/reference/errors.md), [magic values](docs/reference/magic.md)
- [Commands](docs/reference/commands.md), [configuration](docs/reference/config.md), [control API](docs/reference/control-api.md)
- [OpenAPI of the merchant API](docs/openapi/merchant.json), served at \`/_sandbox/openapi/merchant.json\`
- [OpenAPI of the control API](docs/openapi/control.json), served at \`/_sandbox/api/openapi.json\`

This page is \`llms.txt\` in the package, served at \`/_sandbox/llms.txt\`. Paths that begin with \`docs/\` are files of the project.`;

const envelopes = `Answers: verify \`{"status":200,"result":{"process_id":N},"message":"…"}\`; confirm of a wallet
\`{"status":200,"result":{"transaction_id":N,"amount":"10.00"},"message":"…"}\`; confirm of a checkout
\`{"status":200,"result":{"code":"CHECKOUT_REDIRECT","redirect_url":"…"}}\`; refusal \`{"error":{"status":N,"code":"…","message":"…"}}\`, with
\`error.fields\` on 422. What the sandbox adds is in headers: \`X-Sandbox-Assumption\` (the assumptions that the response relies on),
\`X-Sandbox-Fault\` (what fired), \`X-Sandbox-Hint\` (what would make a refused call work). A call may ask for \`X-Sandbox-Fault: CODE\`, \`X-Sandbox-Delay: 2s\`, \`X-Sandbox-Client-IP: ADDR\`.

Unknown is not failed: after a timeout, a broken connection, a 5xx, BACKEND_ERROR, BACKEND_SERVER_ERROR or ADD_PAYMENT_ERROR of confirm, the
payment may have gone through. Look it up before you try again.`;

const deliveries = `Callbacks and returns, each with \`hashed\` as the last parameter (gateways that are not listed have neither):

${Object.values<Gateway>(gateways)
  .flatMap((gateway) => (gateway.flow === 'checkout' ? [deliveryLine(gateway)] : []))
  .join('\n')}

A callback is repeated until 2xx (GET: 3xx too): at 0 s, 5 s, 30 s, 2 min, 10 min.

\`hashed\`: the received parameters in their order without \`hashed\`, as PHP's http_build_query writes them (k=v&k=v), HMAC-SHA256 with the
secret key's text, upper-case hex. Example: key \`sk_40a07a6c0e63818dc2b292c8e302894e08acedfb\`, string \`approved=1&invoice_no=43321\`, hashed
\`E6E3486C137F4260C2C598C7A903836CDDBC1FAF87240A58660FA91F363D5DBA\`. Genuine means that the hash matches; paid means genuine, approved
is 1, and no canceled.

Order of callback and return: ${deliveryOrders.join(', ')}. Tampering: ${tamperings.join(', ')}.`;

/** The settings that answer an open question of the API document. */
function settingLines(): string {
  return settingEntries
    .filter(([, { confidence }]) => confidence !== undefined)
    .map(
      ([name, { reason }]) =>
        `- ${name} = ${JSON.stringify(valueAt(defaultSettings('observed'), name))}: ${reason}`,
    )
    .join('\n');
}

function deliveryLine({ token, callback, return: back }: CheckoutGateway): string {
  const of = (outcome: Outcome) => callback.fields(payment(outcome));
  const callbacks = [`paid ${parameters(of('completed'))}`, `canceled ${parameters(of('canceled'))}`].join(
    ', ',
  );
  const query = `paid ${parameters(back.fields(payment('completed')))}, canceled ${parameters(back.fields(payment('canceled')))}`;
  return `- ${token}: ${callback.method} to ${callback.to}: ${callbacks}. The browser returns with: ${query}.`;
}

function parameters(fields: readonly Field[] | undefined): string {
  return fields ? `(${fields.map(([name]) => name).join(', ')})` : 'nothing is sent';
}

function payment(outcome: Outcome): Payment {
  const texts = { gateway: '', method: '', invoiceNo: '', amount: '', transactionId: '' };
  return { ...texts, outcome, methodField: 'paymet_method', currency: 'LYD' };
}

function gatewayLines(gateway: Gateway): string {
  const { token, currency, confirmFields } = gateway;
  const confirm = `- ${token}/confirm (${currency}): ${fields(confirmFields)}`;
  return gateway.flow === 'otp'
    ? `- ${token}/verify (${currency}): ${fields(gateway.verifyFields)}\n${confirm}`
    : confirm;
}

function fields(rules: readonly FieldRule[]): string {
  return rules.map(({ name, required, rule }) => `${name}${required ? '' : '?'} (${rule})`).join('; ');
}

/** A command and its subcommands, with their flags. */
function commandLines(command: Command, before = ''): string[] {
  const name = `${before}${command.name()}`;
  const taken = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const flags = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => option.flags)
    .filter((each) => !shared.test(each));
  const line = `- ${[name, ...taken, ...flags.map((each) => `[${each}]`)].join(' ')}: ${command.description()}`;
  return [line, ...documented(command).flatMap((each) => commandLines(each, `${name} `))];
}

/** Common to all commands that talk to a running sandbox. */
const shared = /^--(?:url|token|json)\b/;
