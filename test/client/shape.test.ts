import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../src/cli/program.ts';
import { answers, shapes } from '../../src/client/answer-shapes.ts';
import { Connection } from '../../src/client/connection.ts';
import { mismatchIn, type Shape } from '../../src/client/shape.ts';

type Path = readonly string[];

/** A valid value of a shape, with a wrong value for each place in it. */
function sampleOf(shape: Shape): unknown {
  if (Array.isArray(shape)) return [sampleOf(shape[0])];
  if (typeof shape === 'object') {
    if ('|' in shape) return sampleOf((shape['|'] as readonly Shape[])[0] ?? 'null');
    const members = Object.entries(shape as Readonly<Record<string, Shape>>);
    return Object.fromEntries(members.map(([name, each]) => [name.replace(/\?$/, ''), sampleOf(each)]));
  }
  const [kind = ''] = shape.split('|');
  if (kind.startsWith('=')) return JSON.parse(kind.slice(1));
  const named = shapes[kind];
  if (named !== undefined) return sampleOf(named);
  const values = { string: 'x', number: 1, boolean: true, null: null, time: '2026-01-15T12:00:00.000Z' };
  return Object.entries(values).find(([name]) => name === kind)?.[1] ?? {};
}

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, each]) => placesIn(each, [...path, name]))];
}

function wrongAt(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return Array.isArray(value) ? { length: 1 } : [[]];
  if (Array.isArray(value)) return value.map((each) => wrongAt(each, rest));
  // A value with nested places is a list or an object.
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [name]: wrongAt(members[name], rest) };
}

