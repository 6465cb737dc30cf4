import { expect } from 'vitest';
import { sandboxBreaches, sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { decided, startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestOptions, type TestSandbox } from '../support/sandbox.ts';
import { watchStatements } from '../support/statements.ts';

/** Treats every state as large, and copies two rows per slice. */
const slices = { weightAtOnce: 0, rows: 2, ms: 0 };
const settings = { otp: { policy: 'fixed', codes: { '*': '111111' } } };

const tables = [
  'accounts',
  'access_tokens',
  'transactions',
  'checkouts',
  'verifications',
  'otps',
  'callbacks',
  'callback_attempts',
  'events',
  'requests',
  'facts',
];

type Rows = Readonly<Record<string, readonly string[]>>;

export function slicedSandbox(options: TestOptions = {}): Promise<TestSandbox> {
  return freshSandbox({ slices, settings, ...options });
}

/**
 * Creates a wallet payment and three checkouts: paid, canceled and open. Returns the token of the open one.
 */
export async function shop(sandbox: TestSandbox, name: string): Promise<string> {
  const { json } = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  await sandbox.call('walletA/confirm', {
    process_id: String(json.result?.process_id),
    code: '111111',
    amount: '10.00',
    invoice_no: `W-${name}`,
  });
  const tokens: string[] = [];
  for (const each of ['paid', 'canceled', 'open'])
    tokens.push(await startCheckout(sandbox, 'localbankcards', { invoice_no: `${name}-${each}` }));
  const [paid = '', canceled = '', open = ''] = tokens;
  await decided(sandbox, paid, 'approve');
  await decided(sandbox, canceled, 'cancel');
  return open;
}

export function rowsOf(sandbox: TestSandbox, prefix = ''): Rows {
  const sqlite = sandboxConnection(sandbox);
  const rows = (table: string) => sqlite.prepare<[], object>(`SELECT * FROM ${prefix}${table}`).all();
  return Object.fromEntries(
    tables.map((table) => [
      table,
      rows(table)
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  );
}

/** Captures the rows at the moment when the next snapshot starts being saved. */
export function rowsAtBeginning(sandbox: TestSandbox): () => Rows | undefined {
  let rows: Rows | undefined;
  const end = watchStatements((_, sql) => {
    if (!sql.startsWith('INSERT INTO snapshots')) return;
    end();
    rows = rowsOf(sandbox);
  });
  return () => rows;
}

/** Tables and triggers that should exist only while copying. */
export function leftovers(sandbox: TestSandbox): unknown[] {
  return sandboxConnection(sandbox)
    .prepare(
      `SELECT name FROM sqlite_schema WHERE name GLOB 'staged_*' UNION ALL SELECT name FROM sqlite_temp_schema
      UNION ALL SELECT name FROM snapshots WHERE name GLOB ' *'`,
    )
    .pluck()
    .all();
}

/** Waits until no garbage is left. On a busy machine, one pass deletes only part of it. */
export async function swept({ runtime }: TestSandbox): Promise<void> {
  while (runtime.store.garbage.isThere()) await runtime.retention.tidy();
}

export function expectSound(sandbox: TestSandbox): void {
  const sqlite = sandboxConnection(sandbox);
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  expect([sqlite.pragma('foreign_key_check'), sandboxBreaches(sandbox), leftovers(sandbox)]).toEqual([
    [],
    [],
    [],
  ]);
}

/** Repeats something until a promise settles. Returns how often. */
export async function meanwhile(
  work: Promise<unknown>,
  again: (round: number) => Promise<unknown>,
): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void work.then(end, end);
  let round = 0;
  for (; !isOver; round += 1) await again(round);
  return round;
}

export async function listed(sandbox: TestSandbox): Promise<string[]> {
  const { json } = await sandbox.control('transactions?limit=100');
  return json.data.map(({ invoice_no }: { invoice_no: string }) => invoice_no);
}
