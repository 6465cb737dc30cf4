import { isDeepStrictEqual } from 'node:util';
import type { LiveFinding } from '../../comparison/live-check.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type Settings, settingNamed, valueAt } from '../../settings/settings.ts';
import type { Reader } from '../reader.ts';
import { visibleText } from './visible-text.ts';

type Words = Reader['t']['dashboard']['settings']['live'];

/** The report of `compare`, or why it cannot be read. */
export interface ReportView {
  readonly problem: string;
  readonly url: string;
  readonly day: string;
}

/** What the comparison with the live service found about one assumption. */
export interface CheckedView {
  readonly state: 'same' | 'different' | 'undecided';
  readonly words: string;
  /** When it was checked, in words. */
  readonly on: string;
  /** In English: what the live service does, or why it is undecided. */
  readonly detail: string;
}

/** What the report of `compare` says about each assumption, beside the settings of now. */
export class Checked {
  readonly #words: Words;
  readonly #settings: Settings;
  readonly #read: ReturnType<NonNullable<Runtime['report']>['read']> | undefined;

  constructor({ report, settings }: Runtime, { t }: Reader) {
    this.#words = t.dashboard.settings.live;
    this.#settings = settings.current;
    this.#read = report?.read();
  }

  /** The report as a whole. Undefined if the config names none. */
  get report(): ReportView | undefined {
    const read = this.#read;
    if (!read) return undefined;
    if ('problem' in read) return { problem: read.problem, url: '', day: '' };
    return { problem: '', url: read.check.url, day: dayOf(read.check.at) };
  }

  /** The verdict about one assumption. Undefined without a report, or if the report does not have it. */
  about(name: string): CheckedView | undefined {
    if (!this.#read || 'problem' in this.#read) return undefined;
    const { at, findings } = this.#read.check;
    const finding = findings.get(name);
    if (!finding) return undefined;
    const state = stateOf(finding, settingNamed(name) && valueAt(this.#settings, name));
    const detail = visibleText({ same: '', different: finding.live, undecided: finding.why }[state]);
    return { state, words: this.#words.states[state], on: this.#words.on(dayOf(at)), detail };
  }
}

/** The settings may have changed since the comparison, so its verdict alone is not enough. */
function stateOf({ verdict, value }: LiveFinding, present: unknown): CheckedView['state'] {
  if (verdict === 'undecided') return 'undecided';
  if (value === undefined) return verdict === 'confirmed' ? 'same' : 'different';
  const isSame = verdict === 'confirmed' ? isDeepStrictEqual(present, value) : has(present, value);
  return isSame ? 'same' : 'different';
}

/** Whether a value has every member of a change. */
function has(present: unknown, change: unknown): boolean {
  if (typeof change !== 'object' || change === null || typeof present !== 'object' || present === null)
    return isDeepStrictEqual(present, change);
  const members = new Map<string, unknown>(Object.entries(present));
  return Object.entries(change).every(([name, each]) => has(members.get(name), each));
}

/** Such as `2026-11-23`. */
function dayOf(isoTime: string): string {
  return isoTime.slice(0, 10);
}
