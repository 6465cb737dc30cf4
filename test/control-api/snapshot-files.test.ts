import { describe, expect, it } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import {
  exported,
  fileOf,
  imported,
  type Row,
  rowsIn,
  withoutTime,
  withStory,
} from '../support/snapshot-files.ts';

describe('A snapshot as a file', () => {
  it('comes back as the same file from another sandbox, with the same story to tell', async () => {
    const first = await withStory();
    const file = await exported(first);
    const kinds = new Set(rowsIn(file).map(({ record }) => record));
    expect(kinds.size).toBe(15);
    const second = await freshSandbox({ settings: { strict: true } });
    const answer = await imported(second, file);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json).toMatchObject({ name: 'story', keys: 'replaced' });
    expect(withoutTime(await exported(second))).toBe(withoutTime(file));
    await second.control('snapshots/story/restore', {});
    const story = async (sandbox: TestSandbox) => (await sandbox.control('transactions/100001')).json;
    await first.control('snapshots/story/restore', {});
    expect(await story(second)).toEqual(
      JSON.parse(JSON.stringify(await story(first)).replaceAll('demo_secret_key', 'demo****ey')),
    );
    expect((await second.control('clock')).json.now).toBe((await first.control('clock')).json.now);
    for (const path of ['settings', 'otps', 'callbacks/1', 'faults']) {
      const [one, other] = [(await first.control(path)).json, (await second.control(path)).json];
      expect(other, path).toEqual(
        JSON.parse(JSON.stringify(one).replaceAll('demo_secret_key', 'demo****ey')),
      );
    }
    await second.control('snapshots', { name: 'again' });
  });

  it('has no key of an account, and with secrets=true all of them', async () => {
    const sandbox = await withStory();
    const file = await exported(sandbox);
    for (const key of ['demo_api_key', 'demo_secret_key', 'demo_test_token', 'demo_live_token'])
      expect(file).not.toContain(key);
    expect(file).toContain('"api_key":"replaced_api_key_1"');
    const whole = await exported(sandbox, 'story', '?secrets=true');
    const second = await freshSandbox({ accounts: [{ id: 'other' }] });
    expect((await imported(second, whole)).json).toMatchObject({ keys: 'included' });
    expect(withoutTime(await exported(second, 'story', '?secrets=true'))).toBe(withoutTime(whole));
    await second.control('snapshots/story/restore', {});
    expect((await second.call('walletB/verify', rightFields['walletB/verify'])).json.error.code).toBe(
      'MAINTENANCE_MODE',
    );
  });

  it('has no character that a terminal obeys', async () => {
    const file = await exported(await withStory());
    expect(file.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('ids go on behind its rows, and a new payment can be made', async () => {
    const file = rowsIn(await exported(await withStory()));
    const second = await freshSandbox({ ids: randomIds() });
    const counts = { ...(file[0]?.counts as Row), last_id: 0 };
    const without = [{ ...file[0], counts }, ...file.slice(1).filter(({ record }) => record !== 'last_id')];
    await imported(second, fileOf(without));
    await second.control('snapshots/story/restore', {});
    await second.control('faults', undefined, 'DELETE');
    const fields = { ...rightFields['cardgw/confirm'], invoice_no: 'INV-9' };
    const keys = { token: 'replaced_test_token_1', apiKey: 'replaced_api_key_1' };
    const paid = await second.call('cardgw/confirm', fields, keys);
    expect(paid.status, paid.text).toBe(200);
    expect((await second.control('transactions')).json.data[0].transaction_id).toBe('100002');
  });

  it('takes another name, and never the place of a snapshot', async () => {
    const sandbox = await withStory();
    const file = await exported(sandbox);
    const refused = await imported(sandbox, file);
    expect([refused.status, refused.json.error]).toEqual([
      422,
      {
        code: 'INVALID_SNAPSHOT',
        message:
          'There is a snapshot story already. Import it under another name, or remove that one. Nothing was changed.',
      },
    ]);
    expect((await imported(sandbox, file, '?name=other')).status).toBe(201);
    expect((await imported(sandbox, file, '?name=../x')).status).toBe(400);
    expect((await sandbox.control('snapshots')).json.data.map(({ name }: Row) => name)).toEqual([
      'other',
      'story',
    ]);
    expect((await sandbox.fetch('/_sandbox/api/snapshots/none/export')).status).toBe(404);
  });

  it('keeps removed members of otp.codes and statuses removed, also in a sandbox that configures them', async () => {
    const settings = {
      statuses: { INVALID_INPUTS: 400, AUTH_ERROR: 403 },
      otp: { codes: { '0922222222': '2222' } },
    };
    const first = await freshSandbox({ settings });
    const codes = { '*': null, '0922222222': null, '0941111111': '1234' };
    await first.control('settings', { otp: { codes }, statuses: { INVALID_INPUTS: null } }, 'PATCH');
    await first.control('snapshots', { name: 'story' });
    const file = await exported(first);
    for (const each of [first, await freshSandbox({ settings }), await freshSandbox()]) {
      expect((await imported(each, file, '?name=other')).status).toBe(201);
      expect(withoutTime(await exported(each, 'other'))).toBe(
        withoutTime(file).replace('"name":"story"', '"name":"other"'),
      );
      await each.control('settings', { otp: { codes: { '*': '4444' } } }, 'PATCH');
      await each.control('snapshots/other/restore', {});
      const { otp, statuses } = (await each.control('settings')).json;
      expect([otp.codes, statuses]).toEqual([{ '0941111111': '1234' }, { AUTH_ERROR: 403 }]);
    }
  });

  it('keeps the default code removed that only the configuration removed', async () => {
    const first = await freshSandbox({ settings: Object({ otp: { codes: { '*': null } } }) });
    expect((await first.control('settings')).json.otp.codes).toEqual({});
    await first.control('snapshots', { name: 'story' });
    const second = await freshSandbox();
    await imported(second, await exported(first));
    await second.control('snapshots/story/restore', {});
    expect((await second.control('settings')).json.otp.codes).toEqual({});
  });

  it('takes a file of an earlier version, which does not note what was removed', async () => {
    const first = await freshSandbox();
    await first.control('settings', { otp: { codes: { '*': null, '0941111111': '1234' } } }, 'PATCH');
    await first.control('snapshots', { name: 'story' });
    const file = (await exported(first)).replace('"*":null,', '');
    const second = await freshSandbox();
    expect((await imported(second, file)).status).toBe(201);
    await second.control('snapshots/story/restore', {});
    expect((await second.control('settings')).json.otp.codes).toEqual({ '0941111111': '1234' });
  });

  it('takes no member of otp.codes and statuses from the configuration of the sandbox that opens it', async () => {
    const first = await freshSandbox({ settings: { statuses: { AUTH_ERROR: 403 } } });
    await first.control('snapshots', { name: 'story' });
    const file = await exported(first);
    const settings = { statuses: { INVALID_INPUTS: 400 }, otp: { codes: { '0922222222': '2222' } } };
    const second = await freshSandbox({ settings });
    expect((await imported(second, file)).status).toBe(201);
    await second.control('snapshots/story/restore', {});
    const { otp, statuses } = (await second.control('settings')).json;
    expect([otp.codes, statuses]).toEqual([{ '*': '123456' }, { AUTH_ERROR: 403 }]);
    await second.control('reset', {});
    expect((await second.control('settings')).json).toMatchObject(settings);
  });
});
