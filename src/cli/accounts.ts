import type { Account, RenewCredentialBody } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { pairs, show, table } from './output.ts';

interface AccountFlags extends ControlFlags {
  readonly id?: string;
  readonly name?: string;
  readonly apiKey?: string;
  readonly secretKey?: string;
  readonly testToken?: string;
  readonly liveToken?: string;
}

export async function addAccount(flags: AccountFlags): Promise<void> {
  const account = await controlClient(flags).call('createAccount', {
    body: {
      id: flags.id,
      name: flags.name,
      api_key: flags.apiKey,
      secret_key: flags.secretKey,
      access_tokens: { test: flags.testToken, live: flags.liveToken },
    },
  });
  show(flags, account, () => credentials(account));
}

export async function accounts(flags: ControlFlags): Promise<void> {
  const page = await controlClient(flags).call('listAccounts');
  const headings = ['ID', 'NAME', 'APPROVED', 'API KEY', 'TEST TOKEN', 'LIVE TOKEN'];
  show(flags, page, () => table(headings, page.data.map(row)));
}

export async function renew(
  id: string,
  what: RenewCredentialBody['what'],
  flags: ControlFlags,
): Promise<void> {
  const account = await controlClient(flags).call('renewCredential', { params: { id }, body: { what } });
  show(flags, account, () => credentials(account));
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

function row({ id, name, approved, api_key: apiKey, access_tokens: { test, live } }: Account): string[] {
  return [id, name, approved ? 'yes' : 'no', apiKey, test, live];
}
