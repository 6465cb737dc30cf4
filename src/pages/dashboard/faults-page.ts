import type { Context, Hono } from 'hono';
import { magicValues } from '../../faults/magic.ts';
import type { Names } from '../../gateways/names.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Effect } from '../../store/fault.ts';
import type { FaultRow } from '../../store/faults.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { act, freshForm, type RefusedForm } from './actions.ts';
import { countFields, effectChoices, faultAsked, matchFields } from './fault-form.ts';
import { doneWords, toolFrame } from './tool-frame.ts';
import type { FaultItem, FaultsPage, MagicTable } from './tool-models.ts';

const path = '/_sandbox/faults';
const done = {
  armed: 'The fault was added.',
  removed: 'The fault was removed.',
  cleared: 'All faults were removed.',
};
/** `times` of a fault from here on is that of one that never wears off. */
const countless = 1_000_000_000;

/** Faults that are armed, a form that arms one, and the values that make things go wrong by themselves. */
export function faultPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  const show = (c: Context<AppEnv>, form: RefusedForm = freshForm) =>
    page(
      c,
      form.refusal === '' ? 200 : 422,
      'dashboard/faults',
      faultsModel(runtime, readerOf(c), form, c.req.query('done')),
    );

  app.get(path, (c) => show(c));
  app.post(path, (c) =>
    act(c, parts, {
      operation: 'addFault',
      ask: (read) => ({ body: faultAsked(read) }),
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

function faultsModel(
  runtime: Runtime,
  reader: Reader,
  form: RefusedForm,
  doneName: string | undefined,
): FaultsPage {
  const faults = runtime.store.faults.all().map((row) => faultItem(row, runtime.names));
  return {
    ...toolFrame(runtime, reader, 'faults', form, doneWords(done, doneName)),
    faults,
    armed: faults.filter(({ isArmed }) => isArmed).length,
    effects: effectChoices(form),
    effectError: form.errors.effect,
    matchFields: matchFields(runtime, form),
    countFields: countFields(form),
    magic: magicTables(runtime.names),
  };
}

function faultItem(row: FaultRow, names: Names): FaultItem {
  const { gateway, ...others } = row.match;
  const match = Object.entries({ ...others, gateway: gateway && names.of(gateway) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`);
  const left = row.times === countless ? 'always' : `${row.timesLeft} of ${row.times} left`;
  const chance = row.probability === null ? '' : `, chance ${row.probability} with seed ${row.seed}`;
  return {
    id: String(row.id),
    what: effectWords(row.effect),
    match: match.length === 0 ? 'every call' : match.join(', '),
    isArmed: row.timesLeft > 0,
    count: `${left}${chance}, fired ${row.fired === 1 ? 'once' : `${row.fired} times`}`,
  };
}

function effectWords(effect: Effect): string {
  if ('code' in effect) return effect.code;
  if ('http_status' in effect) return `HTTP ${effect.http_status}, ${effect.body} body`;
  if ('delayMs' in effect) return `Response ${effect.delayMs / 1000} s late`;
  const what = 'hang' in effect ? 'No response' : 'Connection reset';
  return effect.after ? `${what}, after processing` : what;
}

function magicTables(names: Names): MagicTable[] {
  const { mobile_numbers: numbers, codes, amounts, invoice_prefixes: prefixes } = magicValues;
  return [
    {
      heading: 'Mobile numbers',
      hint: 'verify fails, or the code never arrives.',
      rows: numbers.map(({ number, gateway, code }) => ({
        value: number,
        gateway: names.of(gateway),
        effect: code ?? 'no code arrives',
      })),
    },
    {
      heading: 'Codes',
      hint: 'confirm fails; the process stays as it is.',
      rows: codes.map(({ digits, gateway, code }) => ({
        value: digits,
        gateway: names.of(gateway),
        effect: code,
      })),
    },
    {
      heading: 'Amounts',
      hint: 'The payment is declined at the checkout.',
      rows: amounts.map(({ amount, reason }) => ({ value: amount, gateway: 'checkouts', effect: reason })),
    },
    {
      heading: 'Invoice prefixes',
      hint: 'The order of callback and return.',
      rows: prefixes.map(({ prefix, order }) => ({ value: prefix, gateway: 'checkouts', effect: order })),
    },
  ];
}
