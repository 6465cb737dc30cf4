import { fixedAssumptions } from '../../settings/fixed-assumptions.ts';
import type { Reader } from '../reader.ts';
import { assumptionWords } from '../words/settings/setting-words.ts';
import type { RefusedForm } from './actions.ts';
import type { Checked } from './live-check.ts';
import type { SettingGroup, SettingRow, SettingsPage } from './setting-models.ts';

export interface SettingsView {
  readonly form: RefusedForm;
  /** The setting whose form was refused. The others show their current values. */
  readonly refused: string | undefined;
  /** The setting that was just changed, or `defaults`. */
  readonly done: string | undefined;
  /** Part of a title or name. Empty for all. */
  readonly search: string;
  readonly onlyChanged: boolean;
  /** The setting whose table of fields is open. */
  readonly open: string | undefined;
  readonly showsFixed: boolean;
  /** The previous value of the setting that was just changed, as JSON. */
  readonly was: string | undefined;
}

/** The settings and assumptions that match, and how many more would. */
export function shownSettings(
  reader: Reader,
  view: SettingsView,
  checked: Checked,
  all: readonly SettingGroup[],
): Pick<SettingsPage, 'groups' | 'fixed' | 'more'> {
  return firstOf(
    all.map((group) => ({ ...group, rows: group.rows.filter((row) => isShown(row, view)) })),
    fixedOf(reader, view, checked),
    view.search === '' ? Number.POSITIVE_INFINITY : mostFound,
  );
}

/** The setting that is shown alone: its table of fields would make the page of all settings too large. */
export function onlyOne({ open, refused }: SettingsView): string | undefined {
  return refused ?? open;
}

/** Bounds the page: a search for one letter finds nearly everything. */
const mostFound = 20;

function firstOf(
  all: readonly SettingGroup[],
  fixed: SettingsPage['fixed'],
  most: number,
): Pick<SettingsPage, 'groups' | 'fixed' | 'more'> {
  let left = most;
  const take = <Row>(rows: readonly Row[]): Row[] => {
    const taken = rows.slice(0, left);
    left -= taken.length;
    return taken;
  };
  const groups = all.map((group) => ({ ...group, rows: take(group.rows) }));
  const total = all.reduce((sum, { rows }) => sum + rows.length, fixed.length);
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    fixed: take(fixed),
    more: Math.max(0, total - most),
  };
}

function fixedOf({ lang }: Reader, view: SettingsView, checked: Checked): SettingsPage['fixed'] {
  if (onlyOne(view) !== undefined || view.onlyChanged) return [];
  if (!view.showsFixed && view.search === '') return [];
  return fixedAssumptions
    .map((each) => ({ ...each, ...assumptionWords(lang, each), checked: checked.about(each.id) }))
    .filter(({ id, question, reason }) => holds(view, id, question, reason));
}

function holds({ search }: SettingsView, ...texts: readonly string[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function isShown({ name, title, reason, isChanged, isSet }: SettingRow, view: SettingsView): boolean {
  const one = onlyOne(view);
  if (one !== undefined) return name === one;
  if (isSet) return true;
  return !view.showsFixed && holds(view, name, title, reason) && (isChanged || !view.onlyChanged);
}
