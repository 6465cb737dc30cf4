import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cliResult } from './cli.ts';
import { testFolder } from './data-file.ts';

/** The words that a shell offers after loading our script. */
export async function offered(
  shell: 'bash' | 'zsh' | 'fish',
  script: (file: string) => readonly string[],
): Promise<string[]> {
  const folder = testFolder();
  const file = join(folder, 'completion');
  writeFileSync(file, (await cliResult(['completion', shell])).stdout);
  const flags = { bash: ['--norc', '--noprofile'], zsh: ['-f'], fish: ['--no-config'] }[shell];
  const { stdout, stderr } = spawnSync(shell, [...flags, '-c', script(file).join('\n')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

export function inOrder(words: string): string {
  return words.split(' ').sort().join(' ');
}

export function isThere(shell: string): boolean {
  const isInstalled = spawnSync(shell, ['--version']).error === undefined;
  if (!isInstalled)
    console.warn(`No test of completion in ${shell}: it is not installed (\`apt-get install ${shell}\`).`);
  return isInstalled;
}
