import assert from 'node:assert/strict';
import type { Ids } from '../../src/runtime/ids.ts';
import { breaches } from '../invariants/breaches.ts';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { Watch } from '../invariants/watch.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import { type Answer, countedIds, type Fields, type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { type Mode, type Model, type Stored, startAt } from './model.ts';

/** The sandbox that is compared with the model, and a merchant that accepts its callbacks. */
export class World {
  readonly merchant: MerchantServer;
  /** The number of steps so far. */
  steps = 0;
  /** The answers of the merchant API, in the model's words. */
  readonly said = new Set<string>();
  readonly #file: string | undefined;
  readonly #ids: Ids;
  readonly #watch = new Watch();
  #sandbox: TestSandbox;

  private constructor(merchant: MerchantServer, file: string | undefined, ids: Ids, sandbox: TestSandbox) {
    this.merchant = merchant;
    this.#file = file;
    this.#ids = ids;
    this.#sandbox = sandbox;
  }

  static async begin(merchant: MerchantServer, file: string | undefined): Promise<World> {
    const ids = countedIds();
    const world = new World(merchant, file, ids, await opened(file, ids));
    await world.freeze();
    return world;
  }

  /** Calls the merchant API. Returns `200`, or the refusal's code with its fields. */
  async call(path: string, mode: Mode, fields: Fields): Promise<{ said: string; json: Answer['json'] }> {
    const { status, json } = await this.#sandbox.call(path, fields, { token: `demo_${mode}_token` });
    const { code, fields: wrong = {} } = json.error ?? {};
    const said = status === 200 ? '200' : [code, ...Object.keys(wrong)].join(' ');
    this.said.add(said);
    return { said, json };
  }

  /** Calls the control API and expects this status. */
  async control(path: string, status: number, body: unknown = {}): Promise<void> {
    const answer = await this.#sandbox.control(path, body);
    assert.equal(answer.status, status, `${path}: ${answer.text}`);
  }

  /** Does something and waits until this many attempts have ended. */
  async attempting(count: () => number, act: () => Promise<void>): Promise<void> {
    let cursor = String(this.#sandbox.runtime.store.events.lastId());
    await act();
    for (let left = count(); left > 0; ) {
      const path = `events?type=callback.attempted&wait=5s&after=${cursor}`;
      const { json } = await this.#sandbox.control(path);
      assert.notEqual(json.data.length, 0, `${left} attempts did not come`);
      left -= json.data.length;
      cursor = json.cursor;
    }
  }

  freeze(): Promise<void> {
    return this.control('clock/freeze', 200, { at: new Date(startAt).toISOString() });
  }

  async restart(): Promise<void> {
    await this.#sandbox.stop();
    this.#sandbox = await opened(this.#file, this.#ids);
  }

  /** Checks that the state matches the model and that no invariant is broken. */
  async check({ stored }: Model): Promise<void> {
    const sqlite = sandboxConnection(this.#sandbox);
    assert.deepEqual([...breaches(sqlite), ...this.#watch.look(sqlite)], []);
    assert.deepEqual(await this.#shown(), expected(stored));
  }

  stop(): Promise<void> {
    return this.#sandbox.stop();
  }

  async #shown(): Promise<ReturnType<typeof expected>> {
    const list = async (path: string): Promise<Answer['json'][]> =>
      (await this.#sandbox.control(`${path}?limit=200`)).json.data.reverse();
    return {
      transactions: (await list('transactions')).map(
        (each) => `${each.transaction_id} ${each.gateway} ${each.mode} ${each.invoice_no} ${each.status}`,
      ),
      codes: (await list('otps')).map(({ id, status, attempts }) => `${id} ${status} ${attempts}`),
      callbacks: (await list('callbacks')).map(
        ({ id, status, attempts_total }) => `${id} ${status} ${attempts_total}`,
      ),
    };
  }
}

function expected({ payments, checkouts, processes, callbacks }: Stored) {
  const transactions = [...payments, ...checkouts].sort((a, b) => a.id - b.id);
  const codes = processes.flatMap((process) => process.codes).sort((a, b) => a.id - b.id);
  return {
    transactions: transactions.map(
      ({ id, gateway, mode, invoice, status }) => `${id} ${gateway} ${mode} ${invoice} ${status}`,
    ),
    codes: codes.map(({ id, status, wrong }) => `${id} ${status} ${wrong}`),
    callbacks: callbacks.map(({ id, status, attempts }) => `${id} ${status} ${attempts}`),
  };
}

function opened(file: string | undefined, ids: Ids): Promise<TestSandbox> {
  return testSandbox({ ids, runningClock: true, ...(file !== undefined && { data: file }) });
}
