import type { Running } from '../sandbox/run.ts';
import { WrongUsage } from './control-client.ts';

/** Our own variables, plus those that `--env` defines. Throws `WrongUsage`. */
export function execEnvironment(running: Running, templates: readonly string[]): NodeJS.ProcessEnv {
  const { url, token, authority } = running;
  const [account] = running.sandbox.runtime.store.accounts.all();
  const values: Readonly<Record<string, string>> = {
    url,
    control_url: `${url}/_sandbox/api`,
    api_key: account?.apiKey ?? '',
    access_token: account?.accessTokens.test ?? '',
    secret_key: account?.secretKey ?? '',
  };
  return {
    GATEWAY_URL: url,
    GATEWAY_API_KEY: values.api_key,
    GATEWAY_ACCESS_TOKEN: values.access_token,
    GATEWAY_SECRET_KEY: values.secret_key,
    GATEWAY_SANDBOX_URL: url,
    ...(token !== undefined && { GATEWAY_SANDBOX_TOKEN: token }),
    ...(authority && { NODE_EXTRA_CA_CERTS: authority.caFile }),
    ...Object.fromEntries(templates.map((template) => variable(template, values))),
  };
}

function variable(template: string, values: Readonly<Record<string, string>>): [name: string, value: string] {
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
