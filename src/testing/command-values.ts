import { sandboxEnvironment } from '../client/sandbox-environment.ts';
import { extraAuthorities } from '../host/extra-authorities.ts';
import type { SandboxOfApp } from './app-options.ts';

export type Command = string | readonly [program: string, ...args: string[]];

/** Fills in one name only: code in an argument may contain `{PORT}`, and the environment has all of them. */
export function partsOf(command: Command, { SANDBOX_URL }: Values): [program: string, ...args: string[]] {
  const [program, ...args] = typeof command === 'string' ? ([command] as const) : command;
  return [filled(program, { SANDBOX_URL }), ...args.map((arg) => filled(arg, { SANDBOX_URL }))];
}

type Values = ReturnType<typeof valuesOf>;

export function valuesOf({ url, account }: SandboxOfApp, port: number) {
  return {
    SANDBOX_URL: url,
    API_KEY: account.apiKey,
    ACCESS_TOKEN: account.accessTokens.test,
    SECRET_KEY: account.secretKey,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
  };
}

/** Includes the variables of `gateway-sandbox exec`, so that an app that works with it works here too. */
export function environmentOf(
  sandbox: SandboxOfApp,
  values: Values,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { SANDBOX_URL, APP_URL, PORT } = values;
  const asked = Object.entries(env).map(([name, text]) => [name, filled(text, values)]);
  const ca = sandbox.ca && extraAuthorities(sandbox.ca);
  const shared = sandboxEnvironment({ ...sandbox, ca });
  return { ...shared, SANDBOX_URL, APP_URL, PORT, ...Object.fromEntries(asked) };
}

/** Leaves `${NAME}` as it is: a shell replaces it, or the app itself. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/(?<!\$)\{([A-Z_]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
