import { join } from 'node:path';
import { bundleInto } from '../../scripts/bundle.ts';
import { builtFolder } from './built.ts';

/** Bundles the modules that the tests create sandboxes with. */
export async function setup(): Promise<void> {
  await bundleInto(builtFolder, { product: join(import.meta.dirname, 'product.ts') });
}
