import type { Runtime } from '../../runtime/runtime.ts';
import type { LoggedRequest } from '../../store/requests.ts';
import { fieldsOf } from '../export/sent-fields.ts';
import { wrongFieldsIn } from './wrong-fields.ts';

/** A logged call, as the form of "Send a call" starts with it. */
export interface EarlierCall {
  /** The endpoint, the account and the token, by their names in the form. */
  readonly values: ReadonlyMap<string, string>;
  /** The fields that it sent, without wrong ones. */
  readonly fields: ReadonlyMap<string, string>;
  /** The names of the wrong ones. */
  readonly wrong: ReadonlySet<string>;
}

/** Undefined if there is no such call, or it called no endpoint. */
export function earlierCall({ store, settings }: Runtime, id: string): EarlierCall | undefined {
  const row = /^\d{1,15}$/.test(id) ? store.requests.get(Number(id)) : undefined;
  if (!row || !isToEndpoint(row)) return undefined;
  const wrong = new Set(wrongFieldsIn(row.answer).map(({ name }) => name));
  return {
    values: new Map([
      ['endpoint', `${row.gateway}/${row.action}`],
      ['account', row.accountId ?? ''],
      ['token', row.mode ?? ''],
    ]),
    fields: new Map(fieldsOf(row, settings.current)?.filter(([name]) => !wrong.has(name))),
    wrong,
  };
}

export function isToEndpoint({ gateway, action }: LoggedRequest): boolean {
  return gateway !== null && action !== null;
}
