import type { VerdictKind } from '../../journal/verdict.ts';
import { type Judged, judgedPage } from '../../journal/verdict-list.ts';
import { decidingAttempt } from '../../journal/verdict-words.ts';
import type { Language } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Counted } from '../../store/request-digest.ts';
import type { Reader } from '../reader.ts';
import { shownAmount } from '../shown-amount.ts';
import { iconOfVerdict } from '../verdict-icons.ts';
import { lintWords } from '../words/lint-words.ts';
import type { AttentionLine, Tally } from './overview-model.ts';

/** The overview checks the verdicts of this many payments. */
const newestPayments = 500;
const hourMs = 3_600_000;
const namedPayments = 3;
const urgent = [
  'forged',
  'unaware',
  'unanswered',
  'retrying',
  'held',
] as const satisfies readonly VerdictKind[];
type Urgent = (typeof urgent)[number];

/** Current problems, most severe first. Each line shows how often, where to look, and what to do. */
export function attentionOf(runtime: Runtime, reader: Reader): AttentionLine[] {
  return [...storageLine(runtime, reader), ...paymentLines(runtime, reader), ...callLines(runtime, reader)];
}

function storageLine({ store }: Runtime, { t }: Reader): AttentionLine[] {
  const { failure } = store.health;
  if (failure === undefined) return [];
  return [{ kind: 'storage', icon: 'alert', title: t.dashboard.overview.storage, text: failure }];
}

function paymentLines(runtime: Runtime, reader: Reader): AttentionLine[] {
  const filter = reader.account === '' ? {} : { accountId: reader.account };
  const page = { before: Number.MAX_SAFE_INTEGER, limit: newestPayments };
  const { rows } = judgedPage(runtime.store, filter, page);
  return urgent.flatMap((kind) => {
    const found = rows.filter(({ verdict }) => verdict.kind === kind);
    return found.length === 0 ? [] : [paymentLine(runtime, reader, kind, found)];
  });
}

function paymentLine(
  { store }: Runtime,
  { t, account }: Reader,
  kind: Urgent,
  found: readonly Judged[],
): AttentionLine {
  const { overview, verdicts } = t.dashboard;
  const query = new URLSearchParams({ verdict: kind, ...(account !== '' && { account }) });
  return {
    kind,
    icon: iconOfVerdict[kind],
    title: overview[kind](found.length),
    payments: found.slice(0, namedPayments).map(({ transaction, verdict }) => ({
      invoice: transaction.invoiceNo,
      href: `/_sandbox/transactions/${transaction.id}`,
      detail: ['held', 'forged', 'unanswered'].includes(kind)
        ? `${shownAmount(transaction.amount)} ${t.currency[transaction.currency]}`
        : verdicts.details[kind](decidingAttempt(store, verdict)),
    })),
    more: found.length > namedPayments ? overview.andMore(found.length - namedPayments) : undefined,
    link: { label: linkLabel(t, kind, found.length), href: linkHref(kind, found, query) },
    action: actionOn(t, kind, found),
  };
}

function linkLabel({ dashboard }: Reader['t'], kind: Urgent, count: number): string {
  return kind === 'forged' && count === 1 ? dashboard.overview.seeAccepted : dashboard.overview.showPayments;
}

function linkHref(kind: Urgent, found: readonly Judged[], query: URLSearchParams): string {
  const [only] = found;
  if (kind === 'forged' && only && found.length === 1) return `/_sandbox/transactions/${only.transaction.id}`;
  return `/_sandbox/transactions?${query}`;
}

/** A button if one click fixes it, which takes a single affected payment with a callback. */
function actionOn(
  { dashboard }: Reader['t'],
  kind: Urgent,
  found: readonly Judged[],
): AttentionLine['action'] {
  const [only] = found;
  const id = only?.verdict.callbackId;
  if (kind === 'forged' || kind === 'unanswered' || found.length > 1 || id === undefined) return undefined;
  const { resend, sendNow, release } = dashboard.overview;
  const label = { unaware: resend, retrying: sendNow, held: release }[kind];
  return { label, path: `/_sandbox/callbacks/${id}/${kind === 'held' ? 'release' : 'resend'}` };
}

function callLines({ store, clock }: Runtime, { t, lang, account }: Reader): AttentionLine[] {
  const { overview } = t.dashboard;
  const { requests } = store;
  const since = clock.now() - hourMs;
  const accountId = account || null;
  const hrefOf = callsHref(account);
  const warned = hrefOf({ lint: 'with' });
  const refusals = requests
    .refusalsSince(since, accountId)
    .map((each) => refusalTally(each, overview.noCode, hrefOf));
  const warnings = requests.lintSince(since, accountId).map((each) => lintTally(each, lang, warned));
  return [
    ...tallyLine('refused', refusals, overview.refused, { label: overview.showCalls, href: hrefOf({}) }),
    ...tallyLine('warned', warnings, overview.warned, { label: overview.showCalls, href: warned }),
  ];
}

type CallsHref = (filter: Readonly<Record<string, string>>) => string;

/** Links to the API calls of the chosen account. */
function callsHref(account: string): CallsHref {
  return (filter) => {
    const query = new URLSearchParams({ ...filter, ...(account !== '' && { account }) }).toString();
    return `/_sandbox/requests${query && `?${query}`}`;
  };
}

function tallyLine(
  kind: 'refused' | 'warned',
  tallies: readonly Tally[],
  title: (count: number) => string,
  link: NonNullable<AttentionLine['link']>,
): AttentionLine[] {
  if (tallies.length === 0) return [];
  const count = tallies.reduce((sum, each) => sum + each.count, 0);
  return [{ kind, icon: 'alert', title: title(count), tallies, link }];
}

function refusalTally(
  { what, status, count }: Counted,
  noCode: (status: number | null) => string,
  hrefOf: CallsHref,
): Tally {
  const query: Readonly<Record<string, string>> =
    what === null ? { status: `${String(status).charAt(0)}xx` } : { code: what };
  return { what: what ?? noCode(status), count, href: hrefOf(query) };
}

function lintTally({ what, count }: Counted, lang: Language, href: string): Tally {
  return { what: lintWords(lang, String(what ?? '')), count, href };
}
