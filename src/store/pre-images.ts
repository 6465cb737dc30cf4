import { type SlicedTable, skippedOf } from './sliced-tables.ts';

/** Triggers that copy a row before it changes, if the copying (`saving_place`) has not reached it yet. */
export function preImageTriggers({ name, keys, into, from }: SlicedTable, copy: string): string[] {
  const skipped = skippedOf(name);
  const key = (row: string) => keys.map((each) => `${row}.${each}`).join();
  const noted = (letter: string) =>
    `(SELECT ${keys.map((_, place) => letter + place).join()} FROM saving_place WHERE name = '${name}')`;
  const isDue = (row: string) =>
    `WHEN (${key(row)}) > ${noted('k')} AND (${key(row)}) <= ${noted('e')}
    AND (${key(row)}) NOT IN (SELECT ${keys.join()} FROM ${skipped})`;
  const skip = (row: string) => `INSERT INTO ${skipped} VALUES (${key(row)});`;
  const old = from.replace(/"?\w+"?/g, 'old.$&');
  const keep = `BEGIN INSERT INTO ${copy} (${into}) VALUES (${old}); ${skip('old')} END`;
  const trigger = `CREATE TEMP TRIGGER saving_${name}`;
  return [
    `CREATE TEMP TABLE ${skipped} (${keys.join()}, PRIMARY KEY (${keys.join()})) WITHOUT ROWID`,
    `${trigger}_insert AFTER INSERT ON main.${name} ${isDue('new')} BEGIN ${skip('new')} END`,
    `${trigger}_update BEFORE UPDATE ON main.${name} ${isDue('old')} ${keep}`,
    `${trigger}_delete BEFORE DELETE ON main.${name} ${isDue('old')} ${keep}`,
  ];
}
