import { describe, expect, it } from 'vitest';
import { modelRun } from './model-run.ts';

describe('A sandbox answers and stands as a small model of it says', () => {
  // Longer run: node test/stress/model.ts --runs 2000
  it('150 random stories over all five gateways, with restarts, snapshots, faults and a clock that moves', async () => {
    const { steps, answers } = await modelRun({ runs: 150, seed: 1 });
    expect(steps).toBeGreaterThan(1500);
    // The runs reach every answer that the model knows.
    expect([...answers].sort()).toEqual([
      '200',
      'BACKEND_ERROR',
      'CONFIRMATION_ERROR',
      'INVALID_INPUTS amount',
      'INVALID_INPUTS invoice_no',
      'INVALID_INPUTS process_id',
      'INVALID_INVOICE_AMOUNT_OR_NUMBER',
      'INVLIAD_OTP',
      'OTP_EXPIRED',
      'PHONE_NUMBER_IS_LOCKED',
    ]);
  });
});
