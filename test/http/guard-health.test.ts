import { describe, expect, it } from 'vitest';
import { healthPath } from '../../src/http/guard.ts';
import { DataFileError } from '../../src/store/data-file-error.ts';
import { freshSandbox } from '../support/fresh.ts';

async function healthOf(host: string, options: { readonly token?: string } = {}) {
  const sandbox = await freshSandbox(options);
  sandbox.runtime.store.health.failed(new DataFileError('The disk is full.'));
  return (await sandbox.app.request(`http://${host}${healthPath}`)).json();
}

describe('GET /_sandbox/health', () => {
  it.each(['evil.example', '10.0.0.1:4700', 'sandbox:4700', '[::2]', 'my_app'])(
    'answers under the Host %s without a token: probes use names that the sandbox does not know',
    async (host) => {
      const sandbox = await freshSandbox({ token: 'needed_elsewhere' });
      const answer = await sandbox.app.request(`http://${host}${healthPath}`);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { status: 'ok', version: expect.any(String) },
      ]);
    },
  );

  it('says why nothing can be stored only under a name of this machine, and only where no token is needed', async () => {
    const failing = { status: 'failing', version: expect.any(String) };
    expect(await healthOf('localhost:4700')).toEqual({ ...failing, message: 'The disk is full.' });
    expect(await healthOf('evil.example')).toEqual(failing);
    expect(await healthOf('localhost', { token: 'needed_elsewhere' })).toEqual(failing);
  });

  it('cannot be read by a script of another site', async () => {
    const sandbox = await freshSandbox();
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' };
    expect((await sandbox.fetch(healthPath, { headers })).status).toBe(403);
  });
});