describe('The shape of every answer is checked where it is read', () => {
  it.each(Object.entries(answers))('%s', async (id, name) => {
    const right = sampleOf(name);
    expect(mismatchIn(right, name, shapes)).toBeUndefined();
    const wrong = placesIn(right).map((path) => wrongAt(right, path));
    const taken = wrong.filter((each) => mismatchIn(each, name, shapes) === undefined);
    // A few values accept anything, such as the members of an event.
    expect(taken.length).toBeLessThan(wrong.length / 2);
    expect(mismatchIn(wrong[0], name, shapes)).toBe('');
    const connection = new Connection('http://sandbox.test', {
      send: async () => ({
        ...{ status: 200, location: undefined, isSandbox: true },
        body: Buffer.from(JSON.stringify(wrong[0])),
      }),
    });
    const given = { params: { id: '1', name: 'n' } };
    await expect(connection.call(id as 'getAccount', given)).rejects.toMatchObject({ code: 'NOT_A_SANDBOX' });
  });

  it('names the place', () => {
    const page = (event: object) => ({ data: [{ id: '1', ...event }], cursor: '1' });
    expect(mismatchIn(page({ at: 'never', type: 'reset' }), 'EventPage', shapes)).toBe('data.0.at');
    expect(mismatchIn(page({ at: 'never', type: 1 }), 'EventPage', shapes)).toBe('data.0.type');
    expect(mismatchIn(page({ at: 'never' }), 'EventPage', shapes)).toBe('data.0');
    expect(mismatchIn({ data: [] }, 'EventPage', shapes)).toBe('cursor');
  });

  it('an event of a kind that this version does not know is no matter', () => {
    const event = { id: '1', at: '2026-01-15T12:00:00.000Z', type: 'otp.forgotten', otp_id: 5 };
    expect(mismatchIn({ data: [event], cursor: '1' }, 'EventPage', shapes)).toBeUndefined();
    const timeline = { ...(sampleOf('TransactionWithTimeline') as object), timeline: [event] };
    expect(mismatchIn(timeline, 'TransactionWithTimeline', shapes)).toBeUndefined();
  });

  it('members that this version does not know are no matter, whatever they are called', () => {
    const stop = JSON.parse('{"stopping":true,"constructor":1,"__proto__":[],"more":{"a":[1]}}');
    expect(mismatchIn(stop, 'StopAnswer', shapes)).toBeUndefined();
  });

  it('what is nested without end fits nowhere', () => {
    const deep = JSON.parse(`{"stopping":true,"more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(mismatchIn(deep, 'StopAnswer', shapes)).toMatch(/^more/);
  });
});

/** Every command that parses an answer of the control API. */
const commands = [
  ['stop'],
  ['otp', '0912345678'],
  ['transactions'],
  ['transactions', '1'],
  ['logs'],
  ['logs', '--follow', '--json'],
  ['events'],
  ['events', '--follow'],
  ['requests'],
  ['requests', '1'],
  ['requests', '--follow'],
  ['sign', 'a=b'],
  ['verify', 'hashed=b'],
  ['gateways'],
  ['magic'],
  ['checkouts'],
  ['checkouts', '1'],
  ['checkouts', 'approve', '1'],
  ['checkouts', 'cancel', '1'],
  ['checkouts', 'decline', '1'],
  ['checkouts', 'expire', '1'],
  ['callbacks'],
  ['callbacks', '1'],
  ['callbacks', 'attempts', '1'],
  ['callbacks', 'resend', '1'],
  ['callbacks', 'resend', '--failed-since', '10m'],
  ['callbacks', 'hold', '1'],
  ['callbacks', 'release', '1'],
  ['faults'],
  ['faults', '1'],
  ['faults', 'add', '--hang'],
  ['faults', 'clear'],
  ['faults', 'clear', '1'],
  ['clock'],
  ['clock', 'advance', '10m'],
  ['clock', 'freeze'],
  ['clock', 'resume'],
  ['reset'],
  ['snapshot', 'save', 'a'],
  ['snapshot', 'restore', 'a'],
  ['snapshot', 'remove', 'a'],
  ['snapshot', 'list'],
  ['accounts'],
  ['accounts', 'demo'],
  ['accounts', 'add'],
  ['accounts', 'change', 'demo', '--name', 'Other'],
  ['accounts', 'renew', 'demo', 'live'],
  ['settings'],
  ['settings', 'otp.policy'],
  ['settings', 'otp.policy', 'fixed'],
  ['settings', 'reset'],
  ['otps', 'expire', '1'],
  ['otps', 'lock', '1'],
  ['otps', 'resend', '1'],
  ['otps', 'clear'],
  ['checkouts', 'extend', '1', '10m'],
  ['requests', 'replay', '1'],
  ['callbacks', 'settled'],
  ['pay', 'walletB'],
  ['doctor', '--client'],
  ['backup', 'a-file-that-is-never-written'],
  ['snapshot', 'export', 'a', 'a-file-that-is-never-written'],
  // Any file: this server does not look at it.
  ['snapshot', 'import', import.meta.filename],
];

const bodies = [
  'null',
  '[1]',
  '"text"',
  '{}',
  '{"data":{}}',
  '{"data":[null],"next":null,"cursor":"1"}',
  '{"data":[[]],"next":[],"cursor":{}}',
  '{"data":[{"id":[],"attempts":5,"trace":null}],"next":null,"cursor":"1"}',
  '{"now":"never","frozen":true,"offset_ms":1}',
  `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)},"next":null}`,
];

describe('A command that talks to a server with our name, but wrong answers', () => {
  let body = '';
  let url = '';

  beforeAll(async () => {
    const server = createServer((_request, response) =>
      response.setHeader('X-Gateway-Sandbox', '0.1.0').end(body),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return () => void server.close();
  });

  it.each(bodies.map((each) => [each.slice(0, 60), each]))('%s: one sentence', async (_title, given) => {
    body = given;
    for (const command of commands) {
      const line = ['node', 'gateway-sandbox', ...command, '--url', url];
      const failure = await commandLine()
        .parseAsync(line)
        .then(
          () => 'none',
          (error: unknown) => error,
        );
      expect(failure, command.join(' ')).toMatchObject({
        name: 'CommandFailed',
        exitCode: 1,
        message: expect.stringMatching(/^The server at \S+ is not gateway-sandbox\b[^\n]*\.$/),
      });
    }
  });
});
