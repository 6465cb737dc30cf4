import { z } from 'zod';
import { gatewayTokens } from '../gateways/index.ts';
import { isWhitelistEntry } from '../protocol/ip-address.ts';
import { longestLogo } from '../store/schema.ts';

const key = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable ASCII characters without spaces');
export const gatewayToken = z.enum(gatewayTokens);

const gateway = z.strictObject({
  allowed: z.boolean().optional(),
  configured: z.boolean().optional(),
  test_mode: z.boolean().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code such as "USD"')
    .optional(),
});

/** The logo is embedded, because pages load nothing from other servers. */
export const brandSchema = z.strictObject({
  accent: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as "#0b6e4f"')
    .nullable()
    .optional()
    .describe('Color of the hosted pages; made darker or lighter where text would be hard to read'),
  logo: z
    .string()
    .max(longestLogo, `must be at most ${longestLogo} characters`)
    .regex(
      /^data:image\/(?:png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/,
      'must be a data URL of a PNG, JPEG, WebP, GIF or SVG image, in base64',
    )
    .nullable()
    .optional()
    .describe('Logo on the hosted pages, as a data URL'),
});

/** An account as given in fixtures and the control API. All members are optional. */
export const accountSeedSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must consist of A-Z a-z 0-9 _ -')
    .optional(),
  name: z.string().min(1, 'must not be empty').max(100, 'must be at most 100 characters').optional(),
  approved: z.boolean().optional(),
  allow_self_signed: z
    .boolean()
    .optional()
    .describe('Whether callbacks go to HTTPS servers with a self-signed certificate'),
  brand: brandSchema.optional().describe('How the hosted pages look'),
  api_key: key.optional(),
  secret_key: key.optional(),
  access_tokens: z.strictObject({ test: key.optional(), live: key.optional() }).optional(),
  gateways: z.partialRecord(gatewayToken, gateway).optional(),
  ip_whitelist: z
    .strictObject({
      enabled: z.boolean().optional(),
      entries: z
        .array(z.string().refine(isWhitelistEntry, 'must be an IP address or a CIDR range'))
        .max(1000)
        .optional(),
    })
    .optional(),
});

/** The accounts of a fixtures file. */
export const fixturesSchema = z.strictObject({
  accounts: z
    .array(accountSeedSchema)
    .min(1)
    .refine(areDistinct, 'two of them share an id, an API key or an access token'),
});

function areDistinct(accounts: readonly z.output<typeof accountSeedSchema>[]): boolean {
  const members = [
    accounts.map(({ id }) => id),
    accounts.map((account) => account.api_key),
    accounts.flatMap(({ access_tokens: tokens }) => [tokens?.test, tokens?.live]),
  ].map((all) => all.filter((each) => each !== undefined));
  return members.every((all) => new Set(all).size === all.length);
}
