import type { Config } from './config.ts';

/** The base URL for clients on this machine. */
export function baseUrl({ host, https }: Pick<Config, 'host' | 'https'>, port: number): string {
  const name = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${https ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
