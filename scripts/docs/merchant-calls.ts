import type { FieldRule } from '../../src/gateways/fields.ts';
import type { Gateway } from '../../src/gateways/gateway.ts';

/** The meaning of a field of a request, callback or return. Independent of the gateway. */
export function meaningOf(name: string, { currency }: Pick<Gateway, 'currency'>): string {
  if (name === 'amount') return `the amount in ${currencies[currency]}`;
  return meanings[name] ?? '';
}

const currencies = { LYD: 'Libyan dinars', USD: 'US dollars' } as const;

const meanings: Readonly<Record<string, string>> = {
  approved: '`1`: paid. Any other value, or none, means not paid',
  birth_year: 'the customer’s year of birth',
  callback_url: 'where your server receives the callback',
  canceled: '`1`: the customer canceled; sent instead of `approved`',
  code: 'the one-time code that the customer typed',
  currency: 'the currency of `amount`',
  customer_ip: 'the customer’s IP address',
  email: 'the customer’s email address',
  gateway: 'the gateway’s name',
  hashed: 'the signature over the other parameters',
  invoice_no: 'your own number for the payment',
  lang: 'the language of the hosted page; default `ar`',
  mobile_number: 'the customer’s mobile number',
  paymet_method: 'the method that the customer chose, spelled this way',
  process_id: 'the process that `verify` started',
  return_url: 'where the customer’s browser goes back to',
  transaction_id: 'the gateway’s ID for the payment',
};

/** A call that works when pasted, with the gateway's example values for required fields. */
export function exampleOf(gateway: Gateway, fields: readonly FieldRule[], action: string): string {
  const given = fields
    .filter(({ required }) => required)
    .map(({ name, example }) => `-d ${name}=${example ?? samples(gateway)[name]}`);
  const lines = [
    `curl -s http://127.0.0.1:4700/api/v1/transaction/${gateway.token}/${action}`,
    "-H 'Authorization: Bearer demo_test_token' -H 'X-API-KEY: demo_api_key'",
    given.slice(0, 4).join(' '),
    given.slice(4).join(' '),
  ].filter((line) => line !== '');
  const isStart = action === 'verify';
  return `${lines.join(' \\\n  ')}${isStart ? ' | tee verified.json' : ''}`;
}

/** What a wallet's `confirm` needs first: the previous call's process ID, and the code from the phone. */
export function setupOf(gateway: Gateway, action: string): string {
  if (gateway.flow !== 'otp' || action !== 'confirm') return '';
  const number = gateway.verifyFields.find(({ name }) => name === 'mobile_number')?.example;
  return `PROCESS=$(grep -o '[0-9]\\{13\\}' verified.json)\nCODE=$(npx gateway-sandbox otp ${number} --wait 10)\n`;
}

function samples({ token }: Gateway): Readonly<Record<string, string>> {
  return {
    callback_url: 'http://localhost:3000/callback',
    code: '$CODE',
    invoice_no: `${token.toUpperCase()}-1`,
    process_id: '$PROCESS',
    return_url: 'http://localhost:3000/return',
  };
}
