import type { InterceptedHost } from './address.ts';
import { bypasses, noProxyEntries } from './no-proxy.ts';
import type { TrustFiles } from './trust-files.ts';
import { type Environment, variable } from './upstream.ts';

export interface ChildEnvironmentOptions {
  readonly hosts: readonly InterceptedHost[];
  /** Includes user and password. */
  readonly proxyUrl: string;
  /** The port of the proxy for Java, which cannot send a password. */
  readonly javaPort: number;
  readonly files: TrustFiles;
  readonly platform: NodeJS.Platform;
}

/**
 * The variables that route a program's requests to the proxy and make it trust the certificate. They extend
 * its existing environment.
 */
export function childEnvironment(env: Environment, options: ChildEnvironmentOptions): Record<string, string> {
  const { proxyUrl, files } = options;
  const noProxy = [...loopback, ...keptNoProxy(env, options.hosts)].join(',');
  return {
    ...inBothCases('https_proxy', proxyUrl),
    ...inBothCases('http_proxy', proxyUrl),
    ...inBothCases('no_proxy', noProxy),
    NODE_USE_ENV_PROXY: '1',
    PERL_LWP_ENV_PROXY: '1',
    ...files.bundles,
    ...(files.wgetrc !== undefined && { WGETRC: files.wgetrc }),
    PHP_INI_SCAN_DIR: phpScanDir(env.PHP_INI_SCAN_DIR, options),
    JAVA_TOOL_OPTIONS: [
      ...(env.JAVA_TOOL_OPTIONS ? [env.JAVA_TOOL_OPTIONS] : []),
      ...javaOptions(options),
    ].join(' '),
  };
}

/** The sandbox itself, in every form that clients compare. */
const loopback = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]'];

/** Warns about the user's NO_PROXY entries that the command does not get, one sentence each. */
export function noProxyWarnings(env: Environment, hosts: readonly InterceptedHost[]): readonly string[] {
  return noProxyEntries(variable(env, 'no_proxy')).flatMap((entry) => {
    const covered = hosts.filter((host) => covers(entry, host)).map(({ name }) => name);
    if (covered.length === 0) return [];
    return [
      `NO_PROXY lists ${entry}, which would keep ${covered.join(', ')} from the sandbox. The command runs without it.`,
    ];
  });
}

/** Drops entries that cover an intercepted host. The proxy connects to their other hosts directly. */
function keptNoProxy(env: Environment, hosts: readonly InterceptedHost[]): readonly string[] {
  return noProxyEntries(variable(env, 'no_proxy')).filter(
    (entry) => !hosts.some((host) => covers(entry, host)) && !loopback.includes(entry),
  );
}

function covers(entry: string, { name, port }: InterceptedHost): boolean {
  return [port ?? 443, port ?? 80].some((each) => bypasses(entry, { name, port: each }));
}

function inBothCases(name: string, value: string): Record<string, string> {
  return { [name]: value, [name.toUpperCase()]: value };
}

/** An empty part means the folder that PHP was built with. Ours comes last, so it wins. */
function phpScanDir(own: string | undefined, { files, platform }: ChildEnvironmentOptions): string {
  return `${own ?? ''}${platform === 'win32' ? ';' : ':'}${files.phpFolder}`;
}

function javaOptions({ javaPort, files }: ChildEnvironmentOptions): readonly string[] {
  const proxies = ['http', 'https'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=127.0.0.1`,
    `-D${scheme}.proxyPort=${javaPort}`,
  ]);
  const store = [`-Djavax.net.ssl.trustStore=${files.javaStore}`, '-Djavax.net.ssl.trustStoreType=PKCS12'];
  return [...proxies, '-Dhttp.nonProxyHosts=localhost|*.localhost|127.*|[::1]', ...store].map(quoted);
}

function quoted(option: string): string {
  return /\s/.test(option) ? `"${option}"` : option;
}
