import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { runSandbox } from '../../src/sandbox/run.ts';

const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

/** Whether a real sandbox that listens at `host` recognizes its own port at another address as itself. */
async function ownAt(host: string, address: string, portOffset = 0): Promise<boolean> {
  const running = await runSandbox(await loadConfig({ port: 0, host }, {}, '/'));
  onTestFinished(() => running.stop());
  const { addresses } = running.sandbox.runtime;
  return addresses.isOwnSocket(address, Number(new URL(running.url).port) + portOffset);
}

describe('The sandbox itself, judged by the address that is connected to', () => {
  it.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])(
    '%s is ours with our port',
    async (address) => {
      expect(await ownAt('127.0.0.1', address)).toBe(true);
      expect(await ownAt('127.0.0.1', address, 1)).toBe(false);
    },
  );

  it.skipIf(outside.length === 0)(
    'an address of this machine is ours only if we listen on all of them',
    async () => {
      for (const address of outside) {
        expect(await ownAt('0.0.0.0', address)).toBe(true);
        expect(await ownAt('0.0.0.0', `::ffff:${address}`)).toBe(true);
        expect(await ownAt('0.0.0.0', address, 1)).toBe(false);
        expect(await ownAt('127.0.0.1', address)).toBe(false);
      }
    },
  );

  it('another machine is never ours', async () => {
    expect(await ownAt('0.0.0.0', '192.0.2.1')).toBe(false);
  });
});
