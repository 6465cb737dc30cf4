import type { Tampering } from '../settings.ts';
import type { Field } from '../spec/signature.ts';

/** The fields of a message as they are sent. Values are texts, except where their types are the tampering. */
export type SentField = readonly [name: string, value: string | number | boolean];

type Sign = (fields: readonly Field[]) => Field;

/**
 * The fields of a message with `tampering` done to them. `sign` gives the `hashed` of fields. Forgeries (amount, invoice, hash) keep or
 * break the genuine hash; the ones that a careless verifier lets through (`approved-0`, `both-flags`) are signed truly.
 */
export function tampered(tampering: Tampering, own: readonly Field[], sign: Sign): readonly SentField[] {
  const hashed = sign(own);
  switch (tampering) {
    case 'wrong-hash':
      return [...own, ['hashed', wrongHash(hashed[1])]];
    case 'no-hash':
      return own;
    case 'lower-case-hash':
      return [...own, ['hashed', hashed[1].toLowerCase()]];
    case 'amount':
      return [...replaced(own, 'amount', otherAmount), hashed];
    case 'invoice':
      return [...replaced(own, 'invoice_no', (text) => `${text}-other`), hashed];
    case 'approved-0':
      return signed(flagged(own, [['approved', '0']]), sign);
    case 'both-flags':
      return signed(
        flagged(own, [
          ['approved', '1'],
          ['canceled', '1'],
        ]),
        sign,
      );
    case 'types':
      return [...own.map(typed), hashed];
  }
}

/** Another hash of the same form. */
function wrongHash(hashed: string): string {
  return hashed.slice(0, -1) + (hashed.endsWith('0') ? '1' : '0');
}

function otherAmount(text: string): string {
  return `1${text}`;
}

function replaced(fields: readonly Field[], name: string, change: (text: string) => string): Field[] {
  return fields.map((field) => (field[0] === name ? [name, change(field[1])] : field));
}

/** The outcome's flag, `approved` or `canceled`, replaced by other flags in its place. */
function flagged(fields: readonly Field[], flags: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field[0] === 'approved' || field[0] === 'canceled' ? flags : [field]));
}

function signed(fields: readonly Field[], sign: Sign): Field[] {
  return [...fields, sign(fields)];
}

function typed([name, value]: Field): SentField {
  if (name === 'approved' || name === 'canceled') return [name, value === '1'];
  return name === 'amount' || name === 'transaction_id' ? [name, Number(value)] : [name, value];
}
