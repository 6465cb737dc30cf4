import type { LookupAddress } from 'node:dns';
import { expect, it, onTestFinished } from 'vitest';
import { HttpSender } from '../../src/callbacks/http-sender.ts';
import { NameLookups } from '../../src/callbacks/name-lookups.ts';
import { freshMerchant } from '../support/fresh.ts';

const here: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

/** A resolver that answers when the test says so. */
function resolver({ places = 2, slowMs = 60_000 } = {}) {
  const asked: string[] = [];
  const open = new Map<string, (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void>();
  const names = new NameLookups(
    (name, _options, found) => {
      asked.push(name);
      open.set(name, found);
    },
    { places, slowMs },
  );
  const answer = (name: string, addresses: LookupAddress[] | Error = here) => {
    const found = open.get(name);
    if (addresses instanceof Error) found?.(addresses, []);
    else found?.(null, addresses);
  };
  return { names, asked, answer };
}

/** The addresses that a name is answered with, or the error. */
function answerTo(names: NameLookups, name: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    names.ask(name, {}, (error, addresses) =>
      error ? reject(error) : resolve(addresses.map(({ address }) => address)),
    );
  });
}

const nobody = () => undefined;

it('localhost does not wait for the resolver', async () => {
  const { names, asked } = resolver();
  for (const name of ['a.example', 'b.example']) names.ask(name, {}, nobody);
  expect(await answerTo(names, 'localhost')).toContain('127.0.0.1');
  expect(asked).toEqual(['a.example', 'b.example']);
});

it('A name below localhost has the address that the resolver knows', async () => {
  const { names, answer } = resolver();
  const found = answerTo(names, 'shop.localhost');
  answer('shop.localhost', [{ address: '192.0.2.7', family: 4 }]);
  expect(await found).toEqual(['192.0.2.7']);
});

it('A name below localhost that the resolver does not know means this machine', async () => {
  const { names, answer } = resolver();
  const found = answerTo(names, 'shop.localhost');
  answer('shop.localhost', new Error('unknown'));
  expect(await found).toContain('127.0.0.1');
});

it('A name below localhost for which the resolver is silent means this machine', async () => {
  const { names } = resolver({ slowMs: 5 });
  expect(await answerTo(names, 'shop.localhost')).toContain('127.0.0.1');
});

it('All who ask for a name share one lookup, and the next one after it asks again', async () => {
  const { names, asked, answer } = resolver();
  const found = [answerTo(names, 'a.example'), answerTo(names, 'a.example')];
  answer('a.example');
  expect(await Promise.all(found)).toEqual([['127.0.0.1'], ['127.0.0.1']]);
  expect(asked).toEqual(['a.example']);
  names.ask('a.example', {}, nobody);
  expect(asked).toEqual(['a.example', 'a.example']);
});

it('An abandoned lookup that still runs is not started again', async () => {
  const { names, asked, answer } = resolver();
  names.ask('a.example', {}, nobody)();
  const found = answerTo(names, 'a.example');
  expect(asked).toEqual(['a.example']);
  answer('a.example');
  expect(await found).toEqual(['127.0.0.1']);
});

it('A lookup that nobody waits for any more is never started', () => {
  const { names, asked, answer } = resolver({ places: 1 });
  names.ask('a.example', {}, nobody);
  const leave = names.ask('b.example', {}, nobody);
  names.ask('c.example', {}, nobody);
  leave();
  answer('a.example');
  expect(asked).toEqual(['a.example', 'c.example']);
});

it('Leaving a lookup that has ended does not end a later one for the same name', () => {
  const { names, asked, answer } = resolver({ places: 1 });
  const leave = names.ask('a.example', {}, nobody);
  answer('a.example');
  names.ask('b.example', {}, nobody);
  names.ask('a.example', {}, nobody);
  leave();
  answer('b.example');
  expect(asked).toEqual(['a.example', 'b.example', 'a.example']);
});

it('Names that were slow leave a place to others, until they answer in time', async () => {
  const { names, asked, answer } = resolver({ slowMs: 5 });
  const slow = ['s1.example', 's2.example'];
  for (const name of slow) names.ask(name, {}, nobody);
  // Their timers fire before this one.
  await answerTo(names, 'late.localhost');
  for (const name of slow) answer(name);
  asked.length = 0;
  for (const name of [...slow, 'healthy.example']) names.ask(name, {}, nobody);
  expect(asked).toEqual(['s1.example', 'healthy.example']);
  answer('s1.example');
  expect(asked).toEqual(['s1.example', 'healthy.example', 's2.example']);
});

it('A callback to localhost arrives while every place is taken by a silent name', async () => {
  const merchant = await freshMerchant();
  const { names } = resolver({ places: 1 });
  names.ask('silent.example', {}, nobody);
  const url = merchant.url.replace('127.0.0.1', 'localhost');
  expect(await sent(names, url, 60_000)).toMatchObject({ status: 200 });
});

it('An attempt whose name is not looked up in time says so, and that nothing was sent', async () => {
  const { names } = resolver();
  expect(await sent(names, 'http://shop1.example:8080/callback', 20)).toMatchObject({
    error: 'the name of shop1.example was not looked up within 20 ms (DNS): nothing was sent',
  });
});

it('An attempt that leaves the line for the resolver is not looked up afterwards', async () => {
  const { names, asked, answer } = resolver({ places: 1 });
  names.ask('silent.example', {}, nobody);
  await sent(names, 'http://shop1.example/callback', 20);
  answer('silent.example');
  expect(asked).toEqual(['silent.example']);
});

function sent(names: NameLookups, url: string, timeoutMs: number) {
  const sender = new HttpSender({ isOwnSocket: () => false, callbackHostMap: new Map() }, names);
  onTestFinished(() => sender.close());
  const request = { method: 'POST', body: '{}', allowSelfSigned: false, url, timeoutMs } as const;
  return sender.send(request, new AbortController().signal);
}
