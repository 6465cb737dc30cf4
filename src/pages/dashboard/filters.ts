import { gatewayTokens } from '../../gateways/index.ts';
import type { Names } from '../../gateways/names.ts';
import { errorTable } from '../../protocol/errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { transactionStatuses } from '../../store/schema.ts';
import { callbackStatuses } from '../../store/schema-records.ts';
import type { CallbackRow, RequestRow, TransactionRow } from '../tester-models.ts';
import type { ListDefinition } from './lists.ts';
import type { FilterField } from './page-models.ts';
import { callbackRow, requestRow, transactionRow } from './rows.ts';
import type { Choice } from './tool-models.ts';

type Value = (name: string) => string;
type Asked = (name: string) => string | undefined;

export const transactionList: ListDefinition<TransactionRow> = {
  section: 'transactions',
  title: 'Payments',
  fileKinds: ['json', 'csv'],
  filters: (runtime, value) => [
    gatewayFilter(runtime, value),
    choice('status', 'Status', value, transactionStatuses),
    choice('mode', 'Mode', value, ['test', 'live']),
    ...accountFilter(runtime, value),
    text('invoice_no', 'Invoice number', value),
  ],
  rows: (runtime, asked, page) =>
    runtime.store.transactions
      .list(transactionFilter(runtime, asked), page)
      .map((each) => transactionRow(runtime, each)),
};

export const requestList: ListDefinition<RequestRow> = {
  section: 'requests',
  title: 'API calls',
  fileKinds: ['json', 'csv', 'har'],
  filters: (runtime, value) => [
    gatewayFilter(runtime, value),
    choice('code', 'Code', value, Object.keys(errorTable)),
    field('status', 'Status', value, statusClasses),
    field('lint', 'Production warnings', value, lintChoices),
    ...accountFilter(runtime, value),
  ],
  rows: (runtime, asked, page) =>
    runtime.store.requests.list(requestFilter(runtime, asked), page).map(requestRow),
};

export const callbackList: ListDefinition<CallbackRow> = {
  section: 'callbacks',
  title: 'Callbacks',
  fileKinds: ['json', 'csv'],
  filters: (_runtime, value) => [
    choice('status', 'Status', value, callbackStatuses),
    text('invoice_no', 'Invoice number', value),
  ],
  rows: (runtime, asked, page) =>
    runtime.store.callbacks.list(callbackFilter(asked), page).map((each) => callbackRow(runtime, each)),
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
  return { status: asked('status'), invoiceNo: asked('invoice_no') };
}

/** The neutral token, or the text itself: a name that no gateway has finds nothing. */
function gatewayToken(names: Names, asked: Asked): string | undefined {
  const name = asked('gateway');
  return name === undefined ? undefined : (names.gateway(name) ?? name);
}

const statusClasses: readonly Choice[] = [
  { value: '2xx', label: '2xx succeeded' },
  { value: '4xx', label: '4xx rejected' },
  { value: '5xx', label: '5xx failed' },
];

const lintChoices: readonly Choice[] = [
  { value: 'with', label: 'With warnings' },
  { value: 'without', label: 'Without' },
];

function gatewayFilter({ names }: Runtime, value: Value): FilterField {
  return choice(
    'gateway',
    'Gateway',
    value,
    gatewayTokens.map((token) => names.of(token)),
  );
}

/** Only where there is something to choose. */
function accountFilter({ store }: Runtime, value: Value): FilterField[] {
  const accounts = store.accounts.all();
  if (accounts.length < 2 && value('account') === '') return [];
  const choices = accounts.map(({ id, name }) => ({ value: id, label: name }));
  return [field('account', 'Account', value, choices)];
}

function choice(name: string, label: string, value: Value, values: readonly string[]): FilterField {
  return field(
    name,
    label,
    value,
    values.map((each) => ({ value: each, label: each })),
  );
}

/** A value of the address that is no choice stays visible. */
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
