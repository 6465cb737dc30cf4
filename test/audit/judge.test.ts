import { expect, it } from 'vitest';
import { isTaken } from '../../src/audit/judge.ts';

it.each([
  ['callback', 'POST', 200, true],
  ['callback', 'POST', 299, true],
  ['callback', 'POST', 303, false],
  ['callback', 'GET', 303, true],
  ['callback', 'GET', 400, false],
  ['return', 'GET', 200, true],
  ['return', 'GET', 303, true],
  ['return', 'GET', 404, false],
  ['callback', 'POST', 199, false],
  ['callback', 'POST', null, false],
] as const)('a %s by %s that is answered %j counts as taken: %j', (what, method, status, expected) => {
  expect(isTaken({ what, method, url: 'http://shop.test/', answer: answered(status) })).toBe(expected);
});

it('a return that shows no page does not count as taken, whatever it answered', () => {
  const answer = { ...answered(302), error: 'redirects without end: more than 5' };
  expect(isTaken({ what: 'return', method: 'GET', url: 'http://shop.test/', answer })).toBe(false);
});

function answered(status: number | null) {
  return { status, error: null, location: null, headers: [], body: '', durationMs: 1 };
}
