import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { envelope } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

export interface Used {
  readonly file: string;
  readonly sandbox: TestSandbox;
}

/** A sandbox with a data file, in which the checkout of invoice `BEFORE` was started. */
export async function usedSandbox(): Promise<Used> {
  const file = dataFile();
  const sandbox = await freshSandbox({ data: file });
  expect(await begun(sandbox, 'BEFORE')).toBe(200);
  return { file, sandbox };
}

/** The same, restarted: everything is in the file itself, and almost nothing in its log. */
export async function restartedSandbox(): Promise<Used> {
  const { file, sandbox } = await usedSandbox();
  await sandbox.stop();
  return { file, sandbox: await freshSandbox({ data: file, ids: sandbox.runtime.ids }) };
}

/** Starts a checkout. Returns the status: 200, or 400 with `BACKEND_ERROR`. */
export async function begun(sandbox: TestSandbox, invoiceNo: string): Promise<number> {
  const fields = { ...rightFields['localbankcards/confirm'], invoice_no: invoiceNo };
  const { status, json } = await sandbox.call('localbankcards/confirm', fields);
  if (status !== 200) expect(json).toEqual(envelope('BACKEND_ERROR'));
  return status;
}

/** What the terminal, the health check and the pages report about it. */
export function storageFailureOf({ runtime }: TestSandbox): string | undefined {
  return runtime.store.health.failure;
}

/** The invoices that a sandbox with this file knows, oldest first. */
export async function invoicesIn(file: string): Promise<string[]> {
  const sandbox = await freshSandbox({ data: file });
  const { json } = await sandbox.control('transactions');
  await sandbox.stop();
  return json.data.map(({ invoice_no: invoice }: { invoice_no: string }) => invoice).reverse();
}

/** The names in a file's folder. */
export function namesBeside(file: string): string[] {
  return readdirSync(dirname(file)).sort();
}
