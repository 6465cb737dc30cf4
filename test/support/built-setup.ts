import { join } from 'node:path';
import { bundleInto } from '../../scripts/bundle.ts';
import { builtFolder } from './built.ts';

/** Bundles what the tests make a sandbox of. */
export async function setup(): Promise<void> {
  await bundleInto(builtFolder, { product: join(import.meta.dirname, 'product.ts') });
}
