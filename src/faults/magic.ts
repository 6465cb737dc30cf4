import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturesDir } from '../paths.ts';
import type { DeliveryOrder } from '../settings.ts';

/** Values that make something happen by themselves, all of them inside the documented formats. */
interface MagicValues {
  readonly invoice_prefixes: readonly { readonly prefix: string; readonly order: DeliveryOrder }[];
}

// Our own fixture, which ships in the package and a test checks.
const magic = JSON.parse(readFileSync(join(fixturesDir, 'magic.json'), 'utf8')) as MagicValues;

/** The order of callback and return that an invoice number asks for by its prefix; undefined for any other number. */
export function magicOrder(invoiceNo: string): DeliveryOrder | undefined {
  return magic.invoice_prefixes.find(({ prefix }) => invoiceNo.startsWith(prefix))?.order;
}
