import type { LookupAddress } from 'node:dns';
import { expect, it } from 'vitest';
import { localhostAddresses } from '../../src/host/localhost-addresses.ts';

const here = [{ address: '127.0.0.1', family: 4 }];
const elsewhere = [{ address: '10.1.2.3', family: 4 }];
type Answer = (error: Error | null, addresses: LookupAddress[]) => void;

const cases: [what: string, answers: (found: Answer) => void, addresses: LookupAddress[]][] = [
  ['that is known has its own addresses', (found) => found(null, elsewhere), elsewhere],
  ['that is not known is this machine', (found) => found(new Error('ENOTFOUND'), []), here],
  ['that nobody answers for is this machine', () => undefined, here],
];
it.each(cases)('A name below localhost %s', async (_what, answers, addresses) => {
  const resolver = {
    lookup: (_name: string, _options: object, found: Answer) => answers(found),
    longestMs: 1,
  };
  expect(await localhostAddresses('pay.localhost', () => here, resolver)).toEqual(addresses);
});
