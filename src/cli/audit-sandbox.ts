import { isDeepStrictEqual } from 'node:util';
import type { Gateway } from '../client/contract.ts';
import { type SandboxAccess, sandboxEnvironment } from '../client/sandbox-environment.ts';
import { SandboxClient, SandboxError } from '../client.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { givenByFlags } from '../config/member-values.ts';
import { currentFolder } from '../host/current-folder.ts';
import { extraAuthorities } from '../host/extra-authorities.ts';
import { type Running, runSandbox } from '../sandbox/run.ts';
import { type Settings, valueAt } from '../settings/settings.ts';
import { ownAuthorityFile, trustOwnAuthority } from '../tls/trust-own-authority.ts';
import { baseOf, CommandFailed, controlClient, WrongUsage } from './control-client.ts';

export interface AuditSandboxFlags {
  readonly url?: string;
  readonly token?: string;
  readonly account?: string;
  readonly secretKey?: string;
  readonly config?: string;
  readonly set?: readonly string[];
  /** Of a sandbox of its own. */
  readonly weather?: Config['settings']['weather'];
}

/** The sandbox that an audit uses. `stop` ends it if the audit started it. */
export interface AuditSandbox {
  readonly client: SandboxClient;
  /** Its gateways with the names that its config gives them. */
  readonly gateways: readonly Gateway[];
  /** Whether its account accepts any certificate of your app. */
  readonly allowSelfSigned: boolean;
  /** For your app, and for the commands that create an order or read its state: the variables of `exec`. */
  readonly variables: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** Connects to `--url`, or starts its own sandbox in memory, which waits `timeoutMs` for your app. */
export async function auditSandbox(flags: AuditSandboxFlags, timeoutMs: number): Promise<AuditSandbox> {
  const { url, secretKey, account } = flags;
  if (url === undefined) return own(flags, timeoutMs);
  baseOf(url);
  if (flags.set !== undefined)
    throw new WrongUsage(
      `--set is for a sandbox of the audit's own. Change the one at ${url} with \`gateway-sandbox settings NAME VALUE\`.`,
    );
  if (flags.weather !== undefined)
    throw new WrongUsage(
      `--weather is for a temporary sandbox. Change the one at ${url} with \`gateway-sandbox settings weather ${flags.weather}\`.`,
    );
  if (secretKey !== undefined)
    throw new WrongUsage(
      `The sandbox at ${url} signs with the secret key of its own account: leave --secret-key out, and choose an account with --account ID.`,
    );
  const ca = await trustedFile(url);
  const its = await audited({ url, token: flags.token, ca }, account);
  return { ...its, stop: async () => undefined };
}

async function own(flags: AuditSandboxFlags, timeoutMs: number): Promise<AuditSandbox> {
  const { account } = flags;
  const running = await started(flags, (loaded) => {
    const changed = patient(loaded, flags, timeoutMs);
    refuseOverridden(flags, loaded.settings, changed.settings);
    return changed;
  });
  try {
    const its = await audited(running, account);
    return { ...its, stop: running.stop };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

async function audited(
  { url, token, ca }: Omit<SandboxAccess, 'account'>,
  accountId: string | undefined,
): Promise<Omit<AuditSandbox, 'stop'>> {
  const its = await joined(url, { ...tokenOf(token), ...accountOf(accountId) });
  const { accounts, account, url: base } = its.client;
  return {
    ...its,
    allowSelfSigned: (await accounts.get(account.id)).allow_self_signed,
    variables: sandboxEnvironment({ url: base, account, token, ca }),
  };
}

/** The local CA. The sandbox may use another one, which the user has named. */
async function trustedFile(url: string): Promise<string | undefined> {
  const ca = url.startsWith('https:') ? await ownAuthorityFile() : undefined;
  return ca && extraAuthorities(ca);
}

async function started(
  { config, set }: AuditSandboxFlags,
  changed: (loaded: Config) => Config,
): Promise<Running> {
  const flags = { ...givenByFlags({ config, set }), port: 0 };
  return await runSandbox(changed(await loadConfig(flags, process.env, currentFolder())), {
    isStoppable: false,
    isOwnProcess: true,
  });
}

/** The config file's names, keys and layout, without the settings that would slow an audit down. */
function patient(
  loaded: Config,
  { secretKey, weather = 'calm' }: AuditSandboxFlags,
  timeoutMs: number,
): Config {
  const { settings, accounts } = loaded;
  return {
    ...loaded,
    host: undefined,
    data: undefined,
    https: false,
    publicUrl: undefined,
    settings: {
      ...settings,
      strict: false,
      maintenance_mode: false,
      weather,
      latency: 'weather',
      rate_limit: null,
      sandbox_transaction_limit: null,
      callback: { ...settings.callback, timeout: timeoutMs },
    },
    accounts:
      secretKey === undefined ? accounts : accounts.map((each) => ({ ...each, secret_key: secretKey })),
  };
}

const instead = new Map([
  ['callback.timeout', 'Use --timeout.'],
  ['weather', 'Only `rehearse --weather` changes it.'],
]);

/** A value in the command itself must not be overridden silently. */
function refuseOverridden({ set = [] }: AuditSandboxFlags, given: Settings, used: Settings): void {
  for (const [name = ''] of set.map((assignment) => assignment.split('='))) {
    if (isDeepStrictEqual(valueAt(given, name), valueAt(used, name))) continue;
    const how = instead.get(name) ?? 'Start a sandbox with that setting, and name it with --url.';
    throw new WrongUsage(`The temporary sandbox of this command does not take --set ${name}. ${how}`);
  }
}

interface ConnectFlags {
  readonly token?: string;
  readonly account?: string;
}

/** Connects to a running sandbox, and asks for its gateways. Throws `CommandFailed`. */
export async function joined(
  url: string,
  options: ConnectFlags,
): Promise<Pick<AuditSandbox, 'client' | 'gateways'>> {
  const client = await connected(url, options);
  const { data } = await controlClient({ url, ...tokenOf(options.token) }).call('listGateways');
  return { client, gateways: data };
}

/** Connects to a running sandbox. Throws `CommandFailed`. */
async function connected(url: string, options: ConnectFlags): Promise<SandboxClient> {
  if (url.startsWith('https:')) await trustOwnAuthority();
  try {
    return await SandboxClient.connect(url, options);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    if (error.code !== 'UNREACHABLE') throw new CommandFailed(error.message);
    throw new CommandFailed(
      `${error.message} Start one with \`gateway-sandbox\`, name another one with --url URL, or leave --url out.`,
    );
  }
}

function tokenOf(token: string | undefined): { readonly token?: string } {
  return token === undefined ? {} : { token };
}

function accountOf(account: string | undefined): { readonly account?: string } {
  return account === undefined ? {} : { account };
}
