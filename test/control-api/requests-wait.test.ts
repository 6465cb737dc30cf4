import { describe, expect, it } from 'vitest';
import { SandboxClient } from '../../src/client.ts';
import { eventStream } from '../support/event-stream.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const refused = (sandbox: TestSandbox) => sandbox.call('cardgw/confirm', {});
const accepted = (sandbox: TestSandbox) => sandbox.call('walletB/verify', rightFields['walletB/verify']);
const idsOf = ({ json }: { json: { data: { id: string }[] } }) => json.data.map(({ id }) => id);

describe('GET requests?after&wait', () => {
  it('gives those behind a request alone, newest first', async () => {
    const sandbox = await freshSandbox();
    for (const call of [accepted, refused, refused]) await call(sandbox);
    expect(idsOf(await sandbox.control('requests?after=1'))).toEqual(['3', '2']);
    expect(idsOf(await sandbox.control('requests?after=3'))).toEqual([]);
  });

  it('answers as soon as one is logged, a refused one too', async () => {
    const sandbox = await freshSandbox();
    await accepted(sandbox);
    const waiting = sandbox.control('requests?after=1&wait=10s');
    await refused(sandbox);
    expect(idsOf(await waiting)).toEqual(['2']);
  });

  it('waits for one that its filters let through', async () => {
    const sandbox = await freshSandbox();
    const waiting = sandbox.control('requests?code=INVALID_INPUTS&wait=10s');
    await accepted(sandbox);
    await refused(sandbox);
    expect(idsOf(await waiting)).toEqual(['2']);
  });

  it('answers empty when the wait is over', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('requests?wait=20ms')).json).toEqual({
      data: [],
      next: null,
      cursor: expect.any(String),
    });
  });

  it('is awaited by the client too', async () => {
    const sandbox = await freshSandbox();
    const { requests } = await SandboxClient.connect(await sandbox.listen());
    const waiting = requests.list({ after: '0', wait: '10s' });
    await refused(sandbox);
    expect((await waiting).data).toMatchObject([{ id: '1', code: 'INVALID_INPUTS' }]);
  });

  it('goes on over a reset, which begins the ids again', async () => {
    const sandbox = await freshSandbox();
    await accepted(sandbox);
    await accepted(sandbox);
    await sandbox.control('reset', {});
    const waiting = sandbox.control('requests?after=2&wait=10s');
    await refused(sandbox);
    expect(idsOf(await waiting)).toEqual(['1']);
  });
});

describe('The stream of events, asked for `request.logged`', () => {
  it('tells that the log has grown, and how far; it is no event and has no id', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox, '?type=request.logged');
    await refused(sandbox);
    expect(await stream.next()).toEqual({
      id: '',
      event: 'request.logged',
      data: { type: 'request.logged', request_id: '1' },
    });
    expect((await sandbox.control('events')).json.data).toEqual([]);
  });

  it('reports many at once in one message', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox, '?type=request.logged');
    await Promise.all(Array.from({ length: 20 }, () => refused(sandbox)));
    let last = '';
    let messages = 0;
    while (last !== '20') {
      last = (await stream.next())?.data.request_id;
      messages += 1;
    }
    expect(messages).toBeLessThanOrEqual(3);
  });
});

describe('The stream of events, asked for `connected`', () => {
  const first = async (sandbox: TestSandbox, query: string) =>
    (await eventStream(sandbox, `?type=connected${query}`)).next();

  it('begins with the run of the sandbox, which differs after each start, and the cursor that it goes on from', async () => {
    const sandbox = await freshSandbox();
    await accepted(sandbox);
    const message = await first(sandbox, '&after=0');
    expect(message).toMatchObject({ id: '0', event: 'connected', data: { type: 'connected' } });
    expect(await first(sandbox, '&after=0')).toEqual(message);
    expect((await first(await freshSandbox(), '&after=0'))?.data.run).not.toBe(message?.data.run);
  });

  it('goes on from the newest event when the cursor is of an earlier run', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox, '?type=connected,otp.sent&after=500');
    expect((await stream.next())?.id).toBe('0');
    await accepted(sandbox);
    expect((await stream.next())?.event).toBe('otp.sent');
  });
});
