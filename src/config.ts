import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountSeed } from './accounts.ts';
import type { NameMap } from './gateways/names.ts';
import { fixturesDir } from './paths.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** How a sandbox is started: flags over environment over config file over defaults, resolved and checked. */
export interface Config {
  /** Loopback when undefined. */
  readonly host: string | undefined;
  readonly port: number;
  readonly data: string | undefined;
  readonly https: boolean;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly publicUrl: string | undefined;
  readonly allowHosts: readonly string[];
  readonly callbackHostMap: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly trustProxy: boolean;
  readonly testerTools: boolean;
  readonly names: NameMap;
  readonly settings: Settings;
  readonly accounts: readonly AccountSeed[];
}

/** What a flag or a variable gives, by the name of the config file's member. */
export type GivenConfig = Readonly<Record<string, unknown>>;

/** The configuration cannot be used; the message names the member, the value and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const defaultConfigFile = 'gateway-sandbox.config.json';

/**
 * Resolves the configuration. Nothing given and no file: the defaults, without loading the validation. Throws `ConfigError`.
 */
export async function loadConfig(flags: GivenConfig, env: NodeJS.ProcessEnv, cwd: string): Promise<Config> {
  const fromEnv = environment(env);
  const file = readConfigFile(String(flags.config ?? fromEnv.config ?? ''), cwd);
  const given: GivenConfig = { ...file, ...fromEnv, ...flags };
  if (Object.keys(given).length === 0) return defaults;
  const { checkedConfig } = await import('./config-schema.ts');
  return checkedConfig(given, cwd);
}

/** The accounts of a fixtures file; the shipped one gives the demo account. */
export function readAccounts(file = join(fixturesDir, 'accounts.json')): unknown {
  return readJson(file, 'fixtures file');
}

const variables: Readonly<Record<string, string>> = {
  GATEWAY_SANDBOX_CONFIG: 'config',
  GATEWAY_SANDBOX_PORT: 'port',
  GATEWAY_SANDBOX_HOST: 'host',
  GATEWAY_SANDBOX_DATA: 'data',
  GATEWAY_SANDBOX_HTTPS: 'https',
  GATEWAY_SANDBOX_CERT: 'cert',
  GATEWAY_SANDBOX_KEY: 'key',
  GATEWAY_SANDBOX_PUBLIC_URL: 'public_url',
  GATEWAY_SANDBOX_ALLOW_HOST: 'allow_hosts',
  GATEWAY_SANDBOX_STRICT: 'strict',
  GATEWAY_SANDBOX_PROFILE: 'profile',
  GATEWAY_SANDBOX_FIXTURES: 'fixtures',
  GATEWAY_SANDBOX_CALLBACK_HOST_MAP: 'callback_host_map',
  GATEWAY_SANDBOX_TOKEN: 'token',
  GATEWAY_SANDBOX_TRUST_PROXY: 'trust_proxy',
};

function environment(env: NodeJS.ProcessEnv): GivenConfig {
  const set = Object.entries(variables).filter(
    ([variable]) => env[variable] !== undefined && env[variable] !== '',
  );
  return Object.fromEntries(set.map(([variable, name]) => [name, env[variable]]));
}

/** The named file, or the one in the working directory if there is one. */
function readConfigFile(named: string, cwd: string): GivenConfig {
  const file = join(cwd, defaultConfigFile);
  const found = named === '' ? readIfThere(file) : readJson(named, 'config file');
  if (found === undefined) return {};
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return { ...found };
  throw new ConfigError(`The config file ${named || file} must hold a JSON object.`);
}

function readIfThere(file: string): unknown {
  try {
    return readJson(file, 'config file');
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw error;
  }
}

function readJson(file: string, what: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`The ${what} ${file} cannot be read: ${why}`, { cause: error });
  }
}

const defaults: Config = {
  host: undefined,
  port: 4700,
  data: undefined,
  https: false,
  cert: undefined,
  key: undefined,
  publicUrl: undefined,
  allowHosts: [],
  callbackHostMap: {},
  token: undefined,
  trustProxy: false,
  testerTools: true,
  names: {},
  settings: defaultSettings('observed'),
  // Our own fixture, which a test checks.
  get accounts() {
    return (readAccounts() as { accounts: AccountSeed[] }).accounts;
  },
};
