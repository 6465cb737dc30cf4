import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../src/compare/findings.ts';
import { hiddenReason } from '../../src/compare/hidden.ts';
import { Model } from '../../src/compare/model.ts';
import type { Probe } from '../../src/compare/probe.ts';
import { outcome, type Reply } from '../../src/compare/reply.ts';
import { isObject } from '../../src/input/paths.ts';
import { type AssumptionName, fixedAssumptions } from '../../src/settings/fixed-assumptions.ts';
import { mobileNumber } from './live.ts';
import { probes } from './probes.ts';

/** Remembers what it asked, so all tests share one. */
const model = new Model({}, mobileNumber);

/** Accepts what the sandbox refuses, and refuses what it accepts. */
function flipped(reply: Reply): Reply {
  const isAccepted = outcome(reply) === 'accepted';
  const body = isAccepted ? { error: { code: 'INVALID_INPUTS' } } : { result: { process_id: 1 } };
  return { ...reply, status: isAccepted ? 422 : 200, body };
}

function withMembers(reply: Reply, result: object, others: object): Reply {
  const body = isObject(reply.body) ? reply.body : {};
  return { ...reply, body: { ...body, ...others, result: { ...Object(body.result), ...result } } };
}

type Twist = (replies: readonly Reply[]) => readonly Reply[];
const flipAll: Twist = (replies) => replies.map(flipped);
/** Keeps the last reply, which is to a call that must be accepted to compare with. */
const flipBeforeLast: Twist = (replies) => [...replies.slice(0, -1).map(flipped), ...replies.slice(-1)];
const flipAt =
  (index: number): Twist =>
  (replies) =>
    replies.map((reply, at) => (at === index ? flipped(reply) : reply));
const flipAfterFirst: Twist = ([first, ...others]) => [...(first ? [first] : []), ...others.map(flipped)];
const changeFirst =
  (result: object, others: object): Twist =>
  ([first, ...rest]) => [...(first ? [withMembers(first, result, others)] : []), ...rest];

/** Where accepting in place of refusing is not what shows it. */
const twists: Partial<Record<AssumptionName, Twist>> = {
  'verify.message': changeFirst({}, { message: 'Sent.' }),
  'process-id.form': changeFirst({ process_id: 'p-1' }, {}),
  'process.once': flipAfterFirst,
  'code.form': flipAfterFirst,
  'process.lock': (replies) => flipAt(replies.length - 1)(replies),
  'requests.extra-fields': flipBeforeLast,
  'invoice.scope': flipAt(1),
  'invoice.refusal': (replies) =>
    replies.map((reply) =>
      outcome(reply) === 'accepted' ? reply : { ...reply, status: 409, body: { error: { code: 'USED' } } },
    ),
  'birth-year.form': flipBeforeLast,
  'customer-ip.form': flipBeforeLast,
  'lang.form': flipBeforeLast,
  'email.form': flipBeforeLast,
  'urls.form': flipBeforeLast,
  'callback-url.local': flipBeforeLast,
  'aggregator.mobile-number': flipAfterFirst,
  'walletA.mobile-number': flipBeforeLast,
  'walletB.mobile-number': flipBeforeLast,
};

const isAbout =
  (about: AssumptionName) =>
  ({ readings }: Probe) =>
    readings.some((reading) => reading.about === about);

// The table has the ids as text.
const ids = fixedAssumptions.map(({ id }) => id as AssumptionName);

describe('A service that does otherwise, where no setting does', () => {
  it.each(ids.filter((id) => hiddenReason(id) === undefined))('is found: %s', async (about) => {
    const usual = await model.replies(probes, {});
    const twist = twists[about] ?? flipAll;
    const live = new Map(
      [...usual].map(([probe, replies]) => [probe, isAbout(about)(probe) ? twist(replies) : replies]),
    );
    const finding = (await findingsOf(model, live, {})).find((each) => each.about === about);
    expect(finding).toMatchObject({ verdict: 'contradicted' });
    expect(finding).not.toHaveProperty('change');
  });

  it.each(ids.filter((id) => hiddenReason(id) !== undefined))(
    'cannot be found, and says why: %s',
    (about) => {
      expect(hiddenReason(about)).toMatch(/^(?:It|Asking|Finding) .*\.$/);
      expect(probes.filter(isAbout(about))).toEqual([]);
    },
  );
});
