/**
 * Builds the program as a single executable for this platform, including Node, in `dist-binary/`. Prints its
 * size, its start time, and the start time of the built package.
 *
 *     npm run build:binary
 */
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { execPath } from 'node:process';
import { buildExecutable } from './binary/executable.ts';
import { startMs } from './binary/start-ms.ts';
import { projectRoot } from './bundle.ts';

const startedAt = performance.now();
const file = await buildExecutable();
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const megabytes = (statSync(file).size / 1e6).toFixed(1);
console.log(`${relative(projectRoot, file)}: ${megabytes} MB, built in ${seconds} s`);
console.log(`first start ${await startMs(file)} ms`);

const runs = 9;
const main = join(projectRoot, 'bin/gateway-sandbox.js');
const times: Record<'executable' | 'package', number[]> = { executable: [], package: [] };
for (let run = 0; run < runs; run += 1) {
  times.executable.push(await startMs(file));
  times.package.push(await startMs(execPath, [main]));
}
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[runs >> 1];
console.log(
  `median of ${runs} starts: executable ${median(times.executable)} ms, package ${median(times.package)} ms`,
);
