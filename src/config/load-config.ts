import { join, resolve } from 'node:path';
import { errorCode, isError } from '../host/errors.ts';
import { nearest } from '../input/nearest.ts';
import { type Config, ConfigError, defaultConfig, type GivenConfig, readJson } from './config.ts';
import { layered } from './layers.ts';
import { flagOf, variableOf, variables } from './member-values.ts';

interface ConfigFiles {
  readonly config: string;
  readonly fixtures: string | undefined;
}

/** Read from the working directory if it exists. */
export const defaultConfigFile = 'gateway-sandbox.config.json';

/** Loads the configuration: the defaults when nothing is given and there is no file. Throws `ConfigError`. */
export async function loadConfig(flags: GivenConfig, env: NodeJS.ProcessEnv, cwd: string): Promise<Config> {
  const fromEnv = environment(env);
  const file = readConfigFile(String(flags.config ?? fromEnv.config ?? ''), cwd);
  try {
    const layers = await layered({ file, variables: fromEnv, flags });
    const plain = plainConfig(layers.given, cwd);
    if (plain) return plain;
    const { checkedConfig } = await import('./config-schema.ts');
    return checkedConfig(layers.given, cwd, layers);
  } catch (error) {
    throw withSource(error, fromEnv, flags);
  }
}

/** The paths of the config file, which may not exist, and of any fixtures file. Throws `ConfigError`. */
export function configFiles(flags: GivenConfig, env: NodeJS.ProcessEnv, cwd: string): ConfigFiles {
  const fromEnv = environment(env);
  const named = String(flags.config ?? fromEnv.config ?? '');
  const { fixtures } = { ...readConfigFile(named, cwd), ...fromEnv, ...flags };
  return {
    config: configPath(flags, env, cwd),
    fixtures: typeof fixtures === 'string' ? resolve(cwd, fixtures) : undefined,
  };
}

/** The path of the config file, which may not exist. */
export function configPath(flags: GivenConfig, env: NodeJS.ProcessEnv, cwd: string): string {
  const named = String(flags.config ?? env[variableOf('config') ?? ''] ?? '');
  return resolve(cwd, named === '' ? defaultConfigFile : named);
}

/** Shortcut for simple, plainly valid configurations: loading the validation takes a sixth of a start. */
function plainConfig({ port = defaultConfig.port, data, ...others }: GivenConfig, cwd: string) {
  const isPlain =
    Object.keys(others).length === 0 &&
    /^\d{1,5}$/.test(String(port)) &&
    Number(port) < 2 ** 16 &&
    (data === undefined || (typeof data === 'string' && data !== ''));
  if (!isPlain) return undefined;
  return { ...defaultConfig, port: Number(port), data: data === undefined ? undefined : resolve(cwd, data) };
}

const prefix = 'GATEWAY_SANDBOX_';

/** Not part of the configuration: for commands that talk to a sandbox. */
const urlVariable = `${prefix}URL`;
/** For our own tests, so it is never suggested. */
const testVariable = `${prefix}TEST_BROWSER`;

/**
 * Kubernetes and `docker --link` set these for a service called gateway-sandbox: `…_SERVICE_HOST`,
 * `…_PORT_4700_TCP_ADDR`, `…_PORT=tcp://10.0.0.1:4700`.
 */
const ofPlatform = /^GATEWAY_SANDBOX_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_\w+|NAME|ENV_\w+)$/;

function environment(given: NodeJS.ProcessEnv): GivenConfig {
  const { GATEWAY_SANDBOX_PORT: port = '', ...others } = given;
  const env = /^(?:tcp|udp):/.test(port) ? others : given;
  refuseUnknown(env);
  const set = Object.entries(variables).filter(
    ([variable]) => env[variable] !== undefined && env[variable] !== '',
  );
  return Object.fromEntries(set.map(([variable, name]) => [name, env[variable]]));
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known = [...Object.keys(variables), urlVariable];
  const unknown = Object.keys(env).find(
    (each) => each.startsWith(prefix) && ![...known, testVariable].includes(each) && !ofPlatform.test(each),
  );
  if (unknown === undefined) return;
  const like = nearest(unknown, known);
  const advice = like === undefined ? 'Unset it.' : `Did you mean ${like}?`;
  throw new ConfigError(`The environment variable ${unknown} is unknown. ${advice}`, { variable: unknown });
}

/** Names what supplied the wrong member: people look for it where they wrote it. */
function withSource(error: unknown, fromEnv: GivenConfig, flags: GivenConfig): unknown {
  if (!(error instanceof ConfigError) || error.member === undefined) return error;
  const { member, message } = error;
  const flag = flagOf(member);
  if (Object.hasOwn(flags, member))
    return new ConfigError(flag === undefined ? message : namedAfter(flag, error), { member });
  const variable = variableOf(member);
  if (variable === undefined || !Object.hasOwn(fromEnv, member)) return error;
  const named = error.at ? namedAfter(variable, error) : `${variable}: ${message}`;
  return new ConfigError(named, { member, variable });
}

/** `allow_hosts.0: must be …` as `--allow-host must be …`. */
function namedAfter(source: string, { at, message }: ConfigError): string {
  if (!at) return message;
  const inside = at.path.join('.').replace(/^\d+$/, '');
  return [source, inside, at.why].filter((part) => part !== '').join(' ');
}

/** The named file, or else the one in the working directory, if it exists. */
function readConfigFile(named: string, cwd: string): GivenConfig {
  const file = join(cwd, defaultConfigFile);
  const found = named === '' ? readIfThere(file) : readJson(named, 'config file');
  if (found === undefined) return {};
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new ConfigError(`The config file ${named || file} must hold a JSON object.`, { isUsage: false });
  // Otherwise, it would be ignored: the flag and the variable set it too.
  if (Object.hasOwn(found, 'config'))
    throw new ConfigError(
      'config: unknown "config". Name another config file with --config FILE or GATEWAY_SANDBOX_CONFIG.',
    );
  return { ...found };
}

function readIfThere(file: string): unknown {
  try {
    return readJson(file, 'config file');
  } catch (error) {
    const cause = isError(error) ? error.cause : undefined;
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw error;
  }
}
