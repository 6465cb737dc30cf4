/** A sandbox for `whole-state.ts` with the rows of a data file, on a copy of it or in memory. */
import { copyFileSync } from 'node:fs';
import { argv, memoryUsage } from 'node:process';
import { listen } from '../../src/http/server.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { defaultSettings } from '../../src/settings/settings.ts';
import { changedSettings } from '../../src/settings/settings-change.ts';
import { allTables } from '../../src/store/tables.ts';
import { connectionBehind } from '../support/statements.ts';
import { fixedCode } from './load/customer.ts';

const [, , grown = '', copy] = argv;
if (copy !== undefined) copyFileSync(grown, copy);
let port = 0;
const sandbox = await createSandbox({
  data: copy,
  accounts: [],
  settings: changedSettings(defaultSettings('observed'), {
    otp: { policy: 'fixed', codes: { '*': fixedCode } },
  }),
  addresses: {
    get publicUrl() {
      return `http://127.0.0.1:${port}`;
    },
    isSandbox: () => false,
    isOwnSocket: () => false,
    callbackHostMap: new Map(),
  },
});
if (copy === undefined) fill(sandbox);
({ port } = await listen(sandbox.app, { host: undefined, port: 0, tls: undefined }));
/** Processor time of this thread, in milliseconds. */
const processorMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let lastMs = processorMs();
let longestMs = 0;
// Once per turn of the event loop. A turn's processor time is how long others wait on an otherwise idle
// machine.
setInterval(() => {
  const now = processorMs();
  longestMs = Math.max(longestMs, now - lastMs);
  lastMs = now;
}, 1);
const rssMb = () => Math.round(memoryUsage.rss() / 1e6);
process.on('message', async (asked) => {
  if (asked === 'tidy')
    do await sandbox.runtime.retention.tidy();
    while (sandbox.runtime.store.garbage.isThere());
  process.send?.({ rssMb: rssMb(), longestMs: Math.round(longestMs) });
  longestMs = 0;
});
process.once('disconnect', () => process.exit());
process.send?.({ url: `http://127.0.0.1:${port}`, rssMb: rssMb(), longestMs: 0 });

function fill({ runtime }: Sandbox): void {
  const sqlite = connectionBehind(() => runtime.store.facts.get('clock'));
  sqlite.exec(`ATTACH '${grown}' AS grown`);
  for (const table of [...allTables].reverse())
    sqlite.exec(`INSERT INTO main.${table} SELECT * FROM grown.${table}`);
  sqlite.exec('DELETE FROM main.sqlite_sequence');
  sqlite.exec('INSERT INTO main.sqlite_sequence SELECT * FROM grown.sqlite_sequence');
  sqlite.exec('DETACH grown');
}
