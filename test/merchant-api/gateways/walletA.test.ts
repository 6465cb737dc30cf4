import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { codes, expectRefusal, verified, without } from '../../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

const right = rightFields['walletA/verify'];

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe('walletA verify: POST /api/v1/transaction/walletA/verify', () => {
  it('Returns the verify success shape, process_id being a JSON number', async () => {
    const answer = await sandbox.call('walletA/verify', right);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.text).toBe(
      '{"status":200,"result":{"process_id":1000000000001},"message":"OTP has been sent to your mobile number"}',
    );
  });

  it("An OTP of 6 digits is sent to the customer's phone, which is the inbox", async () => {
    await sandbox.call('walletA/verify', right);
    const otp = (await sandbox.control('otps/latest?mobile_number=0912345678')).json;
    expect(otp).toEqual({
      id: '1',
      account: 'demo',
      mode: 'test',
      gateway: 'walletA',
      mobile_number: '0912345678',
      code: '123456',
      process_id: '1000000000001',
      amount: '10.00',
      status: 'active',
      attempts: 0,
      created_at: '2026-01-15T12:00:00.000Z',
      expires_at: '2026-01-15T12:05:00.000Z',
      message: { ar: expect.stringContaining('123456'), en: expect.stringContaining('123456') },
    });
  });

  it.each(['0910000000', '0919999999', '0930000000', '0939999999'])(
    'mobile_number %s, which starts with 091 or 093, is taken',
    async (mobile_number) => {
      const answer = await sandbox.call('walletA/verify', { ...right, mobile_number });
      expect(answer.status).toBe(200);
    },
  );

  it.each([
    ['of another prefix', ['0921234567', '0941234567', '0901234567', '0811234567', '1912345678']],
    ['of another length', ['091234567', '09123456789', '091', '09', '0', '9'.repeat(40)]],
    ['without its zero', ['912345678', '931234567']],
    ['with the country', ['+218912345678', '00218912345678', '218912345678']],
    [
      'with other characters',
      ['091234567a', '091-234567', '091 234567', '0912345.78', '٠٩١٢٣٤٥٦٧٨', '０９１２３４５６７８'],
    ],
    [
      'with a space or a line break around it',
      [' 0912345678', '0912345678 ', '0912345678\n', '0912345678\r\n'],
    ],
  ])('mobile_number %s is refused', async (_what, numbers) => {
    for (const mobile_number of numbers) {
      const answer = await sandbox.call('walletA/verify', { ...right, mobile_number });
      expectRefusal(answer, 'INVALID_INPUTS', {
        mobile_number: ['must be a mobile number: 091 or 093 and 7 digits'],
      });
    }
  });

  it.each(['1990', '0000', '9999', '2026'])(
    'birth_year %s, which is 4 digits, is taken',
    async (birth_year) => {
      expect((await sandbox.call('walletA/verify', { ...right, birth_year })).status).toBe(200);
    },
  );

  it.each(['90', '199', '19900', '199a', ' 1990', '1990 ', '1990\n', '-199', '19.0', '١٩٩٠', '１９９０'])(
    'birth_year %j is refused',
    async (birth_year) => {
      const answer = await sandbox.call('walletA/verify', { ...right, birth_year });
      expectRefusal(answer, 'INVALID_INPUTS', { birth_year: ['must be 4 digits'] });
    },
  );

  it.each(['mobile_number', 'birth_year', 'amount'])('%s is required', async (name) => {
    const expected = { [name]: ['is required'] };
    expectRefusal(await sandbox.call('walletA/verify', without(right, name)), 'INVALID_INPUTS', expected);
    expectRefusal(await sandbox.call('walletA/verify', { ...right, [name]: '' }), 'INVALID_INPUTS', expected);
  });

  it('Every field that is wrong is named at once', async () => {
    const answer = await sandbox.call('walletA/verify', { mobile_number: '123', birth_year: 'x' });
    expectRefusal(answer, 'INVALID_INPUTS', {
      mobile_number: ['must be a mobile number: 091 or 093 and 7 digits'],
      birth_year: ['must be 4 digits'],
      amount: ['is required'],
    });
  });

  it('A refused verify sends no code', async () => {
    await sandbox.call('walletA/verify', { ...right, birth_year: '90' });
    expect((await sandbox.control('otps')).json.data).toEqual([]);
  });
});

describe('The codes of walletA', () => {
  it('A wrong code is INVLIAD_OTP, as the service spells it', async () => {
    const confirm = { ...(await verified(sandbox, 'walletA')), code: codes.walletA.wrong };
    expectRefusal(await sandbox.call('walletA/confirm', confirm), 'INVLIAD_OTP');
  });

  it('An amount other than that of verify is INVALID_INVOICE_AMOUNT_OR_NUMBER', async () => {
    const confirm = { ...(await verified(sandbox, 'walletA')), amount: '10.01' };
    expectRefusal(await sandbox.call('walletA/confirm', confirm), 'INVALID_INVOICE_AMOUNT_OR_NUMBER');
  });

  it.each(['12345', '1234567', '1234', '12345a', ' 12345', '123456\n', '１２３４５６', '١٢٣٤٥٦', '-12345'])(
    'The code %j, which is not 6 digits, is a wrong field and counts as no attempt',
    async (code) => {
      const confirm = { ...(await verified(sandbox, 'walletA')), code };
      expectRefusal(await sandbox.call('walletA/confirm', confirm), 'INVALID_INPUTS', {
        code: ['must be 6 digits'],
      });
      expect((await sandbox.control('otps/latest?mobile_number=0912345678')).json.attempts).toBe(0);
    },
  );
});

describe('mobile.lenient', () => {
  it('Lets walletA take the form of 9 digits, which is the same phone', async () => {
    await sandbox.control('settings', { mobile: { lenient: true } }, 'PATCH');
    const answer = await sandbox.call('walletA/verify', { ...right, mobile_number: '912345678' });
    expect(answer.status).toBe(200);
    const otp = await sandbox.control('otps/latest?mobile_number=0912345678');
    expect(otp.json.process_id).toBe('1000000000001');
  });
});
