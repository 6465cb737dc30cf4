import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { loggedRequest } from '../support/merchant-api.ts';
import type { TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe('The request log', () => {
  it.each([
    ['a form', 'note=demo%5Fapi%5Fkey&a=%64emo_secret_key', 'note=demo****ey&a=demo****ey'],
    [
      'JSON',
      '{"note":"demo\\u005fapi_key","a":"b\\/demo%5Fapi_key"}',
      '{"note":"demo****ey","a":"b\\/demo****ey"}',
    ],
    ['text with other escapes', 'a=%41%zz%&key=demo%5fapi_key%41', 'a=%41%zz%&key=demo****ey%41'],
  ])('A key in %s is masked however it is escaped', async (_, body, kept) => {
    const answer = await sandbox.call('walletB/verify', {}, { body });
    expect((await loggedRequest(sandbox, answer)).body).toBe(kept);
  });

  it('A key is masked however it is escaped, in the query of a request without keys too', async () => {
    await sandbox.fetch('/api/v1/transaction/walletA/verify?k=demo%5Fsecret%5Fkey&v=%2541', {
      method: 'POST',
    });
    const { data } = (await sandbox.control('requests')).json;
    expect(data[0].path).toBe('/api/v1/transaction/walletA/verify?k=demo****ey&v=%2541');
  });

  it('A key with characters that are special in JSON or in a replacement is masked', async () => {
    const { json } = await sandbox.control('accounts', { api_key: 'a$&"\\"$`key_of_one' });
    const headers = { 'X-Note': `<${json.api_key}> a$%26%22\\"$%60key_of_one` };
    const answer = await sandbox.call(
      'walletB/verify',
      {},
      { token: json.access_tokens.test, apiKey: json.api_key, headers },
    );
    expect((await loggedRequest(sandbox, answer)).headers).toMatchObject({
      'x-note': '<a$&*****ne> a$&*****ne',
    });
  });
});
