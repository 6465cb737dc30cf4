import type { LookupAddress } from 'node:dns';
import { onTestFinished } from 'vitest';
import { HttpSender } from '../../src/callbacks/http-sender.ts';
import { NameLookups } from '../../src/callbacks/name-lookups.ts';
import type { Delivered } from '../../src/callbacks/wire-request.ts';

interface TestSender {
  readonly send: (url: string) => Promise<Delivered>;
  /** The names that were looked up, in order. */
  readonly asked: readonly string[];
}

/** An `HttpSender` whose lookups return these answers in order, so that the tests never query a network. */
export function senderWith(
  answers: readonly (readonly string[])[],
  hostMap: Readonly<Record<string, string>> = {},
  isOwnSocket: (address: string, port: number) => boolean = () => false,
): TestSender {
  const asked: string[] = [];
  const addresses = { isOwnSocket, callbackHostMap: new Map(Object.entries(hostMap)) };
  const names = new NameLookups((name, _options, found) => {
    const answer = answers[asked.push(name) - 1] ?? [];
    found(null, answer.map(withFamily));
  });
  const sender = new HttpSender(addresses, names);
  onTestFinished(() => sender.close());
  const request = { method: 'POST', body: '{}', allowSelfSigned: false, timeoutMs: 60_000 } as const;
  return { asked, send: (url) => sender.send({ ...request, url }, new AbortController().signal) };
}

function withFamily(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}

/** A merchant's URL with another host name. */
export function at(url: string, name: string): string {
  return url.replace('127.0.0.1', name);
}
