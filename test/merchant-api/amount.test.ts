import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { endpoints, expectRefusal, goodFields, without } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const modes = [
  ['test', 'demo_test_token', '500'],
  ['live', 'demo_live_token', '50000'],
] as const;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

const confirm = (amount: string, token: string, invoice_no = 'INV-1') =>
  sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], amount, invoice_no }, { token });

describe.each(modes)('Amount in %s mode', (_mode, token, maximum) => {
  it.each(['1', '10.5', '10.50', '0.01', '0.1', '007', '500', '500.00', '0500.0', '4.35', '1.15', '8.41'])(
    '%s is fine and is kept as it was sent',
    async (amount) => {
      expect((await confirm(amount, token)).status).toBe(200);
      expect((await sandbox.control('transactions/100001')).json.amount).toBe(amount);
    },
  );

  it.each([maximum, `${maximum}.0`, `${maximum}.00`, `000${maximum}`])(
    'The maximum %s itself is allowed',
    async (amount) => {
      expect((await confirm(amount, token)).status).toBe(200);
    },
  );

  it.each([
    `${maximum}.01`,
    `${Number(maximum) + 1}`,
    '9'.repeat(400),
    `${'9'.repeat(400)}.99`,
    '1000000000003',
  ])('%.40s is AMOUNT_EXCEEDED_MAXIMUM', async (amount) => {
    expectRefusal(await confirm(amount, token), 'AMOUNT_EXCEEDED_MAXIMUM');
  });

  it.each(['0', '0.00', '0.0', '000', '-5', '-0.01', '-0', '-99999999'])(
    '%s is AMOUNT_NOT_ALLOWED',
    async (amount) => {
      expectRefusal(await confirm(amount, token), 'AMOUNT_NOT_ALLOWED');
    },
  );

  it.each(
    [
      [
        '1.234',
        '500.001',
        '50000.001',
        '0.000',
        '5.',
        '.5',
        '5..0',
        '1e2',
        '0x10',
        '+5',
        ' 5 ',
        '5 ',
        '5\n',
        '--5',
      ],
      [
        '1,000',
        '5,5',
        '5 LYD',
        '$5',
        '٥٠',
        '５',
        '۵',
        'NaN',
        'Infinity',
        'null',
        'five',
        '½',
        '−5',
        '1_000',
        '.',
      ],
      ['5\u200b', '\ufeff5', '5.0.0', `${'9'.repeat(400)}.999`],
    ].flat(),
  )('%j is INVALID_AMOUNT_FORMAT', async (amount) => {
    expectRefusal(await confirm(amount, token), 'INVALID_AMOUNT_FORMAT');
  });
});

describe('All payment operations judge the amount', () => {
  it.each(endpoints)('%s', async (endpoint) => {
    const right = await goodFields(sandbox, endpoint);
    const send = (amount: string) => sandbox.call(endpoint, { ...right, amount });
    expectRefusal(await send('1.234'), 'INVALID_AMOUNT_FORMAT');
    expectRefusal(await send('0'), 'AMOUNT_NOT_ALLOWED');
    expectRefusal(await send('500.01'), 'AMOUNT_EXCEEDED_MAXIMUM');
    expectRefusal(await send(''), 'INVALID_INPUTS', { amount: ['is required'] });
    expectRefusal(await sandbox.call(endpoint, without(right, 'amount')), 'INVALID_INPUTS', {
      amount: ['is required'],
    });
    expect((await send('10.00')).status).toBe(200);
  });

  it('After the field checks: a wrong field is told before a wrong amount', async () => {
    const answer = await sandbox.call('walletB/verify', { mobile_number: '1', amount: 'x' });
    expectRefusal(answer, 'INVALID_INPUTS', { mobile_number: ['must be a mobile number: 09 and 8 digits'] });
  });
});

describe('limits.maximum_amount', () => {
  it('Sets the maximum of each mode', async () => {
    await sandbox.control('settings', { limits: { maximum_amount: { test: '20.50', live: '9' } } }, 'PATCH');
    expect((await confirm('20.50', 'demo_test_token')).status).toBe(200);
    expectRefusal(await confirm('20.51', 'demo_test_token'), 'AMOUNT_EXCEEDED_MAXIMUM');
    expect((await confirm('9.00', 'demo_live_token')).status).toBe(200);
    expectRefusal(await confirm('9.01', 'demo_live_token'), 'AMOUNT_EXCEEDED_MAXIMUM');
  });
});
