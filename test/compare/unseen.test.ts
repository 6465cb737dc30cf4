import { describe, expect, it } from 'vitest';
import { explain } from '../../src/compare/explain.ts';
import { findingsOf } from '../../src/compare/findings.ts';
import { Model } from '../../src/compare/model.ts';
import type { Probe, Step } from '../../src/compare/probe.ts';
import type { Reply } from '../../src/compare/reply.ts';
import type { StartOptions } from '../../src/index.ts';
import { mobileNumber } from './live.ts';
import { probes } from './probes.ts';

type Settings = NonNullable<StartOptions['settings']>;

/** Each changes what some probes show. */
const changes = {
  nothing: {},
  'the bodies': { requests: { bodies: 'lenient' } },
  'the query': { requests: { query: 'merge' } },
  'the alphabet': { invoice: { alphabet: 'strict' } },
  'used numbers': { invoice: { used: 'completed' } },
  'short numbers': { mobile: { lenient: true } },
  'the fields of errors': { error: { fields: false } },
  'the codes': { codes: 'documented' },
  'the codes and the fields of errors': { codes: 'documented', error: { fields: false } },
  'the lengths of codes': { otp: { length: { walletA: 8, walletB: 5 } } },
  'the wrong codes until a lock': { otp: { attempts: 3 } },
  'the wait for another code': { otp: { resend_wait: '30s' } },
  'the maximum': { limits: { maximum_amount: { test: '100' } } },
  'a higher maximum': { limits: { maximum_amount: { test: '1234.56' } } },
  'a status': { statuses: { INVALID_INPUTS: 400 } },
  'a status that no probe gets': { statuses: { MAINTENANCE_MODE: 423 } },
  everything: { profile: 'compatible', statuses: { INVALID_INPUTS: 400 }, error: { fields: false } },
} as const satisfies Record<string, Settings>;

type Change = keyof typeof changes;
const allChanges = Object.keys(changes) as Change[];

const models = new Map(
  allChanges.map((change) => [change, new Model({ settings: changes[change] }, mobileNumber)]),
);

function modelOf(change: Change): Model {
  const model = models.get(change);
  if (!model) throw new RangeError(`There is no model of ${change}.`);
  return model;
}

async function confirmedBy(base: Change, live: ReadonlyMap<Probe, readonly Reply[]>) {
  const model = modelOf(base);
  const findings = await findingsOf(model, live, await explain(model, live));
  return findings.filter(({ verdict }) => verdict === 'confirmed');
}

type Answer = Pick<Reply, 'status' | 'body'> & { readonly headers?: Reply['headers'] };

/** A service that answers the same to each call. */
function always(answer: Answer): ReadonlyMap<Probe, readonly Reply[]> {
  const replyTo = ({ path }: Step): Reply => ({
    path,
    error: null,
    headers: {},
    sentAtMs: 0,
    durationMs: 1,
    ...answer,
  });
  return new Map(probes.map((probe) => [probe, probe.steps.map(replyTo)]));
}

const refusal = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { error: { status, code, ...more } },
});
const withFields = { fields: { code: ['is wrong'], invoice_no: ['is wrong'] } };

const refusals = [
  refusal(422, 'INVALID_INPUTS'),
  refusal(422, 'INVALID_INPUTS', withFields),
  refusal(401, 'UNAUTHORIZED'),
  refusal(400, 'AMOUNT_EXCEEDED_MAXIMUM'),
  { ...refusal(429, 'OTP_WAIT_BEFORE_RESNED'), headers: { 'retry-after': '30' } },
  { status: 404, body: { error: { status: 404 } } },
];

/** What acceptance shows by itself, whatever it is compared with. */
const shownByAccepting = [
  'callback-url.local',
  'invoice.alphabet',
  'invoice.used',
  'mobile.lenient',
  'otp.resend_wait',
  'process-id.form',
  'requests.bodies',
  'requests.extra-fields',
  'requests.query',
  'verify.message',
];

