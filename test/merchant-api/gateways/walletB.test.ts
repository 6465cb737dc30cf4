import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { codes, expectRefusal, verified, without } from '../../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

const right = rightFields['walletB/verify'];

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe('walletB verify: POST /api/v1/transaction/walletB/verify', () => {
  it('Returns the verify success shape', async () => {
    const answer = await sandbox.call('walletB/verify', right);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      '{"status":200,"result":{"process_id":1000000000001},"message":"OTP has been sent to your mobile number"}',
    );
  });

  it("An OTP of 4 digits is sent to the customer's phone", async () => {
    await sandbox.call('walletB/verify', right);
    const { json } = await sandbox.control('otps/latest?mobile_number=0945678901');
    expect(json).toMatchObject({ gateway: 'walletB', code: '1234', process_id: '1000000000001' });
  });

  it.each(['0910000000', '0920000000', '0945678901', '0999999999', '0900000000'])(
    'mobile_number %s has the form 09XXXXXXXX',
    async (mobile_number) => {
      expect((await sandbox.call('walletB/verify', { ...right, mobile_number })).status).toBe(200);
    },
  );

  it.each(
    [
      ['094567890', '09456789012', '0845678901', '945678901', '+218945678901', '00218945678901'],
      ['094567890a', '094 5678901', '0945678901\n', ' 0945678901', '٠٩٤٥٦٧٨٩٠١', '09XXXXXXXX'],
    ].flat(),
  )('mobile_number %j has not', async (mobile_number) => {
    const answer = await sandbox.call('walletB/verify', { ...right, mobile_number });
    expectRefusal(answer, 'INVALID_INPUTS', { mobile_number: ['must be a mobile number: 09 and 8 digits'] });
  });

  it.each(['mobile_number', 'amount'])('%s is required', async (name) => {
    const expected = { [name]: ['is required'] };
    expectRefusal(await sandbox.call('walletB/verify', without(right, name)), 'INVALID_INPUTS', expected);
    expectRefusal(await sandbox.call('walletB/verify', { ...right, [name]: '' }), 'INVALID_INPUTS', expected);
  });

  it('birth_year is no field of walletB: any value is ignored', async () => {
    expect((await sandbox.call('walletB/verify', { ...right, birth_year: 'x' })).status).toBe(200);
  });
});

describe('The codes of walletB', () => {
  it('A wrong code is CONFIRMATION_ERROR', async () => {
    const confirm = { ...(await verified(sandbox, 'walletB')), code: codes.walletB.wrong };
    expectRefusal(await sandbox.call('walletB/confirm', confirm), 'CONFIRMATION_ERROR');
  });

  it('An amount other than that of verify is 422 fields.amount', async () => {
    const confirm = { ...(await verified(sandbox, 'walletB')), amount: '10.01' };
    expectRefusal(await sandbox.call('walletB/confirm', confirm), 'INVALID_INPUTS', {
      amount: ['differs from the amount of verify'],
    });
  });

  it.each(['123', '12345', '123456', '12a4', '1234\n', '１２３４', '١٢٣٤'])(
    'The code %j, which is not 4 digits, is a wrong field',
    async (code) => {
      const confirm = { ...(await verified(sandbox, 'walletB')), code };
      expectRefusal(await sandbox.call('walletB/confirm', confirm), 'INVALID_INPUTS', {
        code: ['must be 4 digits'],
      });
    },
  );
});

describe('mobile.lenient', () => {
  it('Lets walletB take the form of 9 digits, which is the same phone', async () => {
    await sandbox.control('settings', { mobile: { lenient: true } }, 'PATCH');
    const answer = await sandbox.call('walletB/verify', { ...right, mobile_number: '945678901' });
    expect(answer.status).toBe(200);
    const otp = await sandbox.control('otps/latest?mobile_number=0945678901');
    expect(otp.json.process_id).toBe('1000000000001');
  });
});
