const imports = `
import { type StartedSandbox, startSandbox } from 'gateway-sandbox';
import { SandboxClient } from 'gateway-sandbox/client';
import { type CheckoutPage, payOn, sandboxFixtures } from 'gateway-sandbox/playwright';
import { sandboxFixtures as forVitest } from 'gateway-sandbox/vitest';
declare const page: CheckoutPage;
declare const sandbox: StartedSandbox;
`;

/** Calls that must compile, with values of the expected types: nothing silently becomes `any`. */
export const rightCalls = `${imports}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <T extends true>(): T => true as T;
export async function right(): Promise<void> {
  const client: SandboxClient = (await startSandbox({ port: 0, settings: { otp: { policy: 'fixed' } } })).client;
  const { code } = await client.otp('0912345678', { wait: '2s' });
  same<Same<typeof code, string>>();
  const { status } = await sandbox.checkouts.approve('token', { order: 'callback-first', copies: 2 });
  same<Same<typeof status, 'completed' | 'canceled'>>();
  await sandbox.faults.add({ effect: { code: 'MAINTENANCE_MODE' }, match: { gateway: 'walletA' } });
  await payOn(page, { method: 3, tools: { tamper: 'wrong-hash' } });
  const attempted = await sandbox.events.next({ type: 'callback.attempted' });
  same<Same<typeof attempted.number, number>>();
  same<Same<typeof attempted.transaction_id, string>>();
  const either = await client.events.next({ type: ['clock.moved', 'reset'] });
  same<Same<typeof either.type, 'clock.moved' | 'reset'>>();
  const { timeline } = await client.transactions.get(attempted.transaction_id);
  for (const entry of timeline) {
    if (entry.type === 'request') same<Same<typeof entry.status, number>>();
    if (entry.type === 'callback.attempted') same<Same<typeof entry.delivered, boolean>>();
    if (entry.type === 'settings.changed') same<Same<typeof entry.settings.strict, boolean | undefined>>();
  }
  const { app } = forVitest({ app: ['node', 'app.js'], sandbox: { strict: true }, env: { URL: '{SANDBOX_URL}' } });
  same<Same<(typeof app)[1]['scope'], 'file'>>();
  sandboxFixtures({ app: ({ account }, { url }) => (request: { url: string }, response: { end(text: string): void }) => response.end(request.url + url + account.apiKey) });
  await using own = await startSandbox();
  same<Same<typeof own, StartedSandbox>>();
}
`;

/** Calls that must compile without `strictNullChecks`. */
export const looseCalls = `${imports}
export async function loose(): Promise<void> {
  const client: SandboxClient = (await startSandbox({ settings: { otp: { policy: 'fixed' } } })).client;
  await client.settings.change({ callback: { mode: 'manual' }, rate_limit: { requests: 5, period: '1s' } });
  const { transaction_id } = await client.checkouts.approve('token', { hold: true });
  await client.callbacks.settled({ transaction_id, retries: true });
  const attempted = await client.events.next({ type: 'callback.attempted', transaction_id });
  const number: number = attempted.number;
  for (const entry of (await client.transactions.get(attempted.transaction_id)).timeline) {
    if (entry.type === 'callback.created') console.log(entry.url.length + number);
  }
  await client.faults.add({ effect: { code: 'MAINTENANCE_MODE' } });
  await payOn(page);
}
`;

/** The line after each mark must not compile. If it does, the mark itself is an error. */
export const wrongCalls = `${imports}
export async function wrong(): Promise<void> {
  // @ts-expect-error no such member
  await startSandbox({ prot: 4700 });
  // @ts-expect-error a port is a number
  await startSandbox({ port: '4700' });
  // @ts-expect-error no such name
  await startSandbox({ names: { walletC: 'acmepay' } });
  // @ts-expect-error connect and startSandbox make one
  new SandboxClient();
  // @ts-expect-error where?
  await SandboxClient.connect();
  // @ts-expect-error whose?
  await sandbox.otp();
  const tenant = await sandbox.accounts.create();
  // @ts-expect-error a tenant does not move the ground under the others
  await tenant.reset();
  // @ts-expect-error no such event
  await tenant.events.next({ type: 'transaction.payed' });
  // @ts-expect-error a code has no status
  (await tenant.events.next({ type: 'otp.sent' })).status;
  // @ts-expect-error what is the app?
  forVitest({});
  // @ts-expect-error two ends of one page
  await payOn(page, { decline: true, cancel: true });
  // @ts-expect-error there are five
  await payOn(page, { method: 6 });
  // @ts-expect-error no such card
  await payOn(page, { card: 'stolen' });
  // @ts-expect-error of Playwright, not of the DOM
  await payOn(document);
}
`;
