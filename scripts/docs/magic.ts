import { magicValues } from '../../src/faults/magic.ts';
import { generated, table } from './markdown.ts';

const { mobile_numbers: numbers, codes, amounts, invoice_prefixes: prefixes } = magicValues;

/** docs/reference/magic.md: the table of magic values that runs, `fixtures/magic.json`. */
export function magicPage(): string {
  return `# Magic values

Values inside the documented formats that make something go wrong by themselves, in every sandbox, with nothing armed. A value that is
not listed here never has an effect, and a generated code is never a magic one. \`gateway-sandbox magic\` and
\`GET /_sandbox/api/magic\` list the same. What fired is told in the header \`X-Sandbox-Fault\`, in the request log and in the journal.

${generated}

## Mobile numbers: what verify answers

${table(
  ['number', 'gateway', 'verify'],
  numbers.map(({ number, gateway, code }) => [
    `\`${number}\``,
    gateway,
    code === undefined ? 'succeeds, and no code ever arrives' : `\`${code}\``,
  ]),
)}

## Codes: what confirm answers, whatever code was sent

${table(
  ['code', 'gateway', 'confirm'],
  codes.map(({ digits, gateway, code }) => [`\`${digits}\``, gateway, `\`${code}\``]),
)}

## Amounts: why the checkout declines

${table(
  ['amount', 'reason'],
  amounts.map(({ amount, reason }) => [`\`${amount}\``, `\`${reason}\``]),
)}

## Beginnings of invoice numbers: the order of callback and return

${table(
  ['`invoice_no` begins with', 'order'],
  prefixes.map(({ prefix, order }) => [`\`${prefix}\``, `\`${order}\``]),
)}
`;
}
