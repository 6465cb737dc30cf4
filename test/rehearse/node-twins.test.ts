import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedGateways } from '../../src/audit/audit-options.ts';
import { meansFor } from '../audit/audit-options.ts';
import { type NodeMerchants, nodeOrderForm, startNodeMerchants } from '../audit/node-merchants.ts';
import { nodeTwins } from '../audit/node-twins.ts';
import { twinFolder } from '../audit/twin.ts';
import { dayOf, findingsOf, foundIn, optionsFor, patientMs } from './days.ts';
import { rightInTheEnd } from './findings.ts';

const form = nodeOrderForm;
const twins = nodeTwins.map((twin, at) => ({ ...twin, at })).filter(({ name }) => !rightInTheEnd.has(name));
const folder = twinFolder();
let merchants: NodeMerchants;

beforeAll(async () => {
  merchants = await startNodeMerchants(folder, { settings: { callback: { timeout: patientMs } } });
});

afterAll(() => merchants.end());

describe('a rehearsal with the Node example', () => {
  test('finds nothing in it as it is', async () => {
    const day = await dayOf(
      optionsFor(
        meansFor(merchants.sandbox, merchants.urls[0] ?? '', { form, timeoutMs: patientMs }),
        auditedGateways,
      ),
    );
    expect(day.outcomes.filter(({ problem }) => problem)).toEqual([]);
  });

  test.each(twins)('finds a twin that $name', async ({ name, gateway, at, slowMs, settleMs }) => {
    const means = meansFor(merchants.sandbox, merchants.urls[at + 1] ?? '', {
      form,
      slowMs,
      settleMs,
      timeoutMs: patientMs,
    });
    const day = await dayOf(optionsFor(means, [gateway], { lateMs: 0 }));
    expect(foundIn(day, findingsOf(name))).toEqual(findingsOf(name));
  });
});