describe('A service that answers the same to everything confirms nothing that it did not show', () => {
  it.each(allChanges)('compared with a sandbox that changes %s', async (base) => {
    for (const answer of refusals) {
      const confirmed = await confirmedBy(base, always(answer));
      const names = confirmed.map(({ about }) => about);
      expect(names.filter((about) => about !== 'error.fields' && about !== 'statuses')).toEqual([]);
    }
    const accepting = always({
      status: 200,
      body: { message: 'OTP has been sent to your mobile number', result: { process_id: 1_234_567_890_123 } },
    });
    const names = (await confirmedBy(base, accepting)).map(({ about }) => about);
    expect(names.filter((about) => !shownByAccepting.includes(about))).toEqual([]);
  });
});

/** What a service with such a change cannot show, whether it is compared with the same one or with the usual one. */
const hides: Partial<Record<Change, readonly string[]>> = {
  'used numbers': ['invoice.refusal', 'invoice.scope'],
  'the fields of errors': ['invoice.refusal'],
  'the codes': ['otp.attempts', 'process.lock'],
  'the codes and the fields of errors': [
    'code.form',
    'invoice.refusal',
    'otp.attempts',
    'otp.length',
    'process.lock',
    'process.once',
  ],
  'the lengths of codes': ['otp.attempts', 'process.lock', 'process.once'],
  'the maximum': ['limits.maximum_amount'],
  'a higher maximum': ['limits.maximum_amount'],
  'a status': ['code.form', 'invoice.refusal'],
  everything: ['invoice.refusal', 'invoice.scope', 'code.form'],
};

describe('A service where a setting hides an assumption does not confirm it', () => {
  it.each(allChanges)('where the service changes %s', async (change) => {
    const live = await modelOf(change).replies(probes, {});
    for (const base of ['nothing', change] as const) {
      const names = (await confirmedBy(base, live)).map(({ about }) => about as string);
      const hidden = hides[change] ?? [];
      expect(hidden.filter((about) => names.includes(about))).toEqual([]);
    }
  });

  it('where the config changes a status that no probe gets', async () => {
    const live = await modelOf('nothing').replies(probes, {});
    const confirmed = await confirmedBy('a status that no probe gets', live);
    expect(confirmed.filter(({ about }) => about === 'statuses')).toEqual([]);
  });

  it('confirms all the rest where nothing is changed', async () => {
    const confirmed = await confirmedBy('nothing', await modelOf('nothing').replies(probes, {}));
    expect(confirmed.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['invoice.refusal', 'invoice.scope', 'code.form', 'process.once', 'statuses']),
    );
  });
});

describe('A confirmed value has only the parts that were seen', () => {
  it('of the lengths of codes, where one wallet does not send any', async () => {
    const usual = await modelOf('nothing').replies(probes, {});
    const denied = always(refusal(403, 'DENIED_ACCESS_GATEWAY'));
    const live = new Map(
      [...usual].map(([probe, replies]) => [
        probe,
        probe.id.startsWith('walletB') ? (denied.get(probe) ?? []) : replies,
      ]),
    );
    const confirmed = await confirmedBy('nothing', live);
    expect(confirmed.find(({ about }) => about === 'otp.length')).toMatchObject({ value: { walletA: 6 } });
    expect(confirmed.find(({ about }) => about === 'otp.length')?.value).not.toHaveProperty('walletB');
    expect(confirmed.find(({ about }) => about === 'limits.maximum_amount')?.value).toEqual({ test: '500' });
  });
});

it('A lock that shows only as a failure of the service is not counted', async () => {
  const usual = await modelOf('nothing').replies(probes, {});
  const live = new Map(
    [...usual].map(([probe, replies]) => [
      probe,
      replies.map((reply, at) =>
        probe.needs === 'lock' && at > 5 && at < replies.length - 1 ? { ...reply, status: 500 } : reply,
      ),
    ]),
  );
  const names = (await confirmedBy('nothing', live)).map(({ about }) => about);
  expect(names.filter((about) => about === 'otp.attempts' || about === 'process.lock')).toEqual([]);
});
