import type { Context, Hono } from 'hono';
import { ControlError } from '../../control-api/control-error.ts';
import { magicValues } from '../../faults/magic.ts';
import type { Names } from '../../gateways/names.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Effect } from '../../store/fault.ts';
import type { FaultRow } from '../../store/faults.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { act, freshForm, type RefusedForm } from './actions.ts';
import { wrongCall } from './fault-calls.ts';
import { countFields, effectChoices, faultAsked, matchFields } from './fault-form.ts';
import type { FaultItem, FaultsPage, MagicTable } from './fault-models.ts';
import { doneWords, toolFrame } from './tool-frame.ts';
import { weatherAsked, weatherEdited, weatherView } from './weather-form.ts';

const path = '/_sandbox/faults';
type Words = Reader['t']['dashboard']['faults'];
/** From this value of `times` on, a fault never wears off. */
const countless = 1_000_000_000;

/** The active faults, a form to add one, and the magic values that trigger errors without one. */
export function faultPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  const show = (c: Context<AppEnv>, fault: RefusedForm = freshForm) =>
    shown(c, runtime, { fault, weather: freshForm });

  app.get(path, (c) => show(c));
  weatherForm(app, parts);
  app.post(path, (c) =>
    act(c, parts, {
      operation: 'addFault',
      ask: (read) => ({ body: checkedFault(readerOf(c), read) }),
      next: () => `${path}?done=armed`,
      again: (form) => show(c, form),
    }),
  );
  app.post(`${path}/clear`, (c) =>
    act(c, parts, {
      operation: 'clearFaults',
      ask: () => ({}),
      next: () => `${path}?done=cleared`,
      again: (form) => show(c, form),
    }),
  );
  app.post(`${path}/:id/remove`, (c) =>
    act(c, parts, {
      operation: 'removeFault',
      ask: () => ({ params: { id: c.req.param('id') } }),
      next: () => `${path}?done=removed`,
      again: (form) => show(c, form),
    }),
  );
}

/** The weather is a setting, but testers look for it where the faults are. */
function weatherForm(app: Hono<AppEnv>, parts: AppParts): void {
  app.post(`${path}/weather`, (c) =>
    act(c, parts, {
      operation: 'changeSettings',
      ask: (read) => ({ body: weatherAsked(read) }),
      edited: weatherEdited(parts.runtime, readerOf(c)),
      next: () => `${path}?done=weather`,
      again: (weather) => shown(c, parts.runtime, { fault: freshForm, weather }),
    }),
  );
}

/** Refuses a fault that would return an error that the chosen call never returns. */
function checkedFault({ t }: Reader, read: ReadField): ReturnType<typeof faultAsked> {
  const wrong = wrongCall(read);
  if (wrong === undefined) return faultAsked(read);
  const why = t.dashboard.faults.wrongCall(wrong.code, wrong.call);
  throw new ControlError(422, 'INVALID', why, 'match.action');
}

function shown(c: Context<AppEnv>, runtime: Runtime, forms: Forms): Response {
  const isRefused = [forms.fault, forms.weather].some(({ refusal }) => refusal !== '');
  const model = faultsModel(runtime, readerOf(c), forms, c.req.query('done'));
  return page(c, isRefused ? 422 : 200, 'dashboard/faults', model);
}

interface Forms {
  readonly fault: RefusedForm;
  readonly weather: RefusedForm;
}

function faultsModel(
  runtime: Runtime,
  reader: Reader,
  { fault: form, weather }: Forms,
  doneName: string | undefined,
): FaultsPage {
  const words = reader.t.dashboard.faults;
  const done = { ...words.done, weather: reader.t.dashboard.weather.done };
  const faults = runtime.store.faults.all().map((row) => faultItem(words, row, runtime.names));
  return {
    ...toolFrame(runtime, reader, 'faults', form.refusal ? form : weather, doneWords(done, doneName)),
    weather: weatherView(runtime, reader, weather),
    faults,
    armed: faults.filter(({ isArmed }) => isArmed).length,
    effects: effectChoices(words, form),
    effectError: form.errors.effect,
    matchFields: matchFields(runtime, words, form),
    countFields: countFields(words, form),
    magic: magicTables(words, runtime.names),
  };
}

function faultItem(words: Words, row: FaultRow, names: Names): FaultItem {
  const { gateway, ...others } = row.match;
  const match = Object.entries({ ...others, gateway: gateway && names.of(gateway) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name: memberWords(words, name), value: String(value) }));
  const left = row.times === countless ? words.always : words.left(row.timesLeft, row.times);
  const chance = row.probability === null ? [] : [words.withChance(row.probability, Number(row.seed))];
  return {
    id: String(row.id),
    what: effectWords(words, row.effect),
    match,
    isArmed: row.timesLeft > 0,
    count: [left, ...chance, words.fired(row.fired)].join(' · '),
  };
}

function memberWords({ members }: Words, name: string): string {
  return Object.entries(members).find(([member]) => member === name)?.[1] ?? name;
}

function effectWords(words: Words, effect: Effect): string {
  if ('code' in effect) return effect.code;
  if ('http_status' in effect) return words.httpEffect(effect.http_status, words.bodies[effect.body]);
  if ('delayMs' in effect) return words.lateEffect(effect.delayMs / 1000);
  const what = 'hang' in effect ? words.noResponse : words.resetEffect;
  return effect.after ? `${what} (${words.afterProcessing})` : what;
}

function magicTables({ tables, noCode, checkouts }: Words, names: Names): MagicTable[] {
  const { mobile_numbers: numbers, codes, amounts, invoice_prefixes: prefixes } = magicValues;
  const table = ([heading = '', hint = '']: readonly string[], rows: MagicRow[]) => ({ heading, hint, rows });
  const ofCheckouts = (value: string, effect: string) => magicRow(value, checkouts, effect);
  return [
    table(
      tables.numbers,
      numbers.map(({ number, gateway, code }) => ({
        ...magicRow(number, names.of(gateway), code ?? noCode),
        isCode: code !== undefined,
      })),
    ),
    table(
      tables.codes,
      codes.map(({ digits, gateway, code }) => magicRow(digits, names.of(gateway), code)),
    ),
    table(
      tables.amounts,
      amounts.map(({ amount, reason }) => ofCheckouts(amount, reason)),
    ),
    table(
      tables.prefixes,
      prefixes.map(({ prefix, order }) => ofCheckouts(prefix, order)),
    ),
  ];
}

type MagicRow = MagicTable['rows'][number];

function magicRow(value: string, gateway: string, effect: string): MagicRow {
  return { value, gateway, effect, isCode: true };
}
