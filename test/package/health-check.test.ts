import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { expect, it } from 'vitest';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const script = join(import.meta.dirname, '../../scripts/container/health.sh');

it.skipIf(platform === 'win32').each([
  ['', 4700],
  ['4800', 4800],
  // For a service called gateway-sandbox. The configuration ignores them too.
  ['tcp://10.0.0.1:4700', 4700],
  ['udp://10.0.0.1:4701', 4700],
])('The health check of the container, with GATEWAY_SANDBOX_PORT=%s, asks port %i', async (given, port) => {
  const folder = testFolder();
  copyFileSync(script, join(folder, 'gateway-sandbox-health'));
  writeFileSync(join(folder, 'gateway-sandbox'), '#!/bin/sh\necho "$*"\n', { mode: 0o755 });
  const asked = await cliResult([String(process.pid)], {
    executable: join(folder, 'gateway-sandbox-health'),
    cwd: folder,
    env: { GATEWAY_SANDBOX_PORT: given, GATEWAY_SANDBOX_HTTPS: '1' },
  });
  expect(asked).toMatchObject({ code: 0, stdout: `health --url https://127.0.0.1:${port}\n`, stderr: '' });
});
