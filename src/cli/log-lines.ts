import type {
  CallbackEntry,
  CallEntry,
  CodeEntry,
  LogEntry,
  PageEntry,
  SandboxEntry,
} from '../client/contract.ts';
import type { EventType } from '../journal/event-type.ts';
import { localClock, localTime } from './local-time.ts';
import { type Cell, type Color, cell, detail, type Look, note, row } from './log-row.ts';

export interface LogLook extends Look {
  /** Base URL of the dashboard pages, without a trailing slash. */
  readonly url: string;
}

/** An entry's lines: one line, plus the reason if a call was refused or a callback was not delivered. */
export function logLines(entry: LogEntry, look: LogLook): string[] {
  switch (entry.kind) {
    case 'call':
      return callLines(entry, look);
    case 'code':
      return codeLines(entry, look);
    case 'page':
      return pageLines(entry, look);
    case 'callback':
      return entry.attempt === null ? stateLines(entry, look) : attemptLines(entry, look);
    case 'sandbox':
      return sandboxLines(entry, look);
    case 'gap':
      return note(labeled(entry.at, 'log'), entry.message, look);
  }
}

function callLines(entry: CallEntry, look: LogLook): string[] {
  const { status, code, endpoint, method, path, invoice_no, mobile_number, fault, note } = entry;
  const color = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
  const name = endpoint === null || method !== 'POST' ? `${method} ${endpoint ?? path}` : endpoint;
  const values = [
    ...(note === null
      ? cell(invoice_no ?? mobile_number, { ifLong: 'cut' })
      : cell('no valid keys', { color: 'yellow' })),
    ...cell(code, { color, ifLong: 'cut last' }),
    ...cell(note === null ? null : `from ${entry.remote_address}`, { ifLong: 'omit' }),
    ...cell(fault, { ifLong: 'omit', color: 'magenta' }),
  ];
  const lines = [
    row(answered(entry.at, String(status), color, entry.duration_ms), named(name), values, look),
  ];
  if (status < 400) return lines;
  return [...lines, ...because(shortReason(entry.reason ?? entry.note ?? '', look), entry.page, look)];
}

function codeLines({ at, type, code, mobile_number, amount, gateway }: CodeEntry, look: LogLook): string[] {
  const name = type === 'otp.locked' ? 'locked: wrong codes' : (code ?? 'sent');
  const values = [
    ...cell(mobile_number),
    ...cell(gateway, { ifLong: 'omit' }),
    ...cell(amount, { ifLong: 'omit' }),
  ];
  return [row(labeled(at, 'code', 'cyan'), named(name), values, look)];
}

const pageTexts: Readonly<Partial<Record<EventType, string>>> = {
  'transaction.completed': 'paid',
  'transaction.canceled': 'canceled',
  'transaction.declined': 'declined',
  'transaction.expired': 'expired',
  'checkout.declined': 'declined, can retry',
  'checkout.returned': 'browser returned',
};

function pageLines(entry: PageEntry, look: LogLook): string[] {
  const { type, at, amount, currency, payment_method, reason, invoice_no, gateway } = entry;
  const name = pageTexts[type] ?? type;
  const values = [
    ...cell(invoice_no, { ifLong: 'cut' }),
    ...cell(type === 'checkout.returned' ? null : `${amount} ${currency}`, { ifLong: 'omit' }),
    ...cell(reason === name ? null : reason, { ifLong: 'cut' }),
    ...cell(payment_method, { ifLong: 'omit' }),
    ...cell(gateway, { ifLong: 'omit' }),
  ];
  return [row(labeled(at, 'page', 'magenta'), named(name), values, look)];
}

function attemptLines(entry: CallbackEntry, look: LogLook): string[] {
  const { at, delivered, status, attempt, callback_id, invoice_no, url, tampered } = entry;
  const color = delivered ? 'green' : 'red';
  const name = `→ callback ${callback_id}${attempt === 1 ? '' : `, try ${attempt}`}`;
  const values = [
    ...cell(invoice_no, { ifLong: 'cut' }),
    ...cell(tampered, { color: 'magenta' }),
    ...cell(look.width < 120 ? url?.replace(/^http:\/\//, '') : url, { ifLong: 'cut' }),
  ];
  const head = answered(at, status === null ? 'fail' : String(status), color, entry.duration_ms);
  const lines = [row(head, named(name), values, look)];
  if (delivered) return lines;
  const next = entry.next_attempt_at === null ? '' : `Next try at ${localClock(entry.next_attempt_at)}.`;
  const why = entry.error === null ? answerLines(entry.answer ?? '') : [entry.error];
  return [...lines, ...detail(why, look, ' '), ...detail([next, look.url + entry.page], look)];
}

/** The entry has only the start of an answer, which may end in the middle of a character. */
const mostAnswerBytes = 200;
const mostAnswerLines = 4;

/** A long answer, such as a stack trace, keeps its line breaks. */
function answerLines(answer: string): string[] {
  const isCut = Buffer.byteLength(answer) >= mostAnswerBytes;
  const text = isCut ? `${answer.replace(/\uFFFD$/, '')}…` : answer;
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? ['Your app sent an empty answer.'] : lines.slice(0, mostAnswerLines);
}

const stateTexts: Readonly<Partial<Record<EventType, string>>> = {
  'callback.exhausted': 'failed, no tries left',
  'callback.held': 'held',
  'callback.released': 'released',
};

function stateLines(
  { at, type, callback_id, invoice_no, url, error }: CallbackEntry,
  look: LogLook,
): string[] {
  const isFailed = type === 'callback.exhausted';
  const name = `${callback_id} ${stateTexts[type] ?? type}`;
  const values = [...cell(invoice_no, { ifLong: 'cut' }), ...cell(error ?? url, { ifLong: 'cut' })];
  return [row(labeled(at, 'callback', isFailed ? 'red' : undefined), named(name), values, look)];
}

function sandboxLines({ at, message }: SandboxEntry, look: LogLook): string[] {
  const local = message.replace(isoMoment, (iso) => localTime(iso));
  return note(labeled(at, 'sandbox'), local, look);
}

/** The clock's events contain one. */
const isoMoment = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

function answered(at: string, status: string, color: Color, durationMs: number | null): Cell[] {
  const duration = durationMs === null ? '' : shortDuration(durationMs);
  return [
    { text: `${localClock(at)}  ` },
    { text: status.padEnd(4), color },
    { text: `${duration.padStart(8)}  ` },
  ];
}

function labeled(at: string, label: string, color?: Color): Cell[] {
  return [{ text: `${localClock(at)}  ` }, { text: label.padEnd(14), color }];
}

function named(text: string): Cell {
  return cell(text)[0] ?? { text: '' };
}

/** The reason and the page's address, on one line if they fit. */
function because(reason: string, page: string, look: LogLook): string[] {
  return detail([reason, look.url + page], look);
}

/** In a narrow terminal, drops the general sentence if the reason names the wrong field. */
function shortReason(reason: string, { width }: Look): string {
  const [, ...fields] = reason.split(' · ');
  return fields.length > 0 && width < 120 ? fields.join(' · ') : reason;
}

/** At most 7 characters. */
function shortDuration(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}
