import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SettingsPatch } from '../../src/client/contract.ts';
import { type StartOptions, startSandbox } from '../../src/index.ts';
import type { CliOptions } from './cli.ts';
import { dataFile, testFolder } from './data-file.ts';

/** A data file in which the dashboard changed these settings. */
export async function fileWith(settings: SettingsPatch, options: StartOptions = {}): Promise<string> {
  const data = dataFile();
  const sandbox = await startSandbox({ ...options, data });
  await sandbox.settings.change(settings);
  await sandbox.stop();
  return data;
}

/** The file of a snapshot with these settings. */
export async function snapshotWith(
  settings: SettingsPatch,
  frozenAt?: string,
): Promise<{ readonly file: string }> {
  const file = join(testFolder(), 'bug.jsonl');
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  if (frozenAt) await sandbox.clock.freeze(frozenAt);
  await sandbox.settings.change(settings);
  await sandbox.snapshots.save('bug');
  const exported = await fetch(`${sandbox.url}/_sandbox/api/snapshots/bug/export`);
  writeFileSync(file, await exported.text());
  return { file };
}

/** The settings of a sandbox with these options. */
export async function settingsOf(options: StartOptions) {
  await using sandbox = await startSandbox(options);
  return await sandbox.settings.read();
}

/** A folder with this config file. */
export function folderWith(config: object): CliOptions {
  const cwd = testFolder();
  writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify(config));
  return { cwd };
}
