import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import type { StartedSandbox } from '../../src/index.ts';

/** An example in `examples/`, with the command from its README. */
export interface Example {
  readonly folder: string;
  readonly command: readonly [program: string, ...args: string[]];
}

const root = join(import.meta.dirname, '../../examples');

export const examples: readonly Example[] = [
  { folder: 'node-merchant', command: ['node', 'src/server.ts'] },
  ...['php-plain', 'php-laravel-style', 'python-stdlib', 'woo-handler'].map(byItsReadme),
];

/** A shop in its own process. */
export interface ShopProcess {
  readonly url: string;
  /** All of its output. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts an example on a free port with the variables that `exec` sets, and waits until it prints its
 * address.
 */
export async function startShop({ folder, command }: Example, sandbox: StartedSandbox): Promise<ShopProcess> {
  const ownFolder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-shop-'));
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: join(root, folder),
    env: {
      PATH: env.PATH,
      PORT: '0',
      DATABASE_FILE: join(ownFolder, 'orders.sqlite'),
      // Requests run in parallel only with several worker processes.
      PHP_CLI_SERVER_WORKERS: '8',
      PYTHONDONTWRITEBYTECODE: '1',
      ...credentialsOf(sandbox),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that PHP's workers do not outlive the test.
    detached: true,
  });
  let output = '';
  const address = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
        if (url) resolve(url);
      });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${folder} ended with ${code}: ${output}`)));
  });
  const stop = async () => {
    const ended = once(child, 'close');
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(ownFolder, { recursive: true, force: true });
  };
  return { url: await address, output: () => output, stop };
}

/** The README's command, on a free port. */
function byItsReadme(folder: string): Example {
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const [command] = /^(?:php -S|python3) .+$/m.exec(readme) ?? [];
  if (!command) throw new Error(`${folder}/README.md has no command that starts the shop.`);
  const [program = '', ...args] = command.replace(':3000', ':0').split(' ');
  return { folder, command: [program, ...args] };
}

function credentialsOf({ url, account }: StartedSandbox): Readonly<Record<string, string>> {
  return {
    GATEWAY_URL: url,
    GATEWAY_API_KEY: account.apiKey,
    GATEWAY_ACCESS_TOKEN: account.accessTokens.test,
    GATEWAY_SECRET_KEY: account.secretKey,
  };
}
