import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { changedNames } from '../settings/changed.ts';
import { offsetWords } from './clock-words.ts';
import type { Reader } from './reader.ts';

/** A state that changes how the sandbox answers: a moved clock, an active fault. */
export interface Chip {
  readonly icon: string;
  readonly label: string;
  readonly text: string;
  /** A time that belongs to the text. */
  readonly at?: string;
  /** The page where it can be undone. */
  readonly href: string;
  readonly way: string;
  readonly isBad: boolean;
  /** Something that is running but changes no answer. */
  readonly isQuiet?: boolean;
}

type Words = Reader['t']['dashboard']['frame']['chips'];

/** One chip for each thing that changes how the sandbox answers, with a link to undo it. */
export function chipsOf(runtime: Runtime, { t }: Pick<Reader, 't'>): Chip[] {
  const { chips } = t.dashboard.frame;
  return [
    ...storageChips(runtime, chips),
    ...settingsChips(runtime, chips),
    ...faultChips(runtime, chips),
    ...clockChips(runtime, t),
    ...shopChips(runtime, chips),
  ];
}

function storageChips({ store }: Runtime, words: Words): Chip[] {
  const { failure } = store.health;
  if (failure === undefined) return [];
  const { label, text, way } = words.storage;
  return [{ icon: 'alert', label, text: text(failure), href: '/_sandbox/', way, isBad: true }];
}

/** Settings with a chip of their own. */
const named: readonly string[] = ['maintenance_mode', 'strict', 'weather', 'latency'];

function settingsChips({ settings }: Runtime, words: Words): Chip[] {
  const { maintenance_mode: isInMaintenance, strict, weather, latency } = settings.current;
  const on: [name: string, said: { readonly label: string; readonly text: string }][] = [];
  if (isInMaintenance) on.push(['maintenance_mode', words.maintenance_mode]);
  if (strict) on.push(['strict', words.strict]);
  if (weather !== 'calm') on.push(['weather', words.weather[weather]]);
  if (latency !== 'weather') on.push(['latency', words.latency[latency]]);
  const chip = { icon: 'settings', isBad: false };
  const own = on.map(([name, said]) => ({
    ...chip,
    ...said,
    href:
      name === 'weather' || name === 'latency' ? '/_sandbox/faults#weather' : `/_sandbox/settings#${name}`,
    way: words.turnOff,
  }));
  const others = changedNames(settings.current).filter((name) => !named.includes(name)).length;
  if (others === 0) return own;
  const { label, text, way } = words.settings;
  const href = '/_sandbox/settings?only=changed';
  return [...own, { ...chip, label: label(others), text: text(others), href, way }];
}

function clockChips({ clock }: Runtime, { dashboard }: Reader['t']): Chip[] {
  const words = dashboard.frame.chips;
  const { offsetMs } = clock.state;
  const isMoved = Math.abs(offsetMs) >= 1000;
  if (!clock.frozen && !isMoved) return [];
  const { frozen, moved, way } = words.clock;
  return [
    {
      icon: 'clock',
      label: clock.frozen ? frozen.label : moved.label(words.span(offsetMs)),
      ...(clock.frozen
        ? { text: frozen.text, at: isoTime(clock.now()) }
        : { text: moved.text(offsetWords(dashboard.clock, offsetMs)) }),
      href: '/_sandbox/clock',
      way,
      isBad: false,
    },
  ];
}

function faultChips({ store }: Runtime, words: Words): Chip[] {
  const armed = store.faults.armed().length;
  if (armed === 0) return [];
  const { label, text, way } = words.faults;
  return [
    { icon: 'faults', label: label(armed), text: text(armed), href: '/_sandbox/faults', way, isBad: false },
  ];
}

function shopChips({ addresses }: Runtime, words: Words): Chip[] {
  const href = addresses.shopUrl?.();
  if (href === undefined) return [];
  return [{ icon: 'shop', ...words.shop, href, isBad: false, isQuiet: true }];
}
