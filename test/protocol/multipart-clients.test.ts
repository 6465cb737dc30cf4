import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormValue, type ParsedBody, parseBody } from '../../src/protocol/form-encoding.ts';

function form(...fields: [string, FormValue][]): ParsedBody {
  return { form: new Map(fields) };
}

describe('A multipart body of any client', () => {
  const text = fc.string({ unit: 'grapheme' });
  // The sender normalizes line breaks in a value, and a backslash at the end of a name counts as an escape.
  const name = text.filter((value) => !/[\r\n\0]|\\$|\\"/.test(value));
  const value = text.filter((sent) => !/[\r\n\0]/.test(sent));
  const fields = fc.dictionary(name, value, { minKeys: 1 }).map((sent) => Object.entries(sent));

  async function bodyOf(sent: [string, string][]): Promise<[string, Buffer]> {
    const data = new FormData();
    for (const [key, text] of sent) data.append(key, text);
    const response = new Response(data);
    return [response.headers.get('content-type') ?? '', Buffer.from(await response.arrayBuffer())];
  }

  it('such as FormData, is read as it was meant', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (sent) => {
        const [contentType, body] = await bodyOf(sent);
        const meant = sent.map(([key, text]): [string, FormValue] => [key, { text }]);
        expect(parseBody(contentType, body, { json: false })).toEqual(form(...meant));
      }),
    );
  });

  it('with a file in it, is read as a fault', async () => {
    const data = new FormData();
    data.append('amount', new Blob(['5'], { type: 'text/plain' }), 'amount "1".txt');
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: data });
    const body = Buffer.from(await request.arrayBuffer());
    expect(parseBody(request.headers.get('content-type') ?? '', body, { json: false })).toEqual(
      form(['amount', { fault: 'file' }]),
    );
  });

  it('and broken on the way, is a form or unreadable but never an exception', async () => {
    const [contentType, whole] = await bodyOf([
      ['amount', '5'],
      ['note', 'دينار'],
    ]);
    const cuts = fc.tuple(fc.nat(whole.length), fc.nat(40), fc.uint8Array({ maxLength: 8 }));
    fc.assert(
      fc.property(fc.array(cuts, { minLength: 1, maxLength: 4 }), (changes) => {
        let body: Buffer = whole;
        for (const [at, length, inserted] of changes) {
          body = Buffer.concat([body.subarray(0, at), inserted, body.subarray(at + length)]);
        }
        const parsed = parseBody(contentType, body, { json: false });
        expect('form' in parsed || 'unreadable' in parsed).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
