import {
  type Calls,
  type CliOptions,
  type CliSandbox,
  callsTo,
  cliResult,
  cliSandbox,
  type Ended,
} from './cli.ts';
import { rightFields } from './sandbox.ts';
import { started } from './started.ts';

interface Reached extends Calls {
  readonly url: string;
}

export interface Commands<Sandbox = CliSandbox> {
  readonly sandbox: Sandbox;
  /** Runs a command against the sandbox until it ends. */
  readonly run: (...args: string[]) => Promise<Ended>;
  /** The output of a successful command. */
  readonly printed: (...args: string[]) => Promise<string>;
  /** The same with `--json`, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: (...args: string[]) => Promise<any>;
  /** Starts an aggregator checkout. Returns its redirect_url. */
  readonly checkout: (fields?: Readonly<Record<string, string>>) => Promise<string>;
}

/** Commands, each in its own process, and their sandbox: in this process, or in its own. */
export async function commandsOf(): Promise<Commands<Reached>>;
export async function commandsOf(args: readonly string[], options?: CliOptions): Promise<Commands>;
export async function commandsOf(args?: readonly string[], options?: CliOptions): Promise<Commands<Reached>> {
  if (args) return commandsTo(await cliSandbox(args, options));
  const { url } = await started();
  return commandsTo({ url, ...callsTo(url) });
}

function commandsTo<Sandbox extends Reached>(sandbox: Sandbox): Commands<Sandbox> {
  const env = { GATEWAY_SANDBOX_URL: sandbox.url };
  const run = (...command: string[]) => cliResult(command, { env });
  const printed = async (...command: string[]) => {
    const { code, stdout, stderr } = await run(...command);
    if (code !== 0 || stderr !== '') throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  };
  return {
    sandbox,
    run,
    printed,
    json: async (...command) => JSON.parse(await printed(...command, '--json')),
    checkout: async (fields = {}) => {
      const answer = await sandbox.call('aggregator/confirm', {
        ...rightFields['aggregator/confirm'],
        ...fields,
      });
      return answer.json.result.redirect_url;
    },
  };
}

/** A table's rows by heading. Columns are separated by at least two spaces. */
export function rowsOf(table: string): Record<string, string>[] {
  const [head = '', ...lines] = table.trimEnd().split('\n');
  const columns = [...head.matchAll(/\S+(?: \S+)*/g)].map(({ 0: name, index }) => ({ name, index }));
  return lines.map((line) =>
    Object.fromEntries(
      columns.map(({ name, index }, at) => [name, line.slice(index, columns[at + 1]?.index).trim()]),
    ),
  );
}
