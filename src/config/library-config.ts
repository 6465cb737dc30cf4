import type { Config, GivenConfig } from './config.ts';
import { checkedConfig } from './config-schema.ts';

/** The configuration of `startSandbox`: a free port, unless one is given. Throws `ConfigError`. */
export function libraryConfig(options: GivenConfig, cwd: string): Config {
  // `undefined` counts as not given, as for every other option.
  const { port = 0 } = options;
  return checkedConfig({ ...options, port }, cwd);
}
