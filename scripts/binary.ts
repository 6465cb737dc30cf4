/**
 * Builds the program as one executable for this platform, with Node and everything else in itself, in `dist-binary/`; prints its size and
 * how long it takes to start.
 *
 *     npm run build:binary
 */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { buildExecutable } from './binary/executable.ts';
import { startMs } from './binary/start-ms.ts';
import { projectRoot } from './bundle.ts';

const startedAt = performance.now();
const file = await buildExecutable();
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const megabytes = (statSync(file).size / 1e6).toFixed(1);
console.log(`${relative(projectRoot, file)}: ${megabytes} MB, built in ${seconds} s`);
console.log(`first start ${await startMs(file)} ms, next start ${await startMs(file)} ms`);
