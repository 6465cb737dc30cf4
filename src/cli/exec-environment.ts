import { sandboxEnvironment } from '../client/sandbox-environment.ts';
import { extraAuthorities } from '../host/extra-authorities.ts';
import type { Running } from '../sandbox/run.ts';
import { WrongUsage } from './control-client.ts';

/** Our own variables, plus those that `--env` defines. Throws `WrongUsage`. */
export function execEnvironment(running: Running, templates: readonly string[]): NodeJS.ProcessEnv {
  const { url, token, authority } = running;
  const [account] = running.sandbox.runtime.store.accounts.all();
  const ca = authority && extraAuthorities(authority.caFile);
  const own = sandboxEnvironment({ url, account, token, ca });
  const values: Readonly<Record<string, string | undefined>> = {
    url,
    control_url: `${url}/_sandbox/api`,
    api_key: own.GATEWAY_API_KEY,
    access_token: own.GATEWAY_ACCESS_TOKEN,
    secret_key: own.GATEWAY_SECRET_KEY,
  };
  return { ...own, ...Object.fromEntries(templates.map((template) => variable(template, values))) };
}

function variable(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): [name: string, value: string] {
  const [, name, text] = /^([^=\s\0]+)=(.*)$/s.exec(template) ?? [];
  if (name === undefined || text === undefined)
    throw new WrongUsage(`--env ${JSON.stringify(template)} must have the form NAME=TEMPLATE.`);
  const filled = text.replace(/\{(\w+)\}/g, (placeholder, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value !== undefined) return value;
    const known = Object.keys(values).map((each) => `{${each}}`);
    throw new WrongUsage(`--env ${name}: there is no ${placeholder}. There are ${known.join(', ')}.`);
  });
  return [name, filled];
}
