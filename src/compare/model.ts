import { type StartOptions, startSandbox } from '../index.ts';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import { changedSettings, mergedPatch } from '../settings/settings-change.ts';
import { play, type Service } from './play.ts';
import type { Probe } from './probe.ts';
import type { Reply } from './reply.ts';

/** Changes of settings, in the format of the config's `settings`. */
export type Patch = Readonly<Record<string, unknown>>;

/** An in-memory sandbox that answers the same probes under any settings. */
export class Model {
  readonly #base: StartOptions;
  readonly #mobileNumber: string | undefined;
  readonly #known = new Map<string, Reply[]>();

  /** `base`: names and settings of the compared config. */
  constructor(base: StartOptions, mobileNumber: string | undefined) {
    this.#base = base;
    this.#mobileNumber = mobileNumber;
  }

  /** The settings of the compared config. */
  get settings(): Settings {
    const { profile, settings } = this.#base;
    const patch = mergedPatch(profile === undefined ? {} : { profile }, settings ?? {});
    return changedSettings(defaultSettings('observed'), patch);
  }

  /** The replies to each probe under `patch`, in order. Caches them, so that nothing is asked twice. */
  async replies(probes: readonly Probe[], patch: Patch): Promise<Map<Probe, Reply[]>> {
    const unknown = probes.filter((probe) => !this.#known.has(keyOf(probe, patch)));
    if (unknown.length > 0) await this.#ask(unknown, patch);
    return new Map(probes.map((probe) => [probe, this.#known.get(keyOf(probe, patch)) ?? []]));
  }

  async #ask(probes: readonly Probe[], patch: Patch): Promise<void> {
    const settings = [patch, undisturbed].reduce(mergedPatch, this.#base.settings ?? {});
    await using sandbox = await startSandbox({
      ...this.#base,
      // The config's settings can be any JSON. The sandbox validates them.
      settings: settings as NonNullable<StartOptions['settings']>,
    });
    const service = serviceOf(sandbox, this.#mobileNumber);
    for (const probe of probes) this.#known.set(keyOf(probe, patch), await play(service, probe));
  }
}

/** Settings that make calls fail or wait, or that reject a sandbox on this machine. None is an assumption. */
const undisturbed: Patch = { weather: 'calm', latency: 'weather', maintenance_mode: false, strict: false };

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

function serviceOf(sandbox: Sandbox, mobileNumber: string | undefined): Service {
  let invoices = 0;
  return {
    url: sandbox.url,
    apiKey: sandbox.account.apiKey,
    accessToken: sandbox.account.accessTokens.test,
    mobileNumber,
    timeoutMs: 30_000,
    pauseMs: 0,
    wait: async (ms) => {
      if (ms > 0) await sandbox.clock.advance(ms);
    },
    elapsedMs: () => performance.now(),
    invoice: () => {
      invoices += 1;
      return `compare-${invoices}`;
    },
  };
}

function keyOf({ id }: Probe, patch: Patch): string {
  return `${id} ${JSON.stringify(patch)}`;
}
