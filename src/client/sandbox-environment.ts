import type { Credentials } from './account-client.ts';

/** What an app or a command must know to use a sandbox. */
export interface SandboxAccess {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  /** Undefined if the sandbox has no account. */
  readonly account: Omit<Credentials, 'id'> | undefined;
  /** The token for the pages and the control API. Undefined if they need none. */
  readonly token?: string | undefined;
  /** The file of the local CA that a client must trust. Undefined without one. */
  readonly ca?: string | undefined;
}

/** The environment variables by which an app, and our own commands in it, find and trust a sandbox. */
export function sandboxEnvironment({ url, account, token, ca }: SandboxAccess): Record<string, string> {
  return {
    GATEWAY_URL: url,
    GATEWAY_API_KEY: account?.apiKey ?? '',
    GATEWAY_ACCESS_TOKEN: account?.accessTokens.test ?? '',
    GATEWAY_SECRET_KEY: account?.secretKey ?? '',
    GATEWAY_SANDBOX_URL: url,
    ...(token !== undefined && { GATEWAY_SANDBOX_TOKEN: token }),
    ...(ca !== undefined && { NODE_EXTRA_CA_CERTS: ca }),
  };
}
