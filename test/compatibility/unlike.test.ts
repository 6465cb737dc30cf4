import { expect, it } from 'vitest';
import { largestBodyBytes } from '../../src/merchant-api/request-context.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';
import { advice } from './advice.ts';

const { invoice_no: _, ...fields } = rightFields['cardgw/confirm'];
const windows1256 = Buffer.from([0xc7, 0xe1, 0xd8]);

/** The log has no such body, so a replay proves nothing. */
it.each([
  ['a form', '', Buffer.concat([Buffer.from(`${new URLSearchParams(fields)}&invoice_no=`), windows1256])],
  [
    'JSON',
    'application/json',
    Buffer.concat([
      Buffer.from(JSON.stringify(fields).replace('}', ',"invoice_no":"')),
      windows1256,
      Buffer.from('"}'),
    ]),
  ],
  [
    'a body that is too large',
    '',
    Buffer.from(`${new URLSearchParams(fields)}&note=${'x'.repeat(largestBodyBytes)}`),
  ],
])('%s that is not in the log as it was sent counts, with every setting', async (_what, type, body) => {
  for (const profile of ['documented', 'compatible']) {
    const sandbox = await freshSandbox();
    await sandbox.control('settings', { profile }, 'PATCH');
    const headers = { 'Content-Type': type || 'application/x-www-form-urlencoded' };
    expect(
      (await sandbox.call('cardgw/confirm', {}, { headers, body: new Uint8Array(body) })).status,
    ).not.toBe(200);
    expect(await advice(sandbox)).toEqual([expect.not.stringMatching(/^requests\.bodies$/)]);
  }
});
