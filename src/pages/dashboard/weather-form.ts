import { days, profiles } from '../../faults/weather.ts';
import type { ReadField } from '../../http/read-form.ts';
import { actions } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { latencies, type Weather, weathers } from '../../settings/weather.ts';
import type { Reader } from '../reader.ts';
import { type BodyOf, type Edited, freshForm, type RefusedForm } from './actions.ts';
import { conflictWords, differing } from './edit-conflict.ts';
import { selectField, textField } from './form-fields.ts';
import type { FormField } from './tool-models.ts';
import { settingsVersion } from './version-of.ts';

type Words = Reader['t']['dashboard']['weather'];

export interface WeatherView {
  /** What is in effect, in words. */
  readonly now: string;
  readonly isCalm: boolean;
  readonly days: readonly WeatherDay[];
  readonly fields: readonly FormField[];
  readonly version: string;
}

/** The settings that the form changes. */
const names = ['weather', 'latency', 'weather_seed'];

interface WeatherDay {
  readonly value: Weather;
  readonly label: string;
  readonly hint: string;
  readonly isChosen: boolean;
  /** Delays and shares of errors. Empty for a calm day. */
  readonly facts: readonly string[];
}

/** The weather of now, and a form to change it. */
export function weatherView(runtime: Runtime, { t }: Reader, form: RefusedForm): WeatherView {
  const words = t.dashboard.weather;
  const { current } = runtime.settings;
  const { weather, latency } = current;
  const chosen = form.read('weather') || weather;
  return {
    now: words.now(words.days[weather].label, latency === 'weather' ? '' : words.latencies[latency]),
    isCalm: weather === 'calm' && latency === 'weather',
    days: weathers.map((value) => {
      const { label, hint } = words.days[value];
      return { value, label, hint, isChosen: value === chosen, facts: factsOf(words, value) };
    }),
    fields: fieldsOf(runtime, words, form),
    version: settingsVersion(current, names),
  };
}

/** Two testers may change the weather at the same time. */
export function weatherEdited(runtime: Runtime, { t: { dashboard } }: Reader): Edited {
  const { settings } = runtime;
  const words = dashboard.weather;
  const choices = weathers.map((value) => ({ value, label: words.days[value].label }));
  return {
    version: () => settingsVersion(settings.current, names),
    conflict: (read) => {
      const day = selectField(freshForm, 'weather', words.heading, choices, {
        value: settings.current.weather,
      });
      const fields = [day, ...fieldsOf(runtime, words, freshForm)];
      return conflictWords(
        dashboard,
        differing((name) => read(name).trim(), fields),
      );
    },
  };
}

function fieldsOf({ settings, report }: Runtime, words: Words, form: RefusedForm): readonly FormField[] {
  const { latency, weather_seed: seed } = settings.current;
  const hasTimes = latency === 'report' || (report?.times().size ?? 0) > 0;
  const choices = latencies
    .filter((each) => each !== 'report' || hasTimes)
    .map((value) => ({ value, label: words.latencies[value] }));
  return [
    selectField(form, 'latency', words.latency, choices, { value: latency, hint: profileHint(words) }),
    textField(form, 'weather_seed', words.seed, {
      value: seed === null ? '' : String(seed),
      placeholder: '0',
      hint: words.seedHint,
    }),
  ];
}

/** What each profile does to confirm, in one line. */
function profileHint(words: Words): string {
  const profileNames = ['slow-bank', 'flaky-mobile'] as const;
  return profileNames
    .map((name) => {
      const { p50Ms, p95Ms } = profiles[name].confirm;
      return words.ofProfile(words.latencies[name], p50Ms / 1000, p95Ms / 1000);
    })
    .join(' ');
}

/** The form's body for `changeSettings`. */
export function weatherAsked(read: ReadField): BodyOf<'changeSettings'> {
  const seed = read('weather_seed').trim();
  return {
    weather: read('weather'),
    latency: read('latency'),
    weather_seed: seed === '' ? null : /^-?\d+$/.test(seed) ? Number(seed) : seed,
  };
}

function factsOf(words: Words, weather: Weather): readonly string[] {
  if (weather === 'calm') return [];
  const { latency, mishaps } = days[weather];
  const delays = actions.map((action) => {
    const { p50Ms, p95Ms } = latency[action];
    return words.delay(action, p50Ms / 1000, p95Ms / 1000);
  });
  return [...delays, ...mishaps.map(([share, name]) => words.share(share * 100, words.mishaps[name]))];
}
