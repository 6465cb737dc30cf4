import { magicValues } from '../../src/faults/magic.ts';
import { generated, table } from './markdown.ts';

const { mobile_numbers: numbers, codes, amounts, invoice_prefixes: prefixes } = magicValues;

/** docs/reference/magic.md, from the table that the sandbox uses, `fixtures/magic.json`. */
export function magicPage(): string {
  return `# Magic values

These values have valid formats and always make something go wrong, in every sandbox, without adding a fault. Other values never have an effect,
and generated codes are never magic values. \`gateway-sandbox magic\` and \`GET /_sandbox/api/magic\` list them too. The response header
\`X-Sandbox-Fault\`, the request log and the event log show which one fired.

${generated}

## Mobile numbers: what verify returns

${table(
  ['number', 'gateway', 'verify'],
  numbers.map(({ number, gateway, code }) => [
    `\`${number}\``,
    gateway,
    code === undefined ? 'succeeds, but no code ever arrives' : `\`${code}\``,
  ]),
)}

## Codes: what confirm returns, whatever code was sent

${table(
  ['code', 'gateway', 'confirm'],
  codes.map(({ digits, gateway, code }) => [`\`${digits}\``, gateway, `\`${code}\``]),
)}

## Amounts: why the checkout declines

On the hosted page, however the customer pays there. \`checkouts approve\`, \`pay\`, and **Paid** in the tester tools choose the outcome
themselves and pay these amounts all the same; \`checkouts decline --reason insufficient_funds\` and \`pay --outcome declined\` decline any amount.

${table(
  ['amount', 'reason'],
  amounts.map(({ amount, reason }) => [`\`${amount}\``, `\`${reason}\``]),
)}

## Prefixes of invoice numbers: the order of callback and return

${table(
  ['`invoice_no` begins with', 'order'],
  prefixes.map(({ prefix, order }) => [`\`${prefix}\``, `\`${order}\``]),
)}
`;
}
