import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A server to measure, started with Node. */
export interface Program {
  readonly name: string;
  /** Node's arguments. The folder belongs to this process only, and the port is free. */
  readonly arguments: (folder: string, port: number) => readonly string[];
  /** Prints a line of JSON with its `url` when it is ready. Other programs must be polled. */
  readonly saysUrl: boolean;
  readonly isSandbox?: true;
  /** Added to the environment. */
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
}

export const bareHttp = baseline('node:http', 'bare.js');
export const bareCommonJs = baseline('node:http, CommonJS', 'bare.cjs');
export const hono = baseline('Hono', 'hello.js');
export const honoWithInsert = baseline('Hono + INSERT', 'hello-insert.js');
export const sandbox = sandboxWith('sandbox', () => []);
/** Like the first start on a machine: Node has compiled nothing yet. */
export const sandboxUncompiled: Program = {
  ...sandboxWith('sandbox, nothing compiled', () => []),
  environment: (folder) => ({ NODE_COMPILE_CACHE: join(folder, 'compiled') }),
};
export const sandboxWithData = sandboxOn('sandbox --data', 'sandbox.db');
/** Config files are validated, which plain flags skip. */
export const sandboxWithConfig = sandboxWith('sandbox, config file', (folder) => {
  writeFileSync(join(folder, 'gateway-sandbox.config.json'), JSON.stringify({ settings: { strict: false } }));
  return [];
});

/** The built sandbox with a data file: an absolute path, or a name in its own folder. */
export function sandboxOn(name: string, file: string): Program {
  return sandboxWith(name, (folder) => ['--data', resolve(folder, file)]);
}

function baseline(name: string, file: string): Program {
  return { name, arguments: () => [join(root, 'bench/baselines', file)], saysUrl: true };
}

/** Started directly for speed, not through npx. */
function sandboxWith(name: string, flags: (folder: string) => readonly string[]): Program {
  const program = join(root, 'bin/gateway-sandbox.js');
  return {
    name,
    arguments: (folder, port) => [program, 'start', '--port', String(port), '--json', ...flags(folder)],
    saysUrl: true,
    isSandbox: true,
  };
}
