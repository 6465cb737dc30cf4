import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeQuery, type Field, hashOf, sign, signedString } from '../../src/protocol/signature.ts';

const anyText = fc.string({ unit: 'binary' });
const anyFields = fc.array(fc.tuple(anyText, anyText));

describe('The hashed parameter is the upper-case SHA-256 HMAC of all parameters but itself', () => {
  it('for a localbankcards callback', () => {
    const fields: Field[] = [
      ['gateway', 'localbankcards'],
      ['approved', '1'],
      ['invoice_no', '14022023'],
      ['amount', '5.00'],
      ['transaction_id', '100900'],
    ];
    expect(sign(fields, 'sk_ac63978fe4bc6defb55045fe84492021d1e87555')).toEqual({
      signedString: 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900',
      hashed: '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F',
    });
  });

  it('for an aggregator return', () => {
    const fields: Field[] = [
      ['approved', '1'],
      ['invoice_no', '43321'],
    ];
    expect(sign(fields, 'sk_40a07a6c0e63818dc2b292c8e302894e08acedfb')).toEqual({
      signedString: 'approved=1&invoice_no=43321',
      hashed: 'E6E3486C137F4260C2C598C7A903836CDDBC1FAF87240A58660FA91F363D5DBA',
    });
  });

  it('whether hashed is among the parameters or not, and wherever it stands', () => {
    const first: Field[] = [
      ['hashed', 'x'],
      ['approved', '1'],
      ['invoice_no', '43321'],
    ];
    const last: Field[] = [
      ['approved', '1'],
      ['invoice_no', '43321'],
      ['hashed', 'x'],
    ];
    expect(signedString(first)).toBe('approved=1&invoice_no=43321');
    expect(signedString(last)).toBe('approved=1&invoice_no=43321');
  });

  it('and a name that only resembles it is signed', () => {
    expect(
      signedString([
        ['Hashed', '1'],
        ['hashed2', '2'],
      ]),
    ).toBe('Hashed=1&hashed2=2');
  });

  it('with the secret key as UTF-8 text, not as bytes decoded from hex', () => {
    const message = 'The quick brown fox jumps over the lazy dog';
    expect(hashOf(message, 'key')).toBe('F7BC83F430538424B13298E6AA6FB143EF4D59A14946175997479DBC2D1A3CD8');
    expect(hashOf(message, '6b6579')).not.toBe(hashOf(message, 'key'));
    expect(hashOf('', '')).toBe('B613679A0814D9EC772F95D778C35FC5FF1697C493715653C6C712144292C5AD');
  });
});

describe('The layout of the signed string', () => {
  const fields: Field[] = [
    ['b', 'x y'],
    ['a', '1&2=3'],
    ['B', 'é'],
    ['hashed', 'no'],
  ];

  it('is by default the order sent, encoded', () => {
    expect(signedString(fields)).toBe('b=x+y&a=1%262%3D3&B=%C3%A9');
    expect(signedString(fields, 'encoded')).toBe(signedString(fields));
  });

  it('may be raw: the order sent, nothing encoded', () => {
    expect(signedString(fields, 'raw')).toBe('b=x y&a=1&2=3&B=é');
  });

  it('may be sorted by name, by code unit and not by a locale', () => {
    expect(signedString(fields, 'sorted')).toBe('B=%C3%A9&a=1%262%3D3&b=x+y');
    expect(signedString(fields, 'sorted-raw')).toBe('B=é&a=1&2=3&b=x y');
  });

  it('keeps fields of one name in their order, and leaves the given list alone', () => {
    const twins: Field[] = [
      ['b', '2'],
      ['a', '9'],
      ['b', '1'],
    ];
    expect(signedString(twins, 'sorted')).toBe('a=9&b=2&b=1');
    expect(twins).toEqual([
      ['b', '2'],
      ['a', '9'],
      ['b', '1'],
    ]);
  });

  it('is the same in all layouts while names are in order and values stay in A-Z a-z 0-9 - _ .', () => {
    const safe = fc.string({ unit: fc.constantFrom(...'AZaz09-_.') });
    fc.assert(
      fc.property(fc.array(safe), (values) => {
        const safeFields = values.map((value, index): Field => [`k${1000 + index}`, value]);
        const encoded = signedString(safeFields);
        expect(signedString(safeFields, 'raw')).toBe(encoded);
        expect(signedString(safeFields, 'sorted')).toBe(encoded);
      }),
    );
  });
});

describe("A query is encoded as PHP's http_build_query does", () => {
  it.each([
    [' ', '+'],
    ['+', '%2B'],
    ['*', '%2A'],
    ['~x*', '%7Ex%2A'],
    ["!'()", '%21%27%28%29'],
    ['-_.', '-_.'],
    ['a%41', 'a%2541'],
    ['a&b=c', 'a%26b%3Dc'],
    ['é', '%C3%A9'],
    ['دينار', '%D8%AF%D9%8A%D9%86%D8%A7%D8%B1'],
    ['🛒', '%F0%9F%9B%92'],
    ['\r\n\0', '%0D%0A%00'],
    ['<script>', '%3Cscript%3E'],
    ['', ''],
  ])('%j becomes %s', (value, encoded) => {
    expect(encodeQuery([['k', value]])).toBe(`k=${encoded}`);
  });

  it('names too, and an empty list is an empty string', () => {
    expect(encodeQuery([['a[b]*', '']])).toBe('a%5Bb%5D%2A=');
    expect(encodeQuery([])).toBe('');
  });

  it('is ASCII whatever the fields, and reads back as what was written', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const query = encodeQuery(fields);
        expect(query).toMatch(/^[A-Za-z0-9\-_.+%&=]*$/);
        expect([...new URLSearchParams(query)]).toEqual(
          fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
        );
      }),
    );
  });

  it('a lone surrogate does not stop the signing', () => {
    for (const layout of ['encoded', 'raw', 'sorted', 'sorted-raw'] as const) {
      expect(sign([['k\ud800', '\udfff']], 'key\ud800', layout).hashed).toMatch(/^[0-9A-F]{64}$/);
    }
    expect(encodeQuery([['k', '\ud800']])).toBe('k=%EF%BF%BD');
  });
});
