import { createReadStream } from 'node:fs';
import type { ImportedSnapshot } from '../client/contract.ts';
import type { Sink } from '../client/control-exchange.ts';
import { errorMessage } from '../host/errors.ts';
import { refuseNamedPipe } from '../host/named-pipe.ts';
import {
  CommandFailed,
  type ControlFlags,
  controlClient,
  toSameSandbox,
  WrongUsage,
} from './control-client.ts';
import { snapshotCheck } from './download-check.ts';
import { fillNewFile, refuseExisting } from './new-file.ts';
import { counted, fileSize, oneLine, show } from './output.ts';
import { writePart } from './print.ts';

interface ExportFlags extends ControlFlags {
  readonly withSecrets?: boolean;
}

interface ImportFlags extends ControlFlags {
  readonly name?: string;
  readonly restore?: boolean;
}

/** A snapshot has no size limit. */
const limits = { maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 30 * 60_000, silentMs: 60_000 };

/** Exports a snapshot to a new file, or to stdout for `-`. */
export async function exportSnapshot(name: string, file: string, flags: ExportFlags): Promise<void> {
  const path = `/snapshots/${encodeURIComponent(name)}/export${flags.withSecrets ? '?secrets=true' : ''}`;
  const download = async (write: Sink) => {
    const { take, end } = snapshotCheck(flags.url);
    const sink: Sink = (chunk) => {
      take(chunk);
      return write(chunk);
    };
    await controlClient(flags).download(path, { ...limits, sink });
    end();
  };
  if (file === '-') return download(writePart);
  refuseExisting(file);
  let bytes = 0;
  await fillNewFile(file, 'The snapshot', async (write) => {
    await download((chunk) => {
      bytes += chunk.byteLength;
      write(chunk);
    });
  });
  const keys = flags.withSecrets
    ? 'Its accounts have their keys: share it with care.'
    : 'Its keys are replaced.';
  show(flags, { name, file, bytes, keys: flags.withSecrets ? 'included' : 'replaced' }, () =>
    oneLine(`Snapshot ${name} is in ${file} (${fileSize(bytes)}). ${keys}`),
  );
}

/** Imports a snapshot from a file, or from stdin for `-`. */
export async function importSnapshot(file: string, flags: ImportFlags): Promise<void> {
  const client = controlClient(flags);
  const query = flags.name === undefined ? '' : `?name=${encodeURIComponent(flags.name)}`;
  const answer = await client.upload(`/snapshots/import${query}`, readFrom(file), limits, 'ImportedSnapshot');
  // `upload` has checked the shape.
  const imported = answer as ImportedSnapshot;
  const { name, keys, counts } = imported;
  const there = toSameSandbox(flags);
  if (flags.restore) await client.call('restoreSnapshot', { params: { name } });
  show(flags, { ...imported, restored: flags.restore ?? false }, () =>
    [
      oneLine(
        `Snapshot ${name} is ${flags.restore ? 'imported and restored' : 'imported'}: ${told(counts)}.`,
      ),
      ...(flags.restore ? [] : [oneLine(`Go to it with: gateway-sandbox snapshot restore ${name}${there}`)]),
      ...(keys === 'replaced'
        ? [`Its accounts have made-up keys: \`gateway-sandbox accounts${there}\`.`]
        : []),
    ].join('\n'),
  );
}

function told({ transaction = 0, callback = 0, request = 0 }: ImportedSnapshot['counts']): string {
  return [
    counted(transaction, 'transaction'),
    counted(callback, 'callback'),
    counted(request, 'request'),
  ].join(', ');
}

/** The bytes of a file, or of stdin for `-`. */
export async function* readFrom(file: string): AsyncGenerator<Uint8Array> {
  if (file === '-' && process.stdin.isTTY) throw new WrongUsage('Nothing is piped into stdin. Name a file.');
  try {
    if (file !== '-') refuseNamedPipe(file);
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (error) {
    throw new CommandFailed(`The snapshot ${file} cannot be read: ${errorMessage(error)}.`);
  }
}
