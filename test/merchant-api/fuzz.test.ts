import { describe, expect, it } from 'vitest';
import { fuzzRun } from '../stress/fuzz/fuzz-run.ts';

describe('P10: no request of any kind gets an unplanned answer', () => {
  // Longer run: node test/stress/fuzz.ts --requests 50000
  it('1,000 random requests over bare sockets: each answer is planned and as the OpenAPI tells, and the invariants hold', async () => {
    const { finds, statuses } = await fuzzRun({ requests: 1000, seed: 1, requestsPerReset: 500 });
    expect(finds).toEqual([]);
    // Requests of every kind get through: successful calls, refused fields, page steps.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 303, 400, 401, 404, 405, 422]));
  }, 300_000);
});
