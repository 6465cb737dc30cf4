import { describe, expect, it } from 'vitest';
import { killRun } from '../stress/kills/kill-run.ts';

// Longer run: node test/stress/kills.ts --kills 1000
const kills = 30;

describe('P1, P2 and P3: what was answered survives kill -9, and every callback is attempted until it is delivered', () => {
  it(`${kills} kills while customers of all gateways pay and cancel: nothing is lost, broken or missing, and no restart repairs anything`, async () => {
    const { wrong, missing, ...run } = await killRun({ kills, seed: 1 });
    console.log(
      `kills ${run.kills}, answered ${run.ended}, callbacks ${run.callbacks}, came twice ${run.duplicates}, ms per kill ${run.msPerKill}`,
    );
    expect({ wrong, missing }).toEqual({ wrong: [], missing: 0 });
    expect(run.ended).toBeGreaterThan(kills);
    // At least once, not exactly once: whatever was being sent at a kill may be repeated.
    expect(run.duplicates).toBeLessThanOrEqual(kills * 16);
  }, 600_000);
});
