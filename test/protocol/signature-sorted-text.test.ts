import { describe, expect, it } from 'vitest';
import { gatewayOrders } from '../../src/protocol/sent-order.ts';
import { type Field, signedString } from '../../src/protocol/signature.ts';
import { diagnose } from '../../src/protocol/signature-doctor.ts';
import { signedFields } from '../../src/protocol/signed-fields.ts';
import {
  amount,
  approved,
  fields,
  gateway,
  hmac,
  id,
  invoice,
  method,
  named,
  patient,
} from './callback-to-diagnose.ts';

/** What is pasted of a message whose names were sorted after it came. */
const sorted = (names: readonly Field[], hashed: string, scope: 'own' | 'all' = 'own', areListed = false) =>
  signedFields(
    [...names, ['hashed', hashed] as const].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    scope,
    areListed,
  );

/** As `aggregator.method_field` spells it for clients that read the other name. */
const respelled = fields.map(
  ([name, value]): Field => [name === 'paymet_method' ? 'payment_method' : name, value],
);
const own = [gateway, approved, invoice, amount, method, id].join('&');

describe('The payment method is in its place, whichever way it is spelled', () => {
  it('in the order of the gateway', () => {
    const hashed = hmac(signedString(respelled));
    expect(named(hashed, sorted(respelled, hashed))).toEqual(['sorted-text']);
  });

  it('in the order of a list of your own', () => {
    const hashed = hmac(own.replace('paymet', 'payment'));
    expect(named(hashed, { fields: respelled, came: respelled })).toEqual(['fixed-order']);
  });
});

describe('In the layout raw', () => {
  const layout = 'raw';
  const ownRaw = own.replace('A+1%2F%C3%A9', 'A 1/é');

  it('a message that was sorted after it came is not called a list of your own', () => {
    const hashed = hmac(signedString(fields, layout));
    expect(named(hashed, { layout, ...sorted(fields, hashed) })).toEqual(['sorted-text']);
  });

  it('a list of your own is one', () => {
    expect(named(hmac(ownRaw), { layout })).toEqual(['fixed-order']);
    expect(named(hmac(ownRaw), { layout, ...sorted(fields, hmac(ownRaw)) })).toEqual(['fixed-order']);
  });

  it("with the scope all, the gateway's parameters alone are no list of your own", () => {
    const came = signedFields([['order', '7'], ...fields], 'all', false);
    expect(named(hmac(signedString(fields, layout)), { layout, ...came })).toEqual(['own-parameters-only']);
  });
});

describe.each(['encoded', 'raw'] as const)('With parameters of your own, in the layout %s', (layout) => {
  const all: readonly Field[] = [['order', 'é 7'], ...fields];
  const hashOfAll = hmac(signedString(all, layout));
  const hashOfOwn = hmac(signedString(fields, layout));

  it('all that came is signed, yours first', () => {
    expect(named(hashOfAll, { layout, ...sorted(all, hashOfAll, 'all') })).toEqual(['sorted-text']);
    expect(named(hashOfOwn, { layout, ...sorted(all, hashOfOwn, 'own') })).toEqual(['sorted-text']);
  });

  it.each([
    ['all', false, hashOfOwn, 'own-parameters-only'],
    ['own', false, hashOfAll, 'foreign-parameters'],
    ['own', true, hashOfOwn, 'foreign-parameters'],
  ] as const)(
    'a hash of other parameters than the scope %s signs (listed: %s)',
    (scope, areListed, hashed, name) => {
      expect(named(hashed, { layout, ...sorted(all, hashed, scope, areListed) })).toEqual([
        'sorted-text',
        name,
      ]);
    },
  );
});

