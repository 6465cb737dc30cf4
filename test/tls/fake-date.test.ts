import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testFolder } from '../support/data-file.ts';
import { started } from '../support/started.ts';

it.each(['2024-05-05', '2040-01-01'])(
  'A test that fakes the date %s keeps the local CA, and trusts it',
  async (day) => {
    vi.stubEnv('XDG_DATA_HOME', testFolder());
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });
    const before = await started({ https: true });
    const ca = readFileSync(before.ca ?? '', 'utf8');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) });
    const { url, ca: file = '' } = await started({ https: true });
    expect(readFileSync(file, 'utf8')).toBe(ca);
    for (const servername of ['localhost', 'shop.localhost'])
      for (const { port } of [new URL(before.url), new URL(url)])
        expect(await handshake({ port: Number(port), servername, ca }), servername).toBe(true);
  },
);

function handshake(options: { readonly port: number; readonly servername: string; readonly ca: string }) {
  return new Promise<boolean>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', ...options }, () => {
      resolve(socket.authorized);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
