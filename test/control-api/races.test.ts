import { describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { races } from '../stress/races/kinds.ts';
import { raceRun } from '../stress/races/race-run.ts';
import { freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import { triesAll } from '../support/spread.ts';

const fifty = Array.from({ length: 50 }, (_, index) => index);

describe('P7: exactly one winner, however many ask at once over a real socket', () => {
  // Longer run: node test/stress/races.ts --rounds 1000
  it.each(races)(
    'rounds of 50 $name',
    async (race) => {
      expect(await raceRun(race, triesAll ? 10 : 3)).toEqual([]);
    },
    180_000,
  );

  it('50 wrong codes at once: 5 are counted, and the process is locked', async () => {
    const sandbox = await freshSandbox();
    const { process_id } = await verified(sandbox, 'walletA');
    const fields = { process_id, code: '000000', amount: '10.00' };
    const answers = await Promise.all(
      fifty.map((each) => sandbox.call('walletA/confirm', { ...fields, invoice_no: `INV-${each}` })),
    );
    const codes = answers.map(({ json }) => json.error.code);
    expect(codes.filter((code) => code === 'INVLIAD_OTP')).toHaveLength(5);
    expect(codes.filter((code) => code === 'PHONE_NUMBER_IS_LOCKED')).toHaveLength(45);
    expect((await sandbox.control('otps')).json.data).toMatchObject([{ status: 'locked', attempts: 5 }]);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});
