import type { GatewayToken } from '../gateways/gateway.ts';
import { gatewayTokens } from '../gateways/index.ts';
import type { CredentialName } from '../protocol/vocabulary.ts';
import type { Ids } from '../runtime/ids.ts';
import { type Account, usualGateways } from '../store/accounts.ts';
import type { AccountGateway, Brand } from '../store/schema.ts';

/** An account in fixtures and in the control API. Absent members are generated. */
export interface AccountSeed {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly approved?: boolean | undefined;
  readonly api_key?: string | undefined;
  readonly secret_key?: string | undefined;
  readonly access_tokens?:
    | { readonly test?: string | undefined; readonly live?: string | undefined }
    | undefined;
  readonly gateways?: Partial<Record<GatewayToken, Loose<AccountGateway>>> | undefined;
  /** Whether callbacks go to HTTPS servers with a self-signed certificate. */
  readonly allow_self_signed?: boolean | undefined;
  /** How the hosted pages look. Null for the sandbox's own design. */
  readonly brand?: Loose<Brand> | undefined;
  readonly ip_whitelist?:
    | { readonly enabled?: boolean | undefined; readonly entries?: readonly string[] | undefined }
    | undefined;
}

/** Members may be absent or undefined. Either way the existing value stays. */
type Loose<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };

/** A complete account. By default it is approved, allows every gateway and gets its own keys. */
export function newAccount(seed: AccountSeed, ids: Ids, now: number): Account {
  const id = seed.id ?? ids.key('acc').slice(0, 16);
  return {
    id,
    name: seed.name ?? id,
    approved: seed.approved ?? true,
    allowSelfSigned: seed.allow_self_signed ?? false,
    apiKey: seed.api_key ?? ids.key('key'),
    secretKey: seed.secret_key ?? ids.key('sk'),
    accessTokens: {
      test: seed.access_tokens?.test ?? ids.key('test'),
      live: seed.access_tokens?.live ?? ids.key('live'),
    },
    gateways: gatewaysOf(seed.gateways ?? {}),
    whitelist: { enabled: seed.ip_whitelist?.enabled ?? false, entries: seed.ip_whitelist?.entries ?? [] },
    createdAt: now,
    brand: brandOf(null, seed.brand),
  };
}

/** The account with the changes merged in at any depth. */
export function changedAccount(old: Account, change: Omit<AccountSeed, 'id'>): Account {
  const gateways = { ...old.gateways };
  for (const token of gatewayTokens)
    gateways[token] = { ...gateways[token], ...given(change.gateways?.[token]) };
  return {
    ...old,
    name: change.name ?? old.name,
    approved: change.approved ?? old.approved,
    allowSelfSigned: change.allow_self_signed ?? old.allowSelfSigned,
    apiKey: change.api_key ?? old.apiKey,
    secretKey: change.secret_key ?? old.secretKey,
    accessTokens: { ...old.accessTokens, ...given(change.access_tokens) },
    gateways,
    brand: brandOf(old.brand, change.brand),
    whitelist: { ...old.whitelist, ...given(change.ip_whitelist) },
  };
}

/** The account with a new key or token. The old one stops working. */
export function renewedAccount(old: Account, what: CredentialName, ids: Ids): Account {
  if (what === 'api_key') return { ...old, apiKey: ids.key('key') };
  if (what === 'secret_key') return { ...old, secretKey: ids.key('sk') };
  return { ...old, accessTokens: { ...old.accessTokens, [what]: ids.key(what) } };
}

/** A brand without a color and a logo counts as no brand. */
function brandOf(old: Brand | null, change: AccountSeed['brand']): Brand | null {
  const brand = { accent: null, logo: null, ...old, ...given(change) };
  return brand.accent === null && brand.logo === null ? null : brand;
}

function gatewaysOf(seeds: NonNullable<AccountSeed['gateways']>): Record<GatewayToken, AccountGateway> {
  const all = gatewayTokens.map(
    (token) => [token, { ...usualGateways[token], ...given(seeds[token]) }] as const,
  );
  // `all` has an entry for every token of the registry.
  return Object.fromEntries(all) as Record<GatewayToken, AccountGateway>;
}

function given<Whole extends object>(part: Loose<Whole> | undefined): Partial<Whole> {
  // Only members that are not undefined are left.
  return Object.fromEntries(
    Object.entries(part ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Whole>;
}
