import { expect, it } from 'vitest';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';

it.each([
  ['a host with a NUL', { host: 'a\0b' }, 'host: must not contain a NUL character, not "a\\u0000b".'],
  ['settings that contain themselves', { settings: inItself({}) }, 'There is no setting "self".'],
  ['a list that contains itself', { allow_hosts: inItself([]) }, 'allow_hosts: must be a list'],
])('startSandbox refuses %s in one sentence', async (_what, options, says) => {
  // What JavaScript can pass and TypeScript refuses.
  const start = startSandbox as (options: unknown) => Promise<StartedSandbox>;
  await expect(start(options)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(says),
  });
});

/** The object as its own member `self`, or the list as its own first item. */
function inItself(whole: object): object {
  Reflect.set(whole, Array.isArray(whole) ? 0 : 'self', whole);
  return whole;
}