describe('The string that the gateway signed is the right one', () => {
  const signed = signedString(fields);
  const hashed = hmac(signed);

  it.each([
    [hashed, ['sorted-text']],
    [hashed.toLowerCase(), ['sorted-text', 'lower-case']],
  ])('for the hash %s', (given, names) => {
    const verdict = diagnose(patient(given, sorted(fields, given)));
    expect(verdict).toMatchObject({ signedString: signed, hashed, matches: false });
    expect(verdict.mistakes.map(({ name }) => name)).toEqual(names);
  });

  it('unless the hash is another', () => {
    const came = sorted(fields, 'AB');
    expect(diagnose(patient('AB', came))).toMatchObject({ signedString: signedString(came.fields) });
  });

  const own = signedString(sorted(fields, hashed).fields);
  const other = hmac(signed, 'sk_other');

  it.each([
    ['of the sorted string', hmac(own), own, ['sorted-keys']],
    ['of the sorted string, in lower case', hmac(own).toLowerCase(), own, ['lower-case', 'sorted-keys']],
    ['with a key that is not known', hmac(own, 'k'), own, ['sorted-keys']],
    ['of the string that was signed, with another key', other, signed, ['wrong-secret']],
    ['of the string that was signed', hashed, signed, []],
    ['with a key that is not known, of the string that was signed', hmac(signed, 'k'), signed, ['wrong-key']],
    ['with a key that is not known, of no known string', hmac(signed, 'k'), 'x', ['unexplained']],
    ['with a key that is not known, of a string not given', hmac(signed, 'k'), undefined, ['unexplained']],
    ['that is none', 'XYZ', undefined, ['unexplained']],
    ['that is not given', undefined, undefined, []],
  ])('also when the hash in question is another, %s', (_, given, built, names) => {
    const verdict = diagnose(patient(given, { ...sorted(fields, hashed), built }));
    expect(verdict).toMatchObject({ signedString: signed, hashed, matches: false });
    expect(verdict.mistakes.map(({ name }) => name)).toEqual(['sorted-text', ...names]);
  });

  it('with the key of another account too', () => {
    const verdict = diagnose(patient(other, sorted(fields, other)));
    expect(verdict).toMatchObject({ signedString: signed, hashed });
    expect(verdict.mistakes.map(({ name }) => name)).toEqual(['sorted-text', 'wrong-secret']);
  });

  it('unless the hash that came with it is no hash of it', () => {
    const came = sorted(fields, 'AB');
    expect(diagnose(patient(hashed, came))).toMatchObject({ signedString: signedString(came.fields) });
  });

  it('but not where sorting has changed nothing that is signed', () => {
    const few = fields.filter(([name]) => ['gateway', 'invoice_no', 'transaction_id'].includes(name));
    const right = hmac(signedString(few));
    expect(diagnose(patient(right, sorted(few, right)))).toMatchObject({ matches: true, mistakes: [] });
  });
});

describe.each(gatewayOrders)('What the gateway signed in the order %s %s %s %s', (...sentIn) => {
  const all: readonly Field[] = sentIn.map((name): Field => [name, `${name} 1`]);
  const sent = signedString(all);
  const hashed = hmac(sent);

  it.each(gatewayOrders)(
    'is the right string also for a list of your own in the order %s %s %s %s',
    (...usedIn) => {
      const built = signedString(usedIn.map((name): Field => [name, `${name} 1`]));
      const verdict = diagnose(patient(hmac(built), { ...sorted(all, hashed), built }));
      expect(verdict).toMatchObject({ signedString: sent, hashed, matches: false });
      expect(verdict.mistakes.map(({ name }) => name)).toEqual([
        'sorted-text',
        ...(built === sent ? [] : ['fixed-order']),
      ]);
    },
  );
});

it('A message that a jsonb column reordered, by length, is put back into the order of the gateway', () => {
  const sent = signedString(fields);
  const hashed = hmac(sent);
  const byLength = ([a]: Field, [b]: Field) => a.length - b.length || (a < b ? -1 : 1);
  const came = signedFields([...fields, ['hashed', hashed] as const].toSorted(byLength), 'own', false);
  const built = signedString(came.fields);
  for (const change of [{ built: sent }, { hashed: hmac(built), built }]) {
    const verdict = diagnose({ ...patient(hashed, came), ...change });
    expect(verdict).toMatchObject({ signedString: sent, hashed, matches: false });
    expect(verdict.mistakes.map(({ name }) => name)).toEqual(['sorted-text']);
  }
});
