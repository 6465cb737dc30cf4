import { join } from 'node:path';

/** Inside the package, so that the bundle finds the package's files. */
export const builtFolder = join(import.meta.dirname, '../../node_modules/.cache/gateway-sandbox-built');

/** Makes the tests use the bundle. */
export const asBuilt = { find: /^.*\/product\.ts$/, replacement: join(builtFolder, 'product.cjs') };
