/** The gateway's address, the shop's credentials, and the shop's own address. */
export type MerchantConfig = {
  /** The gateway's base URL, without `/api/v1` and without a trailing slash. */
  readonly gatewayUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  /** The HMAC key for `hashed`. It never leaves the server. */
  readonly secretKey: string;
  /** The shop's public URL, without a trailing slash. `return_url` and `callback_url` start with it. */
  readonly merchantUrl: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables, which the README lists.
 * @param listeningUrl used if MERCHANT_URL is not set
 * @throws {Error} with one sentence if an address is not an http or https URL
 */
export function readConfig(env: Environment, listeningUrl: string): MerchantConfig {
  return {
    gatewayUrl: baseUrl('GATEWAY_URL', env.GATEWAY_URL || 'http://127.0.0.1:4700'),
    apiKey: env.GATEWAY_API_KEY || 'demo_api_key',
    accessToken: env.GATEWAY_ACCESS_TOKEN || 'demo_test_token',
    secretKey: env.GATEWAY_SECRET_KEY || 'demo_secret_key',
    merchantUrl: baseUrl('MERCHANT_URL', env.MERCHANT_URL || listeningUrl),
  };
}

/** @throws {Error} with one sentence if PORT is not a whole number from 0 to 65535 */
export function readPort(env: Environment): number {
  const text = env.PORT || '3000';
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function baseUrl(name: string, text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new Error(`${name} must be an http or https address, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}
