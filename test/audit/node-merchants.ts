import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { type StartedSandbox, type StartOptions, startSandbox } from '../../src/index.ts';
import { nodeTwins } from './node-twins.ts';
import type { Urls } from './serve-node-merchants.ts';
import { type Twin, twinOf } from './twin.ts';

export const nodeOrderForm = 'item=honey&gateway={gateway}&mobile_number=0912345678';

export interface NodeMerchants {
  readonly sandbox: StartedSandbox;
  /** The example as it is, then its twins in their order. */
  readonly urls: Urls;
  readonly end: () => Promise<void>;
}

/** Starts a sandbox, and the Node example and its twins in another process. `folder` is a `twinFolder()`. */
export async function startNodeMerchants(
  folder: string,
  options: StartOptions = {},
  twins: readonly Twin[] = nodeTwins,
): Promise<NodeMerchants> {
  const folders = [
    twinOf('node-merchant', 'as it is', folder, []),
    ...twins.map(({ name, edits }) => twinOf('node-merchant', name, folder, edits)),
  ];
  const sandbox = await startSandbox(options);
  const host = join(import.meta.dirname, 'serve-node-merchants.ts');
  const merchants = spawn(execPath, [host, sandbox.url, ...folders], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [line] = await once(createInterface(merchants.stdout), 'line');
  const end = async () => {
    merchants.kill();
    await sandbox.stop();
  };
  return { sandbox, urls: JSON.parse(line), end };
}
