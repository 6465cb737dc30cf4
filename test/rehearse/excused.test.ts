import { expect, it } from 'vitest';
import { customers } from '../../src/rehearse/customers.ts';
import { excusedBy } from '../../src/rehearse/excused.ts';
import type { Mishap, Unmade } from '../../src/rehearse/mishaps.ts';
import type { Visited } from '../../src/rehearse/outcome.ts';

const never = Number.POSITIVE_INFINITY;

function visit(unmade: Unmade | undefined, invoiceNo?: string): Visited {
  const [customer] = customers;
  if (!customer) throw new Error('There is no customer.');
  const order = invoiceNo === undefined ? undefined : { invoiceNo, transactionId: '1' };
  return {
    gateway: 'cardgw',
    customer,
    atMs: 0,
    order,
    messages: [],
    failure: '',
    madeNumbers: invoiceNo === undefined ? [] : [invoiceNo],
    unmade,
    isPaidInTime: undefined,
  };
}

/** Which of these customers without an order are excused. */
function excused(mishaps: readonly Mishap[], failed: readonly Unmade[], made: readonly string[] = []) {
  const visits = failed.map((unmade) => visit(unmade));
  const found = excusedBy(mishaps, [...visits, ...made.map((number) => visit(undefined, number))]);
  return visits.map((each) => found.has(each));
}

const unmade = (invoiceNo: string, from = 1000, to = 1500): Unmade => ({ invoiceNo, from, to });
const mishap = (invoiceNo: string | undefined, at = 1200, answeredAt = never): Mishap => ({
  invoiceNo,
  at,
  answeredAt,
});

it.each<[string, Mishap[], Unmade[], boolean[]]>([
  ['nothing happened', [], [unmade('A')], [false]],
  ['the call for the same number was refused', [mishap('A')], [unmade('A'), unmade('B')], [true, false]],
  [
    'a call was refused, for a number that nobody asked for',
    [mishap('X')],
    [unmade('A'), unmade('B'), unmade('C', 3000, 3500)],
    [true, true, false],
  ],
  ['a call without a number was refused', [mishap(undefined)], [unmade('A')], [true]],
  [
    'the call for another order that failed was refused',
    [mishap('B')],
    [unmade('A'), unmade('B')],
    [false, true],
  ],
  ['the app repeated a late call', [mishap('A', 1100, 1200), mishap('A', 1300, 1400)], [unmade('A')], [true]],
  ['the call was refused before', [mishap('X', 900)], [unmade('A')], [false]],
  ['the call was refused long after', [mishap('X', 2600)], [unmade('A')], [false]],
  ['the answer was late, and came before the end', [mishap('A', 1200, 1400)], [unmade('A')], [false]],
  ['the answer was later than the end', [mishap('A', 1200, 9000)], [unmade('A')], [true]],
])('excuses orders by what happened to their calls: %s', (_, mishaps, failed, expected) => {
  expect(excused(mishaps, failed)).toEqual(expected);
});

it('excuses nobody for a refused call whose order was made at the second try', () => {
  expect(excused([mishap('MADE')], [unmade('A')], ['MADE'])).toEqual([false]);
});

it('excuses nobody for a late call of an order that was made for another customer’s sake', () => {
  const failed = visit(unmade('A'));
  const other = { ...visit(unmade('OWN', 3000, 3500)), madeNumbers: ['BYSTANDER'] };
  expect(excusedBy([mishap('BYSTANDER', 1200, 9000)], [failed, other]).has(failed)).toBe(false);
});
