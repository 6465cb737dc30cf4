import { merchantCall } from '../audit/merchant-call.ts';
import type { Connection } from '../client/connection.ts';
import type { Account, Gateway } from '../client/contract.ts';
import { isObject } from '../input/paths.ts';
import type { Answer } from '../net/call.ts';
import { jsonValue } from '../protocol/json-text.ts';
import type { Action } from '../protocol/vocabulary.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';
import type { Wanted } from './pay-flags.ts';

/** Everything that one payment needs. */
export interface PayContext {
  readonly client: Connection;
  readonly account: Account;
  readonly gateway: Gateway;
  readonly wanted: Wanted;
  readonly limit: TimeLimit;
  /** Reports a finished step. */
  readonly tell: (step: string, what: string) => void;
}

/** The time limit of the whole command. */
export class TimeLimit {
  readonly ms: number;
  readonly #endsAt: number;

  constructor(ms: number) {
    this.ms = ms;
    this.#endsAt = performance.now() + ms;
  }

  /** Remaining milliseconds, at least 1. */
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.#endsAt - performance.now()));
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  get words(): string {
    return this.ms % 1000 === 0 ? `${this.ms / 1000} s` : `${this.ms} ms`;
  }
}

/** The merchant API refused a call. */
export interface Refusal {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
}

type Result = Readonly<Record<string, unknown>>;

/** Calls the merchant API with the account's keys. Throws `CommandFailed` without an answer of the API. */
export async function called(
  { client, account, gateway, limit }: PayContext,
  action: Action,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly result: Result } | { readonly refusal: Refusal }> {
  const path = `${gateway.name}/${action}`;
  const caller = {
    url: client.url,
    account: { apiKey: account.api_key, accessTokens: account.access_tokens },
  };
  const answer = await merchantCall(caller, path, fields, limit.leftMs);
  if (answer.status === null)
    throw new CommandFailed(`The sandbox gave no answer to ${path}: ${answer.error}.`);
  return read(path, answer, answer.status);
}

const wrongValues = [
  'INVALID_INPUTS',
  'INVALID_AMOUNT_FORMAT',
  'AMOUNT_NOT_ALLOWED',
  'AMOUNT_EXCEEDED_MAXIMUM',
];

/** The error that a refusal ends the command with: `WrongUsage` if a flag's value was refused. */
export function refused({ gateway }: PayContext, action: string, refusal: Refusal): CommandFailed {
  const Failed = wrongValues.includes(refusal.code ?? '') ? WrongUsage : CommandFailed;
  return new Failed(`${gateway.name} ${action} was refused: ${refusalWords(refusal)}`);
}

export function refusalWords({ status, code, message }: Refusal): string {
  return `${status}${code === null ? '' : ` ${code}`}: ${message}`;
}

function read(path: string, { body }: Answer, status: number) {
  const json = objectOf(jsonValue(body));
  const result = objectOf(json?.result);
  if (status === 200 && result !== undefined) return { result };
  const error = objectOf(json?.error);
  // A fault can return any body.
  if (error === undefined)
    throw new CommandFailed(
      `${path} answered ${status} with something other than the API's JSON: is a fault active?`,
    );
  const reasons = Object.entries(objectOf(error.fields) ?? {}).map(
    ([name, why]) => `${name} ${[why].flat().join(', ')}`,
  );
  const message = [String(error.message), ...reasons].join(' ');
  return { refusal: { status, code: typeof error.code === 'string' ? error.code : null, message } };
}

function objectOf(value: unknown): Result | undefined {
  return isObject(value) ? value : undefined;
}
