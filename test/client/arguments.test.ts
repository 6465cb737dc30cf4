import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type AccountClient, SandboxClient, SandboxError } from '../../src/client.ts';
import { payOn, sandboxFixtures } from '../../src/playwright.ts';
import { startApp } from '../../src/testing/app.ts';
import { started } from '../support/started.ts';

// biome-ignore lint/suspicious/noExplicitAny: what JavaScript can pass
type Anything = any;

const circular: Record<string, unknown> = {};
circular.itself = circular;

const wrongValues: readonly unknown[] = [
  null,
  Number.NaN,
  '..',
  '\ud800',
  10n,
  Symbol('s'),
  [null],
  { type: 5, wait: {}, signal: 'x', match: 5, invoice_no: 1n },
  circular,
];

/** The methods of a client and its parts, by name. */
function methodsOf(client: AccountClient): [name: string, call: (...given: unknown[]) => unknown][] {
  const parts = Object.entries(client).filter(([, part]) => typeof part === 'object' && part !== null);
  return [['', client] as const, ...parts].flatMap(([part, owner]: readonly [string, Anything]) =>
    methodNames(owner).map((name): [string, (...given: unknown[]) => unknown] => [
      part === '' ? name : `${part}.${name}`,
      (...given) => owner[name](...given),
    ]),
  );
}

function methodNames(owner: object): string[] {
  const prototype = Object.getPrototypeOf(owner);
  if (prototype === null || prototype === Object.prototype) return [];
  const isMethod = (name: string) =>
    name !== 'constructor' && !Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return [...Object.getOwnPropertyNames(prototype).filter(isMethod), ...methodNames(prototype)];
}

describe('A method of the client that is given what its type forbids', () => {
  it('resolves, or rejects with one sentence: never an error from inside', async () => {
    const methods = methodsOf(await started()).filter(([name]) => !['stop', 'reset'].includes(name));
    expect(methods.length).toBeGreaterThan(35);
    const calls = methods.flatMap(([name, call]) =>
      wrongValues.flatMap((value) => [
        [name, () => call(value)],
        [name, () => call('x', value)],
        [name, () => call({ wait: 0, id: value, type: value, match: value })],
      ]),
    ) as [string, () => Anything][];
    const bad: unknown[] = [];
    const ask = async ([name, call]: [string, () => Anything]) => {
      let asked: Promise<unknown>;
      try {
        asked = Promise.resolve(call());
      } catch (error) {
        bad.push([name, 'thrown at once', error]);
        return;
      }
      const judged = asked.catch((error: unknown) => {
        const isSentence = error instanceof SandboxError && /^[^\n]+\.$/.test(error.message);
        if (!isSentence || error.status >= 500) bad.push([name, error]);
      });
      // Some of these are valid, and wait for a code or an event.
      await Promise.race([judged, later(50)]);
    };
    for (let at = 0; at < calls.length; at += 100) await Promise.all(calls.slice(at, at + 100).map(ask));
    expect(bad).toEqual([]);
  });

  it.each<[string, string, (client: SandboxClient & Anything) => Promise<unknown>]>([
    ['null for options', 'wait must be an object, not null.', (client) => client.otp('0912345678', null)],
    ['no number', 'mobileNumber must be a string, not undefined.', (client) => client.otp()],
    ['null for a fault', 'fault must be an object, not null.', (client) => client.faults.add(null)],
    [
      'a text for a match',
      'fault.match must be an object, not the string x.',
      (client) => client.faults.add({ match: 'x' }),
    ],
    [
      'a list for a filter',
      'filter must be an object, not a list.',
      (client) => client.transactions.list([]),
    ],
    ['null for an id', 'id must be a string, not null.', (client) => client.transactions.get(null)],
    ['an empty id', 'id must not be empty.', (client) => client.transactions.get('')],
    ['dots for an id', '".." cannot be an id or a name.', (client) => client.transactions.get('..')],
    ['a dot for a name', '"." cannot be an id or a name.', (client) => client.snapshots.restore('.')],
    ['dots before a verb', '".." cannot be an id or a name.', (client) => client.callbacks.hold('..')],
    [
      'an object in a filter',
      'status must be a string or a number, not an object.',
      (client) => client.otps.list({ status: {} }),
    ],
    [
      'null in a filter',
      'limit must be a string or a number, not null.',
      (client) => client.requests.list({ limit: null }),
    ],
    [
      'a wrong signal',
      'signal must be an AbortSignal, not the string x.',
      (client) => client.events.next({ signal: 'x' }),
    ],
    [
      'a wrong type',
      'type must be a type or a list of types, not null.',
      (client) => client.events.next({ type: null }),
    ],
    [
      'a number of its own kind',
      'invoice_no must be a string, not the bigint 1.',
      (client) => client.events.next({ invoice_no: 1n }),
    ],
    ['null for a change', 'patch must be an object, not null.', (client) => client.settings.change(null)],
    ['null for a message', 'signed must be an object, not null.', (client) => client.checkSignature(null)],
    [
      'itself',
      'The arguments cannot be sent as JSON: Converting circular structure to JSON.',
      (client) => client.settings.change(circular),
    ],
  ])('%s: the sentence names it', async (_what, message, call) => {
    await expect(call(await started())).rejects.toMatchObject({
      name: 'SandboxError',
      code: 'INVALID_REQUEST',
      message,
    });
  });
});

