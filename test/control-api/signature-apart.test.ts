import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';

const signed = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const secret_key = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
const hashed = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const message = `${signed}&hashed=${hashed}`;

const check = async (given: object) =>
  (await (await freshSandbox()).control('signature/check', { secret_key, ...given })).json;
/** `right`, or the names of the mistakes. */
const verdict = async (given: object) => {
  const { matches, mistakes } = await check(given);
  return matches ? 'right' : mistakes.map(({ name }: { name: string }) => name).join(' ');
};

describe('A hash that stands apart, a label, or a tail is no reason to call it wrong', () => {
  it.each([
    `${signed}\nhashed: ${hashed}`,
    `${signed}\nhashed=${hashed}`,
    `${signed} hashed=${hashed}`,
    `INFO callback query="${signed}" hashed="${hashed}"`,
    `signed string  ${signed}\nhashed         ${hashed}`,
    `url=https://shop.test/return?${message}`,
    `uri=/return?${message}`,
    `query=${message}`,
    `INFO url=https://shop.test/return?${message}`,
    `INFO query=${message}`,
    `GET,/return?${message},200`,
    message.replaceAll('&', ' '),
    `callback {${message.replaceAll('&', ', ')}}`,
    `at=info ${message.replaceAll('&', ' ')} ms=5`,
  ])('right: %s', async (query) => {
    expect(await verdict({ query })).toBe('right');
    expect(await verdict({ query: query.replace('5.00', '9.00') })).toBe('unclear-text');
  });

  const encoded =
    'gateway=localbankcards&approved=1&invoice_no=INV%2F2026%2F1&amount=5.00&transaction_id=100900';
  it.each([': ', ':', ' = ', '\n'])(
    'right: a list of encoded values, with %j after each name',
    async (between) => {
      const { hashed: own } = await check({ query: encoded });
      const list = `${encoded}&hashed=${own}`.replaceAll('=', between).replaceAll('&', '\n');
      expect(await verdict({ query: list })).toBe('right');
      expect(await verdict({ query: list.replace('5.00', '9.00') })).toBe('unclear-text');
    },
  );

  it('JSON with a query and its hash', async () => {
    const body = JSON.stringify({ msg: 'callback', query: signed, hash: `hashed=${hashed}` });
    expect(await verdict({ query: `INFO ${body}` })).not.toBe('');
    expect(await verdict({ body })).not.toBe('');
  });

  it.each([`/return?${message},200,0.003`, `**https://shop.test/return?${message}**`])(
    'unclear: %s',
    async (query) => {
      expect(await verdict({ query })).toBe('unclear-text');
    },
  );

  it('Decoded pairs may have anything in their values', async () => {
    const sandbox = await freshSandbox();
    const fields = [...new URLSearchParams(signed)];
    for (const invoice of ['R&D-17', 'A & B', 'A&B=c', 'A#1', 'A+B', '50%']) {
      const pairs = fields.map(([name, value]) => [name, name === 'invoice_no' ? invoice : value]);
      const { json: own } = await sandbox.control('signature/check', { secret_key, fields: pairs });
      const query = [...pairs, ['hashed', own.hashed]].map((pair) => pair.join('=')).join('\n');
      expect([invoice, await verdict({ query })]).toEqual([invoice, 'right']);
    }
  });

  it('A text without a hash is not compared', async () => {
    for (const query of [signed, `No hashed came with GET /return?${signed}`])
      expect(await check({ query })).toMatchObject({ given: null, mistakes: [], signed_string: signed });
    expect((await check({ query: message })).given).toBe(hashed);
  });

  it('a list, pairs, and lines with colons are signed as they are', async () => {
    const fields = [...new URLSearchParams(signed)];
    const texts = [
      fields.flat().join('\n'),
      `Fields\n${fields.flat().join('\n')}`,
      ...['=', ': ', ':'].map((between) => fields.map((field) => field.join(between)).join('\n')),
      fields.map((field) => field.join('=')).join(' '),
    ];
    for (const query of texts)
      expect([query, (await check({ query })).signed_string]).toEqual([query, signed]);
    for (const query of texts)
      for (const hash of [`hashed=${hashed}`, `hashed: ${hashed}`, `hashed\n${hashed}`]) {
        const { matches, mistakes, given } = await check({ query: `${query}\n${hash}` });
        expect([query, hash, matches || mistakes.length > 0 || given === null]).toContain(true);
      }
  });

  it('words with a colon are no pairs, and a label alone is no message', async () => {
    for (const query of ['gateway: approved: amount:', 'gateway', 'see gateway: x approved: y amount: z'])
      expect((await check({ query })).signed_string).not.toMatch(/3A/);
  });

  it('sign signs what stands behind a label', async () => {
    for (const label of ['url=https://shop.test/return?', 'query=', 'x: '])
      expect((await check({ query: label + signed })).signed_string).toBe(signed);
  });
});
