import { describe, expect, it } from 'vitest';
import { paid } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { mcpClient } from '../support/mcp.ts';

async function afterPayment() {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  await paid(sandbox, `${merchant.url}/callback`);
  await sandbox.control('callbacks/settled?wait=50s', {});
  await sandbox.call('walletA/verify', { amount: '1' });
  const { client } = await mcpClient(await sandbox.listen());
  return client;
}

const textOf = ({ contents }: { readonly contents: readonly object[] }) =>
  contents.map((each) => ('text' in each ? String(each.text) : '')).join('');

describe('The resources', () => {
  it('are the guides, and the newest payments, calls and callbacks', async () => {
    const client = await afterPayment();
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining([
        'sandbox://docs/signature',
        'sandbox://timeline/100001',
        'sandbox://request/2',
        'sandbox://callback/1',
      ]),
    );
    for (const uri of uris) expect(textOf(await client.readResource({ uri }))).not.toBe('');
    const { data } = JSON.parse(textOf(await client.readResource({ uri: 'sandbox://timeline/100001' })));
    expect(data).toMatchObject({ status: 'completed', timeline: expect.any(Array) });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'sandbox://timeline/{id}',
      'sandbox://request/{id}',
      'sandbox://callback/{id}',
    ]);
  });

  it('are refused in words when they are not there', async () => {
    const sandbox = await freshSandbox();
    const { client } = await mcpClient(await sandbox.listen());
    for (const [uri, words] of Object.entries(wrong))
      await expect(client.readResource({ uri }), uri).rejects.toThrow(words);
  });
});

const wrong = {
  'sandbox://timeline/9': 'There is no transaction "9".',
  'sandbox://request/%': 'There is no request "%".',
  'sandbox://docs/..%2Fpackage.json': 'There is no resource "sandbox://docs/..%2Fpackage.json".',
  'sandbox://constructor/1': 'There is no resource "sandbox://constructor/1".',
  'file:///etc/passwd': 'There is no resource "file:///etc/passwd".',
};

describe('The prompts', () => {
  it('hand over the newest refused call with its trace', async () => {
    const client = await afterPayment();
    const { messages } = await client.getPrompt({ name: 'why-refused' });
    expect(JSON.stringify(messages)).toMatch(/sandbox:\/\/request\/2.*INVALID_INPUTS.*trace/s);
    await expect(client.getPrompt({ name: 'why-refused', arguments: { request: '77' } })).rejects.toThrow(
      'There is no request "77".',
    );
  });

  it('hand over the callback and a tested function for the framework', async () => {
    const client = await afterPayment();
    for (const [framework, word] of Object.entries(comparisons)) {
      const given = { framework };
      const { messages } = await client.getPrompt({ name: 'write-callback-handler', arguments: given });
      const text = JSON.stringify(messages);
      expect(text).toContain('sandbox://callback/1');
      expect(text, framework).toContain(word);
    }
  });

  it('are refused in words without what they need', async () => {
    const sandbox = await freshSandbox();
    const { client } = await mcpClient(await sandbox.listen());
    const asked = (name: string, given: Record<string, string> = {}) =>
      client.getPrompt({ name, arguments: given });
    await expect(asked('why-refused')).rejects.toThrow('None of the newest 0 calls was refused.');
    await expect(asked('write-callback-handler')).rejects.toThrow('Name your framework');
    await expect(asked('write-callback-handler', { framework: 'COBOL' })).rejects.toThrow(
      'No callback was sent yet.',
    );
    await expect(asked('__proto__')).rejects.toThrow('There is no prompt "__proto__".');
  });
});

/** What each language uses to compare in constant time. */
const comparisons = {
  Express: 'timingSafeEqual',
  Laravel: 'hash_equals',
  Django: 'compare_digest',
  'Spring Boot': 'MessageDigest',
  Gin: 'hmac.Equal',
};
