import { expect, it } from 'vitest';
import { Lateness } from '../../src/audit/lateness.ts';

it('waits for nothing before it has seen a payment', () => {
  const lateness = new Lateness();
  expect([lateness.waitMs, lateness.seen]).toEqual([0, undefined]);
});

it('looks no sooner than twice as long after the answer as the looks that found a payment', () => {
  const lateness = new Lateness();
  for (const ms of [3, 12, 5]) lateness.sawPrompt(ms);
  expect([lateness.waitMs, lateness.seen]).toEqual([24, undefined]);
});

it('waits twice the longest lateness and a margin', () => {
  const lateness = new Lateness();
  for (const ms of [80, 301, 120]) lateness.sawLate(ms);
  lateness.sawPrompt(4);
  expect([lateness.waitMs, lateness.seen]).toEqual([710, { longestMs: 310, waitMs: 710 }]);
});
