import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedGateways } from '../../src/audit/audit-options.ts';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';
import { meansFor } from '../audit/audit-options.ts';
import { nodeTwins } from '../audit/node-twins.ts';
import type { Urls } from '../audit/serve-node-merchants.ts';
import { twinFolder, twinOf } from '../audit/twin.ts';
import { dayOf, findingsOf, foundIn, optionsFor, patientMs } from './days.ts';

const form = 'item=honey&gateway={gateway}&mobile_number=0912345678';
const folder = twinFolder();
const folders = [
  twinOf('node-merchant', 'as it is', folder, []),
  ...nodeTwins.map(({ name, edits }) => twinOf('node-merchant', name, folder, edits)),
];
let sandbox: StartedSandbox;
let urls: Urls;
let end: () => void;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { callback: { timeout: patientMs } } });
  const host = join(import.meta.dirname, '../audit/serve-node-merchants.ts');
  const merchants = spawn(execPath, [host, sandbox.url, ...folders], { stdio: ['pipe', 'pipe', 'ignore'] });
  end = () => merchants.kill();
  const [line] = await once(createInterface(merchants.stdout), 'line');
  urls = JSON.parse(line);
});

afterAll(async () => {
  end();
  await sandbox.stop();
});

describe('a rehearsal with the Node example', () => {
  test('finds nothing in it as it is', async () => {
    const day = await dayOf(
      optionsFor(meansFor(sandbox, urls[0] ?? '', { form, timeoutMs: patientMs }), auditedGateways),
    );
    expect(day.outcomes.filter(({ problem }) => problem)).toEqual([]);
  });

  test.each(nodeTwins.map((twin, at) => ({ ...twin, at })))(
    'finds a twin that $name',
    async ({ name, gateway, at, slowMs, settleMs }) => {
      const means = meansFor(sandbox, urls[at + 1] ?? '', { form, slowMs, settleMs, timeoutMs: patientMs });
      const day = await dayOf(optionsFor(means, [gateway], { lateMs: 0 }));
      expect(foundIn(day, findingsOf(name))).toEqual(findingsOf(name));
    },
  );
});
