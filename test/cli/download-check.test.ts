import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { backupCheck, type DownloadCheck, snapshotCheck } from '../../src/cli/download-check.ts';
import { controlExchange } from '../../src/client/control-exchange.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';

type Damage = readonly [name: string, damaged: (whole: Buffer) => Buffer];

const text = (given: string) => () => Buffer.from(given);
const both: readonly Damage[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['another JSON', text('{}')],
  ['a web page', text(`<html>${'x'.repeat(200)}\n</html>\n`)],
  ['its first bytes', (whole) => whole.subarray(0, 90)],
  ['all but its last bytes', (whole) => whole.subarray(0, -3)],
  ['all but its first bytes', (whole) => whole.subarray(3)],
  ['more than it announces', (whole) => Buffer.concat([whole, Buffer.from('{"record":"fact"}\n')])],
];
const ofSnapshots: readonly Damage[] = [
  ...both,
  ['all but its last line', (whole) => whole.subarray(0, whole.lastIndexOf('\n', -2) + 1)],
  ['all but its last line break', (whole) => whole.subarray(0, -1)],
  ['a first line that counts nothing', text('{"format":"gateway-sandbox snapshot"}\n{}\n')],
  ['a first line that counts text', text('{"format":"gateway-sandbox snapshot","counts":{"a":"b"}}\n{}\n')],
  ['a first line without an end', () => Buffer.alloc(200_000, '{')],
];

async function downloadOf(path: string): Promise<Buffer> {
  const sandbox = await freshSandbox();
  await sandbox.control('snapshots', { name: 'bug' });
  const response = await fetch(`${await sandbox.listen()}/_sandbox/api${path}`);
  return Buffer.from(await response.arrayBuffer());
}

describe.each([
  ['a snapshot', '/snapshots/bug/export', snapshotCheck, ofSnapshots],
  ['a backup', '/backup', backupCheck, both],
] as const)('%s that is downloaded', (_what, path, check, damages) => {
  it('is taken in chunks of every size if it is whole, and refused otherwise', async () => {
    const whole = await downloadOf(path);
    for (const size of [100, 4096, whole.length]) {
      expect(takenIn(size, whole, check)).toBe('taken');
      for (const [name, damaged] of damages)
        expect([name, takenIn(size, damaged(whole), check)]).toEqual([
          name,
          expect.stringMatching(/^The server at http:\/\/sandbox\.test is not gateway-sandbox, or /),
        ]);
    }
  });

  it('ends at once if it has no end', () => {
    const { take } = check('http://sandbox.test');
    const flood = () => {
      for (let bytes = 0; bytes < 1e6; bytes += 1000) take(Buffer.alloc(1000, '{'));
    };
    expect(flood).toThrow('is not gateway-sandbox');
  });
});

it.each([
  ['a refusal', '500 No\r\nX-Gateway-Sandbox: 0.1.0', { sink: () => undefined }],
  ['what another server answers', '200 OK', {}],
])('keeps 4 MiB of %s at most, even if a success may have any size', async (_what, head, sink) => {
  const endless = (socket: Socket) => {
    socket.write(`HTTP/1.1 ${head}\r\n\r\n`);
    const flood = () => {
      while (!socket.destroyed && socket.write('a'.repeat(64 * 1024)));
    };
    socket.on('drain', flood);
    flood();
  };
  const server = await freshRawMerchant(endless);
  const limits = { maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 600_000, ...sink };
  await expect(controlExchange(new URL(server.url), { method: 'GET', ...limits })).rejects.toThrow(
    'sent more than 4194304 bytes',
  );
});

function takenIn(size: number, bytes: Buffer, check: (url: string) => DownloadCheck): string {
  const { take, end } = check('http://sandbox.test');
  try {
    for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size));
    end();
    return 'taken';
  } catch (error) {
    // Both throw `CommandFailed`.
    return (error as Error).message;
  }
}
