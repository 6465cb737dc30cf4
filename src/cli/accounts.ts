import type { Connection } from '../client/connection.ts';
import type { Account, Operations, RenewCredentialBody } from '../client/contract.ts';
import { type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { gatewayNamed } from './gateway-named.ts';
import { pairs, show, showList } from './output.ts';
import type { PageFlags, PageQuery } from './pages.ts';

type AccountChange = NonNullable<Operations['changeAccount']['body']>;

interface CredentialFlags extends ControlFlags {
  readonly name?: string;
  readonly apiKey?: string;
  readonly secretKey?: string;
  readonly testToken?: string;
  readonly liveToken?: string;
}

interface ChangeFlags extends CredentialFlags {
  readonly approved?: string;
  readonly allowSelfSigned?: string;
  readonly gateway?: readonly string[];
  readonly whitelist?: string;
  readonly whitelistEntry?: readonly string[];
}

/** Lists the accounts with their secrets masked, or shows one with its secrets. */
export async function accounts(id: string | undefined, flags: ControlFlags & PageFlags): Promise<void> {
  const client = controlClient(flags);
  if (id !== undefined) {
    const account = await client.call('getAccount', { params: { id } });
    return show(flags, account, () => accountText(account));
  }
  const headings = ['ID', 'NAME', 'APPROVED', 'API KEY', 'TEST TOKEN', 'LIVE TOKEN'];
  const page = (query: PageQuery) => client.call('listAccounts', { query });
  await showList(flags, page, { headings, row, none: 'There are no accounts.' });
}

export async function addAccount(flags: CredentialFlags & { readonly id?: string }): Promise<void> {
  const account = await controlClient(flags).call('createAccount', {
    body: { id: flags.id, ...credentialsOf(flags) },
  });
  show(flags, account, () => credentials(account));
}

/** Changes only what the flags name. */
export async function changeAccount(id: string, flags: ChangeFlags): Promise<void> {
  const change = changeOf(flags);
  if (JSON.stringify(change) === '{}') throw new WrongUsage('Name what to change, such as --approved false.');
  const client = controlClient(flags);
  const body = await withTokens(client, change);
  const account = await client.call('changeAccount', { params: { id }, body });
  show(flags, account, () => accountText(account));
}

export async function renew(
  id: string,
  what: RenewCredentialBody['what'],
  flags: ControlFlags,
): Promise<void> {
  const account = await controlClient(flags).call('renewCredential', { params: { id }, body: { what } });
  show(flags, account, () => credentials(account));
}

function credentialsOf({ name, apiKey, secretKey, testToken: test, liveToken: live }: CredentialFlags) {
  return {
    name,
    api_key: apiKey,
    secret_key: secretKey,
    ...((test ?? live) !== undefined && { access_tokens: { test, live } }),
  };
}

function changeOf(flags: ChangeFlags): AccountChange {
  const { approved, allowSelfSigned, gateway = [], whitelist, whitelistEntry: entries } = flags;
  const change = {
    ...credentialsOf(flags),
    approved: switchOf('--approved', approved),
    allow_self_signed: switchOf('--allow-self-signed', allowSelfSigned),
    ...(gateway.length > 0 && { gateways: gatewaysOf(gateway) }),
    ...((whitelist ?? entries) !== undefined && {
      ip_whitelist: { enabled: switchOf('--whitelist', whitelist), entries },
    }),
  };
  // Typed text: the sandbox validates it.
  return change as AccountChange;
}

function switchOf(flag: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new WrongUsage(`${flag} must be true or false, not ${JSON.stringify(text)}.`);
}

function gatewaysOf(assignments: readonly string[]): Record<string, Record<string, string | boolean>> {
  const gateways: Record<string, Record<string, string | boolean>> = {};
  for (const assignment of assignments) {
    const [, name, member, value] = /^([^=]+)\.([^.=]+)=(.*)$/s.exec(assignment) ?? [];
    if (name === undefined || member === undefined || value === undefined)
      throw new WrongUsage(`--gateway ${JSON.stringify(assignment)} must have the form NAME.MEMBER=VALUE.`);
    const isSwitch = value === 'true' || value === 'false';
    gateways[name] = { ...gateways[name], [member]: isSwitch ? value === 'true' : value };
  }
  return gateways;
}

/** Accounts have their gateways by token. Throws `WrongUsage`. */
async function withTokens(client: Connection, change: AccountChange): Promise<AccountChange> {
  if (change.gateways === undefined) return change;
  const { data } = await client.call('listGateways');
  const byToken = new Map<string, object>();
  for (const [name, members] of Object.entries(change.gateways)) {
    const { token } = gatewayNamed(name, data);
    byToken.set(token, { ...byToken.get(token), ...members });
  }
  return { ...change, gateways: Object.fromEntries(byToken) };
}

function credentials(account: Account): string {
  return pairs([
    ['account', account.id],
    ['name', account.name],
    ['API key', account.api_key],
    ['test token', account.access_tokens.test],
    ['live token', account.access_tokens.live],
    ['secret key', account.secret_key],
  ]);
}

function accountText(account: Account): string {
  const { approved, allow_self_signed: selfSigned, ip_whitelist: whitelist, gateways } = account;
  const facts = pairs([
    ['approved', yesOrNo(approved)],
    ['self-signed', yesOrNo(selfSigned)],
    ['whitelist', `${whitelist.enabled ? 'on' : 'off'} ${whitelist.entries.join(' ')}`.trim()],
    ...Object.entries(gateways).map(
      ([token, members]) =>
        [
          token,
          Object.entries(members)
            .map(([member, value]) => `${member}=${value}`)
            .join(' '),
        ] as const,
    ),
  ]);
  return `${credentials(account)}\n\n${facts}`;
}

function row({ id, name, approved, api_key: apiKey, access_tokens: { test, live } }: Account): string[] {
  return [id, name, yesOrNo(approved), apiKey, test, live];
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
