import { expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';

it('The last readers see all earlier work, and cannot keep the rows from being replaced', async () => {
  const store = openStore(undefined);
  const seen: unknown[] = [];
  store.beforeReplace(() => {
    throw new RangeError('no');
  });
  store.beforeReplace(() => seen.push(store.facts.get('rows')));
  void store.commit(() => store.facts.put('rows', 'old'));
  await store.replace(
    () => store.facts.put('rows', 'new'),
    () => {},
  );
  expect([seen, store.facts.get('rows')]).toEqual([['old'], 'new']);
});
