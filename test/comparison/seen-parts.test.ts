import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportKind, reportVersion } from '../../src/comparison/report-format.ts';
import { testFolder } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { settingIn } from '../support/tool-page.ts';

const head = {
  kind: reportKind,
  version: reportVersion,
  base_url: 'https://api.example.com',
  at: '2026-10-02T10:00:00.000Z',
};

it('The settings page compares only the parts of a value that were seen, and all statuses', async () => {
  const findings = [
    { about: 'limits.maximum_amount', verdict: 'confirmed', live: '500 accepted', value: { test: '500' } },
    { about: 'statuses', verdict: 'confirmed', live: 'UNAUTHORIZED 401', value: {} },
  ];
  const content = JSON.stringify({ ...head, result: { findings, seen: { times: [] } } });
  const file = join(testFolder(), 'r.json');
  writeFileSync(file, content);
  const sandbox = await freshSandbox({ compareReport: file });
  const states = async () => {
    const page = (await sandbox.fetch('/_sandbox/settings')).text;
    return ['limits.maximum_amount', 'statuses'].map((name) => settingIn(page, name).includes('the same.'));
  };
  expect(await states()).toEqual([true, true]);
  await sandbox.control('settings', { limits: { maximum_amount: { live: '7' } } }, 'PATCH');
  expect(await states()).toEqual([true, true]);
  const others = { limits: { maximum_amount: { test: '7' } }, statuses: { UNAUTHORIZED: 403 } };
  await sandbox.control('settings', others, 'PATCH');
  expect(await states()).toEqual([false, false]);
});
