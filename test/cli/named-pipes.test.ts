import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { certificatesOf } from '../../src/intercept/root-certificates.ts';
import { keptAuthority } from '../../src/tls/kept-authority.ts';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const what = 'is a named pipe';

function folderWithPipe(name: string): string {
  const cwd = testFolder();
  execFileSync('mkfifo', [join(cwd, name)]);
  return cwd;
}

describe.skipIf(platform === 'win32')('A named pipe that nobody writes to', () => {
  it.each<[string, string, string[]]>([
    ['config in the current folder', 'gateway-sandbox.config.json', ['--port', '0']],
    ['config of a client command', 'gateway-sandbox.config.json', ['stop']],
    ['--config', 'pipe', ['--config', 'pipe', '--port', '0']],
    ['--fixtures', 'pipe', ['--fixtures', 'pipe', '--port', '0']],
    ['--data', 'pipe', ['--data', 'pipe', '--port', '0']],
    ['--from', 'pipe', ['--from', 'pipe', '--port', '0']],
    ['snapshot import', 'pipe', ['snapshot', 'import', 'pipe']],
    ['--cert', 'pipe', ['--https', '--cert', 'pipe', '--key', 'other', '--port', '0']],
    ['--key', 'pipe', ['--https', '--cert', 'other', '--key', 'pipe', '--port', '0']],
    ['--log-file', 'pipe', ['--log-file', 'pipe', '--port', '0']],
    ['compact', 'pipe', ['compact', 'pipe']],
    ['audit --junit', 'pipe', ['audit', '--order-url', 'http://127.0.0.1:9/', '--junit', 'pipe']],
  ])('%s: refused in one sentence', async (_what, name, args) => {
    const cwd = folderWithPipe(name);
    writeFileSync(join(cwd, 'other'), '');
    const { code, stderr } = await cliResult(args, { cwd, env: { GATEWAY_SANDBOX_URL: '' } });
    expect(stderr).toMatch(/^[^\n]*(named pipe|is a device or the like)[^\n]*\n$/);
    expect(code).toBe(1);
  });

  it('in the folder of the local CA: refused; among trusted certificates: skipped', async () => {
    await expect(keptAuthority(folderWithPipe('ca.pem'), Date.now())).rejects.toThrow(what);
    expect(certificatesOf(folderWithPipe('root.pem'))).toEqual([]);
  });
});
