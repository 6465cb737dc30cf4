import { createHmac } from 'node:crypto';
import type { Field } from '../../src/protocol/signature.ts';
import { diagnose } from '../../src/protocol/signature-doctor.ts';
import type { SignedMessage } from '../../src/protocol/signed-message.ts';

const key = 'sk_test';
/** The hash of a client that signs this text, without our own code. */
export const hmac = (text: string, secret = key) =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex').toUpperCase();

/** An aggregator callback whose values need encoding. */
export const fields: readonly Field[] = [
  ['gateway', 'aggregator'],
  ['approved', '1'],
  ['amount', '1005.50'],
  ['invoice_no', 'A 1/é'],
  ['paymet_method', 'method_1'],
  ['transaction_id', '100001'],
];
const encoded = {
  gateway: 'gateway=aggregator',
  approved: 'approved=1',
  amount: 'amount=1005.50',
  invoice: 'invoice_no=A+1%2F%C3%A9',
  method: 'paymet_method=method_1',
  id: 'transaction_id=100001',
};
export const { gateway, approved, amount, invoice, method, id } = encoded;
export const signed = [gateway, approved, amount, invoice, method, id].join('&');
export const right = hmac(signed);
export const raw =
  'gateway=aggregator&approved=1&amount=1005.50&invoice_no=A 1/é&paymet_method=method_1&transaction_id=100001';
export const rawSorted =
  'amount=1005.50&approved=1&gateway=aggregator&invoice_no=A 1/é&paymet_method=method_1&transaction_id=100001';

export function patient(hashed: string | undefined, change: Partial<SignedMessage> = {}): SignedMessage {
  return {
    fields,
    came: fields,
    hashed,
    secretKey: key,
    layout: 'encoded',
    otherKeys: new Map([['other', 'sk_other']]),
    body: undefined,
    ...change,
  };
}

export const named = (hashed: string, change?: Partial<SignedMessage>) =>
  diagnose(patient(hashed, change)).mistakes.map(({ name }) => name);
