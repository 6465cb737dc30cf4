import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';
import { freshSandbox } from '../support/fresh.ts';
import { codes, verified } from '../support/merchant-api.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';
import { wordsOf } from '../support/tool-page.ts';
import { asJson, from } from './advice.ts';

const verify = rightFields['walletB/verify'];
const path = '/api/v1/transaction/walletB';

/** A misplaced call, JSON that is sent again as a form, and a wrong code before the right one, twice. */
async function used(sandbox: TestSandbox): Promise<void> {
  await sandbox.fetch('/v1/transaction/walletB/verify', merchantCall(verify, from('shop/1.0')));
  await sandbox.call('walletB/verify', {}, asJson('shop/1.0', verify));
  const fields = await verified(sandbox, 'walletB', {}, from('shop/1.0'));
  for (const code of [codes.walletB.wrong, codes.walletB.wrong, fields.code])
    await sandbox.call('walletB/confirm', { ...fields, code }, from('shop/1.0'));
}

describe('Refused requests that do not count', () => {
  it('are listed with the reasons', async () => {
    const sandbox = await freshSandbox();
    await used(sandbox);
    const { failures, not_counted: notCounted } = (await sandbox.control('client/check', {})).json;
    expect(failures).toEqual([]);
    expect(notCounted).toEqual([
      {
        what: 'POST /v1/transaction/walletB/verify',
        count: 1,
        reason: expect.stringContaining('There is no such endpoint.'),
        why: 'corrected',
        request: '1',
      },
      {
        what: `POST ${path}/verify`,
        count: 1,
        reason: expect.stringContaining('application/json'),
        why: 'sent_again',
        request: '2',
      },
      {
        what: `POST ${path}/confirm`,
        count: 2,
        reason: expect.stringMatching(/code/i),
        why: 'customer',
        request: '5',
      },
    ]);
  });

  it('are not listed while they count, and not twice if a question asks about their name', async () => {
    const sandbox = await freshSandbox();
    const fields = await verified(sandbox, 'walletB');
    await sandbox.call('walletB/confirm', { ...fields, code: codes.walletB.wrong });
    await sandbox.call('walletb/verify', verify);
    await sandbox.call('walletB/verify', verify);
    const { failures, not_counted: notCounted, questions } = (await sandbox.control('client/check', {})).json;
    expect(failures).toHaveLength(1);
    expect(questions).toEqual([expect.stringContaining('"walletb"')]);
    expect(notCounted).toEqual([]);
  });

  it('are 30 kinds at most, the newest', async () => {
    const sandbox = await freshSandbox();
    for (let at = 0; at < 32; at += 1)
      await sandbox.fetch(`/v${at}/transaction/walletB/verify`, merchantCall(verify));
    await sandbox.call('walletB/verify', verify);
    const { not_counted: notCounted } = (await sandbox.control('client/check', {})).json;
    const requests = notCounted.map(({ request }: { request: string }) => Number(request));
    expect(requests).toEqual(Array.from({ length: 30 }, (_, at) => at + 3));
  });

  it('are those that a setting has helped since, and those that the replay cannot repeat', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletB/verify', { ...verify, mobile_number: '945678901' });
    await sandbox.call('walletB/verify', { ...verify, amount: '0' });
    const settings = { mobile: { lenient: true }, rate_limit: { requests: 1, period: '1m' } };
    expect((await sandbox.control('settings', settings, 'PATCH')).status).toBe(200);
    await verified(sandbox, 'walletA');
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const { failures, not_counted: notCounted } = (await sandbox.control('client/check', {})).json;
    expect(failures).toEqual([expect.objectContaining({ request: '2' })]);
    expect(notCounted).toEqual([
      expect.objectContaining({ request: '1', why: 'accepted_now', count: 1 }),
      expect.objectContaining({ request: '4', why: 'accepted_now', count: 1 }),
    ]);
  });

  it('are not similar ones of which another is still refused', async () => {
    const sandbox = await freshSandbox();
    const confirm = rightFields['cardgw/confirm'];
    const call = (invoice_no: string, amount: string, agent: string) =>
      sandbox.call(
        'cardgw/confirm',
        { ...confirm, invoice_no, amount },
        { headers: { 'User-Agent': agent } },
      );
    const paid = async (invoice: string, agent: string) => {
      const { json } = await call(invoice, '10.00', agent);
      const checkout = encodeURIComponent(json.result.redirect_url);
      await sandbox.control(`checkouts/${checkout}/approve`, { hold: true });
    };
    await paid('A', 'shop/1.0');
    expect((await call('A', '20.00', 'shop/1.0')).status).toBe(422);
    // Not by the client: the replay does not have it.
    await paid('B', 'gateway-sandbox');
    expect((await call('B', '20.00', 'shop/1.0')).status).toBe(422);
    const { failures, not_counted: notCounted } = (await sandbox.control('client/check', {})).json;
    expect(failures).toEqual([expect.objectContaining({ request: '2', count: 1 })]);
    expect(notCounted).toEqual([expect.objectContaining({ request: '4', count: 1, why: 'accepted_now' })]);
  });

  it('are printed, without exit code 1', async () => {
    const { sandbox, printed } = await commandsOf();
    const confirm = rightFields['cardgw/confirm'];
    for (const amount of ['0', confirm.amount]) await sandbox.call('cardgw/confirm', { ...confirm, amount });
    expect(await printed('doctor', '--client')).toMatch(
      new RegExp(
        [
          'Nothing needs changing for this client, based on 2 requests and 0 callbacks in the sandbox at .*\\.',
          '[^]*',
          'Rejected, but not counted:',
          '  POST /api/v1/transaction/cardgw/confirm: The amount .* The same program sent it again and succeeded\\. \\[request 1\\]\n$',
        ].join('\n'),
      ),
    );
  });

  it.each([
    ['en', 'Rejected, but not counted', 'The same program sent it again and succeeded.'],
    ['ar', 'مرفوض، لكنه لا يُحتسب', 'أعاد البرنامج نفسه إرساله فنجح.'],
  ])('are on the Compatibility page: %s', async (lang, title, why) => {
    const sandbox = await freshSandbox();
    await used(sandbox);
    const { text } = await sandbox.fetch('/_sandbox/compatibility', { headers: { 'Accept-Language': lang } });
    expect(wordsOf(text)).toContain(title);
    expect(wordsOf(text)).toContain(why);
    expect(text).toContain('href="/_sandbox/requests/5"');
  });
});
