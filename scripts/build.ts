/**
 * Builds `dist/`.
 *
 *     node scripts/build.ts [--types]
 *
 * `--types` adds the type declarations, which take longer than the rest and are only needed in the package.
 */
import { argv } from 'node:process';
import { bundle } from './bundle.ts';
import { declareTypes } from './declare-types.ts';

await bundle();
if (argv.includes('--types')) await declareTypes();
