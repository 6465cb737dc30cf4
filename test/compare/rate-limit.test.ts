import { describe, expect, it } from 'vitest';
import { explain } from '../../src/compare/explain.ts';
import { findingsOf } from '../../src/compare/findings.ts';
import { Model } from '../../src/compare/model.ts';
import type { Probe } from '../../src/compare/probe.ts';
import { allProbes } from '../../src/compare/probes/all-probes.ts';
import { checkouts } from '../../src/compare/probes/calls.ts';
import { waitOf } from '../../src/compare/probes/wallet-readings.ts';
import { outcome, type Reply, wordOf } from '../../src/compare/reply.ts';
import { seenBeside } from '../../src/compare/seen.ts';
import { mobileNumber } from './live.ts';

const [plain] = checkouts;
if (!plain) throw new RangeError('No gateway has a checkout.');
const probes = allProbes({ named: (token) => token, plain }, mobileNumber);
const model = new Model({}, mobileNumber);

type Answer = Pick<Reply, 'status' | 'body' | 'hadToWait'>;

function refusal(status: number, error: object): Answer {
  return { status, body: { error: { status, message: 'No', ...error } } };
}

function replyOf(answer: Answer): Reply {
  return { path: 'x/confirm', error: null, headers: {}, sentAtMs: 0, durationMs: 1, ...answer };
}

/** A service like the sandbox that answers the call `at` of each probe otherwise. */
async function refusing(at: number, answer: Answer): Promise<ReadonlyMap<Probe, readonly Reply[]>> {
  const usual = await model.replies(probes, {});
  return new Map(
    [...usual].map(([probe, replies]) => [
      probe,
      replies.map((reply, index) => (index === at ? { ...reply, ...answer, headers: {} } : reply)),
    ]),
  );
}

const calls = Array.from({ length: Math.max(...probes.map(({ steps }) => steps.length)) }, (_, at) => at);

describe('A limit of the live service says nothing about the call that it refused', () => {
  it.each<[string, Answer]>([
    ['a 429 without a code', refusal(429, {})],
    ['a 429 without a code after the retries', { ...refusal(429, {}), hadToWait: true }],
    ['a 429 with a code that the API does not have', refusal(429, { code: 'SLOW_DOWN' })],
    ['a 429 with a number as its code', refusal(429, { code: 429 })],
    ['a 403 without a code', refusal(403, {})],
  ])('%s', async (_name, answer) => {
    for (const at of calls) {
      const live = await refusing(at, answer);
      const patch = await explain(model, live);
      const findings = await findingsOf(model, live, patch);
      const contradicted = findings.filter(({ verdict }) => verdict === 'contradicted');
      expect([at, patch, contradicted]).toEqual([at, {}, []]);
    }
  });

  it('and is reported as a limit', async () => {
    const live = await refusing(0, refusal(429, {}));
    expect((await seenBeside(model, live, {})).limits).toEqual(['TOO_MAY_REQUESTS']);
  });
});

it('A 429 with a code that has another reason still shows it', () => {
  const locked = replyOf({ ...refusal(429, { code: 'PHONE_NUMBER_IS_LOCKED' }), hadToWait: true });
  expect(outcome(locked)).toBe('PHONE_NUMBER_IS_LOCKED');
  const resent = {
    ...replyOf(refusal(429, { code: 'OTP_WAIT_BEFORE_RESNED' })),
    headers: { 'retry-after': '30' },
  };
  expect([outcome(resent), waitOf(resent)]).toEqual([undefined, 'OTP_WAIT_BEFORE_RESNED, wait 30 s']);
  const limited = replyOf(refusal(429, {}));
  expect([wordOf(limited), waitOf(limited)]).toEqual(['429 without a code', undefined]);
});

it('A call that is refused for its fields after a wait shows that', () => {
  const refused = replyOf({ ...refusal(422, { code: 'INVALID_INPUTS' }), hadToWait: true });
  expect(outcome(refused)).toBe('INVALID_INPUTS');
});