describe('SandboxClient.connect that is given what its type forbids', () => {
  it.each<[string, string, Anything[]]>([
    ['null options', 'options must be an object, not null.', ['http://127.0.0.1:9', null]],
    [
      'a number for the token',
      'token must be a string, not the number 5.',
      ['http://127.0.0.1:9', { token: 5 }],
    ],
    ['null for the account', 'id must be a string, not an object.', ['http://127.0.0.1:9', { account: {} }]],
    ['an object for the URL', '"[object Object]" is not an http or https URL.', [{}]],
  ])('%s', async (_what, message, given) => {
    const connect: Anything = SandboxClient.connect;
    await expect(connect(...given)).rejects.toMatchObject({ name: 'SandboxError', message });
  });
});

describe('The fixtures and payOn that is given what its types forbid', () => {
  it.each<[string, string, () => unknown]>([
    ['no page', 'payOn takes a page of Playwright, not undefined.', () => (payOn as Anything)()],
    [
      'null options',
      'payOn takes an object of options, not null.',
      () => (payOn as Anything)({ locator: () => ({}) }, null),
    ],
    [
      'an unknown option',
      'payOn has no option "challange". It has tools, timeout, token, method, card, code, challenge, decline, cancel.',
      () => (payOn as Anything)({ locator: () => ({}) }, { challange: 'failed' }),
    ],
    [
      'an unknown tool',
      'payOn has no tool "copy". It has order, delay, copies, hold, tamper.',
      () => (payOn as Anything)({ locator: () => ({}) }, { tools: { copy: 2 } }),
    ],
    [
      'no tools',
      'tools must be an object, not null.',
      () => (payOn as Anything)({ locator: () => ({}) }, { tools: null }),
    ],
    [
      'an unknown answer of the bank',
      'challenge must be one of authenticated, attempted, failed, unavailable, rejected, no-answer, not the string no.',
      () => (payOn as Anything)({ locator: () => ({}) }, { challenge: 'no' }),
    ],
    [
      'no options of fixtures',
      "sandboxFixtures takes an object of options, such as { app: 'node server.js' }, not undefined.",
      () => (sandboxFixtures as Anything)(),
    ],
    [
      'no app',
      'app must be a command or a function that returns a handler, not undefined.',
      () => startApp({} as Anything, {} as Anything),
    ],
    [
      'an empty command',
      'app must be a command or a function that returns a handler, not a list.',
      () => startApp({} as Anything, { app: [] } as Anything),
    ],
  ])('%s', async (_what, message, call) => {
    await expect((async () => call())()).rejects.toThrow(message);
  });
});
