import { gatewayTokens } from '../../gateways/index.ts';
import type { Names } from '../../gateways/names.ts';
import { type VerdictKind, verdictKinds } from '../../journal/verdict.ts';
import { judgedPage, verdictTally } from '../../journal/verdict-list.ts';
import { errorTable } from '../../protocol/errors.ts';
import { modes } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { callbackStatuses, transactionStatuses } from '../../store/statuses.ts';
import type { Reader } from '../reader.ts';
import type { CallbackRow, RequestRow, TransactionRow } from '../tester-models.ts';
import type { Aged } from './list-content.ts';
import { fullPages, type ListDefinition } from './lists.ts';
import type { FilterField } from './page-models.ts';
import { callbackRow, requestRow, transactionRow } from './rows.ts';
import type { Choice } from './tool-models.ts';

type Words = Reader['t'];

type Value = (name: string) => string;
type Asked = (name: string) => string | undefined;

export const transactionList: ListDefinition<TransactionRow> = {
  section: 'transactions',
  fileKinds: ['json', 'csv'],
  filters: (runtime, { t }, value) => [
    verdictFilter(t, value),
    gatewayFilter(runtime, t, value),
    stateFilter(t, value, transactionStatuses),
    field('mode', t.dashboard.lists.mode, value, modeChoices(t)),
    text('invoice_no', t.dashboard.lists.invoice, value),
  ],
  rows: (runtime, reader, asked, page) => {
    const filter = transactionFilter(runtime, asked);
    const { rows, next } = judgedPage(runtime.store, filter, page, verdictKind(asked));
    return {
      rows: rows.map((each) => transactionRow(runtime, reader, each)),
      next,
      tally: verdictTally(runtime.store, filter),
    };
  },
};

export const requestList: ListDefinition<RequestRow & Aged> = {
  section: 'requests',
  fileKinds: ['json', 'csv', 'har'],
  filters: (runtime, { t }, value) => [
    gatewayFilter(runtime, t, value),
    choice('code', t.dashboard.lists.code, value, Object.keys(errorTable)),
    { ...field('status', t.dashboard.lists.status, value, statusClasses(t)), isMain: true },
    field('lint', t.dashboard.lists.warnings, value, lintChoices(t)),
  ],
  rows: (runtime, reader, asked, page) => {
    const { statusClass, ...filter } = requestFilter(runtime, asked);
    const { requests } = runtime.store;
    const found = requests.list({ ...filter, statusClass }, page);
    const counts = [...requests.byStatusClass(filter)];
    return {
      ...fullPages(
        found.map((each) => ({
          ...requestRow(reader, each),
          age: reader.t.dashboard.payments.age((runtime.clock.now() - each.at) / 1000),
        })),
        page,
      ),
      tally: new Map(counts.map(([digit, count]) => [`${digit}xx`, count])),
    };
  },
};

export const callbackList: ListDefinition<CallbackRow> = {
  section: 'callbacks',
  fileKinds: ['json', 'csv'],
  filters: (_runtime, { t }, value) => [
    { ...stateFilter(t, value, callbackStatuses), isMain: true },
    text('invoice_no', t.dashboard.lists.invoice, value),
  ],
  rows: (runtime, reader, asked, page) => {
    const { status, ...filter } = callbackFilter(asked);
    const { callbacks } = runtime.store;
    const found = callbacks.list({ ...filter, status }, page);
    return {
      ...fullPages(
        found.map((each) => callbackRow(runtime, reader, each)),
        page,
      ),
      tally: callbacks.byStatus(filter),
    };
  },
};

export function transactionFilter({ names }: Runtime, asked: Asked) {
  return {
    gateway: gatewayToken(names, asked),
    status: asked('status'),
    mode: asked('mode'),
    accountId: asked('account'),
    invoiceNo: asked('invoice_no'),
  };
}

export function requestFilter({ names }: Runtime, asked: Asked) {
  const statusClass = /^[1-5]xx$/.exec(asked('status') ?? '') ? Number(asked('status')?.[0]) : undefined;
  const lint = { with: 1, without: 0 } as const;
  const asLint = asked('lint');
  return {
    gateway: gatewayToken(names, asked),
    code: asked('code'),
    statusClass,
    hasLint: asLint === 'with' || asLint === 'without' ? lint[asLint] : undefined,
    accountId: asked('account'),
  };
}

export function callbackFilter(asked: Asked) {
  return { status: asked('status'), invoiceNo: asked('invoice_no'), accountId: asked('account') };
}

/** The neutral token. An unknown name is passed on, and matches nothing. */
function gatewayToken(names: Names, asked: Asked): string | undefined {
  const name = asked('gateway');
  return name === undefined ? undefined : (names.gateway(name) ?? name);
}

function statusClasses({ dashboard }: Words): Choice[] {
  const { statusClasses: labels } = dashboard.lists;
  return (['2xx', '4xx', '5xx'] as const).map((each) => ({ value: each, label: labels[each] }));
}

function lintChoices({ dashboard }: Words): Choice[] {
  const { withWarnings, withoutWarnings } = dashboard.lists;
  return [
    { value: 'with', label: withWarnings },
    { value: 'without', label: withoutWarnings },
  ];
}

function modeChoices({ dashboard }: Words): Choice[] {
  return modes.map((mode) => ({ value: mode, label: dashboard.states[mode] }));
}

function stateFilter(
  { dashboard }: Words,
  value: Value,
  states: readonly (keyof Words['dashboard']['states'])[],
): FilterField {
  const choices = states.map((state) => ({ value: state, label: dashboard.states[state] }));
  return field('status', dashboard.lists.status, value, choices);
}

function gatewayFilter({ names }: Runtime, { dashboard }: Words, value: Value): FilterField {
  return choice(
    'gateway',
    dashboard.lists.gateway,
    value,
    gatewayTokens.map((token) => names.of(token)),
  );
}

/** The kind of verdict in the address. Undefined if it is unknown. */
export function verdictKind(asked: Asked): VerdictKind | undefined {
  return verdictKinds.find((kind) => kind === asked('verdict'));
}

/** Two verdicts share a label, so the way your app was told is added to one of them. */
function verdictFilter({ dashboard }: Words, value: Value): FilterField {
  const { labels, details } = dashboard.verdicts;
  const choices = verdictKinds.map((kind) => ({
    value: kind,
    label: kind === 'replied' ? `${labels.replied} · ${details.replied(undefined)}` : labels[kind],
  }));
  return { ...field('verdict', dashboard.payments.verdict, value, choices), isMain: true };
}

function choice(name: string, label: string, value: Value, values: readonly string[]): FilterField {
  return field(
    name,
    label,
    value,
    values.map((each) => ({ value: each, label: each })),
  );
}

/** An unknown value from the URL stays visible as an option. */
function field(name: string, label: string, value: Value, choices: readonly Choice[]): FilterField {
  const given = value(name);
  const isKnown = given === '' || choices.some((each) => each.value === given);
  return {
    name,
    label,
    value: given,
    choices: isKnown ? choices : [...choices, { value: given, label: given }],
  };
}

function text(name: string, label: string, value: Value): FilterField {
  return { name, label, value: value(name), choices: undefined };
}
