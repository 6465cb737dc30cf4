import { describe, expect, it } from 'vitest';
import { encodeQuery, type Field, signedString } from '../../src/protocol/signature.ts';
import { diagnose } from '../../src/protocol/signature-doctor.ts';
import { signedFields } from '../../src/protocol/signed-fields.ts';
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
      for (const scope of ['own', 'all'] as const) {
        const given = { layout, ...signedFields([['a', '1'], ...fields], scope, false) };
        expect(named(hmac('something else'), given)).toEqual([]);
      }
    },
  );

  it('lower case is named beside it', () => {
    expect(named(right.toLowerCase(), { layout: 'sorted-raw' })).toEqual(['lower-case', 'other-layout']);
  });
});

/** What arrives where the return_url has parameters of its own, and what a client builds of all of it. */
const arrived: readonly Field[] = [['order', '7'], ...fields, ['hashed', 'AB'], ['_locale', 'é b']];
const all = arrived.filter(([name]) => name !== 'hashed');
const layouts = ['encoded', 'raw', 'sorted', 'sorted-raw'] as const;

describe.each(layouts)('Where signature.scope is own, in the layout %s', (layout) => {
  const ownString = signedString(fields, layout);
  const allString = signedString(all, layout);
  const whole = { layout, ...signedFields(arrived, 'own', false) };
  const listed = { layout, ...signedFields(arrived, 'own', true) };

  it("the gateway's own of the parameters that arrived are signed", () => {
    expect(diagnose(patient(hmac(ownString), { ...whole, built: ownString }))).toEqual({
      signedString: ownString,
      hashed: hmac(ownString),
      matches: true,
      mistakes: [],
    });
    expect(named(hmac(ownString).toLowerCase(), whole)).toEqual(['lower-case']);
  });

  it('foreign-parameters: a hash or a string of all that arrived', () => {
    expect(diagnose(patient(hmac(allString), whole))).toEqual({
      signedString: ownString,
      hashed: hmac(ownString),
      matches: false,
      mistakes: [{ name: 'foreign-parameters', explanation: expect.stringContaining('were signed') }],
    });
    expect(named(hmac(allString).toLowerCase(), whole)).toEqual(['lower-case', 'foreign-parameters']);
    expect(diagnose(patient(undefined, { ...whole, built: allString })).mistakes).toMatchObject([
      { name: 'foreign-parameters' },
    ]);
  });

  it('foreign-parameters: beside another mistake that was made with all of them', () => {
    const escaped = encodeQuery(all).replaceAll('&', '&amp;');
    expect(named(hmac(escaped), whole)).toEqual(['html-escaped', 'foreign-parameters']);
    expect(named(hmac(allString, 'sk_other'), whole)).toEqual(['wrong-secret', 'foreign-parameters']);
    expect(named(hmac(encodeQuery(arrived)), whole)).toEqual(['hashed-included', 'foreign-parameters']);
  });

  it('listed fields are signed as they are given', () => {
    expect(diagnose(patient(hmac(allString), listed))).toEqual({
      signedString: allString,
      hashed: hmac(allString),
      matches: true,
      mistakes: [],
    });
  });

  it('foreign-parameters: listed fields that the genuine hash does not cover', () => {
    expect(diagnose(patient(hmac(ownString), listed)).mistakes).toEqual([
      {
        name: 'foreign-parameters',
        explanation: expect.stringMatching(/^The hash covers only the gateway’s parameters.*leave those out/),
      },
    ]);
  });
});

describe('Where signature.scope is all', () => {
  const scopedAll = signedFields(arrived, 'all', false);

  it('every parameter that came is signed', () => {
    expect(diagnose(patient(hmac(encodeQuery(all)), scopedAll))).toMatchObject({
      signedString: encodeQuery(all),
      matches: true,
    });
  });

  it("own-parameters-only: the gateway's parameters alone, in the layout of the settings", () => {
    expect(named(right, scopedAll)).toEqual(['own-parameters-only']);
    expect(named(right, signedFields(arrived, 'all', true))).toEqual(['own-parameters-only']);
    expect(named(hmac(rawSorted), { ...scopedAll, layout: 'sorted-raw' })).toEqual(['own-parameters-only']);
  });
});
