import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { packageFile, packageFolder } from '../../src/host/package-files.ts';
import { Database } from '../../src/store/database.ts';
import { dueStore } from '../../src/store/due.ts';

test('What is due next is found by the indexes of what waits, and nothing is sorted', () => {
  const asked: string[] = [];
  const sqlite = new Sqlite(':memory:', { verbose: (text) => asked.push(String(text)) });
  onTestFinished(() => {
    sqlite.close();
  });
  for (const name of packageFolder('src/store/migrations/').sort())
    sqlite.exec(packageFile(`src/store/migrations/${name}`));
  const due = dueStore(new Database(sqlite));
  const finds = [
    (most: number) => due.codes(null, most),
    (most: number) => due.codes('demo', most),
    (most: number) => due.checkouts(null, most),
    (most: number) => due.checkouts('demo', most),
    (most: number) => due.retries(null, most),
    (most: number) => due.retries('demo', most),
    (most: number) => due.callbacks(most, 1),
    (most: number) => due.callbacksTo('shop.example', most, 1),
    () => [...due.callbackTargets()],
  ];
  const plans = finds.map((find) => {
    asked.length = 0;
    find(10);
    const [select = ''] = asked;
    const steps = sqlite.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${select}`).all();
    return steps.map(({ detail }) => detail);
  });
  const indexes = plans.map(([first = '']) => / USING (?:COVERING )?INDEX (\w+)/.exec(first)?.[1]);
  expect(indexes).toEqual([
    'otps_active',
    'otps_active',
    'checkouts_open',
    'checkouts_open',
    'callbacks_pending',
    'callbacks_pending',
    'callbacks_pending',
    'callbacks_pending_of_target',
    'callbacks_pending_of_target',
  ]);
  expect(plans.flat().filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});
