import type { Config } from '../config/config.ts';
import { UserError } from '../host/user-error.ts';
import type { InterceptedHost } from '../intercept/address.ts';
import type { Interception, InterceptOptions } from '../intercept/intercept.ts';
import type { OtherHosts } from '../intercept/verdict.ts';
import { portOf } from '../protocol/merchant-url.ts';
import type { Running } from '../sandbox/run.ts';
import { WrongUsage } from './control-client.ts';

interface Asked {
  readonly intercept?: readonly string[];
  readonly otherHosts?: string;
}

/** What `exec` intercepts. Empty if no host is named. Throws `WrongUsage`. */
export async function intercepted({
  intercept = [],
  otherHosts,
}: Asked): Promise<Pick<InterceptOptions, 'hosts' | 'otherHosts'>> {
  if (otherHosts !== undefined && intercept.length === 0)
    throw new WrongUsage('--other-hosts goes with --intercept HOST.');
  if (otherHosts !== undefined && !isChoice(otherHosts))
    throw new WrongUsage(`--other-hosts must be tunnel or refuse, not ${JSON.stringify(otherHosts)}.`);
  return { hosts: await hostsOf(intercept), otherHosts: otherHosts ?? 'tunnel' };
}

/** Starts intercepting these hosts. Undefined without hosts. Throws `UserError`. */
export async function interceptionOf(
  { sandbox, url }: Running,
  options: Pick<InterceptOptions, 'hosts' | 'otherHosts' | 'env'>,
): Promise<Interception | undefined> {
  if (options.hosts.length === 0) return undefined;
  const { intercept } = await import('../intercept/intercept.ts');
  return await intercept({ ...options, app: sandbox.app, sandboxUrl: url });
}

/** A fixed public URL leads to another sandbox than this temporary one, unless its host is intercepted. */
export async function publicUrlOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  hosts: readonly InterceptedHost[],
): Promise<string | undefined> {
  if (publicUrl === undefined || publicUrl === 'auto') return publicUrl;
  if (hosts.length === 0) return undefined;
  const { addressOf, isIntercepted } = await import('../intercept/address.ts');
  const url = new URL(publicUrl);
  const to = addressOf(url.host, portOf(url));
  return to && isIntercepted(hosts, to) ? publicUrl : undefined;
}

async function hostsOf(texts: readonly string[]): Promise<readonly InterceptedHost[]> {
  if (texts.length === 0) return [];
  const { interceptedHost } = await import('../intercept/address.ts');
  try {
    return texts.map(interceptedHost);
  } catch (error) {
    throw error instanceof UserError ? new WrongUsage(error.message) : error;
  }
}

function isChoice(text: string): text is OtherHosts {
  return text === 'tunnel' || text === 'refuse';
}
