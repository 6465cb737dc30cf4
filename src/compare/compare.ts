import { codeLengths } from '../gateways/index.ts';
import type { StartOptions } from '../index.ts';
import { isObject } from '../input/paths.ts';
import { explain } from './explain.ts';
import type { Finding } from './finding.ts';
import { findingsOf } from './findings.ts';
import { maximumOf, maximumProbe } from './maximum.ts';
import { Model, type Patch } from './model.ts';
import { play, type Service } from './play.ts';
import type { Probe } from './probe.ts';
import { allProbes } from './probes/all-probes.ts';
import { type Calls, walletsOf } from './probes/calls.ts';
import { lockProbe } from './probes/lock-probe.ts';
import { outcome, type Reply } from './reply.ts';
import { type Seen, seenBeside } from './seen.ts';

export interface CompareOptions {
  readonly service: Service;
  /** Names and settings of the compared config. */
  readonly base: StartOptions;
  readonly calls: Calls;
  /** Whether wrong codes may lock the number. */
  readonly mayLock: boolean;
  /** Replies from an earlier, unfinished comparison, by probe ID. */
  readonly known: ReadonlyMap<string, readonly Reply[]>;
  readonly begins: (probe: Probe) => void;
  readonly ended: (probe: Probe, replies: readonly Reply[]) => void;
}

export interface Comparison {
  readonly findings: readonly Finding[];
  /** The changes of settings that make the sandbox behave like the live service. */
  readonly patch: Patch;
  readonly seen: Seen;
}

/** Sends all probes and compares the answers with an in-memory sandbox's. No answer makes it throw. */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const { service, base, calls } = options;
  const model = new Model(base, service.mobileNumber);
  const live = new Map<Probe, readonly Reply[]>();
  const ask = async (probe: Probe) => {
    live.set(probe, await repliesTo(options, probe));
  };
  for (const probe of allProbes(calls, service.mobileNumber)) await ask(probe);
  const maximum = isOtherMaximum(live) ? await maximumOf(service, calls) : undefined;
  if (maximum !== undefined) await ask(maximumProbe(calls, maximum));
  for (const probe of lockProbes(options, await explain(model, live))) await ask(probe);
  const patch = await explain(model, live);
  return {
    findings: await findingsOf(model, live, patch),
    patch,
    seen: await seenBeside(model, live, patch),
  };
}

async function repliesTo(options: CompareOptions, probe: Probe): Promise<readonly Reply[]> {
  const known = options.known.get(probe.id);
  if (known) return known;
  options.begins(probe);
  const replies = await play(options.service, probe);
  options.ended(probe, replies);
  return replies;
}

/** Whether the service's maximum differs from the API documentation's. */
function isOtherMaximum(live: ReadonlyMap<Probe, readonly Reply[]>): boolean {
  const [, replies = []] = [...live].find(([{ id }]) => id === 'maximum') ?? [];
  const [at, above] = replies.map(outcome);
  return (
    at !== undefined && above !== undefined && (at !== 'accepted' || above !== 'AMOUNT_EXCEEDED_MAXIMUM')
  );
}

/** Wrong codes must have the right length, which the other probes have found. */
function lockProbes({ service, calls, mayLock }: CompareOptions, patch: Patch): readonly Probe[] {
  if (!mayLock || service.mobileNumber === undefined) return [];
  const otp = isObject(patch.otp) ? patch.otp : {};
  const found = isObject(otp.length) ? otp.length : {};
  return walletsOf(service.mobileNumber).map((gateway) => {
    const digits = found[gateway.token];
    return lockProbe(gateway, calls.named, typeof digits === 'number' ? digits : codeLengths[gateway.token]);
  });
}
