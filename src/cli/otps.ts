import type { QueryOf } from '../client/connection.ts';
import type { Otp } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { localTime } from './local-time.ts';
import { oneLine, pairs, show, showList } from './output.ts';
import type { PageFlags, PageQuery } from './pages.ts';
import { refuseFilters } from './selected-by.ts';

/** Typed text: the sandbox validates the values. */
interface ListFlags extends ControlFlags, PageFlags {
  readonly mobile?: string;
  readonly gateway?: string;
  readonly status?: NonNullable<QueryOf<'listOtps'>['status']>;
  readonly process?: string;
  readonly account?: string;
}

/** Lists the one-time codes, newest first. */
export async function otps(flags: ListFlags): Promise<void> {
  const client = controlClient(flags);
  const { mobile, gateway, status, process, account } = flags;
  const filter = { mobile_number: mobile, gateway, status, process_id: process, account };
  const page = (query: PageQuery) => client.call('listOtps', { query: { ...filter, ...query } });
  const headings = ['ID', 'NUMBER', 'GATEWAY', 'CODE', 'STATUS', 'SENT', 'EXPIRES'];
  await showList(flags, page, { headings, row, none: 'There are no codes.' });
}

export async function expire(id: string, flags: ListFlags): Promise<void> {
  refuseFilters(filtersOf(flags), 'the ID');
  shown(flags, await controlClient(flags).call('expireOtp', { params: { id } }));
}

export async function lock(id: string, flags: ListFlags): Promise<void> {
  refuseFilters(filtersOf(flags), 'the ID');
  shown(flags, await controlClient(flags).call('lockOtp', { params: { id } }));
}

/** Sends a new code for the same process. */
export async function resend(id: string, flags: ListFlags): Promise<void> {
  refuseFilters(filtersOf(flags), 'the ID');
  shown(flags, await controlClient(flags).call('resendOtp', { params: { id } }));
}

export async function clear(flags: ListFlags): Promise<void> {
  const { account, ...others } = filtersOf(flags);
  refuseFilters(others, '--account');
  const answer = await controlClient(flags).call('clearOtps', { query: { account } });
  show(flags, answer, () =>
    account === undefined
      ? 'The inbox is empty. The codes still work.'
      : oneLine(`The inbox of account ${account} is empty. Its codes still work.`),
  );
}

function filtersOf({ mobile, gateway, status, process, account }: ListFlags) {
  return { mobile, gateway, status, process, account };
}

function shown(flags: ControlFlags, otp: Otp): void {
  show(flags, otp, () =>
    pairs([
      ['id', otp.id],
      ['number', otp.mobile_number],
      ['gateway', otp.gateway],
      ['code', otp.code],
      ['status', otp.status],
      ['process', otp.process_id],
      ['expires', localTime(otp.expires_at)],
    ]),
  );
}

function row(otp: Otp): string[] {
  const { id, mobile_number: number, gateway, code, status, created_at: at, expires_at: expires } = otp;
  return [id, number, gateway, code, status, localTime(at), localTime(expires)];
}
