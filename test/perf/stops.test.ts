import { Agent, get } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopRun } from '../stress/stops/stop-run.ts';
import { type CliSandbox, cliSandbox } from '../support/cli.ts';
import { freshHoldingMerchant } from '../support/fresh.ts';
import { opened } from '../support/raw-socket.ts';
import { rightFields } from '../support/sandbox.ts';
import { timedStop } from './timed-stop.ts';

const halfARequest =
  'POST /api/v1/transaction/walletA/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na';

/** What keeps a connection open during the stop, and the maximum duration of the stop in milliseconds. */
const company: readonly [who: string, come: (sandbox: CliSandbox) => Promise<unknown>, mostMs: number][] = [
  ['nobody', async () => undefined, 1000],
  ['a reader of the event stream', ({ url }) => fetch(`${url}/_sandbox/events`), 1000],
  ['an idle keep-alive connection', keptAlive, 1000],
  ['a connection on which nothing was sent', silent, 1000],
  ['half a request, which gets a second to continue', halfSent, 2500],
  ['a client that waits on the control API', waiting, 1000],
];

describe('P9: a stop is prompt', () => {
  it.each(company)('with %s', async (_who, come, mostMs) => {
    const sandbox = await cliSandbox();
    await come(sandbox);
    const { code, tookMs } = await timedStop(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(mostMs);
  });

  it('a merchant that does not answer gets 5 s', async () => {
    const merchant = await freshHoldingMerchant();
    const sandbox = await cliSandbox();
    const { json } = await sandbox.call('aggregator/confirm', {
      ...rightFields['aggregator/confirm'],
      callback_url: `${merchant.url}/callback`,
    });
    await sandbox.control(`checkouts/${encodeURIComponent(json.result.redirect_url)}/approve`, {});
    await merchant.arrived(1);
    const { code, tookMs } = await timedStop(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    expect(tookMs).toBeGreaterThan(4500);
    expect(tookMs).toBeLessThan(7000);
  });

  it.each([
    ['paying', 3000],
    ['slow uploads', 4000],
  ] as const)(
    'while customers pay (%s)',
    async (kind, mostMs) => {
      const { code, wrong, tookMs, ended } = await stopRun(kind, 'SIGINT');
      console.log(`${kind}: stopped in ${Math.round(tookMs)} ms after ${ended} payments`);
      expect({ code, wrong }).toEqual({ code: 0, wrong: [] });
      expect(tookMs).toBeLessThan(mostMs);
    },
    60_000,
  );
});

async function keptAlive({ url }: CliSandbox): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  await new Promise<void>((resolve, reject) => {
    const outgoing = get(`${url}/_sandbox/health`, { agent }, (answer) => answer.resume().on('end', resolve));
    outgoing.on('error', reject);
  });
}

async function silent({ url }: CliSandbox): Promise<void> {
  const socket = await opened(url);
  onTestFinished(() => void socket.destroy());
}

async function halfSent({ url }: CliSandbox): Promise<void> {
  const socket = await opened(url);
  onTestFinished(() => void socket.destroy());
  socket.write(halfARequest);
}

async function waiting({ control }: CliSandbox): Promise<void> {
  void control('events?after=0&wait=60s');
  // Answered after the other one has arrived.
  await control('settings');
}
