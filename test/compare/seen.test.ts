import { expect, it } from 'vitest';
import { Model } from '../../src/compare/model.ts';
import { checkouts } from '../../src/compare/probes/calls.ts';
import { edgeProbes } from '../../src/compare/probes/edge-probes.ts';
import type { Reply } from '../../src/compare/reply.ts';
import { seenBeside } from '../../src/compare/seen.ts';
import { mobileNumber } from './live.ts';

it('Members, codes, headers and status lines that the sandbox does not know are reported, and times', async () => {
  const [plain] = checkouts;
  if (!plain) throw new RangeError('No gateway has a checkout.');
  const probe = edgeProbes({ named: (token) => token, plain }).find(({ id }) => id === 'amounts');
  if (!probe) throw new RangeError('The probe of amounts is gone.');
  const model = new Model({}, mobileNumber);
  const usual = (await model.replies([probe], {})).get(probe) ?? [];
  const [first, ...others] = usual.map((reply, at): Reply => ({ ...reply, durationMs: (at + 1) * 10 }));
  if (!first) throw new RangeError('The sandbox answered nothing.');
  const more = { ...first, body: { ...Object(first.body), reference: 1 }, headers: { 'x-acme': '' } };
  const strange: Reply[] = [
    more,
    { ...first, status: 400, body: { error: { code: 'WEIRD' } } },
    { ...first, status: 418, body: undefined, headers: { 'content-type': 'text/html; charset=utf-8' } },
    { ...first, status: 201, headers: {} },
  ];
  const live = new Map([[probe, [...strange, ...others.slice(3)]]]);
  const seen = await seenBeside(model, live, {});
  expect(seen).toMatchObject({
    members: ['reference'],
    codes: ['WEIRD'],
    headers: ['x-acme'],
    statuses: ['201 without a content type', '418 text/html'],
    limits: [],
  });
  expect(seen.times).toEqual([{ path: first.path, answers: 6, p50Ms: 10, p95Ms: 60 }]);
  expect((await seenBeside(model, new Map([[probe, usual]]), {})).statuses).toEqual([]);
});
