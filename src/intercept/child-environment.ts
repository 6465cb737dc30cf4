import type { InterceptedHost } from './address.ts';
import { bypasses, noProxyEntries } from './no-proxy.ts';
import type { TrustFiles } from './trust-files.ts';
import { type Environment, variable } from './upstream.ts';

export interface ChildEnvironmentOptions {
  readonly hosts: readonly InterceptedHost[];
  /** With user and password. */
  readonly proxyUrl: string;
  /** Of the proxy that Java asks: it can send no password. */
  readonly javaPort: number;
  readonly files: TrustFiles;
  readonly platform: NodeJS.Platform;
}

/** The variables that lead a program's requests to the proxy and make it trust the certificate, on top of what it has already. */
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

/** The sandbox itself, in all the ways in which clients compare. */
const loopback = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]'];

/** Names the entries of the user's NO_PROXY that the command does not get, a sentence for each. */
export function noProxyWarnings(env: Environment, hosts: readonly InterceptedHost[]): readonly string[] {
  return noProxyEntries(variable(env, 'no_proxy')).flatMap((entry) => {
    const covered = hosts.filter((host) => covers(entry, host)).map(({ name }) => name);
    if (covered.length === 0) return [];
    return [
      `NO_PROXY lists ${entry}, which would keep ${covered.join(', ')} from the sandbox. The command runs without it.`,
    ];
  });
}

/** An entry that covers an intercepted host would keep it away from the proxy, which reaches the entry's other hosts directly. */
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

/** An empty part stands for the folder that PHP was built with; ours is last, and so wins. */
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
