import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedGateways } from '../../src/audit/audit-options.ts';
import { cases } from '../../src/audit/cases.ts';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';
import { allResults, failed, meansFor } from './audit-options.ts';
import { nodeTwins } from './node-twins.ts';
import type { Urls } from './serve-node-merchants.ts';
import { twinFolder, twinOf } from './twin.ts';

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
  sandbox = await startSandbox();
  const host = join(import.meta.dirname, 'serve-node-merchants.ts');
  const merchants = spawn(execPath, [host, sandbox.url, ...folders], { stdio: ['pipe', 'pipe', 'ignore'] });
  end = () => merchants.kill();
  const [line] = await once(createInterface(merchants.stdout), 'line');
  urls = JSON.parse(line);
});

afterAll(async () => {
  end();
  await sandbox.stop();
});

describe.concurrent('the Node example', () => {
  test.each(auditedGateways)('passes every case with %s', async (gateway) => {
    const results = await allResults(meansFor(sandbox, urls[0] ?? '', { form }), gateway);
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(results.map((result) => result.case.id)).toEqual(cases.map(({ id }) => id));
  });

  test.each(nodeTwins.map((twin, at) => ({ ...twin, at })))(
    'a twin that $name fails in its cases alone',
    async ({ gateway, fails, at, slowMs, settleMs }) => {
      const results = await allResults(
        meansFor(sandbox, urls[at + 1] ?? '', { form, slowMs, settleMs }),
        gateway,
      );
      expect(failed(results).sort()).toEqual(fails.toSorted());
    },
  );
});

test('every case is failed by a twin', () => {
  const found = new Set(nodeTwins.flatMap(({ fails }) => fails));
  expect(cases.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
});
