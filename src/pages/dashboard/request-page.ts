import { requestShape } from '../../control-api/shapes.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { fixedAssumptions } from '../../settings/fixed-assumptions.ts';
import { settingNamed } from '../../settings/settings.ts';
import type { LoggedRequest } from '../../store/requests.ts';
import { withAccount } from '../account-query.ts';
import { fieldsOf } from '../export/sent-fields.ts';
import type { Reader } from '../reader.ts';
import { freshInvoice } from '../sample-call.ts';
import { testerFrame } from '../tester-frame.ts';
import { lintWords } from '../words/lint-words.ts';
import { assumptionWords, settingWords } from '../words/settings/setting-words.ts';
import { adviceOn } from './advice.ts';
import { isToEndpoint } from './earlier-call.ts';
import { factsOf } from './facts.ts';
import { isResponseLost } from './lost-response.ts';
import type { RequestPage, SentField, Step } from './page-models.ts';
import { requestCurl } from './request-curl.ts';
import { visibleText } from './visible-text.ts';
import { type WrongField, wrongFieldsIn } from './wrong-fields.ts';

export function requestPage(
  runtime: Runtime,
  reader: Reader,
  row: LoggedRequest,
  replay: ReplayState = {},
): RequestPage {
  const { trace, lint, assumptions } = requestShape(runtime, row);
  const failed = trace.find(({ passed }) => !passed);
  const fields = fieldsOf(row, runtime.settings.current);
  const wrong = failed ? wrongFieldsIn(row.answer) : [];
  return {
    ...testerFrame(runtime, reader, 'requests', reader.t.dashboard.request.title(row.id)),
    ...exchangeOf(runtime, row),
    id: String(row.id),
    heading: `${row.method} ${row.path}`,
    status: row.status,
    code: row.code ?? undefined,
    transactionHref: row.transactionId === null ? undefined : `/_sandbox/transactions/${row.transactionId}`,
    checkoutHref: checkoutIn(row),
    fields: sentFields(fields ?? [], wrong),
    wrong,
    passed: reader.t.dashboard.request.checksPassed(trace.filter((step) => step.passed).length),
    trace: trace.map((step) => traceStep(reader, step)),
    advice: failed && adviceOn(reader.t, { code: row.code, check: failed.check, account: row.accountId }),
    lint: lint.map((warning) => lintWords(reader.lang, warning)),
    assumptions: assumptions.map((name) => ({ name, href: hrefOf(name), reason: reasonOf(reader, name) })),
    fixHref: failed && isToEndpoint(row) ? fixHref(reader, row) : undefined,
    curl: requestCurl(runtime.addresses.publicUrl, row),
    exports: [
      { label: 'JSON', href: `/_sandbox/api/requests/${row.id}`, isFile: false },
      { label: 'HAR', href: `/_sandbox/requests/${row.id}/har`, isFile: true },
    ],
    replay: {
      action: `/_sandbox/requests/${row.id}/replay`,
      invoiceNo: fields?.some(([name]) => name === 'invoice_no')
        ? (replay.invoiceNo ?? freshInvoice(runtime))
        : undefined,
      error: replay.error,
    },
  };
}

/** One entry per field sent, even if two have the same name. */
function sentFields(sent: readonly (readonly [string, string])[], wrong: readonly WrongField[]): SentField[] {
  const whyOf = (name: string) => wrong.find((each) => each.name === name)?.why;
  const missing = wrong.filter(({ name }) => !sent.some(([each]) => each === name));
  return [
    ...missing.map(({ name, why }) => ({ name, value: undefined, why })),
    ...sent.map(([name, value]) => ({ name, value, why: whyOf(name) })),
  ];
}

/** The path of the hosted page in the answer to a confirm. */
function checkoutIn({ answer }: LoggedRequest): string | undefined {
  const token = /"redirect_url":"[^"]*[?&]token=([\w-]+)/.exec(answer ?? '')?.[1];
  return token && `/checkout?token=${token}`;
}

/** The log entry's members, and the request and answer as text. */
function exchangeOf(
  runtime: Runtime,
  row: LoggedRequest,
): Pick<RequestPage, 'facts' | 'headers' | 'body' | 'answer' | 'isLost'> {
  const { answer, body, headers, method, path, status, code, trace, lint, assumptions, ...record } =
    requestShape(runtime, row);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    facts: factsOf(record),
    headers: visibleText(lines.join('\n')),
    body: visibleText(body),
    isLost: isResponseLost(runtime, row),
    answer: visibleText(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)),
  };
}

type TraceEntry = ReturnType<typeof requestShape>['trace'][number];

function traceStep({ t }: Reader, { check, passed, expected, got }: TraceEntry): Step {
  const { checks } = t.dashboard.request;
  return {
    at: undefined,
    title: isCheck(check, checks) ? checks[check] : check,
    // Same wording as in the log and the API.
    detail: visibleText(expected === '' ? got : `expected ${expected}; got: ${got}`),
    href: undefined,
    ok: passed,
  };
}

function isCheck<Names extends object>(name: string, checks: Names): name is keyof Names & string {
  return Object.hasOwn(checks, name);
}

interface ReplayState {
  readonly invoiceNo?: string;
  readonly error?: string | undefined;
}

/** Assumptions without a setting have a list of their own. */
function hrefOf(name: string): string {
  const isFixed = fixedAssumptions.some(({ id }) => id === name);
  return `/_sandbox/settings${isFixed ? '?show=assumptions' : ''}#${name}`;
}

/** Older entries may contain a name that this version does not know. */
function reasonOf({ lang }: Reader, name: string): string {
  const assumption = fixedAssumptions.find(({ id }) => id === name);
  if (assumption) return assumptionWords(lang, assumption).reason;
  const setting = settingNamed(name);
  return setting ? settingWords(lang, { name, ...setting }).reason : '';
}

/** With a chosen account, the form would take that one instead of the call's own. */
function fixHref({ account }: Reader, { id, accountId }: LoggedRequest): string {
  return withAccount(`/_sandbox/requests/new?call=${id}`, account && (accountId ?? ''));
}
