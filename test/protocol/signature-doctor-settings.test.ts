import { describe, expect, it } from 'vitest';
import { signedString } from '../../src/protocol/signature.ts';
import { diagnose } from '../../src/protocol/signature-doctor.ts';
import { fields, hmac, named, patient, raw, rawSorted, right, signed } from './callback-to-diagnose.ts';

describe('Where signature.layout is not the usual one', () => {
  const strings = { encoded: signed, raw, 'sorted-raw': rawSorted } as const;

  it('sorted-raw: the sorted fields, unencoded, match', () => {
    expect(diagnose(patient(hmac(rawSorted), { layout: 'sorted-raw' }))).toEqual({
      signedString: rawSorted,
      hashed: hmac(rawSorted),
      matches: true,
      mistakes: [],
    });
  });

  it.each([
    ['encoded', 'sorted-raw'],
    ['encoded', 'raw'],
    ['encoded', 'sorted'],
    ['raw', 'sorted-raw'],
    ['raw', 'sorted'],
    ['sorted-raw', 'raw'],
    ['sorted-raw', 'sorted'],
  ] as const)('a string of the layout %s under the layout %s is named', (built, layout) => {
    const { mistakes } = diagnose(patient(hmac(strings[built]), { layout }));
    expect(mistakes).toEqual([
      {
        name: 'other-layout',
        explanation: `The string has the layout \`${built}\`. This sandbox signs in the layout \`${layout}\`, as its setting \`signature.layout\` says.`,
      },
    ]);
    expect(diagnose(patient(undefined, { layout, built: strings[built] })).mistakes).toEqual(mistakes);
  });

  it.each(['encoded', 'raw', 'sorted', 'sorted-raw'] as const)(
    'in the layout %s, a hash of something else has no name, whatever the scope',
    (layout) => {
      for (const scope of ['own', 'all'] as const)
        expect(named(hmac('something else'), { layout, scope })).toEqual([]);
    },
  );

  it.each(['encoded', 'raw', 'sorted', 'sorted-raw'] as const)(
    "in the layout %s, parameters of the merchant's own return_url beside the gateway's are named",
    (layout) => {
      const came = [['a', 'é b'], ...fields, ['z', '1']] as const;
      const hashed = hmac(signedString(fields, layout));
      expect(named(hashed, { fields: came, came, layout })).toEqual(['foreign-parameters']);
      for (const scope of ['own', 'all'] as const)
        expect(named(hashed.toLowerCase(), { layout, scope })).toEqual(['lower-case']);
    },
  );

  it('raw values beyond ASCII: parameters of the return_url are named', () => {
    const own = fields.map(([name, value]) => [name, name === 'invoice_no' ? 'é' : value] as const);
    const came = [...own, ['a', '1']] as const;
    const hashed = hmac(signedString(own, 'raw'));
    expect(named(hashed, { fields: came, came, layout: 'raw' })).toEqual(['foreign-parameters']);
  });

  it('lower case is named beside it', () => {
    expect(named(right.toLowerCase(), { layout: 'sorted-raw' })).toEqual(['lower-case', 'other-layout']);
  });
});

describe('Where signature.scope is all', () => {
  const came = [['utm', 'a b'], ...fields] as const;
  const whole = `utm=a+b&${signed}`;

  it('every parameter that came is signed', () => {
    expect(diagnose(patient(hmac(whole), { fields: came, came, scope: 'all' }))).toMatchObject({
      signedString: whole,
      matches: true,
    });
  });

  it("own-parameters-only: the gateway's parameters alone, in the layout of the settings", () => {
    expect(named(right, { fields: came, came, scope: 'all' })).toEqual(['own-parameters-only']);
    const sorted = { fields: came, came, scope: 'all', layout: 'sorted-raw' } as const;
    expect(named(hmac(rawSorted), sorted)).toEqual(['own-parameters-only']);
  });
});
