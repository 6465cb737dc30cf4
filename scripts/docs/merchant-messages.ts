import type { Outcome, Payment } from '../../src/gateways/definition.ts';
import type { CheckoutGateway } from '../../src/gateways/gateway.ts';
import { encodeQuery, type Field, sign } from '../../src/protocol/signature.ts';
import { code, table } from './markdown.ts';
import { meaningOf } from './merchant-calls.ts';

/** A checkout's callback and return: their parameters in signing order, with an example of each. */
export function messagesOf(gateway: CheckoutGateway): string[] {
  const { callback, return: back, token } = gateway;
  const body = callback.method === 'POST' ? 'with a JSON body' : 'with a query';
  const way = back.atOnce ? 'automatically' : 'once the customer clicks a button';
  return [
    `### Callback of ${token}`,
    `A ${callback.method} to ${code(callback.to)} ${body}, from server to server, when the payment is ${endings(gateway, callback.fields)}.`,
    parameters(gateway, callback.fields),
    example(gateway, callback.fields, callback),
    `### Return of ${token}`,
    `When the payment is ${endings(gateway, back.fields)}, the customer’s browser goes to \`return_url\` (GET), ${way}.`,
    ...(callback.fields === back.fields
      ? ['It carries the same query as the callback.']
      : [
          parameters(gateway, back.fields),
          example(gateway, back.fields, { method: 'GET', to: 'return_url' }),
        ]),
  ];
}

type FieldsOf = (payment: Payment) => readonly Field[] | undefined;
const outcomes: readonly Outcome[] = ['completed', 'canceled'];

function payment({ token, methods, currency }: CheckoutGateway, outcome: Outcome): Payment {
  return {
    outcome,
    gateway: token,
    method: Object.keys(methods)[0] ?? '',
    methodField: 'paymet_method',
    invoiceNo: 'A-1',
    amount: '25.50',
    currency,
    transactionId: '100001',
  };
}

/** The outcomes for which the message is sent. */
function endings(gateway: CheckoutGateway, fieldsOf: FieldsOf): string {
  return outcomes.filter((outcome) => fieldsOf(payment(gateway, outcome)) !== undefined).join(' or ');
}

function parameters(gateway: CheckoutGateway, fieldsOf: FieldsOf): string {
  const names = outcomes.flatMap(
    (outcome) => fieldsOf(payment(gateway, outcome))?.map(([name]) => name) ?? [],
  );
  return table(
    ['parameter', 'meaning'],
    [...new Set([...names, 'hashed'])].map((name) => [code(name), meaningOf(name, gateway)]),
  );
}

/** The message for a completed payment, signed with the demo account's secret key. */
function example(
  gateway: CheckoutGateway,
  fieldsOf: FieldsOf,
  { method, to }: Pick<CheckoutGateway['callback'], 'method' | 'to'>,
): string {
  const fields = fieldsOf(payment(gateway, 'completed')) ?? [];
  const all: readonly Field[] = [...fields, ['hashed', sign(fields, 'demo_secret_key').hashed]];
  const path = to === 'return_url' ? '/return' : '/callback';
  const message =
    method === 'POST'
      ? `POST ${path}\n\n${JSON.stringify(Object.fromEntries(all))}`
      : `GET ${path}?${encodeQuery(all)}`;
  return `\`\`\`text\n${message}\n\`\`\``;
}
