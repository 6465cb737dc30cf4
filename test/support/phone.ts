import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { freshSandbox } from './fresh.ts';
import { rightFields, type TestOptions, type TestSandbox } from './sandbox.ts';

export const phoneNumber = '0945678901';

export interface Phone {
  readonly sandbox: TestSandbox;
  readonly sandboxUrl: string;
  /** Requests a code like a merchant. Returns the code and what confirm needs. */
  readonly send: (number?: string, amount?: string) => Promise<SentCode>;
  readonly confirm: (sent: SentCode, code?: string) => Promise<number>;
}

export interface SentCode {
  readonly id: string;
  readonly code: string;
  readonly processId: string;
}

/** A listening sandbox whose walletB sends codes to the inbox. */
export async function openPhone(options: TestOptions = {}): Promise<Phone> {
  const sandbox = await freshSandbox({ runningClock: true, ids: randomIds(), ...options });
  const sandboxUrl = await sandbox.listen();
  return {
    sandbox,
    sandboxUrl,
    send: async (number = phoneNumber, amount = '10.00') => {
      const fields = { ...rightFields['walletB/verify'], mobile_number: number, amount };
      const { status, json } = await sandbox.call('walletB/verify', fields);
      expect(status, JSON.stringify(json)).toBe(200);
      const processId = String(json.result.process_id);
      const { json: sent } = await sandbox.control(`otps?process_id=${processId}`);
      return { id: sent.data[0].id, code: sent.data[0].code, processId };
    },
    confirm: async ({ processId, code: right }, code = right) => {
      const fields = { process_id: processId, code, amount: '10.00', invoice_no: `INV-${processId}` };
      return (await sandbox.call('walletB/confirm', fields)).status;
    },
  };
}

/** Opens an inbox page and waits until it is live. */
export async function openInbox(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('[data-live="on"]').waitFor();
}

/** The codes on a page, from top to bottom. */
export function shownCodes(page: Page): Promise<string[]> {
  return page.getByTestId('code').allTextContents();
}
