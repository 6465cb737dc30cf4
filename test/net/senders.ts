import { getEventListeners } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { HttpSender } from '../../src/callbacks/http-sender.ts';
import { call as audited } from '../../src/net/call.ts';

/** The result of an exchange: a status, or the reason why there is none. */
export type Outcome = number | string;

export interface Sender {
  readonly send: (url: string) => Promise<Outcome>;
  readonly close: () => void;
}

/** Sends like a callback. */
export function byHttpSender(timeoutMs: number): Sender {
  const sender = new HttpSender({ isOwnSocket: () => false, callbackHostMap: new Map() });
  const close = () => sender.close();
  onTestFinished(close);
  const request = { method: 'POST', body: '{"a":1}', allowSelfSigned: true, timeoutMs } as const;
  const send = async (url: string) => {
    const { signal } = new AbortController();
    const end = await sender.send({ ...request, url }, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    return 'status' in end ? end.status : end.error;
  };
  return { send, close };
}

/** Sends like the audit. */
export function byAudit(timeoutMs: number): Sender {
  const send = async (url: string) => {
    const { status, error } = await audited({ method: 'POST', url, body: '{"a":1}', timeoutMs });
    return status ?? error ?? '';
  };
  return { send, close: () => undefined };
}
