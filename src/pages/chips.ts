import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Reader } from './reader.ts';
import type { Chip } from './tester-models.ts';

type Words = Reader['t']['dashboard']['frame']['chips'];

/** What changes how the sandbox answers: one chip each, on every page, with the way to undo it. */
export function chipsOf(runtime: Runtime, { t }: Reader): Chip[] {
  const { chips } = t.dashboard.frame;
  return [
    ...storageChips(runtime, chips),
    ...settingsChips(runtime, chips),
    ...faultChips(runtime, chips),
    ...clockChips(runtime, chips),
  ];
}

function storageChips({ store }: Runtime, words: Words): Chip[] {
  const { failure } = store.health;
  if (failure === undefined) return [];
  const { label, text, way } = words.storage;
  return [{ icon: 'alert', label, text: text(failure), href: '/_sandbox/', way, isBad: true }];
}

function settingsChips({ settings }: Runtime, words: Words): Chip[] {
  const { maintenance_mode: isInMaintenance, strict, weather, latency } = settings.current;
  const on: [name: string, said: { readonly label: string; readonly text: string }][] = [];
  if (isInMaintenance) on.push(['maintenance_mode', words.maintenance_mode]);
  if (strict) on.push(['strict', words.strict]);
  if (weather !== 'calm') on.push(['weather', words.weather[weather]]);
  if (latency !== 'weather') on.push(['latency', words.latency[latency]]);
  return on.map(([name, said]) => ({
    icon: 'settings',
    ...said,
    href: `/_sandbox/settings#${name}`,
    way: words.turnOff,
    isBad: false,
  }));
}

function clockChips({ clock }: Runtime, words: Words): Chip[] {
  const reads = isoTime(clock.now());
  const { offsetMs } = clock.state;
  const isMoved = Math.abs(offsetMs) >= 1000;
  if (!clock.frozen && !isMoved) return [];
  const { frozen, moved, way } = words.clock;
  const said = clock.frozen ? frozen : moved;
  return [
    {
      icon: 'clock',
      label: clock.frozen ? frozen.label : moved.label(words.span(offsetMs)),
      text: said.text(reads),
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
