import { describe, expect, it } from 'vitest';
import { eventStream } from '../support/event-stream.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

describe('GET /_sandbox/events?type=', () => {
  it.each(['nope', 'reset,nope'])('refuses the type "%s" as GET events does', async (type) => {
    const sandbox = await freshSandbox();
    const response = await sandbox.app.request(`/_sandbox/events?type=${type}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual((await sandbox.control(`events?type=${type}`)).json);
  });

  it('takes an empty type as none, as GET events does', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox, '?type=');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect((await stream.next())?.event).toBe('otp.sent');
  });

  it('suggests the type that was meant, its own signals included', async () => {
    const sandbox = await freshSandbox();
    const refusalOf = async (type: string) =>
      (await sandbox.app.request(`/_sandbox/events?type=${type}`)).text();
    expect(await refusalOf('otp.send')).toContain(
      JSON.stringify('type: no event type is "otp.send". Did you mean "otp.sent"?'),
    );
    expect(await refusalOf('requests.logged')).toContain(
      JSON.stringify('Did you mean "request.logged"?').slice(1),
    );
  });

  it('takes its own signals as types', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox, '?type=request.logged,connected,gap,reset');
    expect((await stream.next())?.event).toBe('connected');
  });
});
