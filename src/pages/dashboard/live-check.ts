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
  /** How many assumptions it found to be the same, different and so on, in words. */
  readonly tally: string;
}

/** What the comparison with the live service found about one assumption. */
export interface CheckedView {
  readonly state: 'same' | 'different' | 'undecided';
  readonly words: string;
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
    if ('problem' in read) return { problem: read.problem, url: '', day: '', tally: '' };
    const { url, at, findings } = read.check;
    return { problem: '', url, day: dayOf(at), tally: this.#tally(findings) };
  }

  /** The verdict about one assumption. Undefined without a report, or if no probe looked at it. */
  about(name: string): CheckedView | undefined {
    if (!this.#read || 'problem' in this.#read) return undefined;
    const finding = this.#read.check.findings.get(name);
    if (!finding?.isSeen) return undefined;
    const state = this.#stateOf(name, finding);
    const detail = { same: '', different: finding.live, undecided: finding.why }[state];
    return { state, words: this.#words.states[state], detail: shortened(visibleText(detail)) };
  }

  #stateOf(name: string, finding: LiveFinding): CheckedView['state'] {
    return stateOf(name, finding, settingNamed(name) && valueAt(this.#settings, name));
  }

  #tally(findings: ReadonlyMap<string, LiveFinding>): string {
    const seen = [...findings].filter(([, { isSeen }]) => isSeen);
    const states = seen.map(([name, finding]) => this.#stateOf(name, finding));
    const of = (state: CheckedView['state']) => states.filter((each) => each === state).length;
    const { tally, unseen } = this.#words;
    const left = findings.size - seen.length;
    return [tally(of('same'), of('different'), of('undecided')), ...(left > 0 ? [unseen(left)] : [])].join(
      ' ',
    );
  }
}

/** The settings may have changed since the comparison, so its verdict alone is not enough. */
function stateOf(name: string, { verdict, value }: LiveFinding, present: unknown): CheckedView['state'] {
  if (verdict === 'undecided') return 'undecided';
  if (value === undefined) return verdict === 'confirmed' ? 'same' : 'different';
  // Confirmed statuses are all that differ from the usual ones. Another value is confirmed as far as it was seen.
  const isWhole = verdict === 'confirmed' && name === 'statuses';
  const isSame = isWhole ? isDeepStrictEqual(present, value) : has(present, value);
  return isSame ? 'same' : 'different';
}

/** Whether a value has every member of what was seen. */
function has(present: unknown, change: unknown): boolean {
  if (typeof change !== 'object' || change === null || typeof present !== 'object' || present === null)
    return isDeepStrictEqual(present, change);
  if (Object.keys(change).length === 0) return isDeepStrictEqual(present, change);
  const members = new Map<string, unknown>(Object.entries(present));
  return Object.entries(change).every(([name, each]) => has(members.get(name), each));
}

/** Keeps the page small. The report has the whole text. */
const longestDetail = 80;

function shortened(text: string): string {
  return text.length > longestDetail ? `${text.slice(0, longestDetail - 1)}…` : text;
}

/** Such as `2026-11-23`. */
function dayOf(isoTime: string): string {
  return isoTime.slice(0, 10);
}
