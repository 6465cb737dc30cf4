import { describe, expect, it } from 'vitest';
import { checks } from '../../src/merchant-api/checks.ts';
import { traceOf, writtenTrace } from '../../src/merchant-api/trace.ts';
import type { RequestRow } from '../../src/store/schema-records.ts';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { loggedRequest } from '../support/merchant-api.ts';
import { rightFields } from '../support/sandbox.ts';

const keys = {
  size: 's',
  route: 'r',
  method: 'm',
  https: 'h',
  keys: 'k',
  ip: 'i',
  rate: 't',
  maintenance: 'n',
  'gateway allowed': 'a',
  'gateway configured': 'g',
  'test mode': 'e',
  body: 'b',
  fault: 'x',
  fields: 'f',
  amount: 'u',
  currency: 'c',
};

const path = '/api/v1/transaction/walletA/verify';
const row = { path, remoteAddress: '127.0.0.1', mode: 'test' } as const;
const type = 'application/x-www-form-urlencoded;charset=UTF-8';
const fields = 'mobile_number, birth_year, amount';
const seen = [
  '53 bytes',
  path,
  'POST',
  'HTTP',
  'demo, test token demo****en',
  '127.0.0.1',
  'no limit',
  'off',
];
const all = [...seen, 'allowed', 'configured', 'test', type, 'none', fields, '10.00', 'LYD'];

const positional = {
  passed: `{"got":["53 bytes",0,0,0,"demo, test token demo****en",0,0,0,0,0,0,"${type}",0,"${fields}","10.00",0]}`,
  whole: JSON.stringify({ got: all }),
  refused: '{"got":["53 bytes",0,0,0,"demo, test token demo****en",0,0,0],"refused":"No access."}',
  refusedByFlow: JSON.stringify({ got: all, refused: 'Used before.' }),
};
const keyed = {
  passed: `["sRMHkITNAGEbXfuC","53 bytes","demo, test token demo****en","${type}","${fields}","10.00"]`,
  refused: '["sRMHkITN!a","53 bytes","demo, test token demo****en","No access."]',
  refusedByFlow: `["sRMHkITNAGEbXfuC!","53 bytes","demo, test token demo****en","${type}","${fields}","10.00","Used before."]`,
};

/** The checks of a possible later version: in another order, with a new one. */
const later = [{ ...checks[0], key: 'z', name: 'new', expected: '', run: () => '' }, ...checks.toReversed()];

/** How a stored trace is read with this list of checks. */
function read(trace: string, list = checks): unknown {
  const stored = { ...row, trace } as RequestRow; // Reading a trace takes no other column.
  return traceOf(stored, list).map(({ check, passed, got }) => [check, passed, got]);
}

const passed = all.map((got, at) => [Object.keys(keys)[at], true, got]);

describe('A stored trace', () => {
  it('names each check by one letter, which no version changes', () => {
    expect(checks.map(({ name, key }) => [name, key])).toEqual(Object.entries(keys));
    expect(new Set(Object.values(keys)).size).toBe(checks.length);
    for (const { key } of checks) expect(key).toMatch(/^[a-z]$/);
  });

  it('leaves out the usual values, and takes less room than the positions did', () => {
    expect(writtenTrace({ got: all }, row)).toBe(keyed.passed);
    expect(keyed.passed.length).toBeLessThan(positional.passed.length);
  });

  it('says which check refused, and why', () => {
    const refused = { check: checks[8], why: 'No access.' };
    expect(writtenTrace({ got: seen, refused }, row)).toBe(keyed.refused);
    const byFlow = { check: undefined, why: 'Used before.' };
    expect(writtenTrace({ got: all, refused: byFlow }, row)).toBe(keyed.refusedByFlow);
  });

  it.each([
    ['now', checks],
    ['by a later version with other checks in another order', later],
  ])('reads the same %s, rows of version 0.1 too', (_, list) => {
    for (const { passed: trace } of [keyed, positional]) expect(read(trace, list)).toEqual(passed);
    expect(read(positional.whole, list)).toEqual(passed);
    for (const { refused, refusedByFlow } of [keyed, positional]) {
      expect(read(refused, list)).toEqual([...passed.slice(0, 8), ['gateway allowed', false, 'No access.']]);
      expect(read(refusedByFlow, list)).toEqual([...passed, ['business', false, 'Used before.']]);
    }
  });

  it('keeps a check that no longer exists as unknown', () => {
    expect(read('["zS!y","a value","a reason"]', [])).toEqual([
      ['unknown', true, 'a value'],
      ['unknown', true, ''],
      ['unknown', false, 'a reason'],
    ]);
  });

  it.each(['{', '7', 'null', '"s"', '{}', '{"got":7}', '[]', '[7]', '[null]', '[{}]', '["sS!"]'])(
    'that something else has damaged is no error: %s',
    (trace) => {
      expect(read(trace)).toEqual(expect.any(Array));
    },
  );
});

it('A data file with traces of version 0.1 shows them as before', async () => {
  const data = dataFile();
  const first = await freshSandbox({ data });
  const answer = await first.call('walletA/verify', rightFields['walletA/verify']);
  const { trace } = await loggedRequest(first, answer);
  sandboxConnection(first).prepare('UPDATE requests SET trace = ?').run(positional.passed);
  await first.stop();
  const second = await freshSandbox({ data });
  expect((await loggedRequest(second, answer)).trace).toEqual(trace);
});
