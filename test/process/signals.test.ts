import { Agent, get } from 'node:http';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { type Cli, type CliSandbox, cliSandbox, passed, program, runCli, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshHoldingMerchant } from '../support/fresh.ts';
import type { HoldingMerchant } from '../support/raw-merchant.ts';
import { opened } from '../support/raw-socket.ts';
import { rightFields } from '../support/sandbox.ts';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

describe('P9: clean stop', () => {
  it.each(signals)('%s ends it with exit code 0', async (signal) => {
    const { code, stderr } = await signalled(await cliSandbox(), signal);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each(signals)('%s: also with an open event stream, which is ended', async (signal) => {
    const sandbox = await cliSandbox();
    const stream = await fetch(`${sandbox.url}/_sandbox/events`);
    const text = stream.text();
    const { code } = await signalled(sandbox, signal);
    expect(code).toBe(0);
    expect(await text).toBe('retry: 2000\n\n');
  });

  it('also with an idle keep-alive connection, which is closed', async () => {
    const sandbox = await cliSandbox();
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      const outgoing = get(`${sandbox.url}/_sandbox/health`, { agent }, (answer) => {
        answer.resume().on('end', resolve);
      });
      outgoing.on('error', reject);
    });
    const { code } = await signalled(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    agent.destroy();
  });

  it('also with connections on which nothing was ever sent, as browsers open them in advance', async () => {
    const sandbox = await cliSandbox();
    const silent = await opened(sandbox.url);
    const { code } = await signalled(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    silent.destroy();
  });

  it('also with half a request', async () => {
    const sandbox = await cliSandbox();
    const half = await opened(sandbox.url);
    half.write(
      'POST /api/v1/transaction/walletA/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na',
    );
    const { code } = await signalled(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    half.destroy();
  });

  it('also with somebody who waits on the control API, and is answered as if the wait were over', async () => {
    const sandbox = await cliSandbox();
    const waiting = sandbox.control('events?after=0&wait=60s');
    // Answered after the other one has arrived.
    await sandbox.control('settings');
    const { code } = await signalled(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    expect(await waiting).toEqual({ data: [], cursor: '0' });
  });

  it.each([
    ['nohup', 'nohup "$@"'],
    ['a shell that ignores it', 'trap "" HUP; "$@"; exit $?'],
  ])('SIGHUP does not end one that is kept by %s', async (_, script) => {
    const before = ['-c', script, 'bash', execPath, program];
    const { pid, url, ended } = await cliSandbox([], { executable: 'bash', before });
    process.kill(pid, 'SIGHUP');
    await passed(400);
    // A second signal would end it immediately.
    process.kill(pid, 'SIGHUP');
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('tells a person that it stops, and prints nothing with --json', async () => {
    const cli = runCli(['--port', '0']);
    await cli.printed(/Ctrl-C stops it/);
    const { code, stderr } = await signalled(cli, 'SIGINT');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '\nStopping. Press Ctrl-C again to stop at once.\n',
    });
  });
});

describe('Running attempts get 5 s', () => {
  it('the stop waits for the merchant’s answer, and it is stored', async () => {
    const merchant = await freshHoldingMerchant();
    const cwd = testFolder();
    const sandbox = await withAttempt(merchant, cwd);
    sandbox.process.kill('SIGTERM');
    await noNewWork(sandbox);
    merchant.release();
    expect((await sandbox.ended).code).toBe(0);

    const next = await cliSandbox(['--data', 'a.db'], { cwd });
    expect((await next.control('callbacks')).data).toMatchObject([
      { status: 'delivered', attempts: [{ number: 1, answer: { status: 200 } }] },
    ]);
  });

  it('the rest stays pending: exit code 0, and the next start sends it again', async () => {
    const merchant = await freshHoldingMerchant();
    const cwd = testFolder();
    const { code } = await signalled(await withAttempt(merchant, cwd), 'SIGTERM');
    expect(code).toBe(0);

    merchant.release();
    const next = await cliSandbox(['--data', 'a.db'], { cwd });
    await next.control('clock/advance', { by: '1m' });
    expect(await merchant.arrived(2)).toHaveLength(2);
    expect(merchant.requests[1]).toBe(merchant.requests[0]);
    expect(await next.control('callbacks/settled?wait=10s&retries=true', {})).toEqual({ settled: true });
  });
});

describe('A second signal', () => {
  it.each(signals)(
    '%s more than 300 ms after the first ends it at once, with exit code 1',
    async (signal) => {
      const sandbox = await withAttempt(await freshHoldingMerchant(), testFolder());
      sandbox.process.kill(signal);
      await passed(400);
      expect(isRunning(sandbox)).toBe(true);
      const { code } = await signalled(sandbox, signal);
      expect(code).toBe(1);
    },
  );

  it('sooner, as a terminal and npx send two, is the same as one', async () => {
    const merchant = await freshHoldingMerchant();
    const sandbox = await withAttempt(merchant, testFolder());
    sandbox.process.kill('SIGINT');
    sandbox.process.kill('SIGTERM');
    sandbox.process.kill('SIGINT');
    await noNewWork(sandbox);
    expect(isRunning(sandbox)).toBe(true);
    merchant.release();
    expect((await sandbox.ended).code).toBe(0);
  });
});

/** A sandbox that is sending a callback to a merchant that does not answer. */
async function withAttempt(merchant: HoldingMerchant, cwd: string): Promise<CliSandbox> {
  const sandbox = await cliSandbox(['--data', 'a.db'], { cwd });
  const { json } = await sandbox.call('aggregator/confirm', {
    ...rightFields['aggregator/confirm'],
    callback_url: `${merchant.url}/callback`,
  });
  await sandbox.control(`checkouts/${encodeURIComponent(json.result.redirect_url)}/approve`, {});
  await merchant.arrived(1);
  return sandbox;
}

/** Settles when the stop has begun, and new connections are refused. */
async function noNewWork({ url }: CliSandbox): Promise<void> {
  for (;;) {
    const isRefused = await fetch(`${url}/_sandbox/health`, { headers: { Connection: 'close' } }).then(
      () => false,
      () => true,
    );
    if (isRefused) return;
  }
}

function isRunning({ process: { exitCode, signalCode } }: Cli): boolean {
  return exitCode === null && signalCode === null;
}
