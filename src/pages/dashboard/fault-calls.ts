import type { ReadField } from '../../http/read-form.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Action } from '../../protocol/vocabulary.ts';

/** Codes that only one of the two calls returns. All others fit both. */
const onlyOf: Readonly<Partial<Record<ErrorCode, Action>>> = {
  EMPTY_MOBILE_NUMBER: 'verify',
  INVALID_MOBILE_NUMBER: 'verify',
  INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: 'verify',
  NOT_SUBSCRIBED: 'verify',
  OTP_WAIT_BEFORE_RESNED: 'verify',
  CONFIRMATION_ERROR: 'confirm',
  DUPLICATED_INVOICE_NUMBER: 'confirm',
  INSUFFICIENT_BALANCE: 'confirm',
  INVALID_INVOICE_AMOUNT_OR_NUMBER: 'confirm',
  INVLIAD_OTP: 'confirm',
  OTP_EXPIRED: 'confirm',
};

/** The call that returns this code. Undefined if both do. */
export function onlyCallOf(code: string): Action | undefined {
  return Object.entries(onlyOf).find(([each]) => each === code)?.[1];
}

/** The code of the form and the only call that returns it, if a different call was chosen. */
export function wrongCall(read: ReadField): { readonly code: string; readonly call: Action } | undefined {
  const code = chosenCode(read);
  const call = onlyCallOf(code);
  const chosen = read('match.action');
  return call !== undefined && chosen !== '' && chosen !== call ? { code, call } : undefined;
}

/** The call that the fault is for: the chosen one, else the only one that returns the chosen code. */
export function faultCall(read: ReadField): string {
  return read('match.action').trim() || (onlyCallOf(chosenCode(read)) ?? '');
}

function chosenCode(read: ReadField): string {
  return read('kind') === 'code' ? read('effect.code').trim() : '';
}
