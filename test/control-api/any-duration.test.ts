import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { dataFile } from '../support/data-file.ts';
import { longestSettings } from '../support/longest-settings.ts';
import { type Answer, rightFields, startOfTest, type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { settingChange } from '../support/setting-change.ts';

describe('Whatever duration is sent, wherever it goes', () => {
  const unit = fc.constantFrom('ms', 's', 'm', 'h', 'd');
  const written = fc.oneof(
    fc.constantFrom<string | number>('0s', '24d', '25d', '50d', '366d', '3660d', '36525d', '36526d', 2 ** 31),
    fc.tuple(fc.integer({ min: 0, max: 60_000 }), unit).map(([count, each]) => `${count}${each}`),
    fc.constantFrom<string | number>(
      '',
      '-1s',
      '1e9s',
      'soon',
      -1,
      1e300,
      0.4,
      '9'.repeat(400),
      `1.${'0'.repeat(99)}s`,
    ),
  );
  const time = fc.oneof(
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)) })
      .map((at) => at.toISOString()),
    fc.constantFrom(
      '0000-01-01T00:00:00Z',
      '8999-12-31T23:59:59Z',
      '2026-02-30T00:00:00Z',
      '+275760-09-13T00:00:00Z',
    ),
  );
  const step = fc.oneof(
    fc.tuple(fc.constant('setting'), fc.constantFrom(...longestSettings.keys()), written),
    fc.tuple(
      fc.constantFrom('extend', 'advance', 'fault', 'wait', 'header', 'approve', 'page'),
      fc.constant(''),
      written,
    ),
    fc.tuple(fc.constant('freeze'), fc.constant(''), time),
    fc.tuple(fc.constantFrom('resume', 'restart', 'snapshot'), fc.constant(''), fc.constant('')),
  );

  it('nothing fails, no timer overflows, and every refusal says why', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        const life = await Life.begin();
        try {
          for (const [kind, path, value] of steps) await life.take(kind, path, value);
          await life.look();
        } finally {
          await life.end();
        }
      }),
      { numRuns: 5 },
    );
    await new Promise(setImmediate);
    expect(warnings.map(String)).toEqual([]);
  });
});

const pages = [
  '',
  '/clock',
  '/settings',
  '/checkouts',
  '/transactions',
  '/callbacks',
  '/snapshots',
  '/inbox',
];
const lists = ['clock', 'checkouts', 'events', 'otps', 'callbacks', 'snapshots', 'settings', 'faults'];

/** A sandbox and its data file, across restarts. */
class Life {
  readonly #data = dataFile();
  readonly #waiting: Promise<Answer>[] = [];
  #sandbox!: TestSandbox;
  #invoices = 0;

  static async begin(): Promise<Life> {
    const life = new Life();
    await life.#start();
    await life.#sandbox.control('clock/freeze', { at: new Date(startOfTest).toISOString() });
    return life;
  }

  async take(kind: string, path: string, value: unknown): Promise<void> {
    if (kind === 'restart') return this.#restart();
    if (kind === 'header') return judge(await this.#call({ 'X-Sandbox-Delay': String(value) }));
    if (kind === 'approve') return this.#approve(value);
    if (kind === 'page') return this.#payOnPage(String(value));
    judge(await this.#asked(kind, path, value));
  }

  async look(): Promise<void> {
    for (const list of lists) expect((await this.#sandbox.control(list)).status, list).toBe(200);
    for (const page of pages)
      expect((await this.#sandbox.fetch(`/_sandbox${page}`)).status, page).not.toBe(500);
    judge(await this.#call({}));
  }

  async end(): Promise<void> {
    await this.#sandbox.stop();
    for (const answer of await Promise.all(this.#waiting)) judge(answer);
  }

  #asked(kind: string, path: string, value: unknown): Promise<Answer> {
    const { control } = this.#sandbox;
    if (kind === 'setting') return control('settings', settingChange(path, value), 'PATCH');
    if (kind === 'extend') return control(`checkouts/${this.#token}/extend`, { by: value });
    if (kind === 'advance') return control('clock/advance', { by: value });
    if (kind === 'freeze') return control('clock/freeze', { at: value });
    if (kind === 'resume') return control('clock/resume', {});
    if (kind === 'snapshot') return control('snapshots', { name: 'one' });
    const match = { gateway: 'walletB', action: 'confirm' };
    if (kind === 'fault') return control('faults', { match, effect: { delay: value } });
    return control(`events?wait=${encodeURIComponent(String(value))}`);
  }

  async #approve(delay: unknown): Promise<void> {
    judge(await this.#call({}));
    const asked = { order: 'callback-first', delay };
    // The frozen clock keeps the callback pending, so the answer comes when the sandbox stops.
    this.#waiting.push(this.#sandbox.control(`checkouts/${this.#token}/approve`, asked));
    // Committed after the approval.
    judge(await this.#sandbox.control('snapshots', { name: 'approved' }));
  }

  async #payOnPage(delay: string): Promise<void> {
    const body = new URLSearchParams({ token: this.#token, method: 'method_1', order: 'together', delay });
    expect((await this.#sandbox.fetch('/checkout/pay', { method: 'POST', body })).status).not.toBe(500);
  }

  /** The delay is real time, so the client leaves before it ends. */
  #call(headers: Readonly<Record<string, string>>): Promise<Answer> {
    this.#invoices += 1;
    const fields = { ...rightFields['cardgw/confirm'], invoice_no: `INV-${this.#invoices}` };
    return this.#sandbox.fetch('/api/v1/transaction/cardgw/confirm', {
      method: 'POST',
      headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key', ...headers },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(5),
    });
  }

  get #token(): string {
    return (
      this.#sandbox.runtime.store.checkouts.list(undefined, { limit: 1, before: 1e15 })[0]?.token ?? 'none'
    );
  }

  async #restart(): Promise<void> {
    await this.end();
    this.#waiting.length = 0;
    await this.#start();
  }

  async #start(): Promise<void> {
    this.#sandbox = await testSandbox({ data: this.#data, ids: randomIds(), runningClock: true });
  }
}

/** Either done, or refused with a message. */
function judge({ status, json, text }: Answer): void {
  expect(status, text).toBeLessThan(500);
  if (status === 400)
    expect(json.error.message ?? json.error, text).toMatch(/must be|goes from|at most|used before/);
}
