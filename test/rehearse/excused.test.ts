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

/** Failed at 1500. */
const unmade = (invoiceNo: string, after = 10, upTo = 15): Unmade => ({
  ...{ invoiceNo, after, upTo },
  failedAt: 1500,
});
const mishap = (invoiceNo: string | undefined, event = 12, answeredAt = never): Mishap => ({
  ...{ event, invoiceNo, answeredAt },
});

it.each<[string, Mishap[], Unmade[], boolean[]]>([
  ['nothing happened', [], [unmade('A')], [false]],
  ['the call for the same number was refused', [mishap('A')], [unmade('A'), unmade('B')], [true, false]],
  [
    'a call was refused, for a number that nobody asked for',
    [mishap('X')],
    [unmade('A'), unmade('B'), unmade('C', 30, 350)],
    [true, true, false],
  ],
  ['a call without a number was refused', [mishap(undefined)], [unmade('A')], [true]],
  [
    'the call for another order that failed was refused',
    [mishap('B')],
    [unmade('A'), unmade('B')],
    [false, true],
  ],
  ['the app repeated a late call', [mishap('A', 11, 1200), mishap('A', 13, 1400)], [unmade('A')], [true]],
  ['the call was refused before', [mishap('X', 10)], [unmade('A')], [false]],
  ['the call was refused after', [mishap('X', 16)], [unmade('A')], [false]],
  [
    'the calls were the first and the last of many',
    [mishap('X', 100), mishap('Y', 299)],
    [unmade('A', 99, 101), unmade('B', 101, 298), unmade('C', 101, 299)],
    [true, false, true],
  ],
  ['the answer was late, and came before the end', [mishap('A', 12, 1400)], [unmade('A')], [false]],
  ['the answer was later than the end', [mishap('A', 12, 9000)], [unmade('A')], [true]],
])('excuses orders by what happened to their calls: %s', (_, mishaps, failed, expected) => {
  expect(excused(mishaps, failed)).toEqual(expected);
});

it('excuses nobody for a refused call whose order was made at the second try', () => {
  expect(excused([mishap('MADE')], [unmade('A')], ['MADE'])).toEqual([false]);
});

it('excuses nobody for a late call of an order that was made for another customer’s sake', () => {
  const failed = visit(unmade('A'));
  const other = { ...visit(unmade('OWN', 30, 35)), madeNumbers: ['BYSTANDER'] };
  expect(excusedBy([mishap('BYSTANDER', 12, 9000)], [failed, other]).has(failed)).toBe(false);
});
