import { expect, it, onTestFinished } from 'vitest';
import { SandboxClient } from '../../src/client.ts';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';

it.each([
  ['a host with a NUL', { host: 'a\0b' }, 'host: must not contain a NUL character, not "a\\u0000b".'],
  ['settings that contain themselves', { settings: inItself({}) }, 'There is no setting "self".'],
  ['a port that JSON does not know', { port: 1n }, 'port: must be a whole number from 0 to 65535, not 1.'],
  ['a symbol', { host: Symbol('x') }, 'host: must be a text, not Symbol(x).'],
  ['a list that contains itself', { allow_hosts: inItself([]) }, 'allow_hosts: must be a list'],
])('startSandbox refuses %s in one sentence', async (_what, options, says) => {
  // JavaScript callers can pass what TypeScript refuses.
  const start = startSandbox as (options: unknown) => Promise<StartedSandbox>;
  await expect(start(options)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(says),
  });
});

it('startSandbox refuses a list of options that contains itself in one sentence', async () => {
  const start = startSandbox as (options: unknown) => Promise<StartedSandbox>;
  await expect(start(inItself([]))).rejects.toThrow(
    'startSandbox takes an object of options, such as { port: 4700 }, not a list.',
  );
});

it.each([
  ['a number that JSON does not know', { times: 1n }],
  ['an object that contains itself', inItself({})],
])('A call of the library refuses %s with a SandboxError', async (_what, fault) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  const add = sandbox.faults.add.bind(sandbox.faults) as (fault: unknown) => Promise<unknown>;
  await expect(add(fault)).rejects.toMatchObject({
    name: 'SandboxError',
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/^The arguments cannot be sent as JSON: .*\.$/),
  });
});

it('Odd values of a call are refused by what they are for', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  const odd = { wait: null } as unknown as { wait: number };
  await expect(sandbox.otp('0912345678', odd)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(sandbox.transactions.get('\ud800')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const connect = SandboxClient.connect as (url: unknown) => Promise<unknown>;
  await expect(connect({})).rejects.toMatchObject({ code: 'UNREACHABLE' });
});

/** An object that contains itself as `self`, or a list that contains itself as its first item. */
function inItself(whole: object): object {
  Reflect.set(whole, Array.isArray(whole) ? 0 : 'self', whole);
  return whole;
}
