/**
 * Measures the built bundle and baselines in alternation, because ratios stay stable on a noisy machine,
 * while seconds do not.
 *
 *     npm run bench [-- --quick] [--peers] [--transactions 1000000] [--json] [--write]
 *     npm run bench -- --guard [--accept | --prove]
 *     npm run bench -- --profile [--json] [--write]
 *     npm run bench -- --soak [--rate 500] [--minutes 10] [--json] [--write]
 *
 * `--transactions` is the size of the state that is saved, restored and reset as a whole, which takes half an
 * hour with a million. `--quick` takes a few minutes. It compares the cost of calls with `bench/guard.json` and
 * exits with code 1 if something has become slower by a third. `--guard` does only that, and `--accept` saves
 * the result as the new reference: use a quiet machine, because load affects the baseline most. `--prove` shows
 * that the guard ignores noise and reports a slower sandbox. `--peers` also installs other programs, outside
 * the project, and measures them. `--write` updates the tables in docs/performance.md and
 * docs/contributing/performance-log.md. `--built` measures the existing `dist/`.
 */
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { bundle } from '../scripts/bundle.ts';
import { writeIntoDocs } from './docs.ts';
import { goals } from './goals.ts';
import { accept, acceptedCosts, type Costs, costsOf, fallen } from './guard.ts';
import { guardProof } from './guard-proof.ts';
import { guardedCosts } from './guarded-costs.ts';
import { profile, profileReport } from './profile.ts';
import { results } from './results.ts';
import { soak, soakReport } from './soak.ts';
import { summary } from './summary.ts';
import { guardReport, report } from './tables.ts';

const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    quick: flag,
    peers: flag,
    guard: flag,
    accept: flag,
    prove: flag,
    profile: flag,
    soak: flag,
    rate: { ...text, default: '500' },
    minutes: { ...text, default: '10' },
    transactions: text,
    json: flag,
    write: flag,
    built: flag,
  },
});
const command = ['npm run bench', ...(argv.length > 2 ? ['--'] : []), ...argv.slice(2)].join(' ');

if (!values.built) await bundle();
if (values.prove) await prove();
else if (values.guard) guard(await guardedCosts());
else if (values.soak) await measureSoak();
else if (values.profile) await measureProfile();
else await measureAll();

async function measureAll(): Promise<void> {
  const { transactions } = values;
  const measured = await results({
    ...values,
    transactions: transactions === undefined ? undefined : Number(transactions),
  });
  const tables = report(measured);
  print({ ...measured, goals: goals(measured) }, tables);
  if (values.write) {
    writeIntoDocs('summary', command, summary(measured));
    writeIntoDocs('figures', command, tables);
  }
  if (values.quick) guard(costsOf(measured.starts, measured.calls));
}

async function measureSoak(): Promise<void> {
  const measured = await soak(Number(values.rate), Number(values.minutes));
  print(measured, soakReport(measured));
  if (values.write) writeIntoDocs('soak', command, soakReport(measured));
}

async function measureProfile(): Promise<void> {
  const measured = await profile();
  print(measured, profileReport(measured));
  if (values.write) writeIntoDocs('profile', command, profileReport(measured));
}

async function prove(): Promise<void> {
  const { table, holds } = await guardProof();
  console.log(table);
  if (!holds) exit(1);
}

function print(measured: object, tables: string): void {
  console.log(values.json ? JSON.stringify(measured, null, 2) : tables);
}

function guard(measured: Costs): void {
  if (values.accept) accept(measured);
  const accepted = acceptedCosts();
  console.error(guardReport(accepted, measured));
  const finds = fallen(accepted, measured);
  for (const find of finds) console.error(find);
  if (finds.length > 0) exit(1);
}
