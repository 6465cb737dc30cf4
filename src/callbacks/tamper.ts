import type { Field } from '../protocol/signature.ts';
import type { Tampering } from '../settings/delivery.ts';

/** A field as it is sent. Values are text, except where the tampering or the settings change their type. */
export type SentField = readonly [name: string, value: string | number | boolean];

/**
 * The fields to sign. `approved-0` and `both-flags` change them before signing, so their signature is
 * genuine: they test for careless verifiers.
 */
export function fieldsToSign(tampering: Tampering | undefined, own: readonly Field[]): readonly Field[] {
  if (tampering === 'approved-0') return flagged(own, [['approved', '0']]);
  if (tampering !== 'both-flags') return own;
  return flagged(own, [
    ['approved', '1'],
    ['canceled', '1'],
  ]);
}

/** The fields to send, with the hash last. Forgeries change a field or the hash after signing. */
export function sentFields(
  tampering: Tampering | undefined,
  signed: readonly Field[],
  hashed: string,
): readonly SentField[] {
  const seal: Field = ['hashed', hashed];
  switch (tampering) {
    case 'wrong-hash':
      return [...signed, ['hashed', wrongHash(hashed)]];
    case 'no-hash':
      return signed;
    case 'lower-case-hash':
      return [...signed, ['hashed', hashed.toLowerCase()]];
    case 'amount':
      return [...replaced(signed, 'amount', otherAmount), seal];
    case 'invoice':
      return [...replaced(signed, 'invoice_no', (text) => `${text}-other`), seal];
    case 'types':
      return [...signed.map(typed), seal];
    default:
      return [...signed, seal];
  }
}

/** A field for `callback.types: number`. The number has the same text, so the hash verifies either way. */
export function withNumber([name, value]: SentField): SentField {
  const isNumber = name === 'approved' || name === 'transaction_id';
  return [name, isNumber && /^(0|[1-9][0-9]{0,14})$/.test(String(value)) ? Number(value) : value];
}

/** Replaces the outcome's flag, `approved` or `canceled`, with other flags at the same position. */
function flagged(fields: readonly Field[], flags: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field[0] === 'approved' || field[0] === 'canceled' ? flags : [field]));
}

/** A different hash of the same format. */
function wrongHash(hashed: string): string {
  return hashed.slice(0, -1) + (hashed.endsWith('0') ? '1' : '0');
}

function replaced(fields: readonly Field[], name: string, change: (text: string) => string): Field[] {
  return fields.map((field) => (field[0] === name ? [name, change(field[1])] : field));
}

function otherAmount(text: string): string {
  return `1${text}`;
}

function typed([name, value]: Field): SentField {
  if (name === 'approved' || name === 'canceled') return [name, value === '1'];
  return name === 'amount' || name === 'transaction_id' ? [name, Number(value)] : [name, value];
}
